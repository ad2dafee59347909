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

static void plain_structs(const ifr_polytope *box)
{
    const double displacement[3] = {1, 2, 3}, turn[3] = {0, 0, 20};
    ifr_pose here = pose_at(1, 2, 3), there = pose_at(4, 5, 6);
    SAME_BYTES(ifr_settings, ifr_settings_init(out));
    SAME_BYTES(ifr_pair_state, ifr_pair_state_init(out));
    SAME_BYTES(ifr_pose, ifr_pose_init(out));
    SAME_BYTES(ifr_pose_2d, ifr_pose_2d_init(1, 2, 3, out, NULL));
    SAME_BYTES(ifr_polytope_options, ifr_polytope_options_init(out));
    SAME_BYTES(ifr_motion, ifr_motion_init_fixed(&here, out));
    SAME_BYTES(ifr_motion, ifr_motion_init_between(&here, &there, out));
    SAME_BYTES(ifr_motion, ifr_motion_init_turn(&here, displacement, turn, out));
    SAME_BYTES(ifr_motion, ifr_motion_init_turn(NULL, displacement, turn, out));
    SAME_BYTES(ifr_polytope_info, ifr_polytope_get_info(box, out));
    SAME_BYTES(ifr_face, ifr_polytope_get_face(box, 3, out));
    SAME_BYTES(ifr_face, ifr_polytope_get_face(box, 99, out));
    SAME_BYTES(ifr_error, ifr_intersect(NULL, NULL, NULL, NULL, out));
}

/* Apart, touching along faces, deep. */
static void at_poses(const ifr_polytope *box)
{
    const double along[3] = {1, 0, 0};
    for (int k = 0; k < 3; k++) {
        ifr_intersect_input input = {box, box, pose_at(0, 0, 0), pose_at(3.0 - k, 0.25, 0)};
        SAME_BYTES(ifr_intersect_result, ifr_intersect(&input, NULL, NULL, out, NULL));
        SAME_BYTES(ifr_distance_result, ifr_distance(&input, NULL, NULL, out, NULL));
        SAME_BYTES(ifr_penetration_result, ifr_penetration(&input, NULL, out, NULL));
        SAME_BYTES(ifr_penetration_result,
                   ifr_penetration_along(&input, along, NULL, out, NULL));
        SAME_BYTES(ifr_contact_manifold_result,
                   ifr_contact_manifold(&input, 0.5, NULL, NULL, out, NULL));
        SAME_BYTES(ifr_mpr_result, ifr_mpr(&input, NULL, NULL, out, NULL));
        SAME_BYTES(ifr_contains_result, ifr_contains(&input, NULL, out, NULL));

        typedef struct {
            ifr_contact_point all[16];
        } points;
        ifr_contact_manifold_result best;
        points list;
        size_t count;
        SAME_BYTES(ifr_contact_manifold_result,
                   ifr_contact_points(&input, 0.5, NULL, NULL, out, list.all, 16, &count, NULL));
        SAME_BYTES(points, ifr_contact_points(&input, 0.5, NULL, NULL, &best, out->all, 16,
                                              &count, NULL));

        /* What a query leaves to the next is a part of its answer. */
        ifr_pair_state states[2] = {{{0}}, {{0}}};
        for (int i = 0; i < 2; i++)
            CHECK_OK(ifr_intersect(&input, &states[i], NULL, &(ifr_intersect_result){0}, NULL));
        CHECK(memcmp(&states[0], &states[1], sizeof states[0]) == 0);

        ifr_certificate *certificate = NULL;
        CHECK_OK(ifr_certificate_of_intersect(&input, &certificate, NULL));
        SAME_BYTES(ifr_proved, ifr_certificate_verify(certificate, out, NULL));
        ifr_certificate_destroy(certificate);
    }
    SAME_BYTES(ifr_intersect_result, ifr_intersect(NULL, NULL, NULL, out, NULL));
    SAME_BYTES(ifr_proved, ifr_verify("{}", out, NULL));
}

