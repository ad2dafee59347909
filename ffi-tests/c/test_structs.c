/* The _init functions. */
#include "check.h"

static void pair_state_init_writes_zero(void)
{
    ifr_pair_state state;
    memset(&state, 0xff, sizeof state);
    CHECK_OK(ifr_pair_state_init(&state));
    CHECK(all_zero(&state, sizeof state));
    CHECK_STATUS(ifr_pair_state_init(NULL), IFR_STATUS_BAD_POINTER);
}

static void pose_init_writes_the_identity(void)
{
    ifr_pose pose;
    memset(&pose, 0xff, sizeof pose);
    CHECK_OK(ifr_pose_init(&pose));
    CHECK(pose.p[0] == 0 && pose.p[1] == 0 && pose.p[2] == 0);
    CHECK(pose.q[0] == 0 && pose.q[1] == 0 && pose.q[2] == 0 && pose.q[3] == 1);
    CHECK_STATUS(ifr_pose_init(NULL), IFR_STATUS_BAD_POINTER);
}

static void motion_inits_fill_every_field(void)
{
    const double end_p[3] = {11, 22, 33}, turn[3] = {0, 0, 20};
    ifr_pose start = pose_at(10, 20, 30), end = pose_at(40, 50, 60);
    ifr_motion motion;

    memset(&motion, 0xff, sizeof motion);
    CHECK_OK(ifr_motion_init_fixed(&start, &motion));
    CHECK(memcmp(&motion.start, &start, sizeof start) == 0);
    CHECK(memcmp(&motion.end, &start, sizeof start) == 0);
    CHECK_INT(motion.kind, IFR_MOTION_KIND_BETWEEN);
    CHECK(all_zero(motion.pivot, sizeof motion.pivot));
    CHECK(all_zero(motion.turn, sizeof motion.turn));

    memset(&motion, 0xff, sizeof motion);
    CHECK_OK(ifr_motion_init_between(&start, &end, &motion));
    CHECK(memcmp(&motion.start, &start, sizeof start) == 0);
    CHECK(memcmp(&motion.end, &end, sizeof end) == 0);
    CHECK_INT(motion.kind, IFR_MOTION_KIND_BETWEEN);
    CHECK(all_zero(motion.pivot, sizeof motion.pivot));
    CHECK(all_zero(motion.turn, sizeof motion.turn));

    memset(&motion, 0xff, sizeof motion);
    CHECK_OK(ifr_motion_init_turn(&start, end_p, turn, &motion));
    CHECK(memcmp(&motion.start, &start, sizeof start) == 0);
    CHECK(motion.end.p[0] == 11 && motion.end.p[1] == 22 && motion.end.p[2] == 33);
    CHECK(memcmp(motion.turn, turn, sizeof turn) == 0);
    CHECK_INT(motion.kind, IFR_MOTION_KIND_TURN);
    CHECK(all_zero(motion.pivot, sizeof motion.pivot));

    /* A failed call leaves a zeroed motion, which no query takes. */
    CHECK_STATUS(ifr_motion_init_turn(NULL, end_p, turn, &motion), IFR_STATUS_BAD_POINTER);
    CHECK(all_zero(&motion.start, sizeof motion.start));
    CHECK_STATUS(ifr_motion_init_turn(&start, NULL, turn, &motion), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_motion_init_turn(&start, end_p, NULL, &motion),
                 IFR_STATUS_BAD_POINTER);
    CHECK(all_zero(&motion.start, sizeof motion.start));
    CHECK_STATUS(ifr_motion_init_turn(&start, end_p, turn, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_motion_init_between(NULL, &end, &motion), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_motion_init_between(&start, NULL, &motion), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_motion_init_between(&start, &end, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_motion_init_fixed(NULL, &motion), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_motion_init_fixed(&start, NULL), IFR_STATUS_BAD_POINTER);
}

void test_structs(void)
{
    pair_state_init_writes_zero();
    pose_init_writes_the_identity();
    motion_inits_fill_every_field();
}
