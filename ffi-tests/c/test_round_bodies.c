/* Spheres, capsules and rounded bodies in every query that takes a pair. */
#include <math.h>

#include "check.h"

static ifr_body *sphere(double radius)
{
    ifr_body *body = NULL;
    CHECK_OK(ifr_sphere_create(radius, &body, NULL));
    return body;
}

static ifr_posed_pair posed(const ifr_body *a, const ifr_body *b, double x, double y)
{
    ifr_posed_pair pair = {a, b, pose_at(0, 0, 0), pose_at(x, y, 0)};
    return pair;
}

static void made_and_refused(void)
{
    const double bad[] = {-1, NAN, INFINITY};
    ifr_body *body = NULL, *box = make_box(1, 2, 3);
    ifr_error error;
    double radius = 7;
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(ifr_sphere_create(bad[i], &body, &error), IFR_STATUS_SETTING);
        CHECK(body == NULL && strncmp(error.message, "radius is ", 10) == 0);
        CHECK_STATUS(ifr_capsule_create(1, bad[i], &body, &error), IFR_STATUS_SETTING);
        CHECK(body == NULL && strncmp(error.message, "radius is ", 10) == 0);
        CHECK_STATUS(ifr_capsule_create(bad[i], 1, &body, &error), IFR_STATUS_SETTING);
        CHECK(body == NULL && strncmp(error.message, "half_length is ", 15) == 0);
        CHECK_STATUS(ifr_rounded_create(box, bad[i], &body, &error), IFR_STATUS_SETTING);
        CHECK(body == NULL);
    }
    CHECK_STATUS(ifr_rounded_create(NULL, 1, &body, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_sphere_create(1, NULL, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_body_get_radius(NULL, &radius), IFR_STATUS_BAD_POINTER);
    CHECK(radius == 0);

    CHECK_OK(ifr_body_get_radius(box, &radius));
    CHECK(radius == 0);
    ifr_body *once, *twice;
    CHECK_OK(ifr_rounded_create(box, 0.5, &once, NULL));
    ifr_body_destroy(box);
    CHECK_OK(ifr_rounded_create(once, 0.25, &twice, NULL));
    CHECK_OK(ifr_body_get_radius(once, &radius));
    CHECK(radius == 0.5);
    ifr_body_destroy(once);
    CHECK_OK(ifr_body_get_radius(twice, &radius));
    CHECK(radius == 0.75);
    CHECK_STATUS(ifr_sphere_create(-1e-320, &body, &error), IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "e-320; it must be finite and not negative") != NULL);
    CHECK_INT(ifr_polytope_vertex_count(twice), 8);
    ifr_body_destroy(twice);

    const double egg[] = {1, -2, 3}, none[] = {1, 0, 1}, twice_as_large[] = {-2, 2, 2};
    ifr_body *ball = sphere(0.5), *scaled = NULL;
    CHECK_OK(ifr_scaled_create(ball, egg, &scaled, &error));
    CHECK_OK(ifr_body_get_radius(scaled, &radius));
    CHECK(radius == 0);
    ifr_body_destroy(scaled);
    CHECK_OK(ifr_scaled_create(ball, twice_as_large, &scaled, &error));
    CHECK_OK(ifr_body_get_radius(scaled, &radius));
    CHECK(radius == 1);
    ifr_body_destroy(scaled);
    CHECK_STATUS(ifr_scaled_create(ball, none, &scaled, &error), IFR_STATUS_SETTING);
    CHECK(scaled == NULL && strstr(error.message, "factors.y is 0") != NULL);
    CHECK_STATUS(ifr_scaled_create(ball, NULL, &scaled, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_scaled_create(NULL, egg, &scaled, &error), IFR_STATUS_BAD_POINTER);
    CHECK_OK(ifr_capsule_create(1, 0.5, &body, NULL));
    CHECK_STATUS(ifr_scaled_create(body, egg, &scaled, &error), IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "has a radius") != NULL);
    ifr_body_destroy(body);
    ifr_body_destroy(ball);

    ifr_polytope_info info;
    CHECK_OK(ifr_capsule_create(0, 0, &body, NULL));
    CHECK_OK(ifr_polytope_get_info(body, &info));
    CHECK_INT(info.dimension, IFR_DIMENSION_POINT);
    ifr_body_destroy(body);
}

