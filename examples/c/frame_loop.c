/* A frame loop around a world: a fixed step, a sensor, a ball that bounces, a rollback.
 * cargo build --release -p interframe-capi
 * cc -Iinclude examples/c/frame_loop.c target/release/libinterframe.a -lpthread -ldl -lm
 * examples/frame_loop.rs is the same in Rust. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interframe.h"

#define STEP (1.0 / 60.0) /* seconds of a step */
enum { WALL = 1, GATE, BAR, BALL, MOST_EVENTS = 64, MOST_FRAMES = 16 };
static const char *const NAMES[] = {"nothing", "wall", "gate", "bar", "ball"}; /* by your keys */

typedef struct {
    ifr_world *world;
    uint64_t bar, ball;
    double velocity[3]; /* of the ball */
    int frames;
} game;

/* All that a rollback takes: the world's bytes and what is the game's own. */
typedef struct {
    ifr_bytes bytes;
    double velocity[3];
    int frames;
} saved;

static void check(ifr_status status, const ifr_error *error)
{
    if (status == IFR_STATUS_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static ifr_body *cuboid(double x, double y, double z)
{
    const double half_extents[3] = {x, y, z};
    ifr_body *body;
    ifr_error error;
    check(ifr_cuboid_create(half_extents, &body, &error), &error);
    return body;
}

static uint64_t add(game *game, uint64_t user, ifr_body *shape, double x, int32_t role, int32_t mobility)
{
    ifr_world_body_input body = {0};
    ifr_error error;
    uint64_t id;
    body.shape = shape;
    ifr_pose_init(&body.pose);
    body.pose.p[0] = x;
    body.user = user;
    body.role = role;
    body.mobility = mobility;
    check(ifr_world_add(game->world, &body, &id, &error), &error);
    ifr_body_destroy(shape); /* the world shares it */
    return id;
}

static game begin(void)
{
    game game = {0};
    ifr_error error;
    ifr_body *ball;
    check(ifr_world_create(&game.world, &error), &error);
    add(&game, WALL, cuboid(0.1, 2, 2), 9, IFR_ROLE_SOLID, IFR_MOBILITY_STATIC);
    add(&game, GATE, cuboid(0.25, 2, 2), 3, IFR_ROLE_SENSOR, IFR_MOBILITY_STATIC);
    game.bar = add(&game, BAR, cuboid(1.5, 0.05, 0.05), 6, IFR_ROLE_SOLID, IFR_MOBILITY_MOVING);
    check(ifr_sphere_create(0.1, &ball, &error), &error);
    game.ball = add(&game, BALL, ball, -5, IFR_ROLE_SOLID, IFR_MOBILITY_MOVING);
    game.velocity[0] = 240;
    game.velocity[1] = 12;
    return game;
}

/* What the ball does after a contact. The ball has the largest key, so it is B. A sensor only notices. */
static void respond(void *user, const ifr_frame_contact *contact, ifr_response responses[2])
{
    game *game = user;
    const ifr_world_event *event = &contact->event;
    if (event->sensor || event->user_b != BALL || !event->has_normal)
        return; /* both keep their motions */
    responses[1].kind = IFR_RESPONSE_KIND_REDIRECT;
    for (int k = 0; k < 3; k++) {
        responses[1].travel[k] = contact->body_b.travel[k] - 2 * event->separation_velocity * event->normal[k];
        game->velocity[k] = responses[1].travel[k] / STEP;
    }
}

/* One step. Where the ball meets a solid, it bounces off it. */
static void step(game *game)
{
    const double still[3] = {0, 0, 0}, turn[3] = {0, 0, 30 * STEP};
    const double travel[3] = {game->velocity[0] * STEP, game->velocity[1] * STEP, game->velocity[2] * STEP};
    ifr_body_motion motions[2];
    ifr_world_event events[MOST_EVENTS];
    ifr_motion_change changes[MOST_EVENTS];
    size_t event_count, change_count;
    motions[0].id = game->ball;
    motions[1].id = game->bar;
    ifr_error error;
    check(ifr_world_motion_by(game->world, game->ball, travel, still, NULL, &motions[0].motion, &error), &error);
    check(ifr_world_motion_by(game->world, game->bar, still, turn, NULL, &motions[1].motion, &error), &error);
    ifr_world_advance_input input = {0};
    ifr_world_advance_result frame;
    input.motions = motions;
    input.motion_count = 2;
    input.initial_contact = IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING;
    check(ifr_world_advance_with_responses(game->world, &input, respond, game, &frame, &error), &error);
    check(ifr_world_events(game->world, events, MOST_EVENTS, &event_count, &error), &error);
    check(ifr_world_changes(game->world, changes, MOST_EVENTS, &change_count, &error), &error);
    for (size_t k = 0, next = 0; k < event_count && k < MOST_EVENTS; k++) {
        const char *ball = NAMES[events[k].user_b];
        printf("frame %d: %s %s %s at %.3f\n", game->frames, ball, ifr_phase_text((int32_t)events[k].phase),
               NAMES[events[k].user_a], events[k].t_lo);
        if (next < change_count && changes[next].event == k) {
            printf("frame %d: %s bounces\n", game->frames, ball);
            next++;
        }
    }
    game->frames++;
}

static saved save(const game *game)
{
    saved saved = {{NULL, 0, 0}, {0}, game->frames};
    ifr_error error;
    ifr_world_snapshot(game->world, &saved.bytes, NULL); /* says how many bytes there are */
    saved.bytes.capacity = saved.bytes.needed;
    saved.bytes.data = malloc(saved.bytes.capacity);
    check(ifr_world_snapshot(game->world, &saved.bytes, &error), &error);
    memcpy(saved.velocity, game->velocity, sizeof saved.velocity);
    return saved;
}

static void load(game *game, const saved *saved)
{
    ifr_error error;
    /* All bodies are still there, so no shape is asked for. */
    check(ifr_world_restore(game->world, saved->bytes.data, saved->bytes.needed, NULL, NULL, &error), &error);
    memcpy(game->velocity, saved->velocity, sizeof saved->velocity);
    game->frames = saved->frames;
}

int main(void)
{
    game game = begin();
    saved saves[MOST_FRAMES];
    int kept = 0;
    double time = 0;
    /* Pictures take as long as they take; steps are all of one length. */
    const double pictures[] = {0.010, 0.040, 0.007, 0.030, 0.015};
    for (int picture = 0; picture < 5; picture++) {
        for (time += pictures[picture]; time >= STEP; time -= STEP) {
            saves[kept++] = save(&game);
            step(&game);
        }
    }
    /* The same steps from an earlier state are the same to the bit. */
    const saved last = save(&game);
    load(&game, &saves[2]);
    while (game.frames < last.frames)
        step(&game);
    const saved again = save(&game);
    const bool same = again.bytes.needed == last.bytes.needed
        && memcmp(again.bytes.data, last.bytes.data, last.bytes.needed) == 0;
    printf("again from frame 2: %s\n", same ? "the same" : "not the same");
    /* Word comes late that the ball was slower from frame 2 on. */
    load(&game, &saves[2]);
    game.velocity[0] = game.velocity[1] = 90;
    while (game.frames < last.frames)
        step(&game);

    for (int k = 0; k < kept; k++)
        free(saves[k].bytes.data);
    free(last.bytes.data);
    free(again.bytes.data);
    ifr_world_destroy(game.world);
    return 0;
}
