/* ifr_..._batch: the answers of the queries themselves, on any threads; errors name the entry. */
#include <math.h>
#include <pthread.h>

#include "check.h"

enum { BODIES = 40, PAIRS = 300 };

/* A parallel loop of two threads, as a program may have it. */
struct loop {
    ifr_job_callback job;
    void *context;
    size_t from, n;
};

static void *half(void *argument)
{
    const struct loop *loop = argument;
    for (size_t k = loop->from; k < loop->n; k += 2)
        loop->job(loop->context, k);
    return NULL;
}

static void on_two_threads(void *user, size_t n, ifr_job_callback job, void *context)
{
    struct loop loops[2] = {{job, context, 0, n}, {job, context, 1, n}};
    pthread_t other;
    CHECK_INT(pthread_create(&other, NULL, half, &loops[1]), 0);
    half(&loops[0]);
    CHECK_INT(pthread_join(other, NULL), 0);
    ++*(size_t *)user;
}

static void half_of_it(void *user, size_t n, ifr_job_callback job, void *context)
{
    (void)user;
    for (size_t k = 0; k < n; k += 2)
        job(context, k);
}

struct many {
    const ifr_body *bodies[BODIES];
    ifr_pose poses[BODIES];
    ifr_motion motions[BODIES];
    uint32_t pairs[2 * PAIRS];
};

static void fill(struct many *many, const ifr_body *box, const ifr_body *bar)
{
    for (int k = 0; k < BODIES; k++) {
        const double by[3] = {sin(k), cos(2.0 * k), 0.5}, turn[3] = {0.1 * k, 0.3, 0};
        many->bodies[k] = k % 2 ? box : bar;
        many->poses[k] = pose_at(3 * sin(7.0 * k), 3 * cos(3.0 * k), sin(0.5 * k));
        CHECK_OK(init_turn_by(&many->poses[k], by, turn, &many->motions[k]));
    }
    for (int k = 0; k < PAIRS; k++) {
        many->pairs[2 * k] = (uint32_t)(k % BODIES);
        many->pairs[2 * k + 1] = (uint32_t)((7 * k + 3) % BODIES);
    }
}

static ifr_posed_batch posed(const struct many *many)
{
    ifr_posed_batch batch = {0};
    batch.bodies = many->bodies;
    batch.poses = many->poses;
    batch.body_count = BODIES;
    batch.pairs = many->pairs;
    batch.pair_count = PAIRS;
    return batch;
}

static ifr_moving_batch moving(const struct many *many)
{
    ifr_moving_batch batch = {0};
    batch.bodies = many->bodies;
    batch.motions = many->motions;
    batch.body_count = BODIES;
    batch.pairs = many->pairs;
    batch.pair_count = PAIRS;
    return batch;
}

static ifr_posed_pair posed_pair(const struct many *many, int k)
{
    const uint32_t a = many->pairs[2 * k], b = many->pairs[2 * k + 1];
    ifr_posed_pair pair = {many->bodies[a], many->bodies[b], many->poses[a], many->poses[b]};
    return pair;
}

static ifr_moving_pair moving_pair(const struct many *many, int k)
{
    const uint32_t a = many->pairs[2 * k], b = many->pairs[2 * k + 1];
    ifr_moving_pair pair = {many->bodies[a], many->bodies[b], many->motions[a], many->motions[b]};
    return pair;
}

