/* ifr_intersect: answers, state, errors. */
#include <math.h>

#include "check.h"

static ifr_intersect_input boxes_apart_by(const ifr_body *box, double dx)
{
    ifr_intersect_input input = {0};
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(dx, 0, 0);
    return input;
}

static void separated_comes_with_a_plane(const ifr_body *box)
{
    ifr_intersect_input input = boxes_apart_by(box, 2.5);
    ifr_intersect_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_intersect(&input, NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!ifr_may_hit(result.verdict));
    CHECK(result.has_plane && !result.has_point);
    CHECK_INT(result.plane.span_count, 0);
    const double *n = result.plane.normal;
    CHECK(fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-12);
    /* From A to B, with all of A before all of B. */
    double reach = fabs(n[0]) + fabs(n[1]) + fabs(n[2]);
    CHECK(reach < n[0] * 2.5 - reach);
    CHECK(reach < result.plane.offset && result.plane.offset < n[0] * 2.5 - reach);
    CHECK(result.iterations > 0);
    CHECK(result.decided_by != IFR_DECIDED_BY_NOTHING);
    CHECK(result.point[0] == 0 && result.point[1] == 0 && result.point[2] == 0);
}

static void hit_comes_with_a_point(const ifr_body *box)
{
    ifr_intersect_input input = boxes_apart_by(box, 1.5);
    ifr_intersect_result result;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(ifr_may_hit(result.verdict));
    CHECK(result.has_point && !result.has_plane);
    CHECK(result.point[0] > 0.5 - 1e-12 && result.point[0] < 1 + 1e-12);
    CHECK(fabs(result.point[1]) < 1 + 1e-12 && fabs(result.point[2]) < 1 + 1e-12);
    CHECK(result.plane.normal[0] == 0 && result.plane.offset == 0);
}

static void touching_is_a_hit_and_a_last_place_apart_is_not(const ifr_body *box)
{
    ifr_intersect_input input = boxes_apart_by(box, 2);
    ifr_intersect_result result;
    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    input.pair.pose_b.p[0] = nextafter(2, 3);
    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
}

static void the_empty_body_meets_nothing(const ifr_body *box)
{
    ifr_body *empty = make_body(NULL, 0);
    ifr_intersect_input input = boxes_apart_by(box, 0);
    ifr_intersect_result result;
    for (int which = 0; which < 3; which++) {
        input.pair.a = which == 1 ? box : empty;
        input.pair.b = which == 2 ? box : empty;
        memset(&result, 0xff, sizeof result);
        CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
        CHECK(!result.has_plane && !result.has_point);
        CHECK_INT(result.iterations, 0);
        CHECK_INT(result.decided_by, IFR_DECIDED_BY_NOTHING);
    }
    ifr_body_destroy(empty);
}

