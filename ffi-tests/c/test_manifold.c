/* ifr_contact_manifold: points, depths, ids, errors. */
#include <math.h>

#include "check.h"

static ifr_intersect_input stacked(const ifr_polytope *box, double height)
{
    ifr_intersect_input input = {0};
    input.a = input.b = box;
    input.pose_a = pose_at(0, 0, 0);
    input.pose_b = pose_at(0.5, 0.25, height);
    return input;
}

static void four_points(const ifr_polytope *box)
{
    ifr_pair_state state = {0};
    ifr_contact_manifold_result result, next;
    ifr_error error;
    /* A sixteenth deep, touching, and a sixteenth apart. */
    for (int k = -1; k <= 1; k++) {
        ifr_intersect_input input = stacked(box, 2 + k / 16.0);
        memset(&result, 0xff, sizeof result);
        CHECK_OK(ifr_contact_manifold(&input, 0.1, &state, NULL, &result, &error));
        CHECK_INT(result.verdict, k > 0 ? IFR_VERDICT_SEPARATED : IFR_VERDICT_HIT);
        CHECK_INT(result.count, 4);
        CHECK(fabs(result.normal[2] - 1) < 1e-14);
        for (uint32_t i = 0; i < result.count; i++) {
            const ifr_contact_point *point = &result.points[i];
            CHECK(fabs(point->depth + k / 16.0) < 1e-13);
            CHECK(fabs(point->point_a[2] - 1) < 1e-13);
            CHECK(fabs(point->point_a[2] - point->point_b[2] - point->depth) < 1e-13);
            CHECK(point->id != 0);
        }
    }
    /* The same features a moment later have the same ids. */
    ifr_intersect_input input = stacked(box, 1.95);
    CHECK_OK(ifr_contact_manifold(&input, 0.1, &state, NULL, &result, NULL));
    input.pose_b.p[0] += 1e-3;
    CHECK_OK(ifr_contact_manifold(&input, 0.1, &state, NULL, &next, NULL));
    for (uint32_t i = 0; i < 4; i++)
        CHECK(result.points[i].id == next.points[i].id);
    /* Too far away. */
    input = stacked(box, 2.2);
    CHECK_OK(ifr_contact_manifold(&input, 0.1, NULL, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.count, 0);
    CHECK(all_zero(result.points, sizeof result.points));
    CHECK(all_zero(result.normal, sizeof result.normal));
}

static void bad_input_is_refused(const ifr_polytope *box)
{
    ifr_intersect_input input = stacked(box, 1.9);
    ifr_settings settings = {0};
    ifr_contact_manifold_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_contact_manifold(&input, -1, NULL, NULL, &result, &error),
                 IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "prediction") != NULL);
    CHECK(all_zero(&result, sizeof result));
    CHECK_STATUS(ifr_contact_manifold(&input, NAN, NULL, NULL, &result, NULL),
                 IFR_STATUS_SETTING);
    settings.method = IFR_METHOD_GJK;
    CHECK_STATUS(ifr_contact_manifold(&input, 0, NULL, &settings, &result, &error),
                 IFR_STATUS_METHOD);
    CHECK(strstr(error.message, "settings.method") != NULL);
    CHECK_STATUS(ifr_contact_manifold(NULL, 0, NULL, NULL, &result, NULL),
                 IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_contact_manifold(&input, 0, NULL, NULL, NULL, NULL),
                 IFR_STATUS_BAD_POINTER);
}

/* Two hexagons on each other have six contacts; what does not fit is counted. */
static void all_points(void)
{
    double xyz[36];
    for (int i = 0; i < 12; i++) {
        xyz[3 * i] = cos(i % 6 * acos(-1) / 3);
        xyz[3 * i + 1] = sin(i % 6 * acos(-1) / 3);
        xyz[3 * i + 2] = i < 6 ? -0.5 : 0.5;
    }
    ifr_polytope *prism = make_body(xyz, 12);
    ifr_intersect_input input = {0};
    ifr_contact_manifold_result result;
    ifr_contact_point points[8];
    ifr_error error;
    size_t count = 0;
    input.a = input.b = prism;
    input.pose_a = pose_at(0, 0, 0);
    input.pose_b = pose_at(0, 0, 1);
    memset(points, 0xff, sizeof points);
    CHECK_OK(ifr_contact_points(&input, 1e-3, NULL, NULL, &result, points, 8, &count, &error));
    CHECK(result.count == 4 && count == 6);
    for (size_t i = 0; i < count; i++)
        CHECK(fabs(points[i].depth) < 1e-13 && points[i].id != 0);
    CHECK(all_zero(&points[6], 2 * sizeof *points));
    CHECK_OK(ifr_contact_points(&input, 1e-3, NULL, NULL, &result, points, 2, &count, NULL));
    CHECK(count == 6);
    CHECK_OK(ifr_contact_points(&input, 1e-3, NULL, NULL, &result, NULL, 0, &count, NULL));
    CHECK(result.count == 4 && count == 6);

    CHECK_STATUS(ifr_contact_points(&input, NAN, NULL, NULL, &result, points, 8, &count, &error),
                 IFR_STATUS_SETTING);
    CHECK(count == 0 && all_zero(points, sizeof points) && all_zero(&result, sizeof result));
    CHECK_STATUS(ifr_contact_points(&input, 0, NULL, NULL, &result, NULL, 8, &count, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK(strstr(error.message, "points") != NULL);
    CHECK_STATUS(ifr_contact_points(&input, 0, NULL, NULL, &result, points, 8, NULL, NULL),
                 IFR_STATUS_BAD_POINTER);
    ifr_polytope_destroy(prism);
}

void test_manifold(void)
{
    ifr_polytope *box = make_box(1, 1, 1);
    all_points();
    four_points(box);
    bad_input_is_refused(box);
    ifr_polytope_destroy(box);
}
