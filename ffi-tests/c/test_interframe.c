/* ifr_interframe: answers for moving and turning bodies, errors. */
#include <math.h>

#include "check.h"

static const double PI = 3.14159265358979323846;

/* A small box that flies past or through a thin plate in the plane x = 0, which stays. */
static ifr_interframe_input bullet_and_plate(const ifr_polytope *bullet, const ifr_polytope *plate,
                                             double from_x, double to_x)
{
    ifr_interframe_input input = {0};
    ifr_pose start = pose_at(from_x, 0, 0), end = pose_at(to_x, 0, 0), still = pose_at(0, 0, 0);
    input.a = bullet;
    input.b = plate;
    CHECK_OK(ifr_motion_init_between(&start, &end, &input.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&still, &input.motion_b));
    return input;
}

static void a_bullet_is_caught_between_frames(const ifr_polytope *bullet,
                                              const ifr_polytope *plate)
{
    ifr_interframe_result result;

    /* The frames alone see nothing. */
    ifr_intersect_input frame = {0};
    ifr_intersect_result look;
    frame.a = bullet;
    frame.b = plate;
    frame.pose_b = pose_at(0, 0, 0);
    for (int end = 0; end < 2; end++) {
        frame.pose_a = pose_at(end ? 5 : -5, 0, 0);
        CHECK_OK(ifr_intersect(&frame, NULL, NULL, &look, NULL));
        CHECK_INT(look.verdict, IFR_VERDICT_SEPARATED);
    }

    ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.reason, IFR_REASON_NONE);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    CHECK(result.slack == 0);
    CHECK(result.has_point && !result.has_plane);

    input = bullet_and_plate(bullet, plate, -5, -1);
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    CHECK(result.has_plane && !result.has_point);
    CHECK(result.plane.normal[0] > 0);
    CHECK(result.iterations > 0);
    CHECK(result.point[0] == 0 && result.point[1] == 0 && result.point[2] == 0);
}

/* Both ways of motion say the same of a body that does not turn. */
static void zero_turn_is_a_translation(const ifr_polytope *bullet, const ifr_polytope *plate)
{
    const double displacement[3] = {10, 0, 0}, none[3] = {0, 0, 0};
    ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
    ifr_interframe_result result;
    ifr_pose start = pose_at(-5, 0, 0);
    CHECK_OK(ifr_motion_init_turn(&start, displacement, none, &input.motion_a));
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
}

/* In the world frame two bodies that pass one place at different times cannot be told apart; in
   the relative frame they can. */
static void the_relative_frame_knows_the_time(const ifr_polytope *bullet)
{
    ifr_interframe_input input = {0};
    ifr_interframe_result result;
    ifr_pose a0 = pose_at(-5, 0, 0), a1 = pose_at(5, 0, 0);
    ifr_pose b0 = pose_at(0, -1, 0), b1 = pose_at(0, -11, 0);
    input.a = input.b = bullet;
    CHECK_OK(ifr_motion_init_between(&a0, &a1, &input.motion_a));
    CHECK_OK(ifr_motion_init_between(&b0, &b1, &input.motion_b));
    b0.p[1] = 1;
    CHECK_OK(ifr_motion_init_between(&b0, &b1, &input.motion_b));
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    input.frame = IFR_FRAME_WORLD;
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_INT(result.reason, IFR_REASON_HULLS_MEET);
    CHECK(ifr_may_hit(result.verdict));
}

/* A bar of length 4 that turns by 180 degrees about its middle sweeps a disc. The plain hull of
   its two poses is the bar itself, and misses what stands beside it. */
static void a_turning_bar_is_never_called_free(void)
{
    const double none[3] = {0, 0, 0}, half_turn[3] = {0, 0, PI}, three_turns[3] = {0, 0, 6 * PI};
    ifr_polytope *bar = make_box(2, 0.1, 0.1), *post = make_box(0.1, 0.1, 0.1);
    ifr_pose middle = pose_at(0, 0, 0), beside = pose_at(0, 1.5, 0), far = pose_at(0, 50, 0);
    ifr_interframe_input input = {0};
    ifr_interframe_result result;
    input.a = bar;
    input.b = post;
    CHECK_OK(ifr_motion_init_turn(&middle, none, half_turn, &input.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&beside, &input.motion_b));
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK(ifr_may_hit(result.verdict));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(result.reason != IFR_REASON_NONE);
    CHECK(result.slack > 0);

    input.sweep = IFR_SWEEP_FULL;
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_HULL);
    CHECK(result.slack == 0);

    /* Three whole turns end where they began, and still are no rest. */
    input.sweep = IFR_SWEEP_CERTIFIED;
    CHECK_OK(ifr_motion_init_turn(&middle, none, three_turns, &input.motion_a));
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK(ifr_may_hit(result.verdict));

    CHECK_OK(ifr_motion_init_fixed(&far, &input.motion_b));
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    CHECK(result.slack > 0);
    CHECK(result.has_plane);

    ifr_polytope_destroy(bar);
    ifr_polytope_destroy(post);
}