/* A batch on one thread and on two, with states and without, says what the query says of each pair. */
#define SAME_ANSWERS(query, kind)                                                         \
    do {                                                                                  \
        static ifr_##query##_result here[PAIRS], there[PAIRS], one;                       \
        static ifr_pair_state states[PAIRS];                                              \
        memset(states, 0, sizeof states);                                                 \
        ifr_##kind##_batch batch = kind(many);                                            \
        CHECK_OK(ifr_##query##_batch(&batch, NULL, here, NULL));                          \
        size_t loops = 0;                                                                 \
        batch.jobs.run = on_two_threads;                                                  \
        batch.jobs.user = &loops;                                                         \
        batch.states = states;                                                            \
        ifr_##query##_input input = {0};                                                  \
        CHECK_OK(ifr_##query##_batch(&batch, &input, there, NULL));                       \
        CHECK_INT(loops, 1);                                                              \
        CHECK(memcmp(here, there, sizeof here) == 0);                                     \
        int hits = 0;                                                                     \
        for (int k = 0; k < PAIRS; k++) {                                                 \
            ifr_pair_state state = {0};                                                   \
            input.pair = kind##_pair(many, k);                                            \
            CHECK_OK(ifr_##query(&input, &state, &one, NULL));                            \
            CHECK(memcmp(&one, &here[k], sizeof one) == 0);                               \
            CHECK(memcmp(&state, &states[k], sizeof state) == 0);                         \
            hits += one.verdict == IFR_VERDICT_HIT;                                       \
        }                                                                                 \
        CHECK(hits > 10 && hits < PAIRS - 10);                                            \
    } while (0)

static void answers(const struct many *many)
{
    SAME_ANSWERS(intersect, posed);
    SAME_ANSWERS(distance, posed);
    SAME_ANSWERS(contact_manifold, posed);
    SAME_ANSWERS(time_of_impact, moving);
}

/* A sweep of turning bodies is never a hit. */
static void sweeps(const struct many *many)
{
    static ifr_interframe_result results[PAIRS];
    const ifr_moving_batch batch = moving(many);
    CHECK_OK(ifr_interframe_batch(&batch, NULL, results, NULL));
    int separated = 0;
    for (int k = 0; k < PAIRS; k++) {
        ifr_interframe_input input = {0};
        ifr_interframe_result one;
        input.pair = moving_pair(many, k);
        CHECK_OK(ifr_interframe(&input, NULL, &one, NULL));
        CHECK(memcmp(&one, &results[k], sizeof one) == 0);
        separated += one.verdict == IFR_VERDICT_SEPARATED;
    }
    CHECK(separated > 10 && separated < PAIRS - 10);
}

static void refused(struct many *many)
{
    static ifr_intersect_result results[PAIRS];
    ifr_posed_batch batch = posed(many);
    ifr_intersect_input input = {0};
    ifr_error error;

    CHECK_STATUS(ifr_intersect_batch(NULL, NULL, results, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_intersect_batch(&batch, NULL, NULL, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "results is NULL");

    memset(results, 0xff, sizeof results);
    many->pairs[9] = BODIES;
    CHECK_STATUS(ifr_intersect_batch(&batch, NULL, results, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK_TEXT(error.message, "batch.pairs[4] is 40; it must be below 40");
    CHECK(all_zero(results, sizeof results));
    many->pairs[9] = 0;

    memset(results, 0xff, sizeof results);
    many->poses[3].p[1] = NAN;
    CHECK_STATUS(ifr_intersect_batch(&batch, NULL, results, &error), IFR_STATUS_NOT_FINITE);
    CHECK_TEXT(error.message, "batch.poses[3].p[1] is NaN; it must be finite");
    CHECK(all_zero(results, sizeof results));
    many->poses[3].p[1] = 0;

    const ifr_body *kept = many->bodies[5];
    many->bodies[5] = NULL;
    CHECK_STATUS(ifr_intersect_batch(&batch, NULL, results, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "batch.bodies[5] is NULL");
    many->bodies[5] = kept;

    memset(results, 0xff, sizeof results);
    input.method = 99;
    CHECK_STATUS(ifr_intersect_batch(&batch, &input, results, NULL), IFR_STATUS_UNKNOWN_VALUE);
    CHECK(all_zero(results, sizeof results));
    input.method = 0;

    batch.pair_count = (size_t)1 << 40;
    CHECK_STATUS(ifr_intersect_batch(&batch, NULL, results, &error), IFR_STATUS_OUT_OF_RANGE);
    CHECK(strstr(error.message, "batch.pair_count is ") == error.message);
    batch.pair_count = PAIRS;

    batch.jobs.run = half_of_it;
    CHECK_STATUS(ifr_intersect_batch(&batch, NULL, results, &error), IFR_STATUS_JOBS);
    CHECK_TEXT(error.message, "batch: only 3 of 5 pieces of work were run");
    CHECK(all_zero(results, sizeof results));

    ifr_posed_batch none = {0};
    CHECK_OK(ifr_intersect_batch(&none, NULL, NULL, NULL));
}

void test_batch(void)
{
    static struct many many;
    ifr_body *box = make_box(1, 0.5, 0.7), *bar = make_box(2, 0.1, 0.2);
    fill(&many, box, bar);
    answers(&many);
    sweeps(&many);
    refused(&many);
    ifr_body_destroy(box);
    ifr_body_destroy(bar);
}
