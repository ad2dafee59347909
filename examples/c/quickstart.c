/* A fast box crosses a thin plate between two frames.
 * cc -Iinclude examples/c/quickstart.c target/release/libinterframe.a -lpthread -ldl -lm */
#include <stdio.h>

#include "interframe.h"

static ifr_polytope *box(double hx, double hy, double hz)
{
    const double xyz[24] = {-hx, -hy, -hz, hx, -hy, -hz, -hx, hy, -hz, hx, hy, -hz,
                            -hx, -hy, hz,  hx, -hy, hz,  -hx, hy, hz,  hx, hy, hz};
    ifr_polytope *body;
    ifr_error error;
    if (ifr_polytope_create(xyz, 8, &body, &error) != IFR_STATUS_OK)
        fprintf(stderr, "%s\n", error.message);
    return body; /* NULL on failure, which the queries refuse */
}

int main(void)
{
    ifr_polytope *bullet = box(0.05, 0.05, 0.05), *plate = box(0.02, 2, 2);
    ifr_pair_state state = {0}; /* one for each pair, kept from frame to frame */
    ifr_pose pose, plate_pose;
    ifr_pose_init(&pose);
    ifr_pose_init(&plate_pose);
    pose.p[0] = -24; /* the plate stands at x = 0 */

    const double displacement[3] = {10, 0, 0}; /* 600 units/s at 60 frames/s */
    const double turn[3] = {0, 0, 0};          /* radians over the frame */
    for (int frame = 0; frame < 5; frame++) {
        ifr_interframe_input input = {0};
        ifr_interframe_result result;
        ifr_error error;
        input.a = bullet;
        input.b = plate;
        ifr_motion_init_turn(&pose, displacement, turn, &input.motion_a);
        ifr_motion_init_fixed(&plate_pose, &input.motion_b);
        if (ifr_interframe(&input, &state, NULL, &result, &error) != IFR_STATUS_OK)
            fprintf(stderr, "%s\n", error.message); /* and the verdict reads undecided */
        printf("frame %d: x %g to %g: %s\n", frame, pose.p[0], pose.p[0] + displacement[0],
               ifr_may_hit(result.verdict) ? "may hit" : "free");
        pose.p[0] += displacement[0];
    }
    ifr_polytope_destroy(bullet);
    ifr_polytope_destroy(plate);
    return 0;
}
