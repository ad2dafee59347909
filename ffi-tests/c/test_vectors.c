/* Points, triangles and heights as engines have them; poses of matrices; answers in float. */
#include <float.h>
#include <math.h>

#include "check.h"

/* An engine's vertex: floats among other things. */
typedef struct {
    uint16_t id;
    unsigned char position[12]; /* three floats, not aligned */
    unsigned char more[5];
} packed_vertex;

enum { COUNT = 60 };

static float coordinate(unsigned k) { return (float)((k * 7919u + 13u) % 1009u) / 64.0f - 7.5f; }

/* Two bodies that answer alike to the bit, from near and far. */
static void answer_alike(const ifr_body *a, const ifr_body *b)
{
    ifr_body *probe = make_box(0.5, 0.75, 1);
    for (int k = 0; k < 24; k++) {
        const ifr_pose there = pose_at(4 * sin(k), 5 * cos(3 * k), k - 12.0);
        ifr_distance_input input = {.pair = {probe, a, there, pose_at(0, 0, 0)}};
        ifr_distance_result first, second;
        CHECK_OK(ifr_distance(&input, NULL, &first, NULL));
        input.pair.b = b;
        CHECK_OK(ifr_distance(&input, NULL, &second, NULL));
        CHECK(memcmp(&first, &second, sizeof first) == 0);
    }
    ifr_body_destroy(probe);
}

static void points_of_any_layout(void)
{
    packed_vertex packed[COUNT];
    double doubles[3 * COUNT], spread[5 * COUNT];
    for (unsigned k = 0; k < COUNT; k++)
        for (unsigned i = 0; i < 3; i++) {
            const float x = coordinate(3 * k + i);
            memcpy(packed[k].position + 4 * i, &x, 4);
            doubles[3 * k + i] = spread[5 * k + i] = x;
        }
    const ifr_vectors by_float = {packed->position, COUNT, sizeof *packed, IFR_SCALAR_FLOAT};
    const ifr_vectors by_double = {spread, COUNT, 5 * sizeof(double), IFR_SCALAR_DOUBLE};
    const ifr_vectors in_a_row = {doubles, COUNT, 0, IFR_SCALAR_DOUBLE};
    const ifr_vectors *const same[] = {&by_float, &by_double, &in_a_row};
    uint16_t narrow[3 * COUNT];
    struct { uint32_t corners[3], material; } wide[COUNT];
    uint32_t plain[3 * COUNT];
    for (unsigned k = 0; k < 3 * COUNT; k++)
        narrow[k] = (uint16_t)(plain[k] = wide[k / 3].corners[k % 3] = k * 31 % COUNT);
    const ifr_vectors by_16 = {narrow, COUNT, 0, IFR_SCALAR_UINT16};
    const ifr_vectors by_32 = {wide, COUNT, sizeof *wide, IFR_SCALAR_UINT32};
    ifr_body *hull = make_body(doubles, COUNT), *mesh;
    CHECK_OK(ifr_trimesh_create(doubles, COUNT, plain, COUNT, NULL, &mesh, NULL));
    for (int k = 0; k < 3; k++) {
        ifr_body *other;
        CHECK_OK(ifr_polytope_create_from_vectors(same[k], NULL, &other, NULL));
        CHECK_INT(ifr_polytope_vertex_count(other), ifr_polytope_vertex_count(hull));
        answer_alike(hull, other);
        ifr_body_destroy(other);
        CHECK_OK(ifr_trimesh_create_from_vectors(same[k], k == 1 ? &by_32 : &by_16, NULL, &other, NULL));
        answer_alike(mesh, other);
        ifr_body_destroy(other);
        /* A compound of one hull answers as the hull, but names the part. */
        CHECK_OK(ifr_compound_create_from_vectors(same[k], 1, &other, NULL));
        ifr_within_input within = {.pair = {hull, other, pose_at(0, 0, 0), pose_at(40, 0, 0)}, .distance = 1};
        ifr_within_result found;
        CHECK_OK(ifr_within(&within, NULL, &found, NULL));
        CHECK_INT(found.verdict, IFR_VERDICT_SEPARATED);
        ifr_body_destroy(other);
    }
    ifr_body_destroy(mesh);
    ifr_body_destroy(hull);
}

