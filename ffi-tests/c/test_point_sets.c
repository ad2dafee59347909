/* ifr_intersect_sets, ifr_is_subset, ifr_contains_point: verdicts, proofs, errors. */
#include <math.h>

#include "check.h"

static const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1};

static ifr_intersect_sets_input sets(const double *a, size_t a_count, const double *b,
                                     size_t b_count, int dimension)
{
    return (ifr_intersect_sets_input){
        .a = {a, a_count}, .b = {b, b_count}, .dimension = dimension};
}

static void apart_comes_with_a_line_and_distances(void)
{
    const double beyond[4] = {3, 0, 3, 1};
    ifr_intersect_sets_input input = sets(square, 4, beyond, 2, 2);
    ifr_intersect_sets_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_intersect_sets(&input, NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(result.has_plane && !result.has_point);
    CHECK(result.plane.normal[0] == 1 && result.plane.normal[1] == 0);
    CHECK(result.plane.normal[2] == 0);
    CHECK(result.plane.offset > 1 && result.plane.offset < 3);
    CHECK_INT(result.plane.span_count, 0);
    CHECK(result.distance_by_plane <= 2 && result.distance_by_plane > 1.999);
    CHECK(result.distance_by_optimum <= 2 && result.distance_by_optimum > 1.41);
    CHECK_INT(result.weights_a.count, 0);
}

static void touching_comes_with_weights(void)
{
    const double beside[4] = {1, 0.25, 2, 0.25};
    ifr_intersect_sets_input input = sets(square, 4, beside, 2, 2);
    ifr_intersect_sets_result result;
    CHECK_OK(ifr_intersect_sets(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_EXACT);
    CHECK(result.has_point && !result.has_plane);
    CHECK(result.point[0] == 1 && result.point[1] == 0.25 && result.point[2] == 0);
    CHECK_INT(result.weights_a.count, 2);
    CHECK_INT(result.weights_a.entries[0].index, 1);
    CHECK(result.weights_a.entries[0].weight == 0.75);
    CHECK_INT(result.weights_a.entries[1].index, 2);
    CHECK(result.weights_a.entries[1].weight == 0.25);
    CHECK_INT(result.weights_b.count, 1);
    CHECK_INT(result.weights_b.entries[0].index, 0);
}

static void a_last_place_apart_is_apart_in_space(void)
{
    const double triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    double point[3] = {0.25, 0.25, 5e-324};
    ifr_intersect_sets_input input = sets(triangle, 3, point, 1, 3);
    ifr_intersect_sets_result result;
    CHECK_OK(ifr_intersect_sets(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_EXACT);
    CHECK(result.plane.normal[2] == 1);
    point[2] = 0;
    CHECK_OK(ifr_intersect_sets(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
}

static void subsets_and_members(void)
{
    const double inner[6] = {0, 0.5, 0.5, 0.5, 1, 1};
    ifr_intersect_sets_input input = sets(inner, 3, square, 4, 2);
    ifr_is_subset_result subset;
    ifr_contains_point_result member;
    CHECK_OK(ifr_is_subset(&input, NULL, &subset, NULL));
    CHECK_INT(subset.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);
    CHECK(!subset.has_plane && !subset.has_outside);
    input = sets(square, 4, inner, 3, 2);
    CHECK_OK(ifr_is_subset(&input, NULL, &subset, NULL));
    CHECK_INT(subset.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
    CHECK(subset.has_plane && subset.has_outside);
    CHECK_INT(subset.outside, 0);

    const double point[2] = {0.5, 0.25};
    ifr_contains_point_input of_point = {.set = {square, 4}, .point = point, .dimension = 2};
    CHECK_OK(ifr_contains_point(&of_point, NULL, &member, NULL));
    CHECK_INT(member.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);
    CHECK(!member.has_plane);
    double x = 0, y = 0;
    for (uint32_t i = 0; i < member.weights.count; i++) {
        x += member.weights.entries[i].weight * square[2 * member.weights.entries[i].index];
        y += member.weights.entries[i].weight * square[2 * member.weights.entries[i].index + 1];
    }
    CHECK(fabs(x - 0.5) < 1e-12 && fabs(y - 0.25) < 1e-12);
    const double outside[2] = {0.5, -0.25};
    of_point.point = outside;
    CHECK_OK(ifr_contains_point(&of_point, NULL, &member, NULL));
    CHECK_INT(member.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
    CHECK(member.has_plane);
    CHECK(member.plane.normal[1] < 0);
}

static void the_empty_set(void)
{
    ifr_intersect_sets_input input = sets(NULL, 0, square, 4, 2);
    ifr_intersect_sets_result result;
    ifr_is_subset_result subset;
    CHECK_OK(ifr_intersect_sets(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane);
    CHECK_OK(ifr_is_subset(&input, NULL, &subset, NULL));
    CHECK_INT(subset.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);
    input = sets(square, 4, NULL, 0, 2);
    CHECK_OK(ifr_is_subset(&input, NULL, &subset, NULL));
    CHECK_INT(subset.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
    CHECK(!subset.has_plane);
}

static void bad_input_is_refused(void)
{
    const double bad[4] = {0, 0, 1, NAN};
    ifr_intersect_sets_input input = sets(square, 4, bad, 2, 2);
    ifr_intersect_sets_result result;
    ifr_contains_point_result member;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_intersect_sets(&input, NULL, &result, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "input.b.numbers[3] is NaN") == error.message);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    input.b.numbers = NULL;
    CHECK_STATUS(ifr_intersect_sets(&input, NULL, &result, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.b.numbers is NULL");
    const int32_t no_dimension[] = {0, 1, 9, -2, INT32_MAX};
    for (int i = 0; i < 5; i++) {
        input = sets(square, 4, square, 2, no_dimension[i]);
        CHECK_STATUS(ifr_intersect_sets(&input, NULL, &result, &error), IFR_STATUS_SETTING);
        CHECK(strstr(error.message, "input.dimension is") == error.message);
        CHECK(strstr(error.message, "; it must be from 2 to 8") != NULL);
    }
    input = sets(square, 4, square, 2, 9);
    CHECK_STATUS(ifr_intersect_sets(&input, NULL, &result, &error), IFR_STATUS_SETTING);
    CHECK_TEXT(error.message, "input.dimension is 9; it must be from 2 to 8");
    input = sets(square, 4, square, 2, 2);
    input.method = IFR_METHOD_GJK;
    CHECK_STATUS(ifr_intersect_sets(&input, NULL, &result, &error), IFR_STATUS_METHOD);
    ifr_contains_point_input of_point = {.set = {square, 4}, .dimension = 2};
    CHECK_STATUS(ifr_contains_point(&of_point, NULL, &member, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.point is NULL");
    of_point.point = bad + 2;
    CHECK_STATUS(ifr_contains_point(&of_point, NULL, &member, &error), IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "input.point[1] is NaN") == error.message);
    CHECK_STATUS(ifr_intersect_sets(NULL, NULL, &result, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_intersect_sets(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
}

/* The unit simplex of 2 to 8 dimensions: the origin and the unit vectors, and points that touch it, lie a
   last place beyond its face, or far away. */
static void every_dimension(void)
{
    for (int d = 2; d <= 8; d++) {
        double simplex[9 * 8] = {0}, point[8], apart[8];
        for (int i = 0; i < d; i++) {
            simplex[(i + 1) * d + i] = 1;
            point[i] = i < 2 ? 0.5 : 0;
            apart[i] = 2;
        }
        const size_t corners = (size_t)d + 1;
        ifr_intersect_sets_input input = sets(simplex, corners, point, 1, d);
        ifr_intersect_sets_result result;
        CHECK_OK(ifr_intersect_sets(&input, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_HIT);
        CHECK(result.has_point && result.weights_a.count <= corners);
        for (int i = 0; i < 8; i++)
            CHECK(fabs(result.point[i] - (i < d ? point[i] : 0)) < 1e-15);
        double sum = 0;
        for (uint32_t i = 0; i < result.weights_a.count; i++)
            sum += result.weights_a.entries[i].weight;
        CHECK(fabs(sum - 1) < 1e-15);

        point[0] = nextafter(0.5, 1);
        CHECK_OK(ifr_intersect_sets(&input, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
        CHECK(result.has_plane && (result.plane.span_count == 0 ||
                                   result.plane.span_count == (uint32_t)d + 2));

        input.b.numbers = apart;
        CHECK_OK(ifr_intersect_sets(&input, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
        double norm_sq = 0;
        for (int i = 0; i < 8; i++) {
            CHECK(i < d || result.plane.normal[i] == 0);
            norm_sq += result.plane.normal[i] * result.plane.normal[i];
        }
        CHECK(fabs(norm_sq - 1) < 1e-14);
        /* The face sum x = 1 is (2 d - 1) / root d away. */
        CHECK(result.distance_by_plane > 0);
        CHECK(result.distance_by_plane <= (2 * d - 1) / sqrt(d) * (1 + 1e-14));

        ifr_is_subset_result subset;
        CHECK_OK(ifr_is_subset(&input, NULL, &subset, NULL));
        CHECK_INT(subset.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
        input.b = input.a;
        CHECK_OK(ifr_is_subset(&input, NULL, &subset, NULL));
        CHECK_INT(subset.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);

        ifr_contains_point_input of_point = {
            .set = {simplex, corners}, .point = apart, .dimension = d};
        ifr_contains_point_result member;
        CHECK_OK(ifr_contains_point(&of_point, NULL, &member, NULL));
        CHECK_INT(member.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
        of_point.point = simplex + d;
        CHECK_OK(ifr_contains_point(&of_point, NULL, &member, NULL));
        CHECK_INT(member.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);
    }
}

void test_point_sets(void)
{
    apart_comes_with_a_line_and_distances();
    touching_comes_with_weights();
    a_last_place_apart_is_apart_in_space();
    subsets_and_members();
    the_empty_set();
    every_dimension();
    bad_input_is_refused();
}
