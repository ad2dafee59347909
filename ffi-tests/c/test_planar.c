/* ifr_polygon_..., ifr_distance_2d, ifr_minkowski_difference_2d. */
#include <math.h>

#include "check.h"

static ifr_polygon *make_polygon(const double *xy, size_t count)
{
    ifr_polygon *body;
    ifr_error error;
    CHECK_OK(ifr_polygon_create(xy, count, &body, &error));
    return body;
}

static ifr_distance_2d_input apart_by(const ifr_polygon *body, double dx, double angle)
{
    ifr_distance_2d_input input = {0};
    input.pair.a = input.pair.b = body;
    CHECK_OK(ifr_pose_2d_init(0, 0, 0, &input.pair.pose_a, NULL));
    CHECK_OK(ifr_pose_2d_init(dx, 0, angle, &input.pair.pose_b, NULL));
    return input;
}

static void corners_are_numbered(void)
{
    const double xy[10] = {0, 0, 2, 0, 1, 0, 2, 1, 1, 0.25};
    ifr_polygon *triangle = make_polygon(xy, 5);
    double corner[2];
    size_t source;
    CHECK_INT(ifr_polygon_vertex_count(triangle), 3);
    CHECK_OK(ifr_polygon_get_vertex(triangle, 2, corner));
    CHECK(corner[0] == 2 && corner[1] == 1);
    CHECK_OK(ifr_polygon_get_source_index(triangle, 2, &source));
    CHECK_INT(source, 3);
    CHECK_STATUS(ifr_polygon_get_vertex(triangle, 3, corner), IFR_STATUS_OUT_OF_RANGE);
    CHECK(corner[0] == 0 && corner[1] == 0);
    CHECK_STATUS(ifr_polygon_get_source_index(NULL, 0, &source), IFR_STATUS_BAD_POINTER);
    CHECK_INT(ifr_polygon_vertex_count(NULL), 0);
    ifr_polygon_destroy(triangle);
    ifr_polygon_destroy(NULL);
}

