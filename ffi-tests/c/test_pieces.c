/* Compounds, triangle meshes and height fields. */
#include <math.h>

#include "check.h"

static const double corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};

static void compounds(void)
{
    ifr_body *ball, *bell = NULL, *both = NULL;
    ifr_error error;
    CHECK_OK(ifr_sphere_create(1, &ball, NULL));
    ifr_part parts[2] = {{ball, pose_at(-2, 0, 0)}, {ball, pose_at(2, 0, 0)}};
    CHECK_OK(ifr_compound_create(parts, 2, &bell, NULL));
    ifr_distance_input input = {.pair = {bell, ball, pose_at(0, 0, 0), pose_at(5, 0, 0)}};
    ifr_distance_result found;
    CHECK_OK(ifr_distance(&input, NULL, &found, NULL));
    CHECK(fabs(found.separation - 1) <= found.error);
    CHECK_INT(found.pieces.known, 1);
    CHECK_INT(found.pieces.part_a, 1);
    CHECK_INT(found.pieces.part_b, 0);
    input.pair.a = ball;
    CHECK_OK(ifr_distance(&input, NULL, &found, NULL));
    CHECK_INT(found.pieces.known, 0);

    ifr_contains_input asked = {.pair = {bell, ball, pose_at(0, 0, 0), pose_at(0, 0, 0)}};
    ifr_contains_result contained;
    CHECK_STATUS(ifr_contains(&asked, NULL, &contained, &error), IFR_STATUS_BODY);
    CHECK(strstr(error.message, "is of several pieces") != NULL);
    parts[1].body = bell;
    CHECK_STATUS(ifr_compound_create(parts, 2, &both, &error), IFR_STATUS_BODY);
    CHECK(both == NULL && strstr(error.message, "part 1 of the compound") != NULL);
    parts[1].body = NULL;
    CHECK_STATUS(ifr_compound_create(parts, 2, &both, &error), IFR_STATUS_BAD_POINTER);
    CHECK(strcmp(error.message, "parts[1].body is NULL") == 0);
    parts[1].body = ball;
    parts[1].pose.p[2] = INFINITY;
    CHECK_STATUS(ifr_compound_create(parts, 2, &both, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strncmp(error.message, "parts[1].pose.p[2] is ", 22) == 0);
    CHECK_STATUS(ifr_compound_create(parts, SIZE_MAX, &both, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK(strncmp(error.message, "parts count is ", 15) == 0);
    CHECK_STATUS(ifr_compound_create(NULL, 2, &both, &error), IFR_STATUS_BAD_POINTER);
    CHECK_OK(ifr_compound_create(NULL, 0, &both, NULL));
    ifr_body_destroy(both);
    ifr_body_destroy(bell);
    ifr_body_destroy(ball);
}

static void meshes(void)
{
    ifr_body *floor = NULL, *point, *bad = NULL;
    ifr_error error;
    CHECK_OK(ifr_trimesh_create(corners, 4, triangles, 2, NULL, &floor, NULL));
    ifr_trimesh_report report;
    CHECK_OK(ifr_trimesh_get_report(floor, &report));
    CHECK_INT(report.triangles, 2);
    CHECK_INT(report.open_edges, 4);
    CHECK_INT(report.suspect_numbers, 0);
    CHECK_OK(ifr_sphere_create(0, &point, NULL));
    CHECK_STATUS(ifr_trimesh_get_report(point, &report), IFR_STATUS_BODY);
    /* Down onto the seam. */
    ifr_time_of_impact_input input = {.pair = {.a = point, .b = floor}};
    const ifr_pose start = pose_at(0.5, 0.5, 1), here = pose_at(0, 0, 0);
    const double end[] = {0.5, 0.5, -3}, still[] = {0, 0, 0};
    CHECK_OK(ifr_motion_init_turn(&start, end, still, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    ifr_time_of_impact_result found;
    CHECK_OK(ifr_time_of_impact(&input, NULL, &found, NULL));
    CHECK_INT(found.verdict, IFR_VERDICT_HIT);
    CHECK(fabs(found.t_hi - 0.25) < 1e-9 && found.pieces.known == 1);
    /* From behind a one-sided one is not met. */
    ifr_body *one_sided;
    const ifr_trimesh_options options = {.one_sided = 1};
    CHECK_OK(ifr_trimesh_create(corners, 4, triangles, 2, &options, &one_sided, NULL));
    const ifr_pose below = pose_at(0.5, 0.5, -1);
    const double above[] = {0.5, 0.5, 3};
    CHECK_OK(ifr_motion_init_turn(&below, above, still, &input.pair.motion_a));
    input.pair.b = one_sided;
    CHECK_OK(ifr_time_of_impact(&input, NULL, &found, NULL));
    CHECK_INT(found.verdict, IFR_VERDICT_SEPARATED);

    const uint32_t wrong[] = {0, 1, 4};
    CHECK_STATUS(ifr_trimesh_create(corners, 4, wrong, 1, NULL, &bad, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK(bad == NULL && strstr(error.message, "triangle 0 names vertex 4") != NULL);
    CHECK_STATUS(ifr_trimesh_create(corners, 4, wrong, SIZE_MAX, NULL, &bad, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK(strncmp(error.message, "triangles count is ", 19) == 0);
    const double nan[] = {0, 0, NAN};
    CHECK_STATUS(ifr_trimesh_create(nan, 1, NULL, 0, NULL, &bad, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strncmp(error.message, "xyz[2] is ", 10) == 0);
    const ifr_trimesh_options unknown = {.one_sided = 2};
    CHECK_STATUS(ifr_trimesh_create(corners, 4, triangles, 2, &unknown, &bad, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_STATUS(ifr_trimesh_create(corners, 4, NULL, 2, NULL, &bad, &error), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(one_sided);
    ifr_body_destroy(floor);
    ifr_body_destroy(point);
}

/* What is inside a solid is in contact with it; a surface that bounds nothing is refused by the place. */
static void solids(void)
{
    const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const ifr_trimesh_options options = {.solid = 1}, unknown = {.solid = -1}, both = {1, 1};
    ifr_body *solid, *point, *bad;
    ifr_error error;
    CHECK_OK(ifr_trimesh_create(corners, 4, triangles, 4, &options, &solid, NULL));
    CHECK_OK(ifr_sphere_create(0, &point, NULL));
    ifr_intersect_input input = {.pair = {.a = solid, .b = point}};
    ifr_intersect_result found;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(0.25, 0.25, 0.25);
    CHECK_OK(ifr_intersect(&input, NULL, &found, NULL));
    CHECK_INT(found.verdict, IFR_VERDICT_HIT);
    CHECK(found.pieces.known == 0);
    input.pair.pose_b = pose_at(0.5, 0.5, 0.5);
    CHECK_OK(ifr_intersect(&input, NULL, &found, NULL));
    CHECK_INT(found.verdict, IFR_VERDICT_SEPARATED);
    ifr_trimesh_report report;
    CHECK_OK(ifr_trimesh_get_report(solid, &report));
    CHECK(report.rim[0] == 0 && report.rim[1] == 0);
    CHECK_STATUS(ifr_trimesh_create(corners, 4, triangles, 3, &options, &bad, &error), IFR_STATUS_SETTING);
    CHECK(bad == NULL && strstr(error.message, "open at the edge of vertices 0 and 2") != NULL);
    CHECK_STATUS(ifr_trimesh_create(corners, 4, triangles, 4, &unknown, &bad, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK(strncmp(error.message, "options.solid is -1", 19) == 0);
    CHECK_STATUS(ifr_trimesh_create(corners, 4, triangles, 4, &both, &bad, &error), IFR_STATUS_SETTING);
    ifr_body_destroy(solid);
    ifr_body_destroy(point);
}

/* A body with a curved part is taken or refused wherever it is. */
static void curved_parts(void)
{
    ifr_body *drum, *both, *ball;
    ifr_error error;
    CHECK_OK(ifr_cylinder_create(0.5, 0.2, &drum, NULL));
    CHECK_OK(ifr_sphere_create(0.25, &ball, NULL));
    const ifr_part parts[2] = {{ball, pose_at(-1, 0, 0)}, {drum, pose_at(1, 0, 0)}};
    CHECK_OK(ifr_compound_create(parts, 2, &both, NULL));
    for (int far = 0; far < 2; far++) {
        const ifr_pose here = pose_at(0, 0, 0), there = pose_at(far ? 1000 : 0.9, 0, 0);
        const ifr_posed_pair posed = {ball, both, here, there};
        ifr_moving_pair moving = {.a = ball, .b = both};
        CHECK_OK(ifr_motion_init_fixed(&here, &moving.motion_a));
        CHECK_OK(ifr_motion_init_fixed(&there, &moving.motion_b));
        ifr_contact_manifold_input manifold = {.pair = posed};
        ifr_contact_manifold_result points;
        CHECK_OK(ifr_contact_manifold(&manifold, NULL, &points, &error));
        CHECK(points.verdict == (far ? IFR_VERDICT_SEPARATED : IFR_VERDICT_HIT));
        CHECK(far || (points.count == 1 && points.points[0].depth > 0.399 && points.points[0].depth < 0.401));
        ifr_contains_input inside = {.pair = posed};
        ifr_contains_result contained;
        CHECK_STATUS(ifr_contains(&inside, NULL, &contained, &error), IFR_STATUS_BODY);
        CHECK(strstr(error.message, "body b, which has a curved part") != NULL);
        ifr_interframe_input sweep = {.pair = moving};
        ifr_interframe_result swept;
        CHECK_STATUS(ifr_interframe(&sweep, NULL, &swept, &error), IFR_STATUS_BODY);
        CHECK(strstr(error.message, "body b, which has a curved part") != NULL);
        ifr_contact_interval list[2];
        ifr_contact_intervals_input all = {.pair = moving, .intervals = list, .capacity = 2};
        ifr_contact_intervals_result found;
        CHECK_OK(ifr_contact_intervals(&all, NULL, &found, NULL));
        CHECK_INT(found.count, far ? 0 : 1);
        CHECK(far || (list[0].enter[0] == 0 && list[0].exit[0] == 1));
        ifr_time_of_impact_input later = {.pair = moving, .initial_contact = IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED};
        ifr_time_of_impact_result first;
        CHECK_OK(ifr_time_of_impact(&later, NULL, &first, NULL));
        CHECK_INT(first.verdict, far ? IFR_VERDICT_SEPARATED : IFR_VERDICT_HIT);
        CHECK(far || first.initial);
        later.initial_contact = 0;
        CHECK_OK(ifr_time_of_impact(&later, NULL, &first, NULL));
        CHECK_INT(first.verdict, far ? IFR_VERDICT_SEPARATED : IFR_VERDICT_HIT);
    }
    ifr_body_destroy(both);
    ifr_body_destroy(drum);
    ifr_body_destroy(ball);
}

static void height_fields(void)
{
    ifr_body *field = NULL, *ball;
    ifr_error error;
    const double heights[] = {0, 0, 1, 0, 0, NAN};
    ifr_grid grid = {.columns = 3, .rows = 2, .spacing = {1, 1}, .origin = {0, 0}};
    CHECK_OK(ifr_height_field_create(heights, &grid, &field, NULL));
    CHECK_OK(ifr_sphere_create(0.25, &ball, NULL));
    ifr_within_input input = {
        .pair = {field, ball, pose_at(0, 0, 0), pose_at(0.5, 0.25, 0.5)}, .distance = 0.25};
    ifr_within_result found;
    CHECK_OK(ifr_within(&input, NULL, &found, NULL));
    CHECK_INT(found.verdict, IFR_VERDICT_HIT);
    CHECK_INT(found.pieces.triangle_a, 0);
    input.pair.pose_b = pose_at(1.5, 0.5, 0.6);
    CHECK_OK(ifr_within(&input, NULL, &found, NULL));
    CHECK_INT(found.verdict, IFR_VERDICT_SEPARATED);
    ifr_body_destroy(field);
    const float floats[] = {0, 0, 0, 0};
    grid.columns = 2;
    CHECK_OK(ifr_height_field_create_float(floats, &grid, &field, NULL));
    ifr_body_destroy(field);
    grid.spacing[1] = 0;
    CHECK_STATUS(ifr_height_field_create(heights, &grid, &field, &error), IFR_STATUS_SETTING);
    CHECK(field == NULL && strstr(error.message, "positive") != NULL);
    CHECK_STATUS(ifr_height_field_create(NULL, &grid, &field, &error), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(ball);
}

void test_pieces(void)
{
    compounds();
    meshes();
    solids();
    curved_parts();
    height_fields();
}
