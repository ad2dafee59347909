/* Bodies and poses of the tests. */
#include "check.h"

ifr_polytope *make_body(const double *xyz, size_t count)
{
    ifr_polytope *body = NULL;
    ifr_error error;
    ifr_status status = ifr_polytope_create(xyz, count, &body, &error);
    if (status != IFR_STATUS_OK) {
        fprintf(stderr, "ifr_polytope_create: %s\n", error.message);
        exit(1);
    }
    CHECK(body != NULL);
    CHECK_INT(error.status, IFR_STATUS_OK);
    CHECK_TEXT(error.message, "");
    return body;
}

ifr_polytope *make_box(double half_x, double half_y, double half_z)
{
    double xyz[24];
    for (int i = 0; i < 8; i++) {
        xyz[3 * i + 0] = (i & 1) ? half_x : -half_x;
        xyz[3 * i + 1] = (i & 2) ? half_y : -half_y;
        xyz[3 * i + 2] = (i & 4) ? half_z : -half_z;
    }
    return make_body(xyz, 8);
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
