/* One level by float with strides, by double, by matrices and from bytes: the same numbers give the same bits. */
#include <math.h>

#include "check.h"

enum { SIDE = 20, VERTICES = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1), BODIES = 5 };

typedef struct {
    float position[3];
    float texture[2];
} vertex;

typedef struct {
    ifr_body *bodies[BODIES]; /* ground, terrain, rock, crates, drum */
} level;

static vertex ground[VERTICES], rock[40];
static uint16_t corners[3 * TRIANGLES];
static const ifr_grid grid = {.columns = SIDE, .rows = SIDE, .spacing = {1, 1}, .origin = {-30, 0}};

static void fill_numbers(void)
{
    for (int k = 0; k < VERTICES; k++) {
        ground[k].position[0] = (float)(k % SIDE);
        ground[k].position[1] = (float)(k / SIDE);
        ground[k].position[2] = (float)(k * 37 % 16) / 8.0f;
    }
    for (int k = 0; k < 40; k++)
        for (int i = 0; i < 3; i++)
            rock[k].position[i] = (float)((k * 71 + i * 29) % 97) / 50.0f + (i == 2 ? 3.0f : 0.0f);
    uint16_t *to = corners;
    for (uint16_t r = 0; r + 1 < SIDE; r++)
        for (uint16_t c = 0; c + 1 < SIDE; c++) {
            const uint16_t v = (uint16_t)(r * SIDE + c);
            const uint16_t of_cell[6] = {v, (uint16_t)(v + 1), (uint16_t)(v + SIDE + 1),
                                         v, (uint16_t)(v + SIDE + 1), (uint16_t)(v + SIDE)};
            memcpy(to, of_cell, sizeof of_cell);
            to += 6;
        }
}

static ifr_body *crates(ifr_pose first, ifr_pose second)
{
    ifr_body *crate = make_box(0.5, 0.75, 1), *both = NULL;
    const ifr_part parts[2] = {{crate, first}, {crate, second}};
    CHECK_OK(ifr_compound_create(parts, 2, &both, NULL));
    ifr_body_destroy(crate);
    return both;
}

static ifr_body *drum(void)
{
    ifr_body *core, *out;
    CHECK_OK(ifr_cylinder_create(1, 2, &core, NULL));
    CHECK_OK(ifr_rounded_create(core, 0.125, &out, NULL));
    ifr_body_destroy(core);
    return out;
}

