/* Frames in which contacts change the motions of bodies. */
#include <math.h>

#include "check.h"

/* What the callback does, and what it saw. */
struct player {
    int calls;
    int32_t kind[2];
    double speed;
    uint64_t users[8][2];
    double at[8];
};

static void respond(void *user, const ifr_frame_contact *contact, ifr_response *responses)
{
    struct player *player = user;
    if (player->calls < 8) {
        player->users[player->calls][0] = contact->event.user_a;
        player->users[player->calls][1] = contact->event.user_b;
        player->at[player->calls] = contact->event.t_lo;
    }
    player->calls++;
    CHECK(responses[0].kind == IFR_RESPONSE_KIND_CONTINUE && responses[1].kind == IFR_RESPONSE_KIND_CONTINUE);
    for (int k = 0; k < 2; k++) {
        responses[k].kind = player->kind[k];
        responses[k].travel[0] = player->speed;
    }
}

static uint64_t add(ifr_world *world, const ifr_body *shape, uint64_t user, double x, int32_t mobility)
{
    ifr_world_body_input input = {0};
    uint64_t id;
    input.shape = shape;
    input.pose = pose_at(x, 0, 0);
    input.user = user;
    input.mobility = mobility;
    CHECK_OK(ifr_world_add(world, &input, &id, NULL));
    return id;
}

static double x_of(const ifr_world *world, uint64_t id)
{
    ifr_world_body body;
    CHECK_OK(ifr_world_get(world, id, &body, NULL));
    return body.pose.p[0];
}

void test_responses(void)
{
    ifr_world *world, *again;
    CHECK_OK(ifr_world_create(&world, NULL));
    ifr_body *box = make_box(0.5, 0.5, 0.5);
    const uint64_t a = add(world, box, 1, 0, IFR_MOBILITY_MOVING), b = add(world, box, 2, 9, IFR_MOBILITY_MOVING);
    const uint64_t post = add(world, box, 3, -3, IFR_MOBILITY_STATIC);
    ifr_body_motion motions[2];
    motions[0].id = a;
    motions[1].id = b;
    const double by[2][3] = {{16, 0, 0}, {-16, 0, 0}}, turn[3] = {0};
    const ifr_pose start[2] = {pose_at(0, 0, 0), pose_at(9, 0, 0)};
    for (int k = 0; k < 2; k++)
        CHECK_OK(init_turn_by(&start[k], by[k], turn, &motions[k].motion));
    ifr_world_advance_input frame = {.motions = motions, .motion_count = 2};
    ifr_world_advance_result result;
    ifr_motion_change changes[4];
    size_t count;
    ifr_error error;

    /* A of each pair stops: 1 at 1/4, and 2, which goes on and is said to push 1, at the post. */
    struct player player = {.kind = {IFR_RESPONSE_KIND_STOP, IFR_RESPONSE_KIND_CONTINUE}};
    CHECK_OK(ifr_world_advance_with_responses(world, &frame, respond, &player, &result, NULL));
    CHECK(player.calls == 3 && result.event_count == 3 && result.changes == 2);
    CHECK(player.users[0][0] == 1 && player.users[0][1] == 2 && fabs(player.at[0] - 0.25) < 1e-6);
    CHECK(player.users[1][0] == 1 && player.users[1][1] == 2 && player.at[1] >= player.at[0]);
    CHECK(player.users[2][0] == 2 && player.users[2][1] == 3);
    CHECK(fabs(x_of(world, a) - 4) < 1e-5 && fabs(x_of(world, b) + 2) < 1e-5 && x_of(world, post) == -3);
    CHECK_OK(ifr_world_changes(world, changes, 4, &count, NULL));
    CHECK(count == 2 && changes[0].id == a && changes[0].cause == IFR_CHANGE_CAUSE_STOP && changes[0].event == 0);
    CHECK(changes[0].t == player.at[0] && changes[1].id == b && changes[1].event == 2 && changes[2].id == 0);
    CHECK_OK(ifr_world_undo_frame(world, NULL));
    CHECK(x_of(world, a) == 0 && x_of(world, b) == 9);

    /* Both go back, and B meets the post no more. */
    struct player bounce = {.kind = {IFR_RESPONSE_KIND_REDIRECT, IFR_RESPONSE_KIND_STOP}, .speed = -2};
    CHECK_OK(ifr_world_advance_with_responses(world, &frame, respond, &bounce, &result, NULL));
    CHECK(bounce.calls == 1 && result.changes == 2 && fabs(x_of(world, a) - 2.5) < 1e-5);
    ifr_world_event events[4], replayed[4];
    CHECK_OK(ifr_world_events(world, events, 4, &count, NULL));
    CHECK_OK(ifr_world_undo_frame(world, NULL));
    ifr_text line = {NULL, IFR_ALLOCATE, 0};
    CHECK_OK(ifr_world_capture_with_responses(world, &frame, &line, NULL));
    CHECK_OK(ifr_world_replay(line.buffer, &again, NULL));
    CHECK_OK(ifr_world_events(again, replayed, 4, &count, NULL));
    CHECK(count == 1 && memcmp(events, replayed, sizeof events[0]) == 0);
    CHECK_OK(ifr_world_changes(again, changes, 4, &count, NULL));
    CHECK(count == 2 && changes[0].cause == IFR_CHANGE_CAUSE_REDIRECT && x_of(again, a) < 2.5 + 1e-5);
    CHECK_TEXT(ifr_change_cause_text(IFR_CHANGE_CAUSE_REDIRECT), "redirect");
    CHECK_TEXT(ifr_change_cause_text(IFR_CHANGE_CAUSE_BUDGET), "budget");
    CHECK_TEXT(ifr_change_cause_text(7), "unknown");
    ifr_world_destroy(again);

    /* What is refused leaves the world as it was. */
    struct player wrong = {.kind = {9, 0}};
    CHECK_STATUS(ifr_world_advance_with_responses(world, &frame, respond, &wrong, &result, &error),
                 IFR_STATUS_UNKNOWN_VALUE);
    CHECK(strstr(error.message, "responses.kind") != NULL && x_of(world, a) == 0 && result.number == 0);
    bounce.speed = INFINITY;
    CHECK_STATUS(ifr_world_advance_with_responses(world, &frame, respond, &bounce, &result, &error),
                 IFR_STATUS_NOT_FINITE);
    CHECK_STATUS(ifr_world_advance_with_responses(world, &frame, NULL, NULL, &result, &error), IFR_STATUS_BAD_POINTER);
    frame.mode = IFR_MODE_ALL;
    CHECK_STATUS(ifr_world_advance_with_responses(world, &frame, respond, &player, &result, &error), IFR_STATUS_SETTING);
    CHECK_STATUS(ifr_world_capture_with_responses(NULL, &frame, &line, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_world_changes(world, NULL, 3, &count, &error), IFR_STATUS_BAD_POINTER);
    CHECK_OK(ifr_world_changes(world, NULL, 0, &count, NULL));
    CHECK(count == 0 && x_of(world, a) == 0 && x_of(world, b) == 9);

    ifr_memory_free(line.buffer);
    ifr_world_destroy(world);
    ifr_body_destroy(box);
}
