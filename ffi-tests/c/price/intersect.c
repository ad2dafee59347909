/* A loop of the cheapest query, in C. intersect.cpp is the same in C++: a test compares their instructions. */
#include <stdio.h>
#include <stdlib.h>

#include "interframe.h"

int main(int argc, char **argv)
{
    const double xyz[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1};
    ifr_body *a, *b;
    ifr_error error;
    if (ifr_polytope_create(xyz, 8, NULL, &a, &error) != IFR_STATUS_OK ||
        ifr_polytope_create(xyz, 8, NULL, &b, &error) != IFR_STATUS_OK)
        return 1;
    ifr_pair_state state = {0};
    ifr_intersect_input input = {0};
    input.pair.a = a;
    input.pair.b = b;
    ifr_pose_init(&input.pair.pose_a);
    ifr_pose_init(&input.pair.pose_b);
    const int count = argc > 1 ? atoi(argv[1]) : 20000;
    double sum = 0;
    for (int k = 0; k < count; k++) {
        ifr_intersect_result result;
        input.pair.pose_b.p[0] = 3 + 1e-6 * k;
        if (ifr_intersect(&input, &state, &result, &error) != IFR_STATUS_OK)
            return 2;
        if (!ifr_may_hit(result.verdict))
            sum += result.plane.offset;
    }
    printf("%.17g\n", sum);
    ifr_body_destroy(a);
    ifr_body_destroy(b);
    return 0;
}
