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
enum { WALL = 1, GATE, BAR, BALL, MOST_EVENTS = 64, MOST_FRAMES = 16, MOST_BOUNCES = 8 };
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

/* How things move in what is left of a step. */
static void motions_of(const game *game, double left, ifr_body_motion motions[2])
{
    ifr_world_body ball, bar;
    ifr_error error;
    check(ifr_world_get(game->world, game->ball, &ball, &error), &error);
    check(ifr_world_get(game->world, game->bar, &bar, &error), &error);
    const double turn[3] = {0, 0, 30 * STEP * left}, no_turn[3] = {0, 0, 0};
    double to[3];
    for (int k = 0; k < 3; k++)
        to[k] = ball.pose.p[k] + game->velocity[k] * (STEP * left);
    motions[0].id = game->ball;
    ifr_motion_init_turn(&ball.pose, to, no_turn, &motions[0].motion);
    motions[1].id = game->bar;
    ifr_motion_init_turn(&bar.pose, bar.pose.p, turn, &motions[1].motion);
}

static size_t advance(game *game, const ifr_body_motion motions[2], ifr_world_event events[MOST_EVENTS])
{
    ifr_world_advance_input input = {0};
    ifr_world_advance_result frame;
    ifr_error error;
    size_t count;
    input.motions = motions;
    input.motion_count = 2;
    input.mode = IFR_MODE_ALL;
    check(ifr_world_advance(game->world, &input, &frame, &error), &error);
    check(ifr_world_events(game->world, events, MOST_EVENTS, &count, &error), &error);
    return count < MOST_EVENTS ? count : MOST_EVENTS;
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The event at which the ball first meets a solid that it comes nearer to. A sensor only notices. */
static const ifr_world_event *bounce(const game *game, const ifr_world_event *events, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const ifr_world_event *event = &events[k];
        const bool meets = event->phase == IFR_PHASE_BEGIN || event->phase == IFR_PHASE_PASS;
        const bool solid = !event->sensor && event->user_b == BALL;
        if (meets && solid && event->has_normal && dot(event->normal, game->velocity) < 0)
            return event;
    }
    return NULL;
}

/* Writes what a part of the step met, from begin on and of this length. */
static void tell(const game *game, const ifr_world_event *events, size_t count, double begin, double length)
{
    for (size_t k = 0; k < count; k++)
        printf("frame %d: %s %s %s at %.3f\n", game->frames, NAMES[events[k].user_b],
               ifr_phase_text(events[k].phase), NAMES[events[k].user_a], begin + length * events[k].t_lo);
}

/* One step. Where the ball meets a solid that it comes nearer to, it bounces: all bodies go to that time, not the
 * ball alone, for what moves would pass it otherwise; and from there through the rest of the step. */
static void step(game *game)
{
    double left = 1;
    for (int bounces = 0; bounces < MOST_BOUNCES; bounces++) {
        ifr_body_motion motions[2];
        ifr_world_event events[MOST_EVENTS];
        ifr_error error;
        motions_of(game, left, motions);
        size_t count = advance(game, motions, events);
        const ifr_world_event *event = bounce(game, events, count);
        if (event == NULL) {
            tell(game, events, count, 1 - left, left);
            break;
        }
        const double t = event->t_lo, n[3] = {event->normal[0], event->normal[1], event->normal[2]};
        check(ifr_world_undo_frame(game->world, &error), &error);
        for (int k = 0; k < 2; k++) {
            ifr_motion_parts parts;
            check(ifr_motion_split(&motions[k].motion, t, &parts, &error), &error);
            motions[k].motion = parts.before;
        }
        count = advance(game, motions, events);
        tell(game, events, count, 1 - left, left * t);
        left *= 1 - t;
        printf("frame %d: ball bounces at %.3f\n", game->frames, 1 - left);
        const double speed = dot(n, game->velocity);
        for (int i = 0; i < 3; i++)
            game->velocity[i] -= n[i] * (2 * speed);
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
