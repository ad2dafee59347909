/* ifr_within: exact at the last place, witnesses, capture, errors. */
#include <math.h>

#include "check.h"

static ifr_within_input boxes_within(const ifr_body *box, double distance)
{
    /* Edges 3 and 4 apart along x and y. */
    ifr_within_input input = {0};
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(5, 6, 0);
    input.distance = distance;
    return input;
}

static void exact_at_the_last_place(const ifr_body *box)
{
    ifr_within_input input = boxes_within(box, 5);
    ifr_pair_state state = {0};
    ifr_within_result result;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_within(&input, &state, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.has_points && !result.has_normal);
    CHECK(fabs(result.point_a[0] - 1) < 1e-14 && fabs(result.point_b[0] - 4) < 1e-14);
    CHECK(all_zero(result.normal, sizeof result.normal));

    input.distance = nextafter(5, 0);
    CHECK_OK(ifr_within(&input, &state, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_points && result.has_normal);
    CHECK(fabs(result.normal[0] - 0.6) < 1e-14 && fabs(result.normal[1] - 0.8) < 1e-14);

    input.distance = 0;
    CHECK_OK(ifr_within(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
}

static void captured(const ifr_body *box)
{
    const ifr_within_input input = boxes_within(box, 4.5);
    char room[4096];
    ifr_text text = {0};
    text.buffer = room;
    text.capacity = sizeof room;
    CHECK_OK(ifr_within_to_json(&input, NULL, "near", &text, NULL));
    CHECK(strstr(room, "\"query\": \"within\"") && strstr(room, "\"distance\": 4.5"));
}

static void refused(const ifr_body *box)
{
    const double bad[] = {-1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        const ifr_within_input input = boxes_within(box, bad[i]);
        ifr_within_result result;
        ifr_error error;
        memset(&result, 0xff, sizeof result);
        CHECK(ifr_within(&input, NULL, &result, &error) != IFR_STATUS_OK);
        CHECK(strstr(error.message, "distance") != NULL);
        CHECK(all_zero(&result, sizeof result));
    }
}

void test_within(void)
{
    ifr_body *box = make_box(1, 1, 1);
    exact_at_the_last_place(box);
    captured(box);
    refused(box);
    ifr_body_destroy(box);
}