static void partial_sweeps_see_a_part(void)
{
    /* The cube's rear upper corner ends next to the post. */
    const double xyz[3] = {3.5625, 3.4375, 0};
    const int32_t sweeps[] = {IFR_SWEEP_FULL, IFR_SWEEP_SILHOUETTE, IFR_SWEEP_FACE_GROUPED};
    ifr_polytope *post = make_body(xyz, 1), *cube = make_box(0.5, 0.5, 0.5);
    ifr_interframe_result result;
    ifr_interframe_input input = {0};
    ifr_pose start = pose_at(0, 0, 0), end = pose_at(4, 3, 0);
    input.a = cube;
    input.b = post;
    input.frame = IFR_FRAME_WORLD;
    CHECK_OK(ifr_motion_init_between(&start, &end, &input.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&start, &input.motion_b));
    for (int i = 0; i < 3; i++) {
        input.sweep = sweeps[i];
        CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
        CHECK_INT(result.verdict, i < 2 ? IFR_VERDICT_HIT : IFR_VERDICT_SEPARATED);
        CHECK_INT(result.about, IFR_ABOUT_HULL);
    }
    input.sweep = 4;
    CHECK_STATUS(ifr_interframe(&input, NULL, NULL, &result, NULL), IFR_STATUS_UNKNOWN_VALUE);
    ifr_polytope_destroy(cube);
    ifr_polytope_destroy(post);
}

static void the_empty_body_meets_nothing(const ifr_polytope *box)
{
    ifr_polytope *empty = make_body(NULL, 0);
    ifr_interframe_result result;
    ifr_interframe_input input = bullet_and_plate(empty, box, -5, 5);
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane && !result.has_point);
    input = bullet_and_plate(box, empty, -5, 5);
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane);
    ifr_polytope_destroy(empty);
}

