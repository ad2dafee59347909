/* ifr_time_of_exit: when, where, resting, and what is refused. */
#include <math.h>

#include "check.h"

static void flights(const ifr_body *room, const ifr_body *box)
{
    const double away[3] = {8, 0, 0}, none[3] = {0, 0, 0}, turn[3] = {0, 0, 31.41592653589793};
    ifr_pose here = pose_at(0, 0, 0);
    ifr_time_of_exit_input input = {0};
    ifr_time_of_exit_result result;
    ifr_error error;
    input.pair.a = room;
    input.pair.b = box;
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_a));
    CHECK_OK(init_turn_by(&here, away, none, &input.pair.motion_b));
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_time_of_exit(&input, NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
    CHECK_INT(result.reason, IFR_REASON_NONE);
    CHECK(!result.initial && result.has_vertex && result.has_face && result.has_normal);
    CHECK(result.t_lo <= 0.375 && result.t_hi >= 0.375 && result.t_hi - result.t_lo < 1e-10);
    CHECK(result.normal[0] == 1 && fabs(result.point[0] - 4) < 1e-9);
    ifr_face face;
    CHECK_OK(ifr_polytope_get_face(room, result.face, &face));
    CHECK(face.normal[0] == 1);

    /* Five turns on the way: a corner is out before the side is. */
    CHECK_OK(init_turn_by(&here, away, turn, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_exit(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
    CHECK(result.t_hi < 0.375 && result.t_hi > 0.3 && result.t_hi - result.t_lo < 1e-5);
    CHECK(result.depth > 0 && result.depth <= 1e-5);

    /* Wanted a length of 2 from every wall. */
    input.target_margin = 2;
    CHECK_OK(init_turn_by(&here, away, none, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_exit(&input, NULL, &result, NULL));
    CHECK(fabs(result.t_hi - 0.125) < 1e-10);
    input.target_margin = 0;

    /* Turns in place: inside, and balls tell. */
    CHECK_OK(init_turn_by(&here, none, turn, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_exit(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);
    CHECK(result.t_lo == 1 && result.t_hi == 1 && result.iterations == 0 && !result.has_vertex);
    CHECK(!ifr_may_leave(result.verdict));

    /* One look is not enough. */
    here = pose_at(2.9, 0, 0);
    input.budget = 1;
    CHECK_OK(init_turn_by(&here, none, turn, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_exit(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_UNDECIDED);
    CHECK_INT(result.reason, IFR_REASON_BUDGET);
    CHECK(ifr_may_leave(result.verdict) && result.t_hi == 1);
}

static void refusals(const ifr_body *room)
{
    ifr_pose here = pose_at(0, 0, 0);
    ifr_time_of_exit_input input = {0};
    ifr_time_of_exit_result result;
    ifr_error error;
    input.pair.a = input.pair.b = room;
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    memset(&result, 0xff, sizeof result);
    input.tolerance = -1;
    CHECK_STATUS(ifr_time_of_exit(&input, NULL, &result, &error), IFR_STATUS_SETTING);
    CHECK(result.verdict == IFR_CONTAINMENT_VERDICT_UNDECIDED && ifr_may_leave(result.verdict));
    input.tolerance = 0;
    input.target_margin = NAN;
    CHECK_STATUS(ifr_time_of_exit(&input, NULL, &result, &error), IFR_STATUS_SETTING);
    CHECK_TEXT(error.message, "input.target_margin is NaN; it must be finite");
    input.target_margin = 0;
    CHECK_STATUS(ifr_time_of_exit(NULL, NULL, &result, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_time_of_exit(&input, NULL, NULL, &error), IFR_STATUS_BAD_POINTER);
    input.pair.b = NULL;
    CHECK_STATUS(ifr_time_of_exit(&input, NULL, &result, &error), IFR_STATUS_BAD_POINTER);
    CHECK(ifr_may_leave(77) && ifr_may_leave(-1));
}

void test_time_of_exit(void)
{
    ifr_body *room = make_box(4, 4, 4), *box = make_box(1, 1, 1);
    flights(room, box);
    refusals(room);
    ifr_body_destroy(box);
    ifr_body_destroy(room);
}
