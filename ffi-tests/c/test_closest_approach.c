/* ifr_closest_approach: flights past each other, contact, budgets, capture, certificates, errors. */
#include <math.h>

#include "check.h"

static ifr_closest_approach_input balls(const ifr_body *ball, double from, double to, double beside)
{
    ifr_closest_approach_input input = {0};
    ifr_pose here = pose_at(0, 0, 0), start = pose_at(from, beside, 0), end = pose_at(to, beside, 0);
    input.pair.a = input.pair.b = ball;
    CHECK_OK(ifr_motion_init_between(&start, &end, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    return input;
}

static void past_each_other(const ifr_body *ball)
{
    ifr_closest_approach_input input = balls(ball, -3, 9, 5);
    ifr_pair_state state = {0};
    ifr_closest_approach_result result;
    memset(&result, 0xff, sizeof result);
    input.tolerance = 1e-9;
    CHECK_OK(ifr_closest_approach(&input, &state, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(fabs(result.distance - 3) <= result.error && result.error < 2e-9);
    CHECK(result.lower_bound <= 3 && result.lower_bound > 3 - 2e-9);
    CHECK(result.t_lo <= 0.25 && 0.25 <= result.t_hi && result.t_hi - result.t_lo < 1e-3);
    CHECK(result.has_points && result.has_normal && result.solves > 0);
    CHECK(fabs(result.point_a[1] - 4) < 1e-6 && fabs(result.point_b[1] - 1) < 1e-6);
    CHECK(fabs(result.normal[1] + 1) < 1e-6);
    CHECK(all_zero(result.reserved, sizeof result.reserved));

    ifr_certificate *certificate = NULL;
    ifr_proved proved;
    CHECK_OK(ifr_certificate_of_closest_approach(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK_INT(proved.verdict, IFR_VERDICT_SEPARATED);
    CHECK(fabs(proved.separation - 3) < 2e-9);
    ifr_certificate_destroy(certificate);
}

static void in_contact(const ifr_body *ball)
{
    const ifr_closest_approach_input input = balls(ball, -4, 4, 0);
    ifr_closest_approach_result result;
    CHECK_OK(ifr_closest_approach(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.contact != IFR_CONTACT_NONE && result.distance == 0 && result.lower_bound == 0);
    CHECK(result.t_lo <= 0.25 && fabs(result.t_hi - 0.25) < 1e-5 && result.t == result.t_hi);
}

static void captured_and_refused(const ifr_body *ball)
{
    ifr_closest_approach_input input = balls(ball, -3, 9, 5);
    ifr_closest_approach_result result;
    ifr_error error;
    char room[4096];
    ifr_text text = {0};
    text.buffer = room;
    text.capacity = sizeof room;
    input.budget = 1;
    CHECK_OK(ifr_closest_approach_to_json(&input, NULL, "near", &text, NULL));
    CHECK(strstr(room, "\"query\": \"closest_approach\"") && strstr(room, "\"budget\": 1"));
    CHECK_OK(ifr_closest_approach(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_INT(result.reason, IFR_REASON_BUDGET);

    input.tolerance = -1;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_closest_approach(&input, NULL, &result, &error), IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "tolerance") != NULL);
    CHECK(all_zero(&result, sizeof result));
    ifr_body *cone;
    CHECK_OK(ifr_cone_create(1, 1, &cone, NULL));
    input.tolerance = 0;
    input.budget = 0;
    input.pair.b = cone;
    CHECK_OK(ifr_closest_approach(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    /* To the rim of the base. */
    CHECK(fabs(result.distance - (sqrt(17) - 1)) <= result.error + 1e-12 && result.error < 2e-6);
    ifr_body_destroy(cone);
}

void test_closest_approach(void)
{
    ifr_body *ball;
    CHECK_OK(ifr_sphere_create(1, &ball, NULL));
    past_each_other(ball);
    in_contact(ball);
    captured_and_refused(ball);
    ifr_body_destroy(ball);
}
