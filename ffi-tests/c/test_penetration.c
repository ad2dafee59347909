/* ifr_penetration: depth, direction, witnesses, errors. */
#include <math.h>

#include "check.h"

static ifr_penetration_input boxes_apart_by(const ifr_body *box, double dx)
{
    ifr_penetration_input input = {0};
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(dx, 0.25, 0);
    return input;
}

static void depth_and_way_out(const ifr_body *box)
{
    ifr_penetration_input input = boxes_apart_by(box, 1.75);
    ifr_penetration_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_penetration(&input, NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.has_overlap && !result.has_plane);
    CHECK(fabs(result.depth - 0.25) < 1e-14 && result.error < 1e-10);
    CHECK(fabs(result.normal[0] - 1) < 1e-14 && fabs(result.normal[1]) < 1e-14);
    CHECK(fabs(result.point_a[0] - 1) < 1e-14 && fabs(result.point_b[0] - 0.75) < 1e-14);
    CHECK(fabs(result.point_a[1] - result.point_b[1]) < 1e-14);
    CHECK(all_zero(result.plane.normal, sizeof result.plane.normal));
    /* Moved by the depth they only touch. */
    for (int i = 0; i < 3; i++)
        input.pair.pose_b.p[i] += result.depth * result.normal[i];
    CHECK_OK(ifr_penetration(&input, NULL, &result, NULL));
    CHECK(result.depth < 1e-14);
}

static void apart_has_a_plane(const ifr_body *box)
{
    ifr_penetration_input input = boxes_apart_by(box, 2.5);
    ifr_penetration_result result;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_penetration(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.has_plane && !result.has_overlap);
    CHECK(result.depth == 0 && result.plane.normal[0] > 0);
    CHECK(all_zero(result.normal, sizeof result.normal));

    ifr_body *empty = make_body(NULL, 0);
    input.pair.a = empty;
    CHECK_OK(ifr_penetration(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane && !result.has_overlap);
    CHECK_INT(result.iterations, 0);
    ifr_body_destroy(empty);
}

static void along_a_direction(const ifr_body *box)
{
    ifr_penetration_input input = boxes_apart_by(box, 1.75);
    ifr_penetration_result result;
    ifr_error error;
    input.direction[1] = 2;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_penetration(&input, NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.has_overlap && fabs(result.depth - 1.75) < 1e-13 && result.error < 1e-11);
    CHECK(fabs(result.normal[1] - 1) < 1e-13);
    CHECK(fabs(result.point_a[1] - result.point_b[1] - 1.75) < 1e-13);

    const double bad[] = {1e-101, 1e101, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        input.direction[1] = bad[i];
        CHECK_STATUS(ifr_penetration(&input, NULL, &result, &error), IFR_STATUS_SETTING);
        CHECK(strstr(error.message, "input.direction is") == error.message);
        CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    }
}

static void refused(const ifr_penetration_input *input, ifr_status status, const char *where)
{
    ifr_penetration_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_penetration(input, NULL, &result, &error), status);
    CHECK(all_zero(&result.depth, sizeof result.depth));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(!result.has_overlap && !result.has_plane);
    CHECK(strstr(error.message, where) != NULL);
}

static void bad_input_is_refused(const ifr_body *box)
{
    ifr_penetration_input input = boxes_apart_by(box, 1);
    refused(NULL, IFR_STATUS_BAD_POINTER, "input");
    input.pair.a = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.a");
    input.pair.a = box;
    input.pair.pose_b.p[1] = NAN;
    refused(&input, IFR_STATUS_NOT_FINITE, "input.pair.pose_b.p[1]");
    CHECK_STATUS(ifr_penetration(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
}

void test_penetration(void)
{
    ifr_body *box = make_box(1, 1, 1);
    depth_and_way_out(box);
    apart_has_a_plane(box);
    along_a_direction(box);
    bad_input_is_refused(box);
    ifr_body_destroy(box);
}
