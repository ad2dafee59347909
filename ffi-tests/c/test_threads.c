/* Four threads share two bodies, each with a pair state of its own, and get the same bits. */
#include <math.h>
#include <pthread.h>

#include "check.h"

enum { THREADS = 4, FRAMES = 2000 };

struct job {
    const ifr_body *a, *b;
    uint64_t hash;
    int hits, separated;
};

/* FNV-1a. */
static void mix(uint64_t *hash, const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

static void *run(void *argument)
{
    struct job *job = argument;
    ifr_pair_state static_state = {0}, moving_state = {0};
    job->hash = UINT64_C(0xcbf29ce484222325);
    for (int frame = 0; frame < FRAMES; frame++) {
        double s = 0.01 * frame;
        ifr_intersect_input look = {0};
        ifr_intersect_result seen;
        look.pair.a = job->a;
        look.pair.b = job->b;
        look.pair.pose_a = pose_at(0, 0, 0);
        look.pair.pose_b = pose_at(2.2 * cos(s), 2.2 * sin(s), 0.3);
        look.pair.pose_b.q[2] = sin(0.7 * s);
        look.pair.pose_b.q[3] = cos(0.7 * s);
        CHECK_OK(ifr_intersect(&look, &static_state, &seen, NULL));
        mix(&job->hash, &seen.verdict, sizeof seen.verdict);
        mix(&job->hash, &seen.iterations, sizeof seen.iterations);
        mix(&job->hash, seen.plane.normal, sizeof seen.plane.normal);
        mix(&job->hash, &seen.plane.offset, sizeof seen.plane.offset);
        mix(&job->hash, seen.point, sizeof seen.point);
        mix(&job->hash, &static_state, sizeof static_state);
        job->hits += seen.verdict == IFR_VERDICT_HIT;
        job->separated += seen.verdict == IFR_VERDICT_SEPARATED;

        const double displacement[3] = {0.1, -0.2, 0.05}, turn[3] = {0.3, 0.1 * s, -0.2};
        ifr_interframe_input move = {0};
        ifr_interframe_result met;
        move.pair.a = job->a;
        move.pair.b = job->b;
        CHECK_OK(ifr_motion_init_fixed(&look.pair.pose_a, &move.pair.motion_a));
        CHECK_OK(init_turn_by(&look.pair.pose_b, displacement, turn, &move.pair.motion_b));
        CHECK_OK(ifr_interframe(&move, &moving_state, &met, NULL));
        mix(&job->hash, &met.verdict, sizeof met.verdict);
        mix(&job->hash, &met.slack, sizeof met.slack);
        mix(&job->hash, met.plane.normal, sizeof met.plane.normal);
        mix(&job->hash, &moving_state, sizeof moving_state);
    }
    return NULL;
}

void test_threads(void)
{
    ifr_body *a = make_box(1, 1, 1), *b = make_box(1.5, 0.4, 0.3);
    struct job jobs[THREADS];
    pthread_t threads[THREADS];
    memset(jobs, 0, sizeof jobs);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].a = a;
        jobs[i].b = b;
        CHECK_INT(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    for (int i = 1; i < THREADS; i++)
        CHECK(jobs[i].hash == jobs[0].hash);
    /* Both verdicts came up, or the hash would mean little. */
    CHECK(jobs[0].hits > 0 && jobs[0].separated > 0);
    ifr_body_destroy(a);
    ifr_body_destroy(b);
}