/* A state speeds up and never changes a verdict; a snapshot replays to the same bits. */
static void state_is_a_hint(const ifr_body *box)
{
    ifr_pair_state state = {0};
    for (int frame = 0; frame < 50; frame++) {
        ifr_intersect_input input = boxes_apart_by(box, 3 - 0.05 * frame);
        input.pair.pose_b.q[2] = sin(0.01 * frame);
        input.pair.pose_b.q[3] = cos(0.01 * frame);
        ifr_pair_state before = state;
        ifr_intersect_result warm, again, cold;
        CHECK_OK(ifr_intersect(&input, &state, &warm, NULL));
        CHECK_OK(ifr_intersect(&input, NULL, &cold, NULL));
        CHECK_INT(warm.verdict, cold.verdict);
        ifr_pair_state after = before;
        CHECK_OK(ifr_intersect(&input, &after, &again, NULL));
        CHECK(memcmp(&after, &state, sizeof state) == 0);
        CHECK(memcmp(again.plane.normal, warm.plane.normal, sizeof warm.plane.normal) == 0);
        CHECK(memcmp(again.point, warm.point, sizeof warm.point) == 0);
        CHECK_INT(again.iterations, warm.iterations);
    }
    /* The last frames were hits, so the state is worth something. */
    CHECK(!all_zero(&state, sizeof state));

    /* The same query twice on one state, and a state full of rubbish. */
    ifr_intersect_input input = boxes_apart_by(box, 2.5);
    ifr_intersect_result result;
    for (int i = 0; i < 2; i++) {
        CHECK_OK(ifr_intersect(&input, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    }
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_STATE);
    for (int byte = 0; byte < 256; byte++) {
        memset(&state, byte, sizeof state);
        CHECK_OK(ifr_intersect(&input, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
        memset(&state, byte, sizeof state);
        ifr_intersect_input hit = boxes_apart_by(box, 1);
        CHECK_OK(ifr_intersect(&hit, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    }
}

/* On failure: the status, a zeroed result, an error that says where, an untouched state. */
static void refused(const ifr_intersect_input *input, ifr_status status, const char *where)
{
    ifr_intersect_result result;
    ifr_error error;
    ifr_pair_state state, before;
    memset(&result, 0xff, sizeof result);
    memset(&state, 0x11, sizeof state);
    before = state;
    CHECK_STATUS(ifr_intersect(input, &state, &result, &error), status);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(ifr_may_hit(result.verdict));
    CHECK(!result.has_plane && !result.has_point);
    CHECK_INT(result.iterations, 0);
    CHECK(all_zero(&result.plane.normal, sizeof result.plane.normal));
    CHECK(all_zero(&result.point, sizeof result.point));
    CHECK(memcmp(&state, &before, sizeof state) == 0);
    CHECK_INT(error.status, status);
    if (strstr(error.message, where) == NULL) {
        fprintf(stderr, "\"%s\" does not mention \"%s\"\n", error.message, where);
        exit(1);
    }
    CHECK_STATUS(ifr_intersect(input, NULL, &result, NULL), status);
}

static void bad_input_is_refused(const ifr_body *box)
{
    const ifr_intersect_input good = boxes_apart_by(box, 2.5);
    ifr_intersect_input input;
    ifr_intersect_result result;
    ifr_error error;

    refused(NULL, IFR_STATUS_BAD_POINTER, "input is NULL");
    input = good, input.pair.a = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.a is NULL");
    input = good, input.pair.b = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.b is NULL");
    CHECK_STATUS(ifr_intersect(&good, NULL, NULL, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "result is NULL");

    input = good, memset(&input.pair.pose_b, 0, sizeof input.pair.pose_b);
    refused(&input, IFR_STATUS_QUATERNION_NORM, "input.pair.pose_b");
    input = good, input.pair.pose_a.q[3] = 1.01;
    refused(&input, IFR_STATUS_QUATERNION_NORM, "input.pair.pose_a");
    input = good, input.pair.pose_a.q[3] = 1.0009;
    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);

    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        char where[64];
        for (int i = 0; i < 3; i++) {
            input = good, input.pair.pose_a.p[i] = bad[k];
            snprintf(where, sizeof where, "input.pair.pose_a.p[%d] is", i);
            refused(&input, IFR_STATUS_NOT_FINITE, where);
        }
        for (int i = 0; i < 4; i++) {
            input = good, input.pair.pose_b.q[i] = bad[k];
            snprintf(where, sizeof where, "input.pair.pose_b.q[%d] is", i);
            refused(&input, IFR_STATUS_NOT_FINITE, where);
        }
    }
}

static void options_are_checked(const ifr_body *box)
{
    ifr_intersect_input input = boxes_apart_by(box, 2.5);
    ifr_intersect_result result;
    const int32_t no_method[] = {-1, 1000, INT32_MIN, INT32_MAX};

    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.solver, IFR_METHOD_RAY_SIMPLEX);
    input.method = IFR_METHOD_RAY_SIMPLEX;
    input.max_pivots = 1;
    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    for (int i = 0; i < 4; i++) {
        input.method = no_method[i];
        refused(&input, IFR_STATUS_UNKNOWN_VALUE, "input.method");
    }
}

static void every_method_answers_the_same(const ifr_body *box)
{
    const int32_t methods[] = {IFR_METHOD_DEFAULT, IFR_METHOD_RAY_SIMPLEX,
                               IFR_METHOD_INTERIOR_POINT, IFR_METHOD_TABLEAU, IFR_METHOD_GJK,
                               IFR_METHOD_MPR};
    const double offsets[] = {2.5, 2.25, 2.0, 1.0, 0.0};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        ifr_pair_state state = {{0}};
        for (int k = 0; k < 5; k++) {
            ifr_intersect_input input = boxes_apart_by(box, offsets[k]);
            ifr_intersect_result result;
            input.method = methods[i];
            CHECK_OK(ifr_intersect(&input, &state, &result, NULL));
            CHECK_INT(result.verdict, k < 2 ? IFR_VERDICT_SEPARATED : IFR_VERDICT_HIT);
            CHECK_INT(result.reason, IFR_REASON_NONE);
            CHECK(result.solver != IFR_METHOD_DEFAULT);
            CHECK(result.has_plane == (k < 2) && result.has_point == (k >= 2));
            CHECK(result.has_bounds == (methods[i] == IFR_METHOD_INTERIOR_POINT));
            if (result.has_bounds) {
                double gap = k < 2 ? offsets[k] - 2 : 0;
                CHECK(result.lower_bound <= gap && gap <= result.upper_bound);
            }
        }
    }
}

void test_intersect(void)
{
    ifr_body *box = make_box(1, 1, 1);
    separated_comes_with_a_plane(box);
    hit_comes_with_a_point(box);
    touching_is_a_hit_and_a_last_place_apart_is_not(box);
    the_empty_body_meets_nothing(box);
    state_is_a_hint(box);
    bad_input_is_refused(box);
    options_are_checked(box);
    every_method_answers_the_same(box);
    ifr_body_destroy(box);
}