/* Past, into and along each other; turning or not. */
static void in_motion(const ifr_polytope *room, const ifr_polytope *box)
{
    const double spins[2][3] = {{0, 0, 0}, {0, 0, 20}}, away[3] = {6, 0, 0};
    for (int k = 0; k < 6; k++) {
        ifr_pose here = pose_at(0, 0, 0), there = pose_at(-3, 3.0 * (k / 2), 0);
        ifr_interframe_input swept = {0};
        swept.a = swept.b = box;
        CHECK_OK(ifr_motion_init_fixed(&here, &swept.motion_a));
        CHECK_OK(ifr_motion_init_turn(&there, away, spins[k % 2], &swept.motion_b));
        SAME_BYTES(ifr_interframe_result, ifr_interframe(&swept, NULL, NULL, out, NULL));

        ifr_time_of_impact_input timed = {0};
        timed.a = timed.b = box;
        timed.motion_a = swept.motion_a;
        timed.motion_b = swept.motion_b;
        SAME_BYTES(ifr_time_of_impact_result, ifr_time_of_impact(&timed, NULL, NULL, out, NULL));
        ifr_contact_interval list[8];
        ifr_contact_intervals_result result;
        SAME_BYTES(ifr_contact_intervals_result,
                   ifr_contact_intervals(&timed, NULL, NULL, list, 8, out, NULL));
        typedef struct {
            ifr_contact_interval list[8];
        } intervals;
        SAME_BYTES(intervals,
                   ifr_contact_intervals(&timed, NULL, NULL, out->list, 8, &result, NULL));

        ifr_time_of_exit_input leaving = {0};
        leaving.a = room;
        leaving.b = box;
        leaving.motion_a = swept.motion_a;
        CHECK_OK(ifr_motion_init_turn(&here, away, spins[k % 2], &leaving.motion_b));
        SAME_BYTES(ifr_time_of_exit_result, ifr_time_of_exit(&leaving, NULL, out, NULL));
    }
    const double start[6] = {0, 0, 0, 1, 0, 0}, end[6] = {0, 1, 0, 1, 1, 0};
    ifr_interframe_vertices_input lists = {{start, end, 2}, {end, start, 2}};
    SAME_BYTES(ifr_interframe_result, ifr_interframe_vertices(&lists, NULL, NULL, out, NULL));
}

static void sets_and_polygons(void)
{
    const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1}, near[4] = {0.5, 0.5, 3, 3}, far[2] = {4, 0};
    for (int k = 0; k < 2; k++) {
        ifr_point_sets_input input = {0};
        input.a = square;
        input.a_count = 4;
        input.b = k ? near : far;
        input.b_count = 1;
        input.dimension = 2;
        SAME_BYTES(ifr_point_sets_result, ifr_point_sets_intersect(&input, NULL, out, NULL));
        SAME_BYTES(ifr_subset_result, ifr_point_sets_subset(&input, NULL, out, NULL));
        SAME_BYTES(ifr_member_result, ifr_point_sets_member(&input, NULL, out, NULL));

        ifr_polygons_input pair = {0};
        ifr_polygon *a = NULL, *b = NULL;
        CHECK_OK(ifr_polygon_create(square, 4, &a, NULL));
        CHECK_OK(ifr_polygon_create(k ? near : far, 1, &b, NULL));
        pair.a = a;
        pair.b = b;
        CHECK_OK(ifr_pose_2d_init(0, 0, 0, &pair.pose_a, NULL));
        CHECK_OK(ifr_pose_2d_init(0, 0, 1, &pair.pose_b, NULL));
        SAME_BYTES(ifr_distance_2d_result, ifr_distance_2d(&pair, NULL, NULL, out, NULL));
        typedef struct {
            ifr_difference_vertex_2d corners[8];
        } corners;
        size_t count;
        SAME_BYTES(corners, ifr_minkowski_difference_2d(&pair, out->corners, 8, &count, NULL));
        ifr_polygon_destroy(a);
        ifr_polygon_destroy(b);
    }
}

void test_bytes(void)
{
    ifr_polytope *box = make_box(1, 1, 1), *room = make_box(4, 4, 4);
    plain_structs(box);
    at_poses(box);
    in_motion(room, box);
    sets_and_polygons();
    ifr_polytope_destroy(room);
    ifr_polytope_destroy(box);
}
