/* ifr_contains: inside, margin, weakest face, errors. */
#include <math.h>

#include "check.h"

static void margins(const ifr_body *room, const ifr_body *box)
{
    ifr_contains_input input = {0};
    input.pair.a = room;
    input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(2.5, 0, 0);
    ifr_contains_result result;
    ifr_error error;
    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_contains(&input, NULL, &result, &error));
    CHECK(result.verdict == IFR_CONTAINMENT_VERDICT_INSIDE && result.has_margin && result.has_face);
    CHECK(fabs(result.margin - 0.5) < 1e-14 && result.error < 1e-10);
    CHECK_INT(result.iterations, 6);
    ifr_face face;
    CHECK_OK(ifr_polytope_get_face(room, result.face, &face));
    CHECK(face.normal[0] == 1);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_FLOAT);

    /* Flush with the wall, then a last place through it. */
    input.pair.pose_b.p[0] = 3;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(result.verdict == IFR_CONTAINMENT_VERDICT_INSIDE && result.margin == 0);
    CHECK_INT(result.decided_by, IFR_DECIDED_BY_EXACT);
    input.pair.pose_b.p[0] = nextafter(3, 4);
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(result.verdict == IFR_CONTAINMENT_VERDICT_NOT_INSIDE && result.margin <= 0);

    input.pair.a = box;
    input.pair.b = room;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(result.verdict == IFR_CONTAINMENT_VERDICT_NOT_INSIDE && result.margin < 0);
}

static void nothing_is_inside_everything(const ifr_body *room)
{
    ifr_body *empty = make_body(NULL, 0);
    ifr_contains_input input = {0};
    ifr_contains_result result;
    input.pair.a = room;
    input.pair.b = empty;
    input.pair.pose_a = input.pair.pose_b = pose_at(0, 0, 0);
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK(result.verdict == IFR_CONTAINMENT_VERDICT_INSIDE && !result.has_margin && !result.has_face);
    input.pair.a = empty;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_INSIDE);
    input.pair.b = room;
    CHECK_OK(ifr_contains(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_NOT_INSIDE);
    ifr_body_destroy(empty);
}

static void bad_input_is_refused(const ifr_body *room)
{
    ifr_contains_input input = {0};
    ifr_contains_result result;
    input.pair.a = input.pair.b = room;
    input.pair.pose_a = input.pair.pose_b = pose_at(0, 0, 0);
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_contains(&input, (ifr_pair_state *)((char *)&result + 1), &result, NULL),
                 IFR_STATUS_BAD_POINTER);
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_UNDECIDED);
    CHECK(!result.has_margin && ifr_may_leave(result.verdict));
    CHECK_STATUS(ifr_contains(NULL, NULL, &result, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_contains(&input, NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
    input.pair.pose_a.q[3] = 0;
    memset(&result, 0xff, sizeof result);
    CHECK_STATUS(ifr_contains(&input, NULL, &result, NULL), IFR_STATUS_QUATERNION_NORM);
    CHECK_INT(result.verdict, IFR_CONTAINMENT_VERDICT_UNDECIDED);
}

void test_contains(void)
{
    ifr_body *room = make_box(4, 4, 4), *box = make_box(1, 1, 1);
    margins(room, box);
    nothing_is_inside_everything(room);
    bad_input_is_refused(room);
    ifr_body_destroy(box);
    ifr_body_destroy(room);
}
