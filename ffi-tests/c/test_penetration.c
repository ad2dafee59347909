/* ifr_penetration: depth, direction, witnesses, errors. */
#include <math.h>

#include "check.h"

static ifr_intersect_input boxes_apart_by(const ifr_polytope *box, double dx)
{
    ifr_intersect_input input = {0};
    input.a = input.b = box;
    input.pose_a = pose_at(0, 0, 0);
    input.pose_b = pose_at(dx, 0.25, 0);
    return input;
}

static void depth_and_way_out(const ifr_polytope *box)
{
    ifr_intersect_input input = boxes_apart_by(box, 1.75);
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
        input.pose_b.p[i] += result.depth * result.normal[i];
    CHECK_OK(ifr_penetration(&input, NULL, &result, NULL));
    CHECK(result.depth < 1e-14);
}

static void apart_has_a_plane(const ifr_polytope *box)
{
    ifr_intersect_input input = boxes_apart_by(box, 2.5);
    ifr_penetration_result result;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_penetration(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.has_plane && !result.has_overlap);
    CHECK(result.depth == 0 && result.plane.normal[0] > 0);
    CHECK(all_zero(result.normal, sizeof result.normal));

    ifr_polytope *empty = make_body(NULL, 0);
    input.a = empty;
    CHECK_OK(ifr_penetration(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane && !result.has_overlap);
    CHECK_INT(result.iterations, 0);
    ifr_polytope_destroy(empty);
}

static void along_a_direction(const ifr_polytope *box)
{
    const double up[3] = {0, 2, 0}, nowhere[3] = {0, 0, 0}, bad[3] = {0, NAN, 0};
    ifr_intersect_input input = boxes_apart_by(box, 1.75);
    ifr_penetration_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_penetration_along(&input, up, NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.has_overlap && fabs(result.depth - 1.75) < 1e-13 && result.error < 1e-11);
    CHECK(fabs(result.normal[1] - 1) < 1e-13);
    CHECK(fabs(result.point_a[1] - result.point_b[1] - 1.75) < 1e-13);
    CHECK_STATUS(ifr_penetration_along(&input, nowhere, NULL, &result, &error),
                 IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "direction") != NULL);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_STATUS(ifr_penetration_along(&input, bad, NULL, &result, NULL), IFR_STATUS_NOT_FINITE);
    CHECK_STATUS(ifr_penetration_along(&input, NULL, NULL, &result, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK(strstr(error.message, "direction") != NULL);
    ifr_settings settings = {0};
    settings.method = IFR_METHOD_TABLEAU;
    CHECK_STATUS(ifr_penetration_along(&input, up, &settings, &result, &error),
                 IFR_STATUS_METHOD);
    CHECK(strstr(error.message, "settings.method") != NULL);
}

static void refused(const ifr_intersect_input *input, const ifr_settings *settings,
                    ifr_status status, const char *where)
{
    ifr_penetration_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_penetration(input, settings, &result, &error), status);
    CHECK(all_zero(&result.depth, sizeof result.depth));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(!result.has_overlap && !result.has_plane);
    CHECK(strstr(error.message, where) != NULL);
}

static void bad_input_is_refused(const ifr_polytope *box)
{
    ifr_intersect_input input = boxes_apart_by(box, 1);
    ifr_settings settings = {0};
    refused(NULL, NULL, IFR_STATUS_BAD_POINTER, "input");
    settings.method = IFR_METHOD_RAY_SIMPLEX;
    refused(&input, &settings, IFR_STATUS_METHOD, "settings.method");
    settings.method = 1000;
    refused(&input, &settings, IFR_STATUS_UNKNOWN_VALUE, "settings.method");
    input.a = NULL;
    refused(&input, NULL, IFR_STATUS_BAD_POINTER, "input.a");
    input.a = box;
    input.pose_b.p[1] = NAN;
    refused(&input, NULL, IFR_STATUS_NOT_FINITE, "input.pose_b");
    CHECK_STATUS(ifr_penetration(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
}

void test_penetration(void)
{
    ifr_polytope *box = make_box(1, 1, 1);
    depth_and_way_out(box);
    apart_has_a_plane(box);
    along_a_direction(box);
    bad_input_is_refused(box);
    ifr_polytope_destroy(box);
}