static void state_is_a_hint(const ifr_polytope *bullet, const ifr_polytope *plate)
{
    ifr_pair_state state = {0};
    for (int frame = 0; frame < 20; frame++) {
        ifr_interframe_input input =
            bullet_and_plate(bullet, plate, -10.0 + frame * 0.9, -10.0 + (frame + 1) * 0.9);
        ifr_interframe_result warm, cold;
        CHECK_OK(ifr_interframe(&input, &state, NULL, &warm, NULL));
        CHECK_OK(ifr_interframe(&input, NULL, NULL, &cold, NULL));
        CHECK_INT(warm.verdict, cold.verdict);
        CHECK_INT(warm.about, cold.about);
    }
    for (int byte = 0; byte < 256; byte++) {
        ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
        ifr_interframe_result result;
        memset(&state, byte, sizeof state);
        CHECK_OK(ifr_interframe(&input, &state, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_HIT);
        input = bullet_and_plate(bullet, plate, -5, -1);
        memset(&state, byte, sizeof state);
        CHECK_OK(ifr_interframe(&input, &state, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    }
}

/* On failure: the status, a zeroed result, an error that says where, an untouched state. */
static void refused(const ifr_interframe_input *input, const ifr_settings *settings,
                    ifr_status status, const char *where)
{
    ifr_interframe_result result;
    ifr_error error;
    ifr_pair_state state, before;
    memset(&result, 0xff, sizeof result);
    memset(&state, 0x11, sizeof state);
    before = state;
    CHECK_STATUS(ifr_interframe(input, &state, settings, &result, &error), status);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_INT(result.about, IFR_ABOUT_HULL);
    CHECK_INT(result.reason, IFR_REASON_NONE);
    CHECK(!result.has_plane && !result.has_point);
    CHECK(result.slack == 0 && result.iterations == 0);
    CHECK(memcmp(&state, &before, sizeof state) == 0);
    CHECK_INT(error.status, status);
    if (strstr(error.message, where) == NULL) {
        fprintf(stderr, "\"%s\" does not mention \"%s\"\n", error.message, where);
        exit(1);
    }
    CHECK_STATUS(ifr_interframe(input, NULL, settings, &result, NULL), status);
}

static void bad_input_is_refused(const ifr_polytope *bullet, const ifr_polytope *plate)
{
    const ifr_interframe_input good = bullet_and_plate(bullet, plate, -5, 5);
    const int32_t no_enum[] = {-1, 1000, INT32_MIN, INT32_MAX};
    ifr_interframe_input input;
    ifr_settings settings = {0};
    ifr_error error;

    refused(NULL, NULL, IFR_STATUS_BAD_POINTER, "input is NULL");
    input = good, input.a = NULL;
    refused(&input, NULL, IFR_STATUS_BAD_POINTER, "input.a is NULL");
    input = good, input.b = NULL;
    refused(&input, NULL, IFR_STATUS_BAD_POINTER, "input.b is NULL");
    CHECK_STATUS(ifr_interframe(&good, NULL, NULL, NULL, &error), IFR_STATUS_BAD_POINTER);

    for (int i = 0; i < 4; i++) {
        input = good, input.sweep = no_enum[i];
        refused(&input, NULL, IFR_STATUS_UNKNOWN_VALUE, "input.sweep");
        input = good, input.frame = no_enum[i];
        refused(&input, NULL, IFR_STATUS_UNKNOWN_VALUE, "input.frame");
        input = good, input.motion_a.kind = no_enum[i];
        refused(&input, NULL, IFR_STATUS_UNKNOWN_VALUE, "input.motion_a");
        input = good, input.motion_b.kind = no_enum[i];
        refused(&input, NULL, IFR_STATUS_UNKNOWN_VALUE, "input.motion_b");
        settings.method = no_enum[i];
        refused(&good, &settings, IFR_STATUS_UNKNOWN_VALUE, "settings.method");
    }

    /* A zeroed motion, and an end pose that was forgotten. */
    input = good, memset(&input.motion_a, 0, sizeof input.motion_a);
    refused(&input, NULL, IFR_STATUS_QUATERNION_NORM, "input.motion_a");
    input = good, memset(&input.motion_b.end, 0, sizeof input.motion_b.end);
    refused(&input, NULL, IFR_STATUS_QUATERNION_NORM, "input.motion_b");

    /* Half a turn has two shortest arcs. */
    input = good;
    input.motion_a.end.q[2] = 1;
    input.motion_a.end.q[3] = 0;
    refused(&input, NULL, IFR_STATUS_HALF_TURN, "turn");

    input = good, input.motion_a.pivot[1] = NAN;
    refused(&input, NULL, IFR_STATUS_NOT_FINITE, "input.motion_a: pivot.y");
    input = good, input.motion_b.end.p[2] = INFINITY;
    refused(&input, NULL, IFR_STATUS_NOT_FINITE, "input.motion_b");
    input = good, input.motion_b.kind = IFR_MOTION_KIND_TURN, input.motion_b.turn[0] = NAN;
    refused(&input, NULL, IFR_STATUS_NOT_FINITE, "input.motion_b: turn.x");
    input = good, input.motion_b.kind = IFR_MOTION_KIND_TURN, input.motion_b.end.p[0] = NAN;
    refused(&input, NULL, IFR_STATUS_NOT_FINITE, "input.motion_b");
    settings.method = IFR_METHOD_DEFAULT;
    settings.sweep_rel_tol = NAN;
    refused(&good, &settings, IFR_STATUS_SETTING, "sweep_rel_tol");
}

/* Fields that the kind does not name are not read. */
static void unused_fields_are_not_read(const ifr_polytope *bullet, const ifr_polytope *plate)
{
    ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
    ifr_interframe_result result;
    input.motion_a.turn[0] = NAN;
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    input = bullet_and_plate(bullet, plate, -5, 5);
    input.motion_a.kind = IFR_MOTION_KIND_TURN;
    input.motion_a.end.q[0] = NAN;
    CHECK_OK(ifr_interframe(&input, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
}

void test_interframe(void)
{
    ifr_polytope *bullet = make_box(0.1, 0.1, 0.1), *plate = make_box(0.02, 3, 3);
    a_bullet_is_caught_between_frames(bullet, plate);
    zero_turn_is_a_translation(bullet, plate);
    the_relative_frame_knows_the_time(bullet);
    a_turning_bar_is_never_called_free();
    partial_sweeps_see_a_part();
    the_empty_body_meets_nothing(bullet);
    state_is_a_hint(bullet, plate);
    bad_input_is_refused(bullet, plate);
    unused_fields_are_not_read(bullet, plate);
    ifr_polytope_destroy(bullet);
    ifr_polytope_destroy(plate);
}
