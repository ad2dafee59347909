/* Every byte of an answer is written: the same query into memory that held other things before gives
   the same bytes, so that answers can be compared, hashed and sent as they lie. */
#include "check.h"

/* `call` writes to *out, once over ones and once over zeros, and again when it fails. */
#define SAME_BYTES(type, call)                      \
    do {                                            \
        type over_ones, over_zeros, *out;           \
        memset(&over_ones, 0xff, sizeof over_ones); \
        memset(&over_zeros, 0, sizeof over_zeros);  \
        out = &over_ones;                           \
        ifr_status first_ = (call);                 \
        out = &over_zeros;                          \
        CHECK_STATUS(call, first_);                 \
        CHECK(memcmp(&over_ones, &over_zeros, sizeof over_ones) == 0); \
    } while (0)

static void plain_structs(const ifr_body *box)
{
    const double end_p[3] = {1, 2, 3}, turn[3] = {0, 0, 20};
    ifr_pose here = pose_at(1, 2, 3), there = pose_at(4, 5, 6);
    SAME_BYTES(ifr_pair_state, ifr_pair_state_init(out));
    SAME_BYTES(ifr_pose, ifr_pose_init(out));
    SAME_BYTES(ifr_pose_2d, ifr_pose_2d_init(1, 2, 3, out, NULL));
    SAME_BYTES(ifr_motion, ifr_motion_init_fixed(&here, out));
    SAME_BYTES(ifr_motion, ifr_motion_init_between(&here, &there, out));
    SAME_BYTES(ifr_motion, ifr_motion_init_turn(&here, end_p, turn, out));
    SAME_BYTES(ifr_motion, ifr_motion_init_turn(NULL, end_p, turn, out));
    SAME_BYTES(ifr_polytope_info, ifr_polytope_get_info(box, out));
    SAME_BYTES(ifr_face, ifr_polytope_get_face(box, 3, out));
    SAME_BYTES(ifr_face, ifr_polytope_get_face(box, 99, out));
    SAME_BYTES(ifr_error, ifr_intersect(NULL, NULL, NULL, out));
}

/* Apart, touching along faces, deep. */
static void at_poses(const ifr_body *box)
{
    for (int k = 0; k < 3; k++) {
        ifr_posed_pair pair = {box, box, pose_at(0, 0, 0), pose_at(3.0 - k, 0.25, 0)};
        ifr_intersect_input input = {.pair = pair};
        SAME_BYTES(ifr_intersect_result, ifr_intersect(&input, NULL, out, NULL));
        ifr_distance_input distance = {.pair = pair};
        SAME_BYTES(ifr_distance_result, ifr_distance(&distance, NULL, out, NULL));
        ifr_penetration_input penetration = {.pair = pair};
        SAME_BYTES(ifr_penetration_result, ifr_penetration(&penetration, NULL, out, NULL));
        penetration.direction[0] = 1;
        SAME_BYTES(ifr_penetration_result, ifr_penetration(&penetration, NULL, out, NULL));
        ifr_contact_manifold_input manifold = {.pair = pair, .prediction = 0.5};
        SAME_BYTES(ifr_contact_manifold_result, ifr_contact_manifold(&manifold, NULL, out, NULL));
        ifr_mpr_input mpr = {.pair = pair};
        SAME_BYTES(ifr_mpr_result, ifr_mpr(&mpr, NULL, out, NULL));
        ifr_contains_input contains = {.pair = pair};
        SAME_BYTES(ifr_contains_result, ifr_contains(&contains, NULL, out, NULL));

        typedef struct {
            ifr_contact_point all[16];
        } points;
        points list;
        ifr_contact_points_result best;
        ifr_contact_points_input all = {
            .pair = pair, .prediction = 0.5, .points = list.all, .capacity = 16};
        SAME_BYTES(ifr_contact_points_result, ifr_contact_points(&all, NULL, out, NULL));
        SAME_BYTES(points, (all.points = out->all, ifr_contact_points(&all, NULL, &best, NULL)));

        /* What a query leaves to the next is a part of its answer. */
        ifr_pair_state states[2] = {{{0}}, {{0}}};
        for (int i = 0; i < 2; i++)
            CHECK_OK(ifr_intersect(&input, &states[i], &(ifr_intersect_result){0}, NULL));
        CHECK(memcmp(&states[0], &states[1], sizeof states[0]) == 0);

        ifr_certificate *certificate = NULL;
        CHECK_OK(ifr_certificate_of_intersect(&input, &certificate, NULL));
        SAME_BYTES(ifr_proved, ifr_certificate_verify(certificate, out, NULL));
        ifr_certificate_destroy(certificate);
    }
    SAME_BYTES(ifr_intersect_result, ifr_intersect(NULL, NULL, out, NULL));
    SAME_BYTES(ifr_proved, ifr_verify("{}", out, NULL));
}

