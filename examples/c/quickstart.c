/* cargo build --release -p interframe-capi
 * cc -Iinclude examples/c/quickstart.c target/release/libinterframe.a -lpthread -ldl -lm */
#include <stdio.h>

#include "interframe.h"

int main(void)
{
    const double small[3] = {0.05, 0.01, 0.01}, thin[3] = {0.01, 2, 2}, end[3] = {8, 0, 0}, turn[3] = {40, 0, 0};
    const ifr_pose start = {{-7, 0, 0}, {0, 0, 0, 1}}, origin = {{0, 0, 0}, {0, 0, 0, 1}};
    ifr_body *bullet, *plate;
    ifr_cuboid_create(small, &bullet, NULL); /* NULL on failure, which the query refuses */
    ifr_cuboid_create(thin, &plate, NULL);
    ifr_time_of_impact_input input = {0}; /* an option that is 0 has its default */
    input.pair.a = bullet;
    input.pair.b = plate;
    ifr_motion_init_turn(&start, end, turn, &input.pair.motion_a);
    ifr_motion_init_fixed(&origin, &input.pair.motion_b);
    ifr_pair_state state = {0}; /* memory of this pair: use it again in the next frame */
    ifr_time_of_impact_result answer;
    ifr_error error;
    if (ifr_time_of_impact(&input, &state, &answer, &error) != IFR_STATUS_OK)
        fprintf(stderr, "%s\n", error.message); /* the verdict is then undecided */
    printf("%s at t = %.6f, x = %.3f\n", ifr_verdict_text(answer.verdict), answer.t_hi, answer.point_b[0]);
    ifr_body_destroy(bullet);
    ifr_body_destroy(plate);
    return 0;
}
