/* Assertions that say what was expected, what came, and where. */
#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interframe.h"

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define CHECK_INT(got, wanted)                                                      \
    do {                                                                            \
        intmax_t got_ = (intmax_t)(got), wanted_ = (intmax_t)(wanted);              \
        if (got_ != wanted_) {                                                      \
            fprintf(stderr, "%s:%d: %s is %" PRIdMAX ", not %" PRIdMAX " (%s)\n",   \
                    __FILE__, __LINE__, #got, got_, wanted_, #wanted);              \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define CHECK_TEXT(got, wanted)                                                     \
    do {                                                                            \
        const char *got_ = (got), *wanted_ = (wanted);                              \
        if (strcmp(got_, wanted_) != 0) {                                           \
            fprintf(stderr, "%s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, \
                    #got, got_, wanted_);                                           \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define CHECK_STATUS(call, wanted)                                                  \
    do {                                                                            \
        ifr_status got_ = (call);                                                   \
        if (got_ != (wanted)) {                                                     \
            fprintf(stderr, "%s:%d: %s says \"%s\", not \"%s\"\n", __FILE__, __LINE__, \
                    #call, ifr_status_text(got_), ifr_status_text(wanted));         \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define CHECK_OK(call) CHECK_STATUS(call, IFR_STATUS_OK)

/* Every byte of a struct's memory is zero. */
static inline bool all_zero(const void *memory, size_t size)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* shapes.c */
ifr_body *make_box(double half_x, double half_y, double half_z);
ifr_body *make_body(const double *xyz, size_t count);
ifr_pose pose_at(double x, double y, double z);
ifr_status init_turn_by(const ifr_pose *start, const double *displacement, const double *turn,
                        ifr_motion *motion);

/* One function of each test file. */
void test_texts(void);
void test_structs(void);
void test_bytes(void);
void test_memory(void);
void test_log(void);
void test_capture(void);
void test_responses(void);
void test_polytope(void);
void test_pieces(void);
void test_vectors(void);
void test_level(void);
void test_mesh_file(void);
void test_round_bodies(void);
void test_intersect(void);
void test_distance(void);
void test_within(void);
void test_cuboids(void);
void test_penetration(void);
void test_manifold(void);
void test_mpr(void);
void test_contains(void);
void test_minkowski(void);
void test_interframe(void);
void test_interframe_vertices(void);
void test_point_sets(void);
void test_planar(void);
void test_replay(void);
void test_certificate(void);
void test_closest_approach(void);
void test_contact_events(void);
void test_contact_intervals(void);
void test_time_of_exit(void);
void test_time_of_impact(void);
void test_threads(void);
void test_batch(void);
void test_world(void);

#endif
