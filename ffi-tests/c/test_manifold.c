/* ifr_contact_manifold: points, depths, ids, errors. */
#include <math.h>

#include "check.h"

static ifr_contact_manifold_input stacked(const ifr_body *box, double height)
{
    ifr_contact_manifold_input input = {0};
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(0.5, 0.25, height);
    return input;
}

static const ifr_contact_manifold_input *predicting(ifr_contact_manifold_input *input,
                                                    double prediction)
{
    input->prediction = prediction;
    return input;
}

static const ifr_contact_points_input *in_list(ifr_contact_points_input *input, double prediction,
                                               ifr_contact_point *points, size_t capacity)
{
    input->prediction = prediction;
    input->points = points;
    input->capacity = capacity;
    return input;
}

static void four_points(const ifr_body *box)
{
    ifr_pair_state state = {0};
    ifr_contact_manifold_result result, next;
    ifr_error error;
    /* A sixteenth deep, touching, and a sixteenth apart. */
    for (int k = -1; k <= 1; k++) {
        ifr_contact_manifold_input input = stacked(box, 2 + k / 16.0);
        memset(&result, 0xff, sizeof result);
        CHECK_OK(ifr_contact_manifold(predicting(&input, 0.1), &state, &result, &error));
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
    ifr_contact_manifold_input input = stacked(box, 1.95);
    CHECK_OK(ifr_contact_manifold(predicting(&input, 0.1), &state, &result, NULL));
    input.pair.pose_b.p[0] += 1e-3;
    CHECK_OK(ifr_contact_manifold(predicting(&input, 0.1), &state, &next, NULL));
    for (uint32_t i = 0; i < 4; i++)
        CHECK(result.points[i].id == next.points[i].id);
    /* Too far away. */
    input = stacked(box, 2.2);
    CHECK_OK(ifr_contact_manifold(predicting(&input, 0.1), NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_INT(result.count, 0);
    CHECK(all_zero(result.points, sizeof result.points));
    CHECK(all_zero(result.normal, sizeof result.normal));
}

static void bad_input_is_refused(const ifr_body *box)
{
    ifr_contact_manifold_input input = stacked(box, 1.9);
    ifr_contact_manifold_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_contact_manifold(predicting(&input, -1), NULL, &result, &error),
                 IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "prediction") != NULL);
    CHECK(all_zero(&result, sizeof result));
    CHECK_STATUS(ifr_contact_manifold(predicting(&input, NAN), NULL, &result, NULL),
                 IFR_STATUS_SETTING);
    CHECK_STATUS(ifr_contact_manifold(NULL, NULL, &result, NULL),
                 IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_contact_manifold(predicting(&input, 0), NULL, NULL, NULL),
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
    ifr_body *prism = make_body(xyz, 12);
    ifr_contact_points_input input = {0};
    ifr_contact_points_result result;
    ifr_contact_point points[8];
    ifr_error error;
    input.pair.a = input.pair.b = prism;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(0, 0, 1);
    memset(points, 0xff, sizeof points);
    CHECK_OK(ifr_contact_points(in_list(&input, 1e-3, points, 8), NULL, &result, &error));
    CHECK(result.manifold.count == 4 && result.count == 6);
    for (size_t i = 0; i < result.count; i++)
        CHECK(fabs(points[i].depth) < 1e-13 && points[i].id != 0);
    CHECK(all_zero(&points[6], 2 * sizeof *points));
    CHECK_OK(ifr_contact_points(in_list(&input, 1e-3, points, 2), NULL, &result, NULL));
    CHECK(result.count == 6);
    CHECK_OK(ifr_contact_points(in_list(&input, 1e-3, NULL, 0), NULL, &result, NULL));
    CHECK(result.manifold.count == 4 && result.count == 6);

    CHECK_STATUS(ifr_contact_points(in_list(&input, NAN, points, 8), NULL, &result, &error),
                 IFR_STATUS_SETTING);
    CHECK(all_zero(points, sizeof points) && all_zero(&result, sizeof result));
    CHECK_STATUS(ifr_contact_points(in_list(&input, 0, NULL, 8), NULL, &result, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK(strstr(error.message, "input.points is NULL") != NULL);
    CHECK_STATUS(ifr_contact_points(in_list(&input, 0, points, 8), NULL, NULL, NULL),
                 IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(prism);
}

void test_manifold(void)
{
    ifr_body *box = make_box(1, 1, 1);
    all_points();
    four_points(box);
    bad_input_is_refused(box);
    ifr_body_destroy(box);
}
