/* ifr_interframe: answers for moving and turning bodies, errors. */
#include <math.h>

#include "check.h"

static const double PI = 3.14159265358979323846;

/* A small box that flies past or through a thin plate in the plane x = 0, which stays. */
static ifr_interframe_input bullet_and_plate(const ifr_body *bullet, const ifr_body *plate,
                                             double from_x, double to_x)
{
    ifr_interframe_input input = {0};
    ifr_pose start = pose_at(from_x, 0, 0), end = pose_at(to_x, 0, 0), still = pose_at(0, 0, 0);
    input.pair.a = bullet;
    input.pair.b = plate;
    CHECK_OK(ifr_motion_init_between(&start, &end, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&still, &input.pair.motion_b));
    return input;
}

static void a_bullet_is_caught_between_frames(const ifr_body *bullet,
                                              const ifr_body *plate)
{
    ifr_interframe_result result;

    /* The frames alone see nothing. */
    ifr_intersect_input frame = {0};
    ifr_intersect_result look;
    frame.pair.a = bullet;
    frame.pair.b = plate;
    frame.pair.pose_b = pose_at(0, 0, 0);
    for (int end = 0; end < 2; end++) {
        frame.pair.pose_a = pose_at(end ? 5 : -5, 0, 0);
        CHECK_OK(ifr_intersect(&frame, NULL, &look, NULL));
        CHECK_INT(look.verdict, IFR_VERDICT_SEPARATED);
    }

    ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.reason, IFR_REASON_NONE);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    CHECK(result.slack == 0);
    CHECK(result.has_point && !result.has_plane);

    input = bullet_and_plate(bullet, plate, -5, -1);
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    CHECK(result.has_plane && !result.has_point);
    CHECK(result.plane.normal[0] > 0);
    CHECK(result.iterations > 0);
    CHECK(result.point[0] == 0 && result.point[1] == 0 && result.point[2] == 0);
}

