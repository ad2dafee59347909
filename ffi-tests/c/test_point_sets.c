/* ifr_point_sets_*: verdicts, proofs, errors. */
#include <math.h>

#include "check.h"

static const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1};

static ifr_point_sets_input sets(const double *a, size_t a_count, const double *b, size_t b_count,
                                 int dimension)
{
    ifr_point_sets_input input = {0};
    input.a = a;
    input.a_count = a_count;
    input.b = b;
    input.b_count = b_count;
    input.dimension = dimension;
    return input;
}

static void apart_comes_with_a_line_and_distances(void)
{
    const double beyond[4] = {3, 0, 3, 1};
    ifr_point_sets_input input = sets(square, 4, beyond, 2, 2);
    ifr_point_sets_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_point_sets_intersect(&input, NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.has_plane && !result.has_point);
    CHECK(result.plane.normal[0] == 1 && result.plane.normal[1] == 0);
    CHECK(result.plane.normal[2] == 0);
    CHECK(result.plane.offset > 1 && result.plane.offset < 3);
    CHECK_INT(result.plane.span_count, 0);
    CHECK(result.distance_by_plane <= 2 && result.distance_by_plane > 1.999);
    CHECK(result.distance_by_optimum <= 2 && result.distance_by_optimum > 1.41);
    CHECK_INT(result.weight_count_a, 0);
}

static void touching_comes_with_weights(void)
{
    const double beside[4] = {1, 0.25, 2, 0.25};
    ifr_point_sets_input input = sets(square, 4, beside, 2, 2);
    ifr_point_sets_result result;
    CHECK_OK(ifr_point_sets_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_EXACT);
    CHECK(result.has_point && !result.has_plane);
    CHECK(result.point[0] == 1 && result.point[1] == 0.25 && result.point[2] == 0);
    CHECK_INT(result.weight_count_a, 2);
    CHECK_INT(result.weights_a[0].index, 1);
    CHECK(result.weights_a[0].weight == 0.75);
    CHECK_INT(result.weights_a[1].index, 2);
    CHECK(result.weights_a[1].weight == 0.25);
    CHECK_INT(result.weight_count_b, 1);
    CHECK_INT(result.weights_b[0].index, 0);
}

static void a_last_place_apart_is_apart_in_space(void)
{
    const double triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    double point[3] = {0.25, 0.25, 5e-324};
    ifr_point_sets_input input = sets(triangle, 3, point, 1, 3);
    ifr_point_sets_result result;
    CHECK_OK(ifr_point_sets_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_EXACT);
    CHECK(result.plane.normal[2] == 1);
    point[2] = 0;
    CHECK_OK(ifr_point_sets_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
}

static void subsets_and_members(void)
{
    const double inner[6] = {0, 0.5, 0.5, 0.5, 1, 1};
    ifr_point_sets_input input = sets(inner, 3, square, 4, 2);
    ifr_subset_result subset;
    ifr_member_result member;
    CHECK_OK(ifr_point_sets_subset(&input, NULL, &subset, NULL));
    CHECK(subset.is_subset && !subset.has_plane);
    input = sets(square, 4, inner, 3, 2);
    CHECK_OK(ifr_point_sets_subset(&input, NULL, &subset, NULL));
    CHECK(!subset.is_subset && subset.has_plane);
    CHECK_INT(subset.outside, 0);

    const double point[2] = {0.5, 0.25};
    input = sets(square, 4, point, 1, 2);
    CHECK_OK(ifr_point_sets_member(&input, NULL, &member, NULL));
    CHECK(member.is_member && !member.has_plane);
    double x = 0, y = 0;
    for (uint32_t i = 0; i < member.weight_count; i++) {
        x += member.weights[i].weight * square[2 * member.weights[i].index];
        y += member.weights[i].weight * square[2 * member.weights[i].index + 1];
    }
    CHECK(fabs(x - 0.5) < 1e-12 && fabs(y - 0.25) < 1e-12);
    const double outside[2] = {0.5, -0.25};
    input.b = outside;
    CHECK_OK(ifr_point_sets_member(&input, NULL, &member, NULL));
    CHECK(!member.is_member && member.has_plane);
    CHECK(member.plane.normal[1] < 0);
}

static void the_empty_set(void)
{
    ifr_point_sets_input input = sets(NULL, 0, square, 4, 2);
    ifr_point_sets_result result;
    ifr_subset_result subset;
    CHECK_OK(ifr_point_sets_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane);
    CHECK_OK(ifr_point_sets_subset(&input, NULL, &subset, NULL));
    CHECK(subset.is_subset);
    input = sets(square, 4, NULL, 0, 2);
    CHECK_OK(ifr_point_sets_subset(&input, NULL, &subset, NULL));
    CHECK(!subset.is_subset && !subset.has_plane);
}

static void bad_input_is_refused(void)
{
    const double bad[4] = {0, 0, 1, NAN};
    ifr_point_sets_input input = sets(square, 4, bad, 2, 2);
    ifr_point_sets_result result;
    ifr_member_result member;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_point_sets_intersect(&input, NULL, &result, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "point 5: coordinate 1 is NaN") != NULL);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    input.b = NULL;
    CHECK_STATUS(ifr_point_sets_intersect(&input, NULL, &result, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.b is NULL");
    input = sets(square, 4, square, 2, 4);
    CHECK_STATUS(ifr_point_sets_intersect(&input, NULL, &result, &error),
                 IFR_STATUS_UNKNOWN_VALUE);
    CHECK(strstr(error.message, "input.dimension is 4") != NULL);
    input = sets(square, 4, square, 2, 2);
    CHECK_STATUS(ifr_point_sets_member(&input, NULL, &member, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_STATUS(ifr_point_sets_intersect(NULL, NULL, &result, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_point_sets_intersect(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
}

void test_point_sets(void)
{
    apart_comes_with_a_line_and_distances();
    touching_comes_with_weights();
    a_last_place_apart_is_apart_in_space();
    subsets_and_members();
    the_empty_set();
    bad_input_is_refused();
}
