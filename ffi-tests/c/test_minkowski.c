/* ifr_minkowski_difference: its corners, their sources, errors. */
#include <math.h>

#include "check.h"

void test_minkowski(void)
{
    ifr_body *box = make_box(1, 1, 1), *difference = box, *empty = make_body(NULL, 0);
    ifr_minkowski_difference_input input = {0};
    ifr_error error;
    double a[3], b[3], corner[3];
    size_t source;
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(5, 0, 0);
    CHECK_OK(ifr_minkowski_difference(&input, &difference, &error));
    CHECK_INT(ifr_polytope_vertex_count(difference), 8);
    for (size_t k = 0; k < 8; k++) {
        CHECK_OK(ifr_polytope_get_vertex(difference, k, corner));
        CHECK_OK(ifr_polytope_get_source_index(difference, k, &source));
        CHECK_OK(ifr_polytope_get_vertex(box, source / 8, a));
        CHECK_OK(ifr_polytope_get_vertex(box, source % 8, b));
        CHECK(corner[0] == a[0] - (b[0] + 5) && corner[1] == a[1] - b[1]);
        CHECK(corner[0] == -3 || corner[0] == -7);
    }
    ifr_body_destroy(difference);

    input.pair.pose_a = pose_at(1, 0, 0);
    CHECK_OK(ifr_minkowski_sum(&input, &difference, &error));
    CHECK_INT(ifr_polytope_vertex_count(difference), 8);
    for (size_t k = 0; k < 8; k++) {
        CHECK_OK(ifr_polytope_get_vertex(difference, k, corner));
        CHECK(corner[0] == 4 || corner[0] == 8);
        CHECK(fabs(corner[1]) == 2 && fabs(corner[2]) == 2);
    }
    ifr_body_destroy(difference);

    input.pair.b = empty;
    CHECK_OK(ifr_minkowski_difference(&input, &difference, NULL));
    CHECK_INT(ifr_polytope_vertex_count(difference), 0);
    ifr_body_destroy(difference);
    ifr_body_destroy(empty);

    input.pair.b = NULL;
    difference = box;
    CHECK_STATUS(ifr_minkowski_difference(&input, &difference, &error), IFR_STATUS_BAD_POINTER);
    CHECK(difference == NULL && strstr(error.message, "input.pair.b") != NULL);
    input.pair.b = box;
    input.pair.pose_a = pose_at(-1e308, 0, 0);
    input.pair.pose_b = pose_at(1e308, 0, 0);
    CHECK_STATUS(ifr_minkowski_difference(&input, &difference, NULL), IFR_STATUS_NOT_FINITE);
    ifr_body_destroy(box);
}
