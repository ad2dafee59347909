/* ifr_distance: separation, nearest points, features, warm state, errors. */
#include <math.h>

#include "check.h"

static ifr_distance_input boxes_apart_by(const ifr_body *box, double dx, double dy)
{
    ifr_distance_input input = {0};
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(dx, dy, 0);
    return input;
}

static void nearest_points_and_features(const ifr_body *box)
{
    /* Edges 3 and 4 apart along x and y. */
    ifr_distance_input input = boxes_apart_by(box, 5, 6);
    ifr_pair_state state = {0};
    ifr_distance_result result, warm;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_distance(&input, &state, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.has_points && result.has_normal);
    CHECK(fabs(result.separation - 5) <= result.error && result.error < 1e-12);
    CHECK(result.lower_bound <= 5 && result.lower_bound > 5 - 1e-12);
    CHECK(fabs(result.normal[0] - 0.6) < 1e-14 && fabs(result.normal[1] - 0.8) < 1e-14);
    CHECK(fabs(result.point_a[0] - 1) < 1e-14 && fabs(result.point_a[1] - 1) < 1e-14);
    CHECK(fabs(result.point_b[0] - 4) < 1e-14 && fabs(result.point_b[1] - 5) < 1e-14);
    CHECK(result.feature_a.kind == IFR_FEATURE_EDGE || result.feature_a.kind == IFR_FEATURE_VERTEX);
    CHECK_INT(result.feature_a.count, result.feature_a.kind);
    for (uint32_t i = 0; i < result.feature_a.count; i++) {
        double xyz[3];
        CHECK_OK(ifr_polytope_get_vertex(box, result.feature_a.vertices[i], xyz));
        CHECK(xyz[0] == 1 && xyz[1] == 1);
    }
    CHECK(!all_zero(&state, sizeof state));
    /* The same again, from the state that was left: one support query. */
    CHECK_OK(ifr_distance(&input, &state, &warm, NULL));
    CHECK_INT(warm.iterations, 1);
    CHECK(fabs(warm.separation - result.separation) <= warm.error + result.error);
}

static void hits_and_empty_bodies(const ifr_body *box)
{
    ifr_distance_input input = boxes_apart_by(box, 1.5, 0);
    ifr_distance_result result;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_distance(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.has_points && !result.has_normal);
    CHECK(result.separation == 0 && result.error == 0);
    CHECK_INT(result.feature_a.kind, IFR_FEATURE_NONE);
    CHECK(all_zero(result.normal, sizeof result.normal));

    ifr_body *empty = make_body(NULL, 0);
    input.pair.a = empty;
    CHECK_OK(ifr_distance(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(isinf(result.separation) && !result.has_points && !result.has_normal);
    CHECK_INT(result.iterations, 0);
    ifr_body_destroy(empty);
}

static void refused(const ifr_distance_input *input, ifr_status status, const char *where)
{
    ifr_distance_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_distance(input, NULL, &result, &error), status);
    CHECK(result.separation == 0 && !result.has_points && !result.has_normal);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(strstr(error.message, where) != NULL);
}

static void bad_input_is_refused(const ifr_body *box)
{
    ifr_distance_input input = boxes_apart_by(box, 3, 0);
    refused(NULL, IFR_STATUS_BAD_POINTER, "input");
    input.method = IFR_METHOD_TABLEAU;
    refused(&input, IFR_STATUS_METHOD, "input.method");
    input.method = 1000;
    refused(&input, IFR_STATUS_UNKNOWN_VALUE, "input.method");
    input.method = 0;
    input.pair.a = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.a");
    input.pair.a = box;
    input.pair.pose_b.p[1] = NAN;
    refused(&input, IFR_STATUS_NOT_FINITE, "input.pair.pose_b.p[1] is NaN");
    input.pair.pose_b.p[1] = 0;
    CHECK_STATUS(ifr_distance(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
    ifr_distance_result result;
    input.method = IFR_METHOD_GJK;
    CHECK_OK(ifr_distance(&input, NULL, &result, NULL));
    CHECK(fabs(result.separation - 1) <= result.error);
}

void test_distance(void)
{
    ifr_body *box = make_box(1, 1, 1);
    nearest_points_and_features(box);
    hits_and_empty_bodies(box);
    bad_input_is_refused(box);
    ifr_body_destroy(box);
}