static void heights_of_any_layout(void)
{
    const ifr_grid grid = {.columns = 10, .rows = 6, .spacing = {2, 3}, .origin = {-9, -9}};
    struct { float height, other[2]; } cells[60];
    double doubles[60];
    for (unsigned k = 0; k < 60; k++)
        doubles[k] = cells[k].height = k == 33 ? NAN : coordinate(k);
    ifr_vectors heights = {&cells->height, 60, sizeof *cells, IFR_SCALAR_FLOAT};
    ifr_body *field, *other = NULL;
    ifr_error error;
    CHECK_OK(ifr_height_field_create(doubles, &grid, &field, NULL));
    CHECK_OK(ifr_height_field_create_from_vectors(&heights, &grid, &other, NULL));
    answer_alike(field, other);
    ifr_body_destroy(other);
    const ifr_vectors plain = {doubles, 60, 0, IFR_SCALAR_DOUBLE};
    CHECK_OK(ifr_height_field_create_from_vectors(&plain, &grid, &other, NULL));
    answer_alike(field, other);
    ifr_body_destroy(other);
    heights.count = 59;
    CHECK_STATUS(ifr_height_field_create_from_vectors(&heights, &grid, &other, &error), IFR_STATUS_SETTING);
    CHECK(other == NULL && strstr(error.message, "there must be 60") != NULL);
    heights.count = 60;
    heights.stride = 3;
    CHECK_STATUS(ifr_height_field_create_from_vectors(&heights, &grid, &other, &error), IFR_STATUS_SETTING);
    CHECK_STATUS(ifr_height_field_create_from_vectors(&heights, NULL, &other, &error), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(field);
}

static void bad_vectors(void)
{
    const float points[6] = {0, 0, 0, 1, NAN, 0};
    const uint16_t corners[3] = {0, 0, 2};
    ifr_vectors vectors = {0}, triangles = {corners, 1, 0, IFR_SCALAR_UINT16};
    ifr_body *body = NULL;
    ifr_error error;
    CHECK_STATUS(ifr_polytope_create_from_vectors(&vectors, NULL, &body, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_TEXT(error.message, "vertices.scalar is 0, which is none of its values");
    vectors.scalar = IFR_SCALAR_UINT16;
    CHECK_STATUS(ifr_polytope_create_from_vectors(&vectors, NULL, &body, NULL), IFR_STATUS_UNKNOWN_VALUE);
    vectors.scalar = IFR_SCALAR_FLOAT;
    CHECK_OK(ifr_polytope_create_from_vectors(&vectors, NULL, &body, NULL));
    CHECK_INT(ifr_polytope_vertex_count(body), 0);
    ifr_body_destroy(body);
    vectors.count = 2;
    CHECK_STATUS(ifr_polytope_create_from_vectors(&vectors, NULL, &body, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "vertices.data is NULL");
    vectors.data = points;
    CHECK_STATUS(ifr_polytope_create_from_vectors(&vectors, NULL, &body, &error), IFR_STATUS_NOT_FINITE);
    CHECK(body == NULL && strncmp(error.message, "vertices[4] is ", 15) == 0);
    vectors.stride = 11;
    CHECK_STATUS(ifr_polytope_create_from_vectors(&vectors, NULL, &body, &error), IFR_STATUS_SETTING);
    CHECK_TEXT(error.message, "vertices.stride is 11; it must be 0 or at least the bytes of a vector");
    vectors.stride = 0;
    vectors.count = SIZE_MAX;
    CHECK_STATUS(ifr_polytope_create_from_vectors(&vectors, NULL, &body, NULL), IFR_STATUS_TOO_MANY_VERTICES);
    /* The last vector would be beyond the end of memory. */
    vectors.data = (const void *)(UINTPTR_MAX - 100);
    vectors.count = 1000;
    CHECK_STATUS(ifr_polytope_create_from_vectors(&vectors, NULL, &body, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK(strncmp(error.message, "vertices.count is 1000", 22) == 0);
    CHECK_STATUS(ifr_polytope_create_from_vectors(NULL, NULL, &body, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_compound_create_from_vectors(&vectors, 1, &body, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK(strncmp(error.message, "parts[0].count is 1000", 22) == 0);
    CHECK_STATUS(ifr_compound_create_from_vectors(NULL, 1, &body, NULL), IFR_STATUS_BAD_POINTER);
    vectors.data = points;
    vectors.count = 1;
    CHECK_STATUS(ifr_trimesh_create_from_vectors(&vectors, &triangles, NULL, &body, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK(strstr(error.message, "triangle 0 names vertex 2") != NULL);
    triangles.scalar = IFR_SCALAR_FLOAT;
    CHECK_STATUS(ifr_trimesh_create_from_vectors(&vectors, &triangles, NULL, &body, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_TEXT(error.message, "triangles.scalar is 1, which is none of its values");
    ifr_body_destroy(body);
}

static void poses_of_matrices(void)
{
    /* A quarter turn about z, to (5, 6, 7). */
    const float rows_4x4[16] = {0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1};
    const double columns_4x4[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    const double rows_3x3[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    const float columns_3x4[12] = {0, 1, 0, -1, 0, 0, 0, 0, 1, 5, 6, 7};
    const int32_t rows = IFR_MATRIX_ORDER_ROWS, columns = IFR_MATRIX_ORDER_COLUMNS;
    ifr_pose pose, other;
    ifr_error error;
    CHECK_OK(ifr_pose_init_matrix(rows_4x4, IFR_SCALAR_FLOAT, IFR_MATRIX_SHAPE_4X4, rows, &pose, NULL));
    CHECK(pose.p[0] == 5 && pose.p[1] == 6 && pose.p[2] == 7 && pose.q[0] == 0 && pose.q[2] == pose.q[3]);
    CHECK_OK(ifr_pose_init_matrix(columns_4x4, IFR_SCALAR_DOUBLE, IFR_MATRIX_SHAPE_4X4, columns, &other, NULL));
    CHECK(memcmp(&pose, &other, sizeof pose) == 0);
    CHECK_OK(ifr_pose_init_matrix(columns_3x4, IFR_SCALAR_FLOAT, IFR_MATRIX_SHAPE_3X4, columns, &other, NULL));
    CHECK(memcmp(&pose, &other, sizeof pose) == 0);
    CHECK_OK(ifr_pose_init_matrix(rows_3x3, IFR_SCALAR_DOUBLE, IFR_MATRIX_SHAPE_3X3, rows, &other, NULL));
    CHECK(memcmp(pose.q, other.q, sizeof pose.q) == 0 && other.p[2] == 0);

    float floats[17] = {0};
    double doubles[16];
    char *const odd = (char *)floats + 1;
    CHECK_OK(ifr_pose_get_matrix(&pose, IFR_SCALAR_FLOAT, rows, odd, NULL));
    CHECK(memcmp(odd, rows_4x4, sizeof rows_4x4) == 0);
    CHECK_OK(ifr_pose_get_matrix(&pose, IFR_SCALAR_DOUBLE, columns, doubles, &error));
    CHECK(memcmp(doubles, columns_4x4, sizeof doubles) == 0);

    /* What is refused, and how it is called. */
    static const struct { int at; double value; ifr_status status; const char *says; } faults[] = {
        {0, 2, IFR_STATUS_MATRIX, "scales in column 0"},  {1, 0.1, IFR_STATUS_MATRIX, "shears columns 0 and 1"},
        {10, -1, IFR_STATUS_MATRIX, "mirrors"},           {12, 1, IFR_STATUS_MATRIX, "row-major or column-major"},
        {7, NAN, IFR_STATUS_NOT_FINITE, "must be finite"}, {3, INFINITY, IFR_STATUS_NOT_FINITE, "must be finite"},
        {5, 1e200, IFR_STATUS_MATRIX, "scales in column 1"},
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        double unit[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        unit[faults[k].at] = faults[k].value;
        memset(&other, 0xff, sizeof other);
        CHECK_STATUS(ifr_pose_init_matrix(unit, IFR_SCALAR_DOUBLE, IFR_MATRIX_SHAPE_4X4, rows, &other, &error), faults[k].status);
        CHECK(strstr(error.message, faults[k].says) != NULL && all_zero(&other, sizeof other));
    }
    CHECK_STATUS(ifr_pose_init_matrix(NULL, IFR_SCALAR_FLOAT, IFR_MATRIX_SHAPE_4X4, rows, &pose, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_pose_init_matrix(rows_4x4, 0, IFR_MATRIX_SHAPE_4X4, rows, &pose, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_TEXT(error.message, "scalar is 0, which is none of its values");
    CHECK_STATUS(ifr_pose_init_matrix(rows_4x4, IFR_SCALAR_FLOAT, 0, rows, &pose, NULL), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_STATUS(ifr_pose_init_matrix(rows_4x4, IFR_SCALAR_FLOAT, IFR_MATRIX_SHAPE_4X4, 0, &pose, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_TEXT(error.message, "order is 0, which is none of its values");
    pose = pose_at(0, 1e39, 0);
    CHECK_STATUS(ifr_pose_get_matrix(&pose, IFR_SCALAR_FLOAT, rows, floats, &error), IFR_STATUS_NOT_FINITE);
    CHECK(all_zero(floats, 64));
    CHECK_STATUS(ifr_pose_get_matrix(&pose, IFR_SCALAR_FLOAT, 3, floats, NULL), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_STATUS(ifr_pose_get_matrix(&pose, IFR_SCALAR_UINT32, rows, floats, NULL), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_STATUS(ifr_pose_get_matrix(NULL, IFR_SCALAR_FLOAT, rows, floats, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_pose_get_matrix(&pose, IFR_SCALAR_FLOAT, rows, NULL, NULL), IFR_STATUS_BAD_POINTER);
}

static void answers_in_float(void)
{
    const double numbers[] = {0.1, -0.1, 1.0 / 3, 1e-60, -1e-60, 5, 0};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        const float below = ifr_float_below(numbers[k]), above = ifr_float_above(numbers[k]);
        CHECK(below <= numbers[k] && numbers[k] <= above);
        CHECK(below == above || nextafterf(below, INFINITY) == above);
    }
    CHECK(ifr_float_below(1e300) == FLT_MAX && isinf(ifr_float_above(1e300)) && isnan(ifr_float_below(NAN)));
    const double xyz[3] = {0.1, -1e3 / 3, 1e30}, far[3] = {0, 0, -1e39};
    float near[3];
    double moved = -1;
    ifr_error error;
    CHECK_OK(ifr_point_to_float(xyz, near, &moved, NULL));
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += (near[k] - xyz[k]) * (near[k] - xyz[k]);
    CHECK(sqrt(sum) <= moved && moved <= 1e30 / (1 << 24));
    CHECK_OK(ifr_point_to_float(xyz, near, NULL, NULL));
    CHECK_STATUS(ifr_point_to_float(far, near, &moved, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "z in f32") != NULL && moved == 0 && near[0] == 0);
    CHECK_STATUS(ifr_point_to_float(NULL, near, &moved, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_point_to_float(xyz, NULL, &moved, NULL), IFR_STATUS_BAD_POINTER);
}

void test_vectors(void)
{
    points_of_any_layout();
    heights_of_any_layout();
    bad_vectors();
    poses_of_matrices();
    answers_in_float();
}