/* Balls of 2 and 3 whose centres are 5 apart touch; an ulp less of radius and they do not. */
static void exact_at_the_last_place(const ifr_body *two)
{
    ifr_body *three = sphere(3), *less = sphere(nextafter(3, 0));
    ifr_intersect_input input = {posed(two, three, 3, 4), 0, 0};
    ifr_intersect_result result;
    ifr_certificate *certificate = NULL;
    ifr_proved proved;
    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.has_point && fabs(result.point[0] - 1.2) < 1e-12);
    CHECK_OK(ifr_certificate_of_intersect(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK_INT(proved.verdict, IFR_VERDICT_HIT);
    ifr_certificate_destroy(certificate);

    input.pair.b = less;
    CHECK_OK(ifr_intersect(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK_OK(ifr_certificate_of_intersect(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK_INT(proved.verdict, IFR_VERDICT_SEPARATED);
    ifr_certificate_destroy(certificate);
    ifr_body_destroy(three);
    ifr_body_destroy(less);
}

static void measured(const ifr_body *two)
{
    ifr_body *capsule = NULL;
    CHECK_OK(ifr_capsule_create(4, 0.5, &capsule, NULL));
    ifr_distance_input far = {posed(two, capsule, 6, 0), 0, 0};
    ifr_distance_result distance;
    CHECK_OK(ifr_distance(&far, NULL, &distance, NULL));
    CHECK(fabs(distance.separation - 3.5) <= 4e-15 && distance.normal[0] == 1);
    CHECK(distance.point_a[0] == 2 && distance.point_b[0] == 5.5);

    ifr_within_input within = {posed(two, capsule, 6, 0), 3.5, 0};
    ifr_within_result near;
    CHECK_OK(ifr_within(&within, NULL, &near, NULL));
    CHECK_INT(near.verdict, IFR_VERDICT_HIT);
    within.distance = nextafter(3.5, 0);
    CHECK_OK(ifr_within(&within, NULL, &near, NULL));
    CHECK_INT(near.verdict, IFR_VERDICT_SEPARATED);

    ifr_penetration_input deep = {posed(two, capsule, 2, 0), {0, 0, 0}, 0};
    ifr_penetration_result depth;
    CHECK_OK(ifr_penetration(&deep, NULL, &depth, NULL));
    CHECK_INT(depth.verdict, IFR_VERDICT_HIT);
    CHECK(fabs(depth.depth - 0.5) < 1e-14 && depth.normal[0] == 1);

    ifr_contact_manifold_input contacts = {posed(two, capsule, 2, 0), 0, 0};
    ifr_contact_manifold_result manifold;
    CHECK_OK(ifr_contact_manifold(&contacts, NULL, &manifold, NULL));
    CHECK(manifold.count >= 1 && fabs(manifold.points[0].depth - 0.5) < 1e-14);

    ifr_body *one = sphere(1);
    ifr_contains_input inner = {posed(two, one, 1, 0), 0};
    ifr_contains_result contained;
    CHECK_OK(ifr_contains(&inner, NULL, &contained, NULL));
    CHECK_INT(contained.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);
    inner.pair = posed(two, one, nextafter(1, 2), 0);
    CHECK_OK(ifr_contains(&inner, NULL, &contained, NULL));
    CHECK_INT(contained.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
    ifr_body_destroy(one);
    ifr_body_destroy(capsule);
}

/* A ball of 2 crosses another, centre over centre: touching from 0.3 to 0.7 of the frame. */
static void moved(const ifr_body *two)
{
    const double end[3] = {10, 0, 0}, none[3] = {0, 0, 0};
    ifr_pose start = pose_at(-10, 0, 0), here = pose_at(0, 0, 0);
    ifr_time_of_impact_input input = {0};
    ifr_time_of_impact_result result;
    input.pair.a = input.pair.b = two;
    CHECK_OK(ifr_motion_init_turn(&start, end, none, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.t_lo <= 0.3 && 0.3 <= result.t_hi && result.t_hi - result.t_lo < 1e-12);

    ifr_contact_interval list[4];
    ifr_contact_intervals_input all = {0};
    ifr_contact_intervals_result found;
    all.pair = input.pair;
    all.intervals = list;
    all.capacity = 4;
    CHECK_OK(ifr_contact_intervals(&all, NULL, &found, NULL));
    CHECK_INT(found.written, 1);

    ifr_certificate *certificate = NULL;
    ifr_proved proved;
    CHECK_OK(ifr_certificate_of_time_of_impact(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK_INT(proved.verdict, IFR_VERDICT_HIT);
    ifr_certificate_destroy(certificate);

    ifr_interframe_input sweep = {0};
    ifr_interframe_result swept;
    sweep.pair = input.pair;
    CHECK_OK(ifr_interframe(&sweep, NULL, &swept, NULL));
    CHECK_INT(swept.verdict, IFR_VERDICT_HIT);
}

static void captured(const ifr_body *two)
{
    const ifr_intersect_input input = {posed(two, two, 5, 0), 0, 0};
    char room[4096];
    ifr_text text = {room, sizeof room, 0};
    CHECK_OK(ifr_intersect_to_json(&input, NULL, "balls", &text, NULL));
    CHECK(strstr(room, "\"rounding\": 2") != NULL);
}

/* Spheres end on the line of their centres. */
static void by_portals(const ifr_body *two)
{
    ifr_mpr_input input = {posed(two, two, 5, 0), 0, 0, 0};
    ifr_mpr_result result;
    for (int hit = 0; hit < 2; hit++) {
        const double x = hit ? 3 : 5;
        input.pair = posed(two, two, x, 0);
        CHECK_OK(ifr_mpr(&input, NULL, &result, NULL));
        CHECK_INT(result.verdict, hit ? IFR_VERDICT_HIT : IFR_VERDICT_SEPARATED);
        CHECK_INT(result.route, IFR_MPR_ROUTE_AXIS);
        CHECK(fabs(result.separation - (x - 4)) < 1e-14);
        CHECK(fabs(result.lower_bound - (x - 4)) < 1e-13);
        CHECK(fabs(result.upper_bound - (x - 4)) < 1e-13);
    }
    /* Two balls as ellipsoids that touch to rounding: not said to meet, nor to be apart. */
    const double radii[3] = {1, 1, 1};
    ifr_body *egg = NULL;
    CHECK_OK(ifr_ellipsoid_create(radii, &egg, NULL));
    input.pair = posed(egg, egg, 2, 0);
    CHECK_OK(ifr_mpr(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_INT(result.reason, IFR_REASON_TOUCHING);
    CHECK(result.lower_bound <= 0 && 0 <= result.upper_bound);
    ifr_body_destroy(egg);
}

static void not_taken(const ifr_body *two)
{
    ifr_error error;
    const ifr_minkowski_difference_input both = {posed(two, two, 5, 0)};
    ifr_body *difference = NULL;
    CHECK_STATUS(ifr_minkowski_difference(&both, &difference, &error), IFR_STATUS_BODY);
    CHECK(difference == NULL);

    ifr_time_of_exit_input leaving = {0};
    ifr_time_of_exit_result left;
    ifr_pose here = pose_at(0, 0, 0);
    leaving.pair.a = leaving.pair.b = two;
    CHECK_OK(ifr_motion_init_fixed(&here, &leaving.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &leaving.pair.motion_b));
    CHECK_STATUS(ifr_time_of_exit(&leaving, NULL, &left, &error), IFR_STATUS_BODY);

    const ifr_penetration_input along = {posed(two, two, 3, 0), {1, 0, 0}, 0};
    ifr_penetration_result depth;
    CHECK_STATUS(ifr_penetration(&along, NULL, &depth, &error), IFR_STATUS_BODY);

    ifr_intersect_input by_simplex = {posed(two, two, 3, 0), IFR_METHOD_RAY_SIMPLEX, 0};
    ifr_intersect_result met;
    CHECK_STATUS(ifr_intersect(&by_simplex, NULL, &met, &error), IFR_STATUS_METHOD);
    CHECK(strstr(error.message, "gjk") != NULL);
    ifr_time_of_impact_input by_points = {0};
    ifr_time_of_impact_result when;
    by_points.pair = leaving.pair;
    by_points.method = IFR_METHOD_INTERIOR_POINT;
    CHECK_STATUS(ifr_time_of_impact(&by_points, NULL, &when, &error), IFR_STATUS_METHOD);
}

/* The answer's certificate proves this, and is proved from its text too. */
static void proves(ifr_certificate *certificate, ifr_verdict verdict)
{
    ifr_proved proved;
    CHECK(certificate != NULL);
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK_INT(proved.verdict, verdict);
    static char room[1 << 18];
    ifr_text text = {room, sizeof room, 0};
    CHECK_OK(ifr_certificate_to_json(certificate, &text, NULL));
    CHECK_OK(ifr_verify(room, &proved, NULL));
    CHECK_INT(proved.verdict, verdict);
    ifr_certificate_destroy(certificate);
}

/* A cylinder, a cone and an ellipsoid, none of which is a polytope. */
static void curved(const ifr_body *two)
{
    const double radii[3] = {1, 2, 3}, bad[3] = {1, -2, 3};
    ifr_body *drum = NULL, *cone = NULL, *egg = NULL, *wrong = NULL;
    ifr_error error;
    CHECK_OK(ifr_cylinder_create(3, 1, &drum, NULL));
    CHECK_OK(ifr_cone_create(3, 1, &cone, NULL));
    CHECK_OK(ifr_ellipsoid_create(radii, &egg, NULL));
    CHECK_STATUS(ifr_cylinder_create(-3, 1, &wrong, &error), IFR_STATUS_SETTING);
    CHECK(wrong == NULL && strncmp(error.message, "half_length is -3", 17) == 0);
    CHECK_STATUS(ifr_cone_create(3, NAN, &wrong, &error), IFR_STATUS_SETTING);
    CHECK(strncmp(error.message, "radius is ", 10) == 0);
    CHECK_STATUS(ifr_ellipsoid_create(bad, &wrong, &error), IFR_STATUS_SETTING);
    CHECK(strncmp(error.message, "radii.y is -2", 13) == 0);
    CHECK_STATUS(ifr_cuboid_create(bad, &wrong, &error), IFR_STATUS_SETTING);
    CHECK(wrong == NULL && strncmp(error.message, "half_extents.y is -2", 20) == 0);
    CHECK_STATUS(ifr_ellipsoid_create(NULL, &wrong, &error), IFR_STATUS_BAD_POINTER);

    const ifr_body *bodies[3] = {drum, cone, egg};
    for (int i = 0; i < 3; i++) {
        ifr_polytope_info info;
        CHECK_STATUS(ifr_polytope_get_info(bodies[i], &info), IFR_STATUS_BODY);
        CHECK_INT(ifr_polytope_vertex_count(bodies[i]), 0);

        ifr_intersect_input meet = {posed(two, bodies[i], 2.5, 0), 0, 0};
        ifr_intersect_result result;
        CHECK_OK(ifr_intersect(&meet, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_HIT);
        ifr_certificate *proof = NULL;
        CHECK_OK(ifr_certificate_of_intersect(&meet, &proof, NULL));
        proves(proof, IFR_VERDICT_HIT);

        meet.pair = posed(two, bodies[i], 3.25, 0);
        CHECK_OK(ifr_intersect(&meet, NULL, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
        CHECK_OK(ifr_certificate_of_intersect(&meet, &proof, NULL));
        proves(proof, IFR_VERDICT_SEPARATED);
        ifr_within_input near = {posed(two, bodies[i], 6, 0), 2.5, 0};
        CHECK_OK(ifr_certificate_of_within(&near, &proof, NULL));
        proves(proof, IFR_VERDICT_SEPARATED);
        ifr_distance_input far = {posed(two, bodies[i], 6, 0), 0, 0};
        ifr_distance_result distance;
        CHECK_OK(ifr_distance(&far, NULL, &distance, NULL));
        const double want = i == 1 ? 6 * 6 / sqrt(37) - 3 / sqrt(37) - 2 : 3;
        CHECK(fabs(distance.separation - want) < 1e-12);
    }

    /* A drum that tumbles past, and into, a ball. */
    const double turn[3] = {0, 20, 3};
    const ifr_pose start = pose_at(-10, 0, 0), here = pose_at(0, 0, 0);
    ifr_time_of_impact_input input = {0};
    ifr_time_of_impact_result found;
    const double end[3] = {10, 0, 0};
    input.pair.a = drum;
    input.pair.b = two;
    CHECK_OK(ifr_motion_init_turn(&start, end, turn, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_impact(&input, NULL, &found, NULL));
    CHECK_INT(found.verdict, IFR_VERDICT_HIT);
    CHECK_INT(found.contact, IFR_CONTACT_NEAR);
    CHECK(found.t_lo > 0.2 && found.t_hi < 0.4 && found.gap <= 2e-6);
    ifr_certificate *proof = NULL;
    CHECK_OK(ifr_certificate_of_time_of_impact(&input, &proof, NULL));
    proves(proof, IFR_VERDICT_HIT);

    /* The drum stands on a block, its axis along z: four points of its rim, along the block's normal. */
    const double half[3] = {4, 4, 1};
    ifr_body *block = NULL;
    CHECK_OK(ifr_cuboid_create(half, &block, NULL));
    ifr_contact_manifold_input stands = {0};
    stands.pair = posed(block, drum, 0.5, 0.25);
    stands.pair.pose_b.p[2] = 3.875;
    ifr_contact_manifold_result patch;
    CHECK_OK(ifr_contact_manifold(&stands, NULL, &patch, NULL));
    CHECK_INT(patch.verdict, IFR_VERDICT_HIT);
    CHECK_INT(patch.count, 4);
    CHECK(patch.normal[2] == 1 && fabs(patch.points[0].depth - 0.125) < 1e-9);
    ifr_body_destroy(block);

    ifr_contains_input inner = {posed(drum, two, 0, 0), 0};
    ifr_contains_result contained;
    CHECK_STATUS(ifr_contains(&inner, NULL, &contained, &error), IFR_STATUS_BODY);
    ifr_body_destroy(drum);
    ifr_body_destroy(cone);
    ifr_body_destroy(egg);
}

void test_round_bodies(void)
{
    made_and_refused();
    ifr_body *two = sphere(2);
    exact_at_the_last_place(two);
    measured(two);
    moved(two);
    captured(two);
    by_portals(two);
    not_taken(two);
    curved(two);
    ifr_body_destroy(two);
}
