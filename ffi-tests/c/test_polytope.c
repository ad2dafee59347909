/* Bodies: creation, what is known of them, errors. */
#include <math.h>

#include "check.h"

static void a_box_is_what_it_should_be(void)
{
    ifr_body *box = make_box(1, 2, 3);
    CHECK_INT(ifr_polytope_vertex_count(box), 8);

    ifr_polytope_info info;
    memset(&info, 0xff, sizeof info);
    CHECK_OK(ifr_polytope_get_info(box, &info));
    CHECK_INT(info.dimension, IFR_DIMENSION_SOLID);
    CHECK_INT(info.vertex_count, 8);
    CHECK_INT(info.suspect_numbers, 0);
    for (int i = 0; i < 3; i++) {
        CHECK(fabs(info.center[i]) < 1e-12);
        CHECK(fabs(info.bounding_center[i]) < 1e-12);
    }
    CHECK(info.center_error >= 0 && info.center_error < 1e-12);
    CHECK(info.inscribed_radius <= 1);
    CHECK(info.reach >= sqrt(14.0) && info.reach < sqrt(14.0) + 1e-12);
    CHECK(info.bounding_radius >= sqrt(14.0) && info.bounding_radius < sqrt(14.0) + 1e-12);

    CHECK_INT(info.face_count, 6);
    CHECK_INT(info.edge_count, 12);
    CHECK(info.memory_bytes >= 8 * 3 * sizeof(double) && info.memory_bytes < 10000);
    double volume = 8;
    for (int i = 0; i < 3; i++) {
        const double *axis = info.box_axes[i];
        CHECK(fabs(info.box_center[i]) < 1e-12);
        CHECK(fabs(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2] - 1) < 1e-12);
        volume *= info.box_half_extents[i];
    }
    CHECK(fabs(volume - 48) < 1e-9);

    /* Corners come in lexicographic order and lead back to the list they were given in. */
    double last[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < 8; i++) {
        double v[3];
        size_t source = 99;
        CHECK_OK(ifr_polytope_get_vertex(box, i, v));
        CHECK_OK(ifr_polytope_get_source_index(box, i, &source));
        CHECK(source < 8);
        CHECK(v[0] == ((source & 1) ? 1 : -1));
        CHECK(v[1] == ((source & 2) ? 2 : -2));
        CHECK(v[2] == ((source & 4) ? 3 : -3));
        CHECK(v[0] > last[0] || (v[0] == last[0] && v[1] > last[1]) ||
              (v[0] == last[0] && v[1] == last[1] && v[2] > last[2]));
        memcpy(last, v, sizeof last);
    }
    ifr_body_destroy(box);
}

