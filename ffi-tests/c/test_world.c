/* Worlds: bodies come, go and jump; frames; snapshots; queries; what is refused. */
#include <math.h>

#include "check.h"

static uint64_t add(ifr_world *world, const ifr_body *shape, uint64_t user, double x, int32_t mobility)
{
    ifr_world_body_input input = {0};
    uint64_t id = 0;
    input.shape = shape;
    input.pose = pose_at(x, 0, 0);
    input.user = user;
    input.mobility = mobility;
    CHECK_OK(ifr_world_add(world, &input, &id, NULL));
    CHECK(id != 0);
    return id;
}

/* From where it is, by so much along x. */
static ifr_body_motion flight(const ifr_world *world, uint64_t id, double by)
{
    const double displacement[3] = {by, 0, 0}, turn[3] = {0, 0, 0};
    ifr_world_body body;
    ifr_body_motion moved;
    CHECK_OK(ifr_world_get(world, id, &body, NULL));
    moved.id = id;
    CHECK_OK(init_turn_by(&body.pose, displacement, turn, &moved.motion));
    return moved;
}

static ifr_world_advance_result advance(ifr_world *world, int32_t mode, const ifr_body_motion *motion)
{
    ifr_world_advance_input input = {0};
    ifr_world_advance_result result;
    memset(&result, 0xff, sizeof result);
    input.motions = motion;
    input.motion_count = motion != NULL;
    input.mode = mode;
    CHECK_OK(ifr_world_advance(world, &input, &result, NULL));
    return result;
}

static size_t events(const ifr_world *world, ifr_world_event *list, size_t capacity)
{
    size_t count;
    memset(list, 0xff, capacity * sizeof *list);
    CHECK_OK(ifr_world_events(world, list, capacity, &count, NULL));
    for (size_t k = count; k < capacity; k++)
        CHECK(all_zero(&list[k], sizeof *list));
    return count;
}

static ifr_world *make_world(void)
{
    ifr_world *world;
    CHECK_OK(ifr_world_create(&world, NULL));
    return world;
}