static void apart_and_touching(const ifr_polygon *square)
{
    ifr_distance_2d_input input = apart_by(square, 4, atan(1));
    ifr_pair_state state = {0};
    ifr_distance_2d_result result;
    for (int warm = 0; warm < 2; warm++) {
        memset(&result, 0xff, sizeof result);
        CHECK_OK(ifr_distance_2d(&input, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
        CHECK(fabs(result.separation - (3 - sqrt(2))) <= result.error);
        CHECK(result.lower_bound <= result.separation);
        CHECK(result.has_points && result.has_normal);
        CHECK(fabs(result.normal[0] - 1) < 1e-14 && fabs(result.normal[1]) < 1e-14);
        CHECK_INT(result.feature_b.kind, IFR_FEATURE_VERTEX);
    }
    CHECK(!all_zero(&state, sizeof state));

    input = apart_by(square, 2, 0);
    CHECK_OK(ifr_distance_2d(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.separation == 0 && !result.has_normal && result.has_points);
}

static ifr_minkowski_difference_2d_input difference_of(const ifr_distance_2d_input *input,
                                                       ifr_difference_vertex_2d *corners,
                                                       size_t capacity)
{
    return (ifr_minkowski_difference_2d_input){input->pair, corners, capacity};
}

static void nothing_is_met(const ifr_polygon *square)
{
    ifr_polygon *empty = make_polygon(NULL, 0);
    ifr_distance_2d_input input = apart_by(square, 0, 0);
    ifr_distance_2d_result result;
    size_t count = 7;
    input.pair.b = empty;
    CHECK_OK(ifr_distance_2d(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(isinf(result.separation) && !result.has_points);
    ifr_minkowski_difference_2d_input difference = difference_of(&input, NULL, 0);
    CHECK_OK(ifr_minkowski_difference_2d(&difference, &count, NULL));
    CHECK_INT(count, 0);
    ifr_polygon_destroy(empty);
}

static void the_difference_is_written_whole(const ifr_polygon *square)
{
    ifr_distance_2d_input input = apart_by(square, 5, 0);
    ifr_difference_vertex_2d corners[8];
    ifr_error error;
    size_t count;
    memset(corners, 0xff, sizeof corners);
    ifr_minkowski_difference_2d_input difference = difference_of(&input, corners, 8);
    CHECK_OK(ifr_minkowski_difference_2d(&difference, &count, NULL));
    CHECK_INT(count, 4);
    CHECK(corners[0].point[0] == -7 && corners[0].point[1] == -2);
    CHECK(corners[2].point[0] == -3 && corners[2].point[1] == 2);
    CHECK(all_zero(&corners[4], 4 * sizeof *corners));
    for (size_t k = 0; k < count; k++) {
        double a[2], b[2];
        CHECK_OK(ifr_polygon_get_vertex(square, corners[k].id_a, a));
        CHECK_OK(ifr_polygon_get_vertex(square, corners[k].id_b, b));
        CHECK(corners[k].point[0] == a[0] - (b[0] + 5) && corners[k].point[1] == a[1] - b[1]);
    }

    CHECK_OK(ifr_minkowski_sum_2d(&difference, &count, NULL));
    CHECK_INT(count, 4);
    CHECK(corners[0].point[0] == 3 && corners[0].point[1] == -2);
    CHECK(corners[2].point[0] == 7 && corners[2].point[1] == 2);

    memset(corners, 0xff, sizeof corners);
    difference.capacity = 3;
    CHECK_STATUS(ifr_minkowski_difference_2d(&difference, &count, &error),
                 IFR_STATUS_BUFFER_TOO_SMALL);
    CHECK(count == 4 && all_zero(corners, 3 * sizeof *corners));
    CHECK_TEXT(error.message, "input.capacity is 3; the answer takes 4 corners");
}

static void radii_count(const ifr_polygon *square)
{
    ifr_polygon *round;
    ifr_error error;
    CHECK_OK(ifr_polygon_rounded_create(square, 0.5, &round, NULL));
    ifr_distance_2d_input input = apart_by(square, 5, 0);
    ifr_distance_2d_result result;
    input.pair.b = round;
    CHECK_OK(ifr_distance_2d(&input, NULL, &result, NULL));
    CHECK(fabs(result.separation - 2.5) < 1e-14 && fabs(result.point_b[0] - 3.5) < 1e-14);
    ifr_polygon_destroy(round);
    round = NULL;
    CHECK_STATUS(ifr_polygon_rounded_create(square, -1, &round, &error), IFR_STATUS_SETTING);
    CHECK(round == NULL && strstr(error.message, "radius is -1") != NULL);
}

static void refused(const ifr_distance_2d_input *input, ifr_status status, const char *where)
{
    ifr_distance_2d_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_distance_2d(input, NULL, &result, &error), status);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(result.separation == 0 && !result.has_points && !result.has_normal);
    CHECK(strstr(error.message, where) != NULL);
}

static void bad_input_is_refused(const ifr_polygon *square)
{
    const double bad[4] = {0, 1, NAN, 0};
    ifr_distance_2d_input input = apart_by(square, 3, 0);
    ifr_polygon *body = (ifr_polygon *)&input;
    ifr_pose_2d pose;
    ifr_error error;
    CHECK_STATUS(ifr_polygon_create(bad, 2, &body, &error), IFR_STATUS_NOT_FINITE);
    CHECK(body == NULL && strstr(error.message, "xy[2] is NaN") != NULL);
    CHECK_STATUS(ifr_polygon_create(NULL, 2, &body, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_pose_2d_init(0, 0, INFINITY, &pose, NULL), IFR_STATUS_NOT_FINITE);
    CHECK(all_zero(&pose, sizeof pose));
    refused(NULL, IFR_STATUS_BAD_POINTER, "input");
    input.method = IFR_METHOD_TABLEAU;
    refused(&input, IFR_STATUS_METHOD, "input.method");
    input.method = IFR_METHOD_GJK;
    input.pair.pose_b = pose;
    refused(&input, IFR_STATUS_QUATERNION_NORM, "input.pair.pose_b");
    input.pair.b = NULL;
    refused(&input, IFR_STATUS_BAD_POINTER, "input.pair.b");
}

void test_planar(void)
{
    const double xy[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
    ifr_polygon *square = make_polygon(xy, 4);
    corners_are_numbered();
    apart_and_touching(square);
    nothing_is_met(square);
    the_difference_is_written_whole(square);
    radii_count(square);
    bad_input_is_refused(square);
    ifr_polygon_destroy(square);
}
