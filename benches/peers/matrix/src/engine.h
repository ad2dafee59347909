// What every shim takes and answers; `engines.rs` has the same.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum Form { BALL, CAPSULE, BOX, HULL, CYLINDER, CONE, ELLIPSOID, COMPOUND, MESH, FIELD };

// Sizes in the order of `Shape`; an axis lies along z. Points: corners, vertices or the heights of a field (one float
// each, a row for each y). Parts of a compound stand at the points.
typedef struct RawBody {
    int32_t form;
    float size[4];
    const float *points;
    uint32_t point_count;
    const uint32_t *triangles;
    uint32_t triangle_count;
    const struct RawBody *parts;
    uint32_t part_count;
} RawBody;

// A position and a unit quaternion x, y, z, w.
typedef struct {
    float p[3], q[4];
} Place;

// A at the start and the end of the frame, B at rest.
typedef struct {
    Place a, b, end;
} Item;

enum Query { INTERSECT, DISTANCE, WITHIN, PENETRATION, MANIFOLD, STRAIGHT, TURNING };

// `within` and the prediction of manifolds, as in `questions.rs`.
#define WITHIN_DISTANCE 0.005f
#define PREDICTION 0.02f

// X_body: the engine's own body, never freed, or null of a form that it does not have; `frame` is where it lies in the
// frame of the form. A ball of radius 0 is a point, which is cast as a ray. X_ask: 1 where they meet, 0 where not, -1
// where it has no such query for these two.
// X_world: a world of copies of one body, never freed, which meet nothing. X_place: moves all copies. X_cast: whether A
// meets a copy on its straight way; B of the items is not read.
#define ENGINE(X)                                                          \
    void *X##_body(const RawBody *body, Place *frame);                     \
    int X##_ask(int query, const void *a, const void *b, const Item *item); \
    void *X##_world(const void *copy, const Place *at, uint32_t count);    \
    void X##_place(void *world, const Place *at);                          \
    void X##_cast(const void *world, const void *a, const Item *items, uint32_t count, uint8_t *met);
ENGINE(jolt)
ENGINE(box3d)
ENGINE(physx)

#ifdef __cplusplus
}
#endif
