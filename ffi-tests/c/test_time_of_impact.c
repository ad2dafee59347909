/* ifr_time_of_impact: times of linear and turning motions, options, errors. */
#include <math.h>

#include "check.h"

static const double PI = 3.14159265358979323846;

/* A bar of length 10 about the origin and a post at y = 4, both still. */
static ifr_time_of_impact_input bar_and_post(const ifr_body *bar, const ifr_body *post)
{
    ifr_time_of_impact_input input = {0};
    ifr_pose here = pose_at(0, 0, 0);
    input.pair.a = bar;
    input.pair.b = post;
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    return input;
}

static void a_turning_bar_hits_a_post(const ifr_body *bar, const ifr_body *post)
{
    const double none[3] = {0, 0, 0}, turn[3] = {0, 0, 3 * PI};
    ifr_time_of_impact_input input = bar_and_post(bar, post);
    ifr_time_of_impact_result result;
    ifr_pose here = pose_at(0, 0, 0);
    ifr_pair_state state = {0};
    CHECK_OK(init_turn_by(&here, none, turn, &input.pair.motion_a));
    for (int again = 0; again < 2; again++) {
        memset(&result, 0xff, sizeof result);
        CHECK_OK(ifr_time_of_impact(&input, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_HIT);
        CHECK_INT(result.reason, IFR_REASON_NONE);
        CHECK(result.contact != IFR_CONTACT_NONE);
        CHECK(result.t_lo <= result.t_hi && fabs(result.t_hi - 1.0 / 6) < 1e-5);
        CHECK(result.has_points && result.has_normal && !result.initial);
        CHECK(fabs(result.point_b[1] - 4) < 1e-9 && fabs(result.point_a[1] - 4) < 1e-4);
        CHECK(result.separation_velocity < 0);
        CHECK(result.solves > 0 && result.free_from == 0);
        CHECK(result.feature_a.count > 0 && result.feature_b.count > 0);
    }

    /* A gap of 1 is reached earlier, when the bar's line is 1 from the post: sin(angle) = 1/4. */
    input.target_separation = 1;
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(fabs(result.t_hi - (PI / 2 - asin(0.25)) / (3 * PI)) < 1e-5);
    CHECK(result.gap > 0.9 && result.gap < 1.1);

    /* One distance solve is not enough, and says so. */
    input.target_separation = 0;
    input.budget = 1;
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_INT(result.reason, IFR_REASON_BUDGET);
    CHECK(result.t_lo > 0 && result.t_lo < 1.0 / 6 && result.t_hi == 1);
}

static void straight_flight_is_exact(const ifr_body *bar, const ifr_body *post)
{
    ifr_time_of_impact_input input = bar_and_post(bar, post);
    ifr_time_of_impact_result result;
    const double up[3] = {0, 8, 0}, down[3] = {0, -8, 0}, none[3] = {0, 0, 0};
    ifr_pose here = pose_at(0, 0, 0);
    CHECK_OK(init_turn_by(&here, up, none, &input.pair.motion_a));
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.contact, IFR_CONTACT_OVERLAP);
    CHECK(result.t_lo <= 0.5 && result.t_hi >= 0.5 && result.t_hi - result.t_lo < 1e-12);
    CHECK_OK(init_turn_by(&here, down, none, &input.pair.motion_a));
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.t_lo == 1 && !result.has_points);
}

static void initial_contact_is_what_the_caller_says(const ifr_body *bar)
{
    ifr_time_of_impact_input input = bar_and_post(bar, bar);
    ifr_time_of_impact_result result;
    const double away[3] = {0, 0, 1}, none[3] = {0, 0, 0};
    ifr_pose here = pose_at(0, 0, 0);
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.initial && result.t_hi == 0);
    input.initial_contact = IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED;
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK(result.initial && result.verdict == IFR_VERDICT_HIT);
    CHECK_OK(init_turn_by(&here, away, none, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.free_from > 0 && result.free_from < 0.01);
}

static void bad_options_are_named(const ifr_body *bar)
{
    ifr_time_of_impact_input input = bar_and_post(bar, bar);
    ifr_time_of_impact_result result;
    ifr_error error;
    input.initial_contact = 7;
    CHECK_STATUS(ifr_time_of_impact(&input, NULL, &result, &error),
                 IFR_STATUS_UNKNOWN_VALUE);
    CHECK(strstr(error.message, "input.initial_contact") != NULL);
    CHECK(all_zero(&result.verdict, sizeof result.verdict));
    input.initial_contact = 0;
    input.tolerance = -1;
    CHECK_STATUS(ifr_time_of_impact(&input, NULL, &result, &error), IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "tolerance") != NULL);
    input.tolerance = 0;
    input.target_separation = NAN;
    CHECK_STATUS(ifr_time_of_impact(&input, NULL, &result, &error), IFR_STATUS_SETTING);
    input.target_separation = 0;
    input.pair.a = NULL;
    CHECK_STATUS(ifr_time_of_impact(&input, NULL, &result, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_time_of_impact(NULL, NULL, &result, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_time_of_impact(&input, NULL, NULL, &error), IFR_STATUS_BAD_POINTER);
}

void test_time_of_impact(void)
{
    const double bar_xyz[] = {-5, 0, 0, 5, 0, 0};
    const double post_xyz[] = {0, 4, -1, 0, 4, 1};
    ifr_body *bar, *post;
    CHECK_OK(ifr_polytope_create(bar_xyz, 2, NULL, &bar, NULL));
    CHECK_OK(ifr_polytope_create(post_xyz, 2, NULL, &post, NULL));
    a_turning_bar_hits_a_post(bar, post);
    straight_flight_is_exact(bar, post);
    initial_contact_is_what_the_caller_says(bar);
    bad_options_are_named(bar);
    ifr_body_destroy(bar);
    ifr_body_destroy(post);
}
