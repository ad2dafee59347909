/* Upright cuboids: one pair, one against many, as bodies, capture, certificate, errors. */
#include <math.h>

#include "check.h"

static ifr_yaw_cuboid square_at(double x, double low, double high)
{
    const ifr_yaw_cuboid square = {{{x, 0}, {x + 1, 1}, {x + 1, 0}, {x, 1}}, {low, high}};
    return square;
}

static void exact_at_the_last_place(void)
{
    ifr_cuboid_separation_input input = {0};
    input.a = square_at(0, 0, 1);
    input.b = square_at(4, 5, 6);
    input.safety_distance = 5;
    ifr_cuboid_separation_result result;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_cuboid_separation(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.separation == 5 && result.horizontal == 3 && result.vertical == 4);
    CHECK(result.safety_distance == 5 && result.error > 0 && result.error < 1e-13);

    input.safety_distance = nextafter(5, 0);
    CHECK_OK(ifr_cuboid_separation(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    input.b = input.a;
    CHECK_OK(ifr_cuboid_separation(&input, NULL, &result, NULL));
    CHECK(result.verdict == IFR_VERDICT_HIT && result.separation == 0);

    char room[4096];
    ifr_text text = {0};
    text.buffer = room;
    text.capacity = sizeof room;
    CHECK_OK(ifr_cuboid_separation_to_json(&input, NULL, "cars", &text, NULL));
    CHECK(strstr(room, "\"query\": \"cuboid_separation\"") && strstr(room, "\"yaw_cuboid\""));
    ifr_certificate *proof;
    CHECK_OK(ifr_certificate_of_cuboid_separation(&input, &proof, NULL));
    CHECK(proof != NULL);
    ifr_certificate_destroy(proof);
}

static void one_against_many(void)
{
    enum { COUNT = 1000 };
    static ifr_yaw_cuboid others[COUNT];
    static ifr_cuboid_separation_result results[COUNT];
    for (int i = 0; i < COUNT; i++)
        others[i] = square_at(i, 0, 1);
    ifr_cuboid_separations_input input = {0};
    input.a = square_at(0, 0, 1);
    input.others = others;
    input.results = results;
    input.count = COUNT;
    input.safety_distance = 9;
    size_t hits = 99;
    CHECK_OK(ifr_cuboid_separations(&input, &hits, NULL));
    CHECK(hits == 11); /* up to 10 - 0, whose distance is 9 */
    CHECK(results[10].separation == 9 && results[999].separation == 998);

    others[7].corners[2][0] += 0.5;
    ifr_error error;
    CHECK_STATUS(ifr_cuboid_separations(&input, &hits, &error), IFR_STATUS_NOT_A_RECTANGLE);
    CHECK(strstr(error.message, "input.others[7]") && strstr(error.message, "off those of a rectangle"));
    CHECK(hits == 0 && all_zero(results, sizeof results));
    input.count = 0;
    input.others = NULL;
    input.results = NULL;
    CHECK_OK(ifr_cuboid_separations(&input, &hits, NULL));
}

static void as_bodies(void)
{
    const ifr_yaw_cuboid one = square_at(0, 0, 1), other = square_at(3, 0, 1);
    ifr_body *a, *b;
    CHECK_OK(ifr_yaw_cuboid_create(&one, &a, NULL));
    CHECK_OK(ifr_yaw_cuboid_create(&other, &b, NULL));
    ifr_distance_input input = {0};
    input.pair.a = a;
    input.pair.b = b;
    input.pair.pose_a = input.pair.pose_b = pose_at(0, 0, 0);
    ifr_distance_result result;
    CHECK_OK(ifr_distance(&input, NULL, &result, NULL));
    CHECK(result.separation == 2);
    ifr_body_destroy(a);
    ifr_body_destroy(b);
}

static void refused(void)
{
    ifr_cuboid_separation_input input = {0};
    ifr_cuboid_separation_result result;
    ifr_error error;
    input.a = square_at(0, 0, 1);
    input.b = square_at(0, 1, 0);
    CHECK_STATUS(ifr_cuboid_separation(&input, NULL, &result, &error), IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "input.b.z[1]") && all_zero(&result, sizeof result));
    input.b = square_at(NAN, 0, 1);
    CHECK_STATUS(ifr_cuboid_separation(&input, NULL, &result, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "input.b.corners[0][0]") != NULL);
    input.b = input.a;
    input.safety_distance = -1;
    CHECK_STATUS(ifr_cuboid_separation(&input, NULL, &result, &error), IFR_STATUS_SETTING);
}

void test_cuboids(void)
{
    exact_at_the_last_place();
    one_against_many();
    as_bodies();
    refused();
}