/* A ball of radius 1/2 flies through a sensor and a wall. */
static void a_frame(void)
{
    ifr_world *world = make_world();
    ifr_body *ball, *box = make_box(0.5, 2, 2);
    CHECK_OK(ifr_sphere_create(0.5, &ball, NULL));
    const uint64_t wall = add(world, box, 1, 5, IFR_MOBILITY_STATIC);
    ifr_world_body_input input = {0};
    uint64_t gate, dart = add(world, ball, 7, -2, IFR_MOBILITY_MOVING);
    input.shape = box;
    input.pose = pose_at(2, 0, 0);
    input.user = 2;
    input.role = IFR_ROLE_SENSOR;
    input.mobility = IFR_MOBILITY_STATIC;
    CHECK_OK(ifr_world_add(world, &input, &gate, NULL));
    ifr_body_destroy(ball); /* the world shares it */

    ifr_body_motion moved = flight(world, dart, 10);
    ifr_world_advance_result took = advance(world, IFR_MODE_ALL, &moved);
    CHECK_INT(took.number, 1);
    CHECK_INT(took.bodies, 3);
    CHECK_INT(took.moving, 1);
    CHECK_INT(took.pairs, 2);
    CHECK_INT(took.hit, 2);
    CHECK_INT(took.event_count, 2);
    ifr_world_event found[4];
    CHECK_INT(events(world, found, 4), 2);
    CHECK(found[0].id_a == gate && found[0].id_b == dart && found[0].sensor);
    CHECK(found[1].id_a == wall && found[1].id_b == dart && !found[1].sensor);
    CHECK(found[0].user_a == 2 && found[0].user_b == 7);
    for (int k = 0; k < 2; k++) {
        /* Centres 4 and 7 away, 1 where they touch, of a way of 10. */
        const double enter = (4 + 3 * k - 1) / 10.0, leave = (4 + 3 * k + 1) / 10.0;
        CHECK_INT(found[k].phase, IFR_PHASE_PASS);
        CHECK_INT(found[k].verdict, IFR_VERDICT_HIT);
        CHECK(found[k].t_lo <= enter && enter <= found[k].t_hi + 1e-6);
        CHECK(fabs(found[k].t_lo - enter) < 1e-6);
        CHECK(fabs(found[k].exit[0] - leave) < 1e-6 && fabs(found[k].exit[1] - leave) < 1e-6);
        CHECK(found[k].has_points && found[k].has_normal);
        CHECK_INT(found[k].order_group, k);
    }
    CHECK_INT(events(world, found, 1), 2);

    ifr_world_body body;
    CHECK_OK(ifr_world_get(world, dart, &body, NULL));
    CHECK(body.pose.p[0] == 8 && body.user == 7 && body.id == dart);
    CHECK(body.filter.category == 1 && body.filter.mask == UINT64_MAX && body.filter.group == 0);
    CHECK_OK(ifr_world_get(world, gate, &body, NULL));
    CHECK_INT(body.role, IFR_ROLE_SENSOR);
    CHECK_INT(body.mobility, IFR_MOBILITY_STATIC);

    /* Back: the first contact is with the wall. A smaller tolerance, a narrower bracket. */
    moved = flight(world, dart, -10);
    took = advance(world, IFR_MODE_FIRST, &moved);
    CHECK_INT(events(world, found, 4), 2);
    CHECK(found[0].id_a == wall && found[0].phase == IFR_PHASE_BEGIN);
    ifr_world_advance_input finer = {0};
    finer.tolerance = 1e-12;
    CHECK_STATUS(ifr_world_refine(world, 99, &finer, NULL), IFR_STATUS_SETTING);
    CHECK_OK(ifr_world_refine(world, found[0].order_group, &finer, NULL));
    CHECK_INT(events(world, found, 4), 2);
    CHECK(found[0].id_a == wall && fabs(found[0].t_lo - 0.2) < 1e-11);

    /* At the end poses both contacts are over. Teleported into the wall it is in contact again. */
    advance(world, IFR_MODE_POSES, NULL);
    CHECK_INT(events(world, found, 4), 2);
    CHECK(found[0].phase == IFR_PHASE_END && found[0].verdict == IFR_VERDICT_SEPARATED);
    const ifr_pose there = pose_at(5, 0, 0);
    CHECK_OK(ifr_world_teleport(world, dart, &there, NULL));
    CHECK_STATUS(ifr_world_refine(world, 0, &finer, NULL), IFR_STATUS_WORLD);
    advance(world, IFR_MODE_POSES, NULL);
    CHECK_INT(events(world, found, 4), 1);
    CHECK(found[0].id_a == wall && found[0].phase == IFR_PHASE_BEGIN);
    advance(world, IFR_MODE_POSES, NULL);
    CHECK_INT(events(world, found, 4), 1);
    CHECK_INT(found[0].phase, IFR_PHASE_STAY);

    /* Motions that start where the body is, whatever the program rounds. */
    const ifr_pose rounded = pose_at((float)0.1, (float)0.2, 0);
    const double travel[3] = {0.1, 0, 0}, turn[3] = {0, 0, 7}, pivot[3] = {0, 0.5, 0}, wrong[3] = {0, NAN, 0};
    ifr_body_motion on = {0};
    on.id = dart;
    CHECK_OK(ifr_world_motion_to(world, dart, &rounded, NULL, &on.motion, NULL));
    CHECK(on.motion.end.p[0] == (float)0.1 && on.motion.kind == IFR_MOTION_KIND_BETWEEN);
    advance(world, IFR_MODE_POSES, &on);
    CHECK_OK(ifr_world_motion_by(world, dart, travel, turn, pivot, &on.motion, NULL));
    CHECK(on.motion.start.p[1] == (float)0.2 && on.motion.turn[2] == 7 && on.motion.pivot[1] == 0.5);
    advance(world, IFR_MODE_POSES, &on);
    CHECK_OK(ifr_world_motion_by(world, dart, travel, NULL, NULL, &on.motion, NULL));
    advance(world, IFR_MODE_POSES, &on);
    ifr_error error;
    CHECK_STATUS(ifr_world_motion_by(world, dart, wrong, NULL, NULL, &on.motion, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "travel") != NULL);
    CHECK_STATUS(ifr_world_motion_by(world, dart, NULL, turn, NULL, &on.motion, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_world_motion_to(world, 12345, &rounded, NULL, &on.motion, NULL), IFR_STATUS_NO_SUCH_BODY);

    /* And filtered out. */
    const ifr_filter apart = {.category = 2, .mask = 4};
    CHECK_OK(ifr_world_set_filter(world, dart, &apart, NULL));
    advance(world, IFR_MODE_POSES, NULL);
    CHECK_INT(events(world, found, 4), 0);

    size_t count;
    uint64_t ids[2];
    CHECK_OK(ifr_world_remove(world, dart, NULL));
    CHECK_OK(ifr_world_ids(world, ids, 2, &count, NULL));
    CHECK(count == 2 && ids[0] == wall && ids[1] == gate);
    CHECK(ifr_world_memory_bytes(world) > 1000 && ifr_world_memory_bytes(NULL) == 0);
    ifr_body_destroy(box);
    ifr_world_destroy(world);
    ifr_world_destroy(NULL);
}

static bool not_seven(void *user, uint64_t id_a, uint64_t user_a, uint64_t id_b, uint64_t user_b)
{
    ++*(int *)user;
    CHECK(id_a != 0 && id_b != 0 && user_a < user_b);
    return user_b != 7;
}

static void pair_filter(void)
{
    ifr_world *world = make_world();
    ifr_body *box = make_box(1, 1, 1);
    int calls = 0;
    for (uint64_t user = 5; user < 8; user++)
        add(world, box, user, 0.1 * (double)user, IFR_MOBILITY_MOVING);
    CHECK_INT(advance(world, IFR_MODE_FIRST, NULL).pairs, 3);
    CHECK_OK(ifr_world_set_pair_filter(world, not_seven, &calls, NULL));
    CHECK_INT(advance(world, IFR_MODE_FIRST, NULL).pairs, 1);
    CHECK(calls >= 3);
    CHECK_OK(ifr_world_set_pair_filter(world, NULL, NULL, NULL));
    CHECK_INT(advance(world, IFR_MODE_FIRST, NULL).pairs, 3);

    ifr_world_advance_input few = {0};
    ifr_world_advance_result result;
    ifr_world_event found[3];
    few.pair_budget = 1;
    CHECK_OK(ifr_world_advance(world, &few, &result, NULL));
    CHECK_INT(result.over_budget, 2);
    CHECK_INT(result.undecided, 2);
    CHECK_INT(events(world, found, 3), 3);
    few.pair_budget = 0;
    few.max_pairs = 2;
    ifr_error error;
    CHECK_STATUS(ifr_world_advance(world, &few, &result, &error), IFR_STATUS_TOO_MANY_PAIRS);
    CHECK(strstr(error.message, "more than 2 pairs") != NULL);
    CHECK(all_zero(&result, sizeof result));
    CHECK_INT(events(world, found, 3), 0);
    few.max_pairs = 3;
    CHECK_OK(ifr_world_advance(world, &few, &result, NULL));
    ifr_body_destroy(box);
    ifr_world_destroy(world);
}

static const ifr_body *give(void *user, uint64_t id, uint64_t key)
{
    CHECK(id != 0 && key >= 1);
    return user;
}

static void snapshots(void)
{
    ifr_world *world = make_world(), *other = make_world();
    ifr_body *box = make_box(1, 1, 1), *bar = make_box(3, 1, 1);
    ifr_bytes bytes = {0}, again = {0};
    ifr_error error;
    const uint64_t dart = add(world, box, 1, 0, IFR_MOBILITY_MOVING);
    add(world, box, 2, 2.5, IFR_MOBILITY_MOVING);
    ifr_body_motion moved = flight(world, dart, 1);
    advance(world, IFR_MODE_FIRST, &moved);
    CHECK_STATUS(ifr_world_snapshot(world, &bytes, &error), IFR_STATUS_BUFFER_TOO_SMALL);
    CHECK(strstr(error.message, "bytes.capacity is 0") != NULL && bytes.needed > 200);
    unsigned char data[4096], next[2][4096];
    bytes.data = data;
    bytes.capacity = sizeof data;
    CHECK_OK(ifr_world_snapshot(world, &bytes, NULL));

    moved = flight(world, dart, 0.25);
    advance(world, IFR_MODE_FIRST, &moved);
    again.data = next[0];
    again.capacity = sizeof next[0];
    CHECK_OK(ifr_world_snapshot(world, &again, NULL));

    /* An empty world is given the shapes. */
    CHECK_STATUS(ifr_world_restore(other, data, bytes.needed, NULL, NULL, &error), IFR_STATUS_WORLD);
    CHECK(strstr(error.message, "shape was not given") != NULL);
    CHECK_STATUS(ifr_world_restore(other, data, bytes.needed, give, bar, &error), IFR_STATUS_WORLD);
    CHECK(strstr(error.message, "another shape") != NULL);
    CHECK_OK(ifr_world_restore(other, data, bytes.needed, give, box, NULL));
    moved = flight(other, dart, 0.25);
    advance(other, IFR_MODE_FIRST, &moved);
    again.data = next[1];
    CHECK_OK(ifr_world_snapshot(other, &again, NULL));
    CHECK(memcmp(next[0], next[1], again.needed) == 0);

    data[40] ^= 1;
    CHECK_STATUS(ifr_world_restore(world, data, bytes.needed, NULL, NULL, &error), IFR_STATUS_WORLD);
    CHECK_STATUS(ifr_world_restore(world, data, 3, NULL, NULL, NULL), IFR_STATUS_WORLD);
    CHECK_STATUS(ifr_world_restore(world, NULL, 3, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(box);
    ifr_body_destroy(bar);
    ifr_world_destroy(world);
    ifr_world_destroy(other);
}

/* A ball stops where it meets a wall that moves; both go to that time, and neither passes the other in the rest. */
static void stopping(void)
{
    ifr_world *world = make_world();
    ifr_body *box = make_box(0.5, 0.5, 0.5);
    ifr_body_motion motions[2];
    ifr_world_advance_result frame;
    ifr_world_body there[2];
    ifr_error error;
    motions[0].id = add(world, box, 1, 0, IFR_MOBILITY_MOVING);
    motions[1].id = add(world, box, 2, 9, IFR_MOBILITY_MOVING);
    const ifr_pose start[2] = {pose_at(0, 0, 0), pose_at(9, 0, 0)};
    const double by[2][3] = {{16, 0, 0}, {-16, 0, 0}}, turn[3] = {0};
    for (int k = 0; k < 2; k++)
        CHECK_OK(init_turn_by(&start[k], by[k], turn, &motions[k].motion));
    ifr_world_advance_input input = {.motions = motions, .motion_count = 2};
    CHECK_STATUS(ifr_world_undo_frame(world, &error), IFR_STATUS_WORLD);
    CHECK_OK(ifr_world_advance(world, &input, &frame, NULL));
    ifr_world_event event;
    size_t count;
    CHECK_OK(ifr_world_events(world, &event, 1, &count, NULL));
    CHECK(count == 1 && fabs(event.t_lo - 0.25) < 1e-6);
    CHECK_OK(ifr_world_undo_frame(world, NULL));
    CHECK_OK(ifr_world_events(world, &event, 0, &count, NULL));
    CHECK_INT(count, 0);
    CHECK_STATUS(ifr_world_undo_frame(world, NULL), IFR_STATUS_WORLD);
    const double t = 0.25 - 1e-6;
    ifr_motion_parts parts[2];
    for (int k = 0; k < 2; k++) {
        CHECK_OK(ifr_motion_split(&motions[k].motion, t, &parts[k], NULL));
        motions[k].motion = parts[k].before;
    }
    CHECK_OK(ifr_world_advance(world, &input, &frame, NULL));
    CHECK_INT(frame.number, 1);
    for (int k = 0; k < 2; k++)
        CHECK_OK(ifr_world_get(world, motions[k].id, &there[k], NULL));
    CHECK(there[1].pose.p[0] - there[0].pose.p[0] > 1);
    /* The box stands still: the wall that goes on meets it. A part starts where the body is. */
    CHECK_OK(ifr_motion_init_fixed(&there[0].pose, &motions[0].motion));
    motions[1].motion = parts[1].after;
    CHECK_OK(ifr_world_advance(world, &input, &frame, NULL));
    CHECK_INT(frame.hit, 1);
    CHECK_STATUS(ifr_motion_split(&motions[1].motion, 1.5, &parts[0], &error), IFR_STATUS_SETTING);
    CHECK_STATUS(ifr_motion_split(&motions[1].motion, 0.5, NULL, NULL), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(box);
    ifr_world_destroy(world);
}

static bool even(void *user, uint64_t id, uint64_t key)
{
    (void)user, (void)id;
    return key % 2 == 0;
}

/* Four unit boxes at x = 3, 6, 9, 12. */
static void queries(void)
{
    ifr_world *world = make_world();
    ifr_body *box = make_box(0.5, 0.5, 0.5), *point = make_box(0, 0, 0);
    uint64_t ids[5];
    for (uint64_t k = 1; k <= 4; k++)
        ids[k] = add(world, box, k, 3.0 * (double)k, IFR_MOBILITY_MOVING);

    ifr_world_ray_input ray = {0};
    ifr_world_cast_result met;
    ray.to[0] = 10;
    memset(&met, 0xff, sizeof met);
    CHECK_OK(ifr_world_ray(world, &ray, &met, NULL));
    CHECK_INT(met.verdict, IFR_VERDICT_HIT);
    CHECK(met.id == ids[1] && met.user == 1 && !met.has_undecided);
    CHECK(fabs(met.answer.t_hi - 0.25) < 1e-9);
    /* A zeroed filter finds a body whatever its own says; each field that is not zero holds. */
    const ifr_filter floor = {.category = 2, .mask = 4}, usual = {0};
    CHECK_OK(ifr_world_set_filter(world, ids[1], &floor, NULL));
    CHECK_OK(ifr_world_ray(world, &ray, &met, NULL));
    CHECK(met.id == ids[1]);
    ray.filter.filter.mask = 2;
    CHECK_OK(ifr_world_ray(world, &ray, &met, NULL));
    CHECK(met.id == ids[1]);
    ray.filter.filter.mask = 0;
    ray.filter.filter.category = 1;
    CHECK_OK(ifr_world_ray(world, &ray, &met, NULL));
    CHECK(met.id == ids[2]);
    ray.filter.filter.category = 0;
    CHECK_OK(ifr_world_set_filter(world, ids[1], &usual, NULL));
    ray.filter.accept = even;
    CHECK_OK(ifr_world_ray(world, &ray, &met, NULL));
    CHECK(met.id == ids[2]);
    ray.to[0] = -10;
    CHECK_OK(ifr_world_ray(world, &ray, &met, NULL));
    CHECK_INT(met.verdict, IFR_VERDICT_SEPARATED);
    CHECK(met.id == 0 && all_zero(&met.answer, sizeof met.answer));

    ifr_world_cast_input cast = {0};
    const double by[3] = {0, 4, 0}, turn[3] = {0, 0, 7};
    const ifr_pose below = pose_at(9, -2, 0);
    cast.shape = box;
    CHECK_OK(init_turn_by(&below, by, turn, &cast.motion));
    CHECK_OK(ifr_world_cast(world, &cast, &met, NULL));
    CHECK_INT(met.verdict, IFR_VERDICT_HIT);
    CHECK(met.id == ids[3]);

    /* All four boxes, the nearest first; room for two of them shows how many there are. */
    ifr_world_ray_input through = {0};
    ifr_cast_hit hits[5];
    size_t count;
    ifr_verdict any;
    ifr_error error;
    through.to[0] = 20;
    CHECK_OK(ifr_world_ray_all(world, &through, hits, 5, &count, NULL));
    CHECK(count == 4 && all_zero(&hits[4], sizeof hits[4]));
    for (uint64_t k = 1; k <= 4; k++) {
        CHECK(hits[k - 1].id == ids[k] && hits[k - 1].user == k);
        CHECK(fabs(hits[k - 1].answer.t_hi - (3.0 * (double)k - 0.5) / 20) < 1e-9);
    }
    CHECK_OK(ifr_world_ray_all(world, &through, hits, 2, &count, NULL));
    CHECK(count == 4 && hits[1].id == ids[2] && hits[2].id == ids[3]);
    CHECK_OK(ifr_world_ray_all(world, &through, NULL, 0, &count, NULL));
    CHECK_INT(count, 4);
    CHECK_OK(ifr_world_ray_any(world, &through, &any, NULL));
    CHECK_INT(any, IFR_VERDICT_HIT);
    through.to[0] = -20;
    CHECK_OK(ifr_world_ray_any(world, &through, &any, NULL));
    CHECK_INT(any, IFR_VERDICT_SEPARATED);
    through.to[0] = NAN;
    CHECK_INT(ifr_world_ray_all(world, &through, hits, 5, &count, &error), IFR_STATUS_NOT_FINITE);
    CHECK(count == 0 && all_zero(hits, sizeof hits));
    CHECK_INT(ifr_world_ray_any(world, &through, &any, &error), IFR_STATUS_NOT_FINITE);
    CHECK_INT(any, IFR_VERDICT_UNDECIDED);
    CHECK_OK(ifr_world_cast_all(world, &cast, hits, 5, &count, NULL));
    CHECK(count == 1 && hits[0].id == ids[3] && hits[0].answer.t_hi == met.answer.t_hi);
    CHECK_OK(ifr_world_cast_any(world, &cast, &any, NULL));
    CHECK_INT(any, IFR_VERDICT_HIT);
    CHECK_INT(ifr_world_cast_all(world, NULL, hits, 5, &count, &error), IFR_STATUS_BAD_POINTER);
    CHECK_INT(ifr_world_cast_any(world, &cast, NULL, &error), IFR_STATUS_BAD_POINTER);

    ifr_world_overlap_input overlap = {0};
    ifr_overlap overlaps[4];
    overlap.shape = box;
    overlap.pose = pose_at(4, 0, 0);
    overlap.overlaps = overlaps;
    overlap.capacity = 4;
    CHECK_OK(ifr_world_overlap(world, &overlap, &count, NULL));
    CHECK(count == 1 && overlaps[0].id == ids[1] && overlaps[0].verdict == IFR_VERDICT_HIT);
    CHECK(all_zero(&overlaps[1], sizeof overlaps[1]));

    ifr_world_nearest_input nearest = {0};
    ifr_world_nearest_result near;
    nearest.shape = point;
    nearest.pose = pose_at(13.5, 0, 0);
    CHECK_OK(ifr_world_nearest(world, &nearest, &near, NULL));
    CHECK(near.id == ids[4] && fabs(near.distance.separation - 1) < 1e-12);
    nearest.cutoff = 0.5;
    CHECK_OK(ifr_world_nearest(world, &nearest, &near, NULL));
    CHECK(all_zero(&near, sizeof near));

    const ifr_pose moved = pose_at(5, 0, 0);
    CHECK_OK(ifr_world_teleport(world, ids[1], &moved, NULL));
    ifr_world_closest_pairs_input closest = {0};
    ifr_close_pair pairs[3];
    closest.pairs = pairs;
    closest.capacity = 3;
    CHECK_OK(ifr_world_closest_pairs(world, &closest, &count, NULL));
    CHECK(count == 3 && pairs[0].id_a == ids[1] && pairs[0].id_b == ids[2]);
    CHECK(pairs[0].distance.separation == 0 && fabs(pairs[1].distance.separation - 2) < 1e-12);
    closest.cutoff = 1;
    CHECK_OK(ifr_world_closest_pairs(world, &closest, &count, NULL));
    CHECK(count == 1 && all_zero(&pairs[1], sizeof pairs[1]));

    closest.cutoff = -1;
    CHECK_STATUS(ifr_world_closest_pairs(world, &closest, &count, &error), IFR_STATUS_SETTING);
    CHECK_TEXT(error.message, "input.cutoff is -1; it must be not negative");
    CHECK_STATUS(ifr_world_cast(world, NULL, &met, &error), IFR_STATUS_BAD_POINTER);
    CHECK(all_zero(&met, sizeof met));
    cast.shape = NULL;
    CHECK_STATUS(ifr_world_cast(world, &cast, &met, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.shape is NULL");
    ray.tolerance = -1;
    CHECK_STATUS(ifr_world_ray(world, &ray, &met, &error), IFR_STATUS_SETTING);
    ifr_body_destroy(box);
    ifr_body_destroy(point);
    ifr_world_destroy(world);
}

static void refused(void)
{
    ifr_world *world = make_world();
    ifr_body *box = make_box(1, 1, 1);
    ifr_world_body_input input = {0};
    ifr_world_advance_input frame = {0};
    ifr_world_advance_result result;
    ifr_world_body body;
    ifr_error error;
    uint64_t id = 1;

    CHECK_STATUS(ifr_world_create(NULL, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_world_add(NULL, &input, &id, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_world_add(world, &input, &id, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.shape is NULL");
    CHECK_INT(id, 0);
    input.shape = box;
    CHECK_STATUS(ifr_world_add(world, &input, &id, &error), IFR_STATUS_QUATERNION_NORM);
    input.pose = pose_at(0, 0, 0);
    input.role = 2;
    CHECK_STATUS(ifr_world_add(world, &input, &id, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK(strstr(error.message, "input.role is 2") != NULL);
    input.role = 0;
    input.mobility = -1;
    CHECK_STATUS(ifr_world_add(world, &input, &id, &error), IFR_STATUS_UNKNOWN_VALUE);
    input.mobility = 0;
    CHECK_OK(ifr_world_add(world, &input, &id, NULL));

    ifr_body_motion moved[2] = {flight(world, id, 1), flight(world, id, 1)};
    frame.motions = moved;
    frame.motion_count = 2;
    CHECK_STATUS(ifr_world_advance(world, &frame, &result, &error), IFR_STATUS_BODY_MOTION);
    CHECK(strstr(error.message, "it has one already") != NULL);
    moved[1].motion.turn[2] = NAN;
    CHECK_STATUS(ifr_world_advance(world, &frame, &result, &error), IFR_STATUS_NOT_FINITE);
    CHECK_TEXT(error.message, "input.motions[1].turn[2] is NaN; it must be finite");
    frame.motion_count = 1;
    moved[0].motion.start.p[1] = 1e-300;
    CHECK_STATUS(ifr_world_advance(world, &frame, &result, &error), IFR_STATUS_BODY_MOTION);
    CHECK(strstr(error.message, "teleport") != NULL);
    frame.mode = 3;
    CHECK_STATUS(ifr_world_advance(world, &frame, &result, &error), IFR_STATUS_UNKNOWN_VALUE);
    frame.mode = IFR_MODE_ALL;
    frame.initial_contact = IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING;
    moved[0] = flight(world, id, 1);
    CHECK_STATUS(ifr_world_advance(world, &frame, &result, &error), IFR_STATUS_SETTING);
    CHECK_STATUS(ifr_world_advance(world, NULL, &result, &error), IFR_STATUS_BAD_POINTER);
    CHECK(all_zero(&result, sizeof result));

    /* An id that is no more is nobody's again. */
    CHECK_OK(ifr_world_remove(world, id, NULL));
    CHECK_STATUS(ifr_world_remove(world, id, &error), IFR_STATUS_NO_SUCH_BODY);
    CHECK(strstr(error.message, "id: the world has no body 0 of generation 1") != NULL);
    CHECK_STATUS(ifr_world_get(world, id, &body, NULL), IFR_STATUS_NO_SUCH_BODY);
    CHECK(all_zero(&body, sizeof body));
    CHECK_STATUS(ifr_world_teleport(world, id, &input.pose, NULL), IFR_STATUS_NO_SUCH_BODY);
    CHECK_STATUS(ifr_world_get(world, UINT64_MAX, &body, NULL), IFR_STATUS_NO_SUCH_BODY);
    uint64_t next;
    CHECK_OK(ifr_world_add(world, &input, &next, NULL));
    CHECK(next != id);
    ifr_body_destroy(box);
    ifr_world_destroy(world);
}

static void poses_of_motions(void)
{
    const ifr_pose start = pose_at(1, 2, 3);
    const double by[3] = {4, 0, 0}, turn[3] = {0, 0, 0};
    ifr_motion motion;
    ifr_pose there;
    ifr_error error;
    CHECK_OK(init_turn_by(&start, by, turn, &motion));
    CHECK_OK(ifr_motion_pose(&motion, 0.25, &there, NULL));
    CHECK(there.p[0] == 2 && there.p[1] == 2 && there.q[3] == 1);
    CHECK_OK(ifr_motion_pose(&motion, 0, &there, NULL));
    CHECK(memcmp(&there, &start, sizeof start) == 0);
    CHECK_STATUS(ifr_motion_pose(&motion, 1.5, &there, &error), IFR_STATUS_SETTING);
    CHECK_TEXT(error.message, "t is 1.5; it must be between 0 and 1");
    CHECK(all_zero(&there, sizeof there));
    CHECK_STATUS(ifr_motion_pose(NULL, 0, &there, NULL), IFR_STATUS_BAD_POINTER);
}

void test_world(void)
{
    a_frame();
    pair_filter();
    stopping();
    snapshots();
    queries();
    refused();
    poses_of_motions();
}