static level by_floats(void)
{
    level out;
    const ifr_vectors points = {ground->position, VERTICES, sizeof *ground, IFR_SCALAR_FLOAT};
    const ifr_vectors triangles = {corners, TRIANGLES, 0, IFR_SCALAR_UINT16};
    const ifr_vectors heights = {&ground->position[2], VERTICES, sizeof *ground, IFR_SCALAR_FLOAT};
    const ifr_vectors hull = {rock->position, 40, sizeof *rock, IFR_SCALAR_FLOAT};
    CHECK_OK(ifr_trimesh_create_from_vectors(&points, &triangles, NULL, &out.bodies[0], NULL));
    CHECK_OK(ifr_height_field_create_from_vectors(&heights, &grid, &out.bodies[1], NULL));
    CHECK_OK(ifr_polytope_create_from_vectors(&hull, NULL, &out.bodies[2], NULL));
    const float turned[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    const float moved[12] = {1, 0, 0, 3, 0, 1, 0, 4, 0, 0, 1, 4.5f};
    ifr_pose first, second;
    CHECK_OK(ifr_pose_init_matrix(turned, IFR_SCALAR_FLOAT, IFR_MATRIX_SHAPE_4X4, IFR_MATRIX_ORDER_COLUMNS, &first, NULL));
    CHECK_OK(ifr_pose_init_matrix(moved, IFR_SCALAR_FLOAT, IFR_MATRIX_SHAPE_3X4, IFR_MATRIX_ORDER_ROWS, &second, NULL));
    out.bodies[3] = crates(first, second);
    out.bodies[4] = drum();
    return out;
}

static level by_doubles(void)
{
    level out;
    double xyz[3 * VERTICES], z[VERTICES], hull[120];
    uint32_t wide[3 * TRIANGLES];
    for (int k = 0; k < 3 * VERTICES; k++)
        xyz[k] = ground[k / 3].position[k % 3];
    for (int k = 0; k < VERTICES; k++)
        z[k] = ground[k].position[2];
    for (int k = 0; k < 120; k++)
        hull[k] = rock[k / 3].position[k % 3];
    for (int k = 0; k < 3 * TRIANGLES; k++)
        wide[k] = corners[k];
    CHECK_OK(ifr_trimesh_create(xyz, VERTICES, wide, TRIANGLES, NULL, &out.bodies[0], NULL));
    CHECK_OK(ifr_height_field_create(z, &grid, &out.bodies[1], NULL));
    out.bodies[2] = make_body(hull, 40);
    const double turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    ifr_pose turned;
    CHECK_OK(ifr_pose_init_matrix(turn, IFR_SCALAR_DOUBLE, IFR_MATRIX_SHAPE_3X3, IFR_MATRIX_ORDER_ROWS, &turned, NULL));
    for (int k = 0; k < 3; k++)
        turned.p[k] = 5 + k;
    out.bodies[3] = crates(turned, pose_at(3, 4, 4.5));
    out.bodies[4] = drum();
    return out;
}

static level by_bytes(const level *of)
{
    level out;
    for (int k = 0; k < BODIES; k++) {
        ifr_bytes bytes = {0};
        CHECK_STATUS(ifr_body_to_bytes(of->bodies[k], &bytes, NULL), IFR_STATUS_BUFFER_TOO_SMALL);
        const size_t size = bytes.needed;
        CHECK(size > 20);
        /* Of any alignment. */
        uint8_t *memory = malloc(size + 1), *data = memory + 1;
        CHECK(memory != NULL);
        bytes.data = data;
        bytes.capacity = size;
        CHECK_OK(ifr_body_to_bytes(of->bodies[k], &bytes, NULL));
        CHECK_INT(bytes.needed, size);
        CHECK_OK(ifr_body_create_from_bytes(data, size, &out.bodies[k], NULL));
        ifr_body *bad = NULL;
        ifr_error error;
        data[size / 2] ^= 4;
        CHECK_STATUS(ifr_body_create_from_bytes(data, size, &bad, &error), IFR_STATUS_BYTES);
        CHECK(bad == NULL && strstr(error.message, "data: the bytes of a body are damaged") != NULL);
        CHECK_STATUS(ifr_body_create_from_bytes(data, 7, &bad, NULL), IFR_STATUS_BYTES);
        free(memory);
    }
    return out;
}

/* Answers of a body that flies over and into the level: all bytes of them. */
static void ask(const level *of, ifr_distance_result *distances, ifr_time_of_impact_result *times)
{
    ifr_body *bullet = make_box(0.25, 0.5, 0.375);
    for (int k = 0; k < BODIES; k++)
        for (int n = 0; n < 12; n++) {
            const ifr_pose there = pose_at(n * 1.5 - 6, 9 * sin(n), 8);
            const ifr_distance_input near = {.pair = {of->bodies[k], bullet, pose_at(0, 0, 0), there}};
            CHECK_OK(ifr_distance(&near, NULL, distances++, NULL));
            ifr_time_of_impact_input flight = {.pair = {.a = of->bodies[k], .b = bullet}};
            const ifr_pose here = pose_at(0, 0, 0);
            const double end[3] = {5 - n, 6, -3}, turn[3] = {0.5, n * 0.25, 0};
            CHECK_OK(ifr_motion_init_fixed(&here, &flight.pair.motion_a));
            CHECK_OK(ifr_motion_init_turn(&there, end, turn, &flight.pair.motion_b));
            CHECK_OK(ifr_time_of_impact(&flight, NULL, times++, NULL));
        }
    ifr_body_destroy(bullet);
}

void test_level(void)
{
    enum { ANSWERS = 12 * BODIES };
    static ifr_distance_result distances[4][ANSWERS];
    static ifr_time_of_impact_result times[4][ANSWERS];
    fill_numbers();
    level levels[4] = {by_floats(), by_doubles()};
    levels[2] = by_bytes(&levels[0]);
    levels[3] = by_bytes(&levels[1]);
    int hits = 0;
    for (int k = 0; k < 4; k++) {
        ask(&levels[k], distances[k], times[k]);
        CHECK(memcmp(distances[k], distances[0], sizeof distances[0]) == 0);
        CHECK(memcmp(times[k], times[0], sizeof times[0]) == 0);
        for (int n = 0; n < ANSWERS; n++)
            hits += times[k][n].verdict == IFR_VERDICT_HIT;
        for (int n = 0; n < BODIES; n++)
            ifr_body_destroy(levels[k].bodies[n]);
    }
    CHECK(hits > 40);

    ifr_bytes bytes = {0};
    ifr_body *body = NULL, *ball;
    ifr_error error;
    CHECK_OK(ifr_sphere_create(1, &ball, NULL));
    CHECK_STATUS(ifr_body_to_bytes(NULL, &bytes, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_body_to_bytes(ball, NULL, &error), IFR_STATUS_BAD_POINTER);
    bytes.capacity = 1;
    CHECK_STATUS(ifr_body_to_bytes(ball, &bytes, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "bytes.data is NULL");
    CHECK_STATUS(ifr_body_create_from_bytes(NULL, 20, &body, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_body_create_from_bytes(NULL, 0, &body, &error), IFR_STATUS_BYTES);
    CHECK(strstr(error.message, "cut short") != NULL);
    ifr_body_destroy(ball);
}