/* Past, into and along each other; turning or not. */
static void in_motion(const ifr_body *room, const ifr_body *box)
{
    const double spins[2][3] = {{0, 0, 0}, {0, 0, 20}}, away[3] = {6, 0, 0};
    for (int k = 0; k < 6; k++) {
        ifr_pose here = pose_at(0, 0, 0), there = pose_at(-3, 3.0 * (k / 2), 0);
        ifr_interframe_input swept = {0};
        swept.pair.a = swept.pair.b = box;
        CHECK_OK(ifr_motion_init_fixed(&here, &swept.pair.motion_a));
        CHECK_OK(init_turn_by(&there, away, spins[k % 2], &swept.pair.motion_b));
        SAME_BYTES(ifr_interframe_result, ifr_interframe(&swept, NULL, out, NULL));

        ifr_time_of_impact_input timed = {.pair = swept.pair};
        SAME_BYTES(ifr_time_of_impact_result, ifr_time_of_impact(&timed, NULL, out, NULL));
        ifr_closest_approach_input nearest = {.pair = swept.pair};
        SAME_BYTES(ifr_closest_approach_result, ifr_closest_approach(&nearest, NULL, out, NULL));
        typedef struct {
            ifr_contact_interval list[8];
        } intervals;
        intervals list;
        ifr_contact_intervals_result result;
        ifr_contact_intervals_input all = {
            .pair = swept.pair, .intervals = list.list, .capacity = 8};
        SAME_BYTES(ifr_contact_intervals_result, ifr_contact_intervals(&all, NULL, out, NULL));
        SAME_BYTES(intervals,
                   (all.intervals = out->list, ifr_contact_intervals(&all, NULL, &result, NULL)));

        ifr_time_of_exit_input leaving = {.pair = swept.pair};
        leaving.pair.a = room;
        CHECK_OK(init_turn_by(&here, away, spins[k % 2], &leaving.pair.motion_b));
        SAME_BYTES(ifr_time_of_exit_result, ifr_time_of_exit(&leaving, NULL, out, NULL));
    }
    const double start[6] = {0, 0, 0, 1, 0, 0}, end[6] = {0, 1, 0, 1, 1, 0};
    ifr_interframe_vertices_input lists = {.pair = {{start, end, 2}, {end, start, 2}}};
    SAME_BYTES(ifr_interframe_vertices_result, ifr_interframe_vertices(&lists, NULL, out, NULL));
}

static void sets_and_polygons(void)
{
    const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1}, near[4] = {0.5, 0.5, 3, 3}, far[2] = {4, 0};
    for (int k = 0; k < 2; k++) {
        ifr_intersect_sets_input input = {{square, 4}, {k ? near : far, 1}, 2, 0, 0};
        SAME_BYTES(ifr_intersect_sets_result, ifr_intersect_sets(&input, NULL, out, NULL));
        SAME_BYTES(ifr_is_subset_result, ifr_is_subset(&input, NULL, out, NULL));
        ifr_contains_point_input point = {{square, 4}, k ? near : far, 2, 0, 0};
        SAME_BYTES(ifr_contains_point_result, ifr_contains_point(&point, NULL, out, NULL));

        ifr_distance_2d_input flat = {0};
        ifr_polygon *a = NULL, *b = NULL;
        CHECK_OK(ifr_polygon_create(square, 4, &a, NULL));
        CHECK_OK(ifr_polygon_create(k ? near : far, 1, &b, NULL));
        flat.pair.a = a;
        flat.pair.b = b;
        CHECK_OK(ifr_pose_2d_init(0, 0, 0, &flat.pair.pose_a, NULL));
        CHECK_OK(ifr_pose_2d_init(0, 0, 1, &flat.pair.pose_b, NULL));
        SAME_BYTES(ifr_distance_2d_result, ifr_distance_2d(&flat, NULL, out, NULL));
        typedef struct {
            ifr_difference_vertex_2d corners[8];
        } corners;
        size_t count;
        ifr_minkowski_difference_2d_input difference = {.pair = flat.pair, .capacity = 8};
        SAME_BYTES(corners, (difference.corners = out->corners,
                             ifr_minkowski_difference_2d(&difference, &count, NULL)));
        ifr_polygon_destroy(a);
        ifr_polygon_destroy(b);
    }
}

void test_bytes(void)
{
    ifr_body *box = make_box(1, 1, 1), *room = make_box(4, 4, 4);
    plain_structs(box);
    at_poses(box);
    in_motion(room, box);
    sets_and_polygons();
    ifr_body_destroy(room);
    ifr_body_destroy(box);
}
