/* Bodies and poses of the tests. */
#include "check.h"

ifr_body *make_body(const double *xyz, size_t count)
{
    ifr_body *body = NULL;
    ifr_error error;
    ifr_status status = ifr_polytope_create(xyz, count, NULL, &body, &error);
    if (status != IFR_STATUS_OK) {
        fprintf(stderr, "ifr_polytope_create: %s\n", error.message);
        exit(1);
    }
    CHECK(body != NULL);
    CHECK_INT(error.status, IFR_STATUS_OK);
    CHECK_TEXT(error.message, "");
    return body;
}

ifr_body *make_box(double half_x, double half_y, double half_z)
{
    const double half_extents[3] = {half_x, half_y, half_z};
    ifr_body *body = NULL;
    CHECK_OK(ifr_cuboid_create(half_extents, &body, NULL));
    return body;
}

ifr_status init_turn_by(const ifr_pose *start, const double *displacement, const double *turn,
                        ifr_motion *motion)
{
    double end_p[3];
    for (int i = 0; i < 3; i++)
        end_p[i] = start->p[i] + displacement[i];
    return ifr_motion_init_turn(start, end_p, turn, motion);
}

ifr_pose pose_at(double x, double y, double z)
{
    ifr_pose pose;
    CHECK_OK(ifr_pose_init(&pose));
    pose.p[0] = x;
    pose.p[1] = y;
    pose.p[2] = z;
    return pose;
}
