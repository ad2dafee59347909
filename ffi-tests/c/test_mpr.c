/* ifr_mpr: signed distance, bounds, routes, errors. */
#include <math.h>

#include "check.h"

static ifr_mpr_input boxes_apart_by(const ifr_body *box, double dx)
{
    ifr_mpr_input input = {0};
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(dx, 0.25, 0.125);
    return input;
}

static void apart_and_inside(const ifr_body *box)
{
    for (int hit = 0; hit < 2; hit++) {
        double dx = hit ? 1.75 : 2.5;
        ifr_mpr_input input = boxes_apart_by(box, dx);
        ifr_mpr_result result;
        ifr_error error;
        memset(&result, 0xff, sizeof result);
        CHECK_OK(ifr_mpr(&input, NULL, &result, &error));
        CHECK_INT(result.verdict, hit ? IFR_VERDICT_HIT : IFR_VERDICT_SEPARATED);
        CHECK_INT(result.route, IFR_MPR_ROUTE_PORTAL);
        CHECK_INT(result.detour, IFR_MPR_DETOUR_NONE);
        CHECK(result.has_points && result.iterations > 0);
        CHECK(fabs(result.separation - (dx - 2)) < 1e-14);
        CHECK(result.lower_bound <= dx - 2 && dx - 2 <= result.upper_bound);
        CHECK(fabs(result.normal[0] - 1) < 1e-14);
        for (int i = 0; i < 3; i++) {
            double apart = result.point_b[i] - result.point_a[i];
            CHECK(fabs(apart - result.separation * result.normal[i]) < 1e-14);
        }
    }
}

static void other_routes(const ifr_body *box)
{
    ifr_mpr_input input = boxes_apart_by(box, 0);
    ifr_mpr_result result;
    input.pair.pose_b = input.pair.pose_a;
    CHECK_OK(ifr_mpr(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.route, IFR_MPR_ROUTE_PENETRATION);
    CHECK_INT(result.detour, IFR_MPR_DETOUR_COINCIDENT_CENTERS);
    CHECK(fabs(result.separation + 2) < 1e-14);

    const double xyz[6] = {0, -1, 0, 0, 1, 0};
    ifr_body *segment = make_body(xyz, 2), *empty = make_body(NULL, 0);
    input = boxes_apart_by(segment, 3);
    CHECK_OK(ifr_mpr(&input, NULL, &result, NULL));
    CHECK_INT(result.route, IFR_MPR_ROUTE_DISTANCE);
    CHECK_INT(result.detour, IFR_MPR_DETOUR_FLAT);
    CHECK(fabs(result.separation - sqrt(9 + 0.125 * 0.125)) < 1e-14);
    input.pair.b = empty;
    CHECK_OK(ifr_mpr(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.route, IFR_MPR_ROUTE_NOTHING);
    CHECK(isinf(result.separation) && !result.has_points);
    ifr_body_destroy(segment);
    ifr_body_destroy(empty);

    input = boxes_apart_by(box, 2.5);
    input.max_iterations = 1;
    CHECK_OK(ifr_mpr(&input, NULL, &result, NULL));
    CHECK(result.detour == IFR_MPR_DETOUR_LIMIT && fabs(result.separation - 0.5) < 1e-14);
}

static void refused(const ifr_mpr_input *input, ifr_status status, const char *where)
{
    ifr_mpr_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_mpr(input, NULL, &result, &error), status);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(result.separation == 0 && !result.has_points);
    CHECK(strstr(error.message, where) != NULL);
}

static void bad_input_is_refused(const ifr_body *box)
{
    ifr_mpr_input input = boxes_apart_by(box, 3);
    ifr_mpr_result result;
    CHECK_STATUS(ifr_mpr(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
    refused(NULL, IFR_STATUS_BAD_POINTER, "input");
    input.rel_tol = 0.5;
    refused(&input, IFR_STATUS_SETTING, "rel_tol");
    input.rel_tol = NAN;
    refused(&input, IFR_STATUS_SETTING, "rel_tol");
    input.rel_tol = 0;
    CHECK_OK(ifr_mpr(&input, NULL, &result, NULL));
    input.pair.b = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.b");
}

void test_mpr(void)
{
    ifr_body *box = make_box(1, 1, 1);
    apart_and_inside(box);
    other_routes(box);
    bad_input_is_refused(box);
    ifr_body_destroy(box);
}
