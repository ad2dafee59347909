/* ifr_contains: inside, margin, weakest face, errors. */
#include <math.h>

#include "check.h"

static void margins(const ifr_polytope *room, const ifr_polytope *box)
{
    ifr_intersect_input input = {0};
    input.a = room;
    input.b = box;
    input.pose_a = pose_at(0, 0, 0);
    input.pose_b = pose_at(2.5, 0, 0);
    ifr_contains_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_contains(&input, NULL, &result, &error));
    CHECK(result.inside && result.has_margin && result.has_face);
    CHECK(fabs(result.margin - 0.5) < 1e-14 && result.error < 1e-10);
    CHECK_INT(result.half_spaces, 6);
    ifr_face face;
    CHECK_OK(ifr_polytope_get_face(room, result.face, &face));
    CHECK(face.normal[0] == 1);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_FLOAT);

    /* Flush with the wall, then a last place through it. */
    input.pose_b.p[0] = 3;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(result.inside && result.margin == 0);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_EXACT);
    input.pose_b.p[0] = nextafter(3, 4);
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(!result.inside && result.margin <= 0);

    input.a = box;
    input.b = room;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(!result.inside && result.margin < 0);
}

static void nothing_is_inside_everything(const ifr_polytope *room)
{
    ifr_polytope *empty = make_body(NULL, 0);
    ifr_intersect_input input = {0};
    ifr_contains_result result;
    input.a = room;
    input.b = empty;
    input.pose_a = input.pose_b = pose_at(0, 0, 0);
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(result.inside && !result.has_margin && !result.has_face);
    input.a = empty;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(result.inside);
    input.b = room;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(!result.inside);
    ifr_polytope_destroy(empty);
}

static void bad_input_is_refused(const ifr_polytope *room)
{
    ifr_intersect_input input = {0};
    ifr_contains_result result;
    ifr_settings settings = {0};
    input.a = input.b = room;
    input.pose_a = input.pose_b = pose_at(0, 0, 0);
    settings.method = IFR_METHOD_RAY_SIMPLEX;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_contains(&input, &settings, &result, NULL), IFR_STATUS_METHOD);
    CHECK(!result.inside && !result.has_margin);
    CHECK_STATUS(ifr_contains(NULL, NULL, &result, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_contains(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
    input.pose_a.q[3] = 0;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_contains(&input, NULL, &result, NULL), IFR_STATUS_QUATERNION_NORM);
    CHECK(!result.inside);
}

void test_contains(void)
{
    ifr_polytope *room = make_box(4, 4, 4), *box = make_box(1, 1, 1);
    margins(room, box);
    nothing_is_inside_everything(room);
    bad_input_is_refused(room);
    ifr_polytope_destroy(box);
    ifr_polytope_destroy(room);
}