static void boxes_apart_are_bodies_apart(const ifr_body *bullet, const ifr_body *plate)
{
    const ifr_interframe_input motions = bullet_and_plate(bullet, plate, -5, -1);
    ifr_extended_boxes_meet_input input = {0};
    ifr_interframe_result result;
    ifr_error error;
    input.pair = motions.pair;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_extended_boxes_meet(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.about == IFR_ABOUT_MOTION && result.has_plane && !result.has_point);
    ifr_certificate *proof;
    CHECK_OK(ifr_certificate_of_extended_boxes_meet(&input, &proof, NULL));
    CHECK(proof != NULL);
    ifr_certificate_destroy(proof);
    char room[4096];
    ifr_text text = {0};
    text.buffer = room;
    text.capacity = sizeof room;
    CHECK_OK(ifr_extended_boxes_meet_to_json(&input, NULL, "boxes", &text, NULL));
    CHECK(strstr(room, "\"query\": \"extended_boxes_meet\"") != NULL);

    input.pair = bullet_and_plate(bullet, plate, -5, 5).pair;
    CHECK_OK(ifr_extended_boxes_meet(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_INT(result.reason, IFR_REASON_HULLS_MEET);
    input.frame = 2;
    CHECK_STATUS(ifr_extended_boxes_meet(&input, NULL, &result, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK(strstr(error.message, "input.frame") && all_zero(&result, sizeof result));
}

/* Both ways of motion say the same of a body that does not turn. */
static void zero_turn_is_a_translation(const ifr_body *bullet, const ifr_body *plate)
{
    const double displacement[3] = {10, 0, 0}, none[3] = {0, 0, 0};
    ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
    ifr_interframe_result result;
    ifr_pose start = pose_at(-5, 0, 0);
    CHECK_OK(init_turn_by(&start, displacement, none, &input.pair.motion_a));
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
}

/* In the world frame two bodies that pass one place at different times cannot be told apart; in
   the relative frame they can. */
static void the_relative_frame_knows_the_time(const ifr_body *bullet)
{
    ifr_interframe_input input = {0};
    ifr_interframe_result result;
    ifr_pose a0 = pose_at(-5, 0, 0), a1 = pose_at(5, 0, 0);
    ifr_pose b0 = pose_at(0, -1, 0), b1 = pose_at(0, -11, 0);
    input.pair.a = input.pair.b = bullet;
    CHECK_OK(ifr_motion_init_between(&a0, &a1, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_between(&b0, &b1, &input.pair.motion_b));
    b0.p[1] = 1;
    CHECK_OK(ifr_motion_init_between(&b0, &b1, &input.pair.motion_b));
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    input.frame = IFR_FRAME_WORLD;
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_INT(result.reason, IFR_REASON_HULLS_MEET);
    CHECK(ifr_may_hit(result.verdict));
}

/* A bar of length 4 that turns by 180 degrees about its middle sweeps a disc. The plain hull of
   its two poses is the bar itself, and misses what stands beside it. */
static void a_turning_bar_is_never_called_free(void)
{
    const double none[3] = {0, 0, 0}, half_turn[3] = {0, 0, PI}, three_turns[3] = {0, 0, 6 * PI};
    ifr_body *bar = make_box(2, 0.1, 0.1), *post = make_box(0.1, 0.1, 0.1);
    ifr_pose middle = pose_at(0, 0, 0), beside = pose_at(0, 1.5, 0), far = pose_at(0, 50, 0);
    ifr_interframe_input input = {0};
    ifr_interframe_result result;
    input.pair.a = bar;
    input.pair.b = post;
    CHECK_OK(init_turn_by(&middle, none, half_turn, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&beside, &input.pair.motion_b));
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK(ifr_may_hit(result.verdict));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(result.reason != IFR_REASON_NONE);
    CHECK(result.slack > 0);

    input.sweep = IFR_SWEEP_FULL;
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_HULL);
    CHECK(result.slack == 0);

    /* Three whole turns end where they began, and still are no rest. */
    input.sweep = IFR_SWEEP_CERTIFIED;
    CHECK_OK(init_turn_by(&middle, none, three_turns, &input.pair.motion_a));
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK(ifr_may_hit(result.verdict));

    CHECK_OK(ifr_motion_init_fixed(&far, &input.pair.motion_b));
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.about, IFR_ABOUT_MOTION);
    CHECK(result.slack > 0);
    CHECK(result.has_plane);

    ifr_body_destroy(bar);
    ifr_body_destroy(post);
}

static void partial_sweeps_see_a_part(void)
{
    /* The cube's rear upper corner ends next to the post. */
    const double xyz[3] = {3.5625, 3.4375, 0};
    const int32_t sweeps[] = {IFR_SWEEP_FULL, IFR_SWEEP_SILHOUETTE, IFR_SWEEP_FACE_GROUPED};
    ifr_body *post = make_body(xyz, 1), *cube = make_box(0.5, 0.5, 0.5);
    ifr_interframe_result result;
    ifr_interframe_input input = {0};
    ifr_pose start = pose_at(0, 0, 0), end = pose_at(4, 3, 0);
    input.pair.a = cube;
    input.pair.b = post;
    input.frame = IFR_FRAME_WORLD;
    CHECK_OK(ifr_motion_init_between(&start, &end, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&start, &input.pair.motion_b));
    for (int i = 0; i < 3; i++) {
        input.sweep = sweeps[i];
        CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
        CHECK_INT(result.verdict, i < 2 ? IFR_VERDICT_HIT : IFR_VERDICT_SEPARATED);
        CHECK_INT(result.about, IFR_ABOUT_HULL);
    }
    input.sweep = 4;
    CHECK_STATUS(ifr_interframe(&input, NULL, &result, NULL), IFR_STATUS_UNKNOWN_VALUE);
    ifr_body_destroy(cube);
    ifr_body_destroy(post);
}

static void the_empty_body_meets_nothing(const ifr_body *box)
{
    ifr_body *empty = make_body(NULL, 0);
    ifr_interframe_result result;
    ifr_interframe_input input = bullet_and_plate(empty, box, -5, 5);
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane && !result.has_point);
    input = bullet_and_plate(box, empty, -5, 5);
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane);
    ifr_body_destroy(empty);
}

static void state_is_a_hint(const ifr_body *bullet, const ifr_body *plate)
{
    ifr_pair_state state = {0};
    for (int frame = 0; frame < 20; frame++) {
        ifr_interframe_input input =
            bullet_and_plate(bullet, plate, -10.0 + frame * 0.9, -10.0 + (frame + 1) * 0.9);
        ifr_interframe_result warm, cold;
        CHECK_OK(ifr_interframe(&input, &state, &warm, NULL));
        CHECK_OK(ifr_interframe(&input, NULL, &cold, NULL));
        CHECK_INT(warm.verdict, cold.verdict);
        CHECK_INT(warm.about, cold.about);
    }
    for (int byte = 0; byte < 256; byte++) {
        ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
        ifr_interframe_result result;
        memset(&state, byte, sizeof state);
        CHECK_OK(ifr_interframe(&input, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_HIT);
        input = bullet_and_plate(bullet, plate, -5, -1);
        memset(&state, byte, sizeof state);
        CHECK_OK(ifr_interframe(&input, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    }
}

/* On failure: the status, a zeroed result, an error that says where, an untouched state. */
static void refused(const ifr_interframe_input *input, ifr_status status, const char *where)
{
    ifr_interframe_result result;
    ifr_error error;
    ifr_pair_state state, before;
    memset(&result, 0xff, sizeof result);
    memset(&state, 0x11, sizeof state);
    before = state;
    CHECK_STATUS(ifr_interframe(input, &state, &result, &error), status);
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
    CHECK_STATUS(ifr_interframe(input, NULL, &result, NULL), status);
}

static void bad_input_is_refused(const ifr_body *bullet, const ifr_body *plate)
{
    const ifr_interframe_input good = bullet_and_plate(bullet, plate, -5, 5);
    const int32_t no_enum[] = {-1, 1000, INT32_MIN, INT32_MAX};
    ifr_interframe_input input;
    ifr_error error;

    refused(NULL, IFR_STATUS_BAD_POINTER, "input is NULL");
    input = good, input.pair.a = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.a is NULL");
    input = good, input.pair.b = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.b is NULL");
    CHECK_STATUS(ifr_interframe(&good, NULL, NULL, &error), IFR_STATUS_BAD_POINTER);

    for (int i = 0; i < 4; i++) {
        input = good, input.sweep = no_enum[i];
        refused(&input, IFR_STATUS_UNKNOWN_VALUE, "input.sweep");
        input = good, input.frame = no_enum[i];
        refused(&input, IFR_STATUS_UNKNOWN_VALUE, "input.frame");
        input = good, input.pair.motion_a.kind = no_enum[i];
        refused(&input, IFR_STATUS_UNKNOWN_VALUE, "input.pair.motion_a.kind");
        input = good, input.pair.motion_b.kind = no_enum[i];
        refused(&input, IFR_STATUS_UNKNOWN_VALUE, "input.pair.motion_b.kind");
        input = good, input.method = no_enum[i];
        refused(&input, IFR_STATUS_UNKNOWN_VALUE, "input.method");
    }

    /* A zeroed motion, and an end pose that was forgotten. */
    input = good, memset(&input.pair.motion_a, 0, sizeof input.pair.motion_a);
    refused(&input, IFR_STATUS_QUATERNION_NORM, "input.pair.motion_a");
    input = good, memset(&input.pair.motion_b.end, 0, sizeof input.pair.motion_b.end);
    refused(&input, IFR_STATUS_QUATERNION_NORM, "input.pair.motion_b.end");

    /* Half a turn has two shortest arcs. */
    input = good;
    input.pair.motion_a.end.q[2] = 1;
    input.pair.motion_a.end.q[3] = 0;
    refused(&input, IFR_STATUS_HALF_TURN, "turn");

    input = good, input.pair.motion_a.pivot[1] = NAN;
    refused(&input, IFR_STATUS_NOT_FINITE, "input.pair.motion_a.pivot[1] is NaN");
    input = good, input.pair.motion_b.end.p[2] = INFINITY;
    refused(&input, IFR_STATUS_NOT_FINITE, "input.pair.motion_b.end.p[");
    input = good, input.pair.motion_b.kind = IFR_MOTION_KIND_TURN, input.pair.motion_b.turn[0] = NAN;
    refused(&input, IFR_STATUS_NOT_FINITE, "input.pair.motion_b.turn[0] is NaN");
    input = good, input.pair.motion_b.kind = IFR_MOTION_KIND_TURN, input.pair.motion_b.end.p[0] = NAN;
    refused(&input, IFR_STATUS_NOT_FINITE, "input.pair.motion_b.end.p[");
    const double no_tolerance[] = {NAN, INFINITY, -1, 1e-13, 0.1};
    for (int i = 0; i < 5; i++) {
        input = good, input.sweep_rel_tol = no_tolerance[i];
        refused(&input, IFR_STATUS_SETTING, "input.sweep_rel_tol");
    }
}

/* Fields that the kind does not name are not read. */
static void unused_fields_are_not_read(const ifr_body *bullet, const ifr_body *plate)
{
    ifr_interframe_input input = bullet_and_plate(bullet, plate, -5, 5);
    ifr_interframe_result result;
    input.pair.motion_a.turn[0] = NAN;
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    input = bullet_and_plate(bullet, plate, -5, 5);
    input.pair.motion_a.kind = IFR_MOTION_KIND_TURN;
    input.pair.motion_a.end.q[0] = NAN;
    CHECK_OK(ifr_interframe(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
}

void test_interframe(void)
{
    ifr_body *bullet = make_box(0.1, 0.1, 0.1), *plate = make_box(0.02, 3, 3);
    a_bullet_is_caught_between_frames(bullet, plate);
    boxes_apart_are_bodies_apart(bullet, plate);
    zero_turn_is_a_translation(bullet, plate);
    the_relative_frame_knows_the_time(bullet);
    a_turning_bar_is_never_called_free();
    partial_sweeps_see_a_part();
    the_empty_body_meets_nothing(bullet);
    state_is_a_hint(bullet, plate);
    bad_input_is_refused(bullet, plate);
    unused_fields_are_not_read(bullet, plate);
    ifr_body_destroy(bullet);
    ifr_body_destroy(plate);
}