/* Each face of the box lies in the plane of its normal, with the body behind it. */
static void faces_bound_the_body(void)
{
    ifr_body *box = make_box(1, 2, 3);
    ifr_polytope_info info;
    CHECK_OK(ifr_polytope_get_info(box, &info));
    for (size_t f = 0; f < info.face_count; f++) {
        ifr_face face;
        double v[3], height = 0;
        CHECK_OK(ifr_polytope_get_face(box, f, &face));
        CHECK_INT(face.vertex_count, 4);
        for (size_t i = 0; i < face.vertex_count; i++) {
            CHECK(face.vertices[i] >= face.vertices[0]);
            CHECK_OK(ifr_polytope_get_vertex(box, face.vertices[i], v));
            double h = face.normal[0] * v[0] + face.normal[1] * v[1] + face.normal[2] * v[2];
            CHECK(i == 0 || fabs(h - height) < 1e-12);
            height = h;
        }
        CHECK(height > 1 - 1e-12);
        for (size_t i = 0; i < info.vertex_count; i++) {
            CHECK_OK(ifr_polytope_get_vertex(box, i, v));
            CHECK(face.normal[0] * v[0] + face.normal[1] * v[1] + face.normal[2] * v[2] <
                  height + 1e-12);
        }
    }
    ifr_face face;
    memset(&face, 0xff, sizeof face);
    CHECK_STATUS(ifr_polytope_get_face(box, info.face_count, &face), IFR_STATUS_OUT_OF_RANGE);
    CHECK(face.vertices == NULL && face.vertex_count == 0);
    CHECK_STATUS(ifr_polytope_get_face(box, SIZE_MAX, &face), IFR_STATUS_OUT_OF_RANGE);
    CHECK_STATUS(ifr_polytope_get_face(NULL, 0, &face), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_polytope_get_face(box, 0, NULL), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(box);
}

static void expect_dimension(const double *xyz, size_t count, ifr_dimension dimension,
                             size_t vertex_count)
{
    ifr_body *body = make_body(xyz, count);
    ifr_polytope_info info;
    CHECK_OK(ifr_polytope_get_info(body, &info));
    CHECK_INT(info.dimension, dimension);
    CHECK_INT(info.vertex_count, vertex_count);
    CHECK_INT(ifr_polytope_vertex_count(body), vertex_count);
    ifr_body_destroy(body);
}

static void thin_bodies_are_legal(void)
{
    const double square_with_center[] = {0, 0, 5, 1, 0, 5, 0, 1, 5, 1, 1, 5, 0.5, 0.5, 5};
    const double collinear[] = {0, 0, 0, 2, 2, 2, 1, 1, 1, 2, 2, 2};
    const double same[] = {7, 8, 9, 7, 8, 9, 7, 8, 9};
    expect_dimension(square_with_center, 5, IFR_DIMENSION_FLAT, 4);
    expect_dimension(collinear, 4, IFR_DIMENSION_SEGMENT, 2);
    expect_dimension(same, 3, IFR_DIMENSION_POINT, 1);
    expect_dimension(NULL, 0, IFR_DIMENSION_EMPTY, 0);
    expect_dimension(same, 0, IFR_DIMENSION_EMPTY, 0);
}

/* Options change the memory, never the body; zero, NULL and init are the defaults. */
static void options_are_checked(void)
{
    double xyz[200][3];
    for (int i = 0; i < 200; i++) {
        xyz[i][0] = cos(0.1 * i);
        xyz[i][1] = sin(0.1 * i);
        xyz[i][2] = sin(0.07 * i);
    }
    ifr_polytope_options options = {0};

    ifr_body *plain = make_body(&xyz[0][0], 200);
    ifr_polytope_info info;
    CHECK_OK(ifr_polytope_get_info(plain, &info));
    CHECK(info.vertex_count >= 100);
    for (int given = -1; given < 2; given++) {
        options.support_cells = given == 1;
        ifr_body *body = NULL;
        CHECK_OK(ifr_polytope_create(&xyz[0][0], 200, given < 0 ? NULL : &options, &body,
                                     NULL));
        ifr_polytope_info other;
        CHECK_OK(ifr_polytope_get_info(body, &other));
        CHECK_INT(other.vertex_count, info.vertex_count);
        if (given == 1)
            CHECK(other.memory_bytes > info.memory_bytes);
        else
            CHECK_INT(other.memory_bytes, info.memory_bytes);
        ifr_body_destroy(body);
    }
    ifr_body_destroy(plain);

    options.support_cells = 2;
    ifr_body *body = (ifr_body *)xyz;
    ifr_error error;
    CHECK_STATUS(ifr_polytope_create(&xyz[0][0], 200, &options, &body, &error),
                 IFR_STATUS_UNKNOWN_VALUE);
    CHECK(body == NULL);
    CHECK_TEXT(error.message, "options.support_cells is 2, which is none of its values");
}

static void bad_points_are_refused(void)
{
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 9; i++) {
        for (size_t k = 0; k < 3; k++) {
            double xyz[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
            xyz[i] = bad[k];
            ifr_body *body = (ifr_body *)xyz;
            ifr_error error;
            CHECK_STATUS(ifr_polytope_create(xyz, 3, NULL, &body, &error), IFR_STATUS_NOT_FINITE);
            CHECK(body == NULL);
            CHECK_INT(error.status, IFR_STATUS_NOT_FINITE);
            char where[64];
            snprintf(where, sizeof where, "xyz[%d] is ", (int)i);
            CHECK(strstr(error.message, where) == error.message);
        }
    }
    const double xyz[3] = {0, 0, 0};
    ifr_body *body = (ifr_body *)&bad;
    ifr_error error;
    CHECK_STATUS(ifr_polytope_create(NULL, 1, NULL, &body, &error), IFR_STATUS_BAD_POINTER);
    CHECK(body == NULL);
    CHECK_TEXT(error.message, "xyz is NULL");
    CHECK_STATUS(ifr_polytope_create(xyz, 1, NULL, NULL, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "out is NULL");
    CHECK_STATUS(ifr_polytope_create(xyz, 1, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_polytope_create(xyz, SIZE_MAX, NULL, &body, &error), IFR_STATUS_TOO_MANY_VERTICES);
    CHECK_STATUS(ifr_polytope_create(xyz, SIZE_MAX / 24 + 2, NULL, &body, &error),
                 IFR_STATUS_TOO_MANY_VERTICES);
    CHECK(body == NULL);
}

static void accessors_refuse_bad_arguments(void)
{
    ifr_body *box = make_box(1, 1, 1);
    ifr_polytope_info info;
    double v[3] = {1, 2, 3};
    size_t index = 99;

    CHECK_STATUS(ifr_polytope_get_info(NULL, &info), IFR_STATUS_BAD_POINTER);
    CHECK_INT(info.vertex_count, 0);
    CHECK_INT(info.dimension, IFR_DIMENSION_EMPTY);
    CHECK_STATUS(ifr_polytope_get_info(box, NULL), IFR_STATUS_BAD_POINTER);

    CHECK_STATUS(ifr_polytope_get_vertex(box, 8, v), IFR_STATUS_OUT_OF_RANGE);
    CHECK(v[0] == 0 && v[1] == 0 && v[2] == 0);
    CHECK_STATUS(ifr_polytope_get_vertex(box, SIZE_MAX, v), IFR_STATUS_OUT_OF_RANGE);
    CHECK_STATUS(ifr_polytope_get_vertex(NULL, 0, v), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_polytope_get_vertex(box, 0, NULL), IFR_STATUS_BAD_POINTER);

    CHECK_STATUS(ifr_polytope_get_source_index(box, 8, &index), IFR_STATUS_OUT_OF_RANGE);
    CHECK_INT(index, 0);
    CHECK_STATUS(ifr_polytope_get_source_index(box, SIZE_MAX, &index), IFR_STATUS_OUT_OF_RANGE);
    CHECK_STATUS(ifr_polytope_get_source_index(NULL, 0, &index), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_polytope_get_source_index(box, 0, NULL), IFR_STATUS_BAD_POINTER);

    CHECK_INT(ifr_polytope_vertex_count(NULL), 0);
    ifr_body_destroy(box);
    ifr_body_destroy(NULL);
}

void test_polytope(void)
{
    a_box_is_what_it_should_be();
    faces_bound_the_body();
    thin_bodies_are_legal();
    options_are_checked();
    bad_points_are_refused();
    accessors_refuse_bad_arguments();
}
