/* A fast box crosses a thin plate between two frames.
 * cargo build --release -p interframe-capi
 * cc -Iinclude examples/c/quickstart.c target/release/libinterframe.a -lpthread -ldl -lm */
#include <stdio.h>

#include "interframe.h"

static ifr_body *box(double hx, double hy, double hz)
{
    const double half_extents[3] = {hx, hy, hz};
    ifr_body *body;
    ifr_error error;
    if (ifr_cuboid_create(half_extents, &body, &error) != IFR_STATUS_OK)
        fprintf(stderr, "%s\n", error.message);
    return body; /* NULL on failure, which the queries refuse */
}

int main(void)
{
    ifr_body *bullet = box(0.05, 0.05, 0.05), *plate = box(0.02, 2, 2);
    ifr_pair_state state = {0}; /* one for each pair, kept from frame to frame */
    ifr_pose pose, plate_pose;
    ifr_pose_init(&pose);
    ifr_pose_init(&plate_pose);
    pose.p[0] = -24; /* the plate stands at x = 0 */

    const double turn[3] = {0, 0, 0}; /* radians over the frame */
    for (int frame = 0; frame < 5; frame++) {
        ifr_interframe_input input = {0};
        ifr_interframe_result result;
        ifr_error error;
        const double end_p[3] = {pose.p[0] + 10, 0, 0}; /* 600 units/s at 60 frames/s */
        input.pair.a = bullet;
        input.pair.b = plate;
        ifr_motion_init_turn(&pose, end_p, turn, &input.pair.motion_a);
        ifr_motion_init_fixed(&plate_pose, &input.pair.motion_b);
        if (ifr_interframe(&input, &state, &result, &error) != IFR_STATUS_OK)
            fprintf(stderr, "%s\n", error.message); /* and the verdict reads undecided */
        printf("frame %d: x %g to %g: %s\n", frame, pose.p[0], end_p[0],
               ifr_may_hit(result.verdict) ? "may hit" : "free");
        pose.p[0] = end_p[0];
    }
    ifr_body_destroy(bullet);
    ifr_body_destroy(plate);
    return 0;
}
