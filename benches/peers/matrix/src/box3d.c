// Box3D: overlaps, distances, casts and contacts of one shape with another.
#include <box3d/box3d.h>
#include <box3d/collision.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

typedef struct {
    int form;
    b3Sphere sphere;
    b3Capsule capsule;
    const b3HullData *hull;
    b3Mesh mesh;
    const b3HeightFieldData *field;
    const b3CompoundData *compound;
    // Of convex forms.
    b3ShapeProxy proxy;
    b3Vec3 points[B3_MAX_SHAPE_CAST_POINTS];
} Made;

static b3Vec3 vec(const float *p) { return (b3Vec3){p[0], p[1], p[2]}; }

static void convex(Made *out, const RawBody *body) {
    const float *s = body->size;
    int count = 0;
    float radius = 0.0f;
    switch (body->form) {
    case BALL:
        out->sphere = (b3Sphere){{0, 0, 0}, s[0]};
        out->points[count++] = out->sphere.center;
        radius = s[0];
        break;
    case CAPSULE:
        out->capsule = (b3Capsule){{0, 0, -s[0]}, {0, 0, s[0]}, s[1]};
        out->points[count++] = out->capsule.center1;
        out->points[count++] = out->capsule.center2;
        radius = s[1];
        break;
    case BOX:
        for (; count < 8; ++count)
            out->points[count] =
                (b3Vec3){count & 1 ? s[0] : -s[0], count & 2 ? s[1] : -s[1], count & 4 ? s[2] : -s[2]};
        radius = s[3];
        break;
    case HULL:
        for (; count < (int)body->point_count; ++count)
            out->points[count] = vec(body->points + 3 * count);
        break;
    }
    // A hull has no radius, and limited faces and edges: others are proxies and nothing else.
    if (count > 2 && radius == 0.0f)
        out->hull = b3CreateHull(out->points, count, count);
    out->proxy = (b3ShapeProxy){out->points, count, radius};
}

static void compound(Made *out, const RawBody *body) {
    static b3CompoundSphereDef spheres[8];
    static b3CompoundCapsuleDef capsules[8];
    static b3CompoundHullDef hulls[8];
    b3CompoundDef def = {0};
    def.spheres = spheres;
    def.capsules = capsules;
    def.hulls = hulls;
    for (uint32_t k = 0; k < body->part_count; ++k) {
        Made *part = calloc(1, sizeof(Made));
        convex(part, &body->parts[k]);
        const b3Vec3 at = vec(body->points + 3 * k);
        const b3SurfaceMaterial material = b3DefaultSurfaceMaterial();
        if (body->parts[k].form == BALL)
            spheres[def.sphereCount++] = (b3CompoundSphereDef){{at, part->sphere.radius}, material};
        else if (body->parts[k].form == CAPSULE) {
            b3Capsule moved = part->capsule;
            moved.center1 = b3Add(moved.center1, at);
            moved.center2 = b3Add(moved.center2, at);
            capsules[def.capsuleCount++] = (b3CompoundCapsuleDef){moved, material};
        } else
            hulls[def.hullCount++] = (b3CompoundHullDef){part->hull, {at, {{0, 0, 0}, 1}}, material};
    }
    out->compound = b3CreateCompound(&def);
}

void *box3d_body(const RawBody *body, Place *frame) {
    *frame = (Place){{0, 0, 0}, {0, 0, 0, 1}};
    Made *out = calloc(1, sizeof(Made));
    out->form = body->form;
    switch (body->form) {
    case BALL:
    case CAPSULE:
    case BOX:
    case HULL:
        convex(out, body);
        return out;
    case COMPOUND:
        compound(out, body);
        return out;
    case MESH: {
        b3MeshDef def = {0};
        def.vertices = (b3Vec3 *)body->points;
        def.vertexCount = (int)body->point_count;
        def.indices = (int32_t *)body->triangles;
        def.triangleCount = (int)body->triangle_count;
        def.materialIndices = calloc(body->triangle_count, 1);
        def.identifyEdges = true;
        out->mesh = (b3Mesh){b3CreateMesh(&def, NULL, 0), {1, 1, 1}};
        return out;
    }
    case FIELD: {
        // A corner is its origin, y is up, and its rows go along z, which is -y here.
        const int n = (int)body->size[0];
        const float half = 0.5f * body->size[1] * (float)(n - 1), turn = 0.70710678f;
        *frame = (Place){{-half, half, 0}, {turn, 0, 0, turn}};
        b3HeightFieldDef def = {0};
        def.heights = malloc(sizeof(float) * n * n);
        for (int row = 0; row < n; ++row)
            memcpy(def.heights + row * n, body->points + (n - 1 - row) * n, sizeof(float) * n);
        def.materialIndices = calloc((n - 1) * (n - 1), 1);
        def.scale = (b3Vec3){body->size[1], 1, body->size[1]};
        def.countX = def.countZ = n;
        def.globalMinimumHeight = -1;
        def.globalMaximumHeight = 1;
        out->field = b3CreateHeightField(&def);
        return out;
    }
    default:
        free(out);
        return NULL;
    }
}

static b3Transform placed(const Place *at) {
    return (b3Transform){vec(at->p), {vec(at->q), at->q[3]}};
}

// A's points in B's frame.
static b3ShapeProxy moved(const Made *a, b3Transform a_in_b, b3Vec3 *room) {
    for (int k = 0; k < a->proxy.count; ++k)
        room[k] = b3TransformPoint(a_in_b, a->points[k]);
    return (b3ShapeProxy){room, a->proxy.count, a->proxy.radius};
}

static bool overlaps(const Made *b, const b3ShapeProxy *proxy) {
    const b3Transform here = {{0, 0, 0}, {{0, 0, 0}, 1}};
    switch (b->form) {
    case BALL:
        return b3OverlapSphere(&b->sphere, here, proxy);
    case CAPSULE:
        return b3OverlapCapsule(&b->capsule, here, proxy);
    case MESH:
        return b3OverlapMesh(&b->mesh, here, proxy);
    case FIELD:
        return b3OverlapHeightField(b->field, here, proxy);
    case COMPOUND:
        return b3OverlapCompound(b->compound, here, proxy);
    default:
        return b3OverlapHull(b->hull, here, proxy);
    }
}

static bool is_point(const Made *made) { return made->form == BALL && made->sphere.radius == 0.0f; }

static bool cast(const Made *b, const b3ShapeCastInput *input) {
    switch (b->form) {
    case MESH:
        return b3ShapeCastMesh(&b->mesh, input).hit;
    case FIELD:
        return b3ShapeCastHeightField(b->field, input).hit;
    default:
        return b3ShapeCastCompound(b->compound, input).hit;
    }
}

// Contacts of two convex bodies, A's kind not after B's in the list of forms: B of the engine's call is A.
static int collide(const Made *a, const Made *b, b3Transform a_in_b) {
    b3LocalManifoldPoint points[16];
    b3LocalManifold found = {0};
    found.points = points;
    b3SimplexCache simplex = {0};
    b3SATCache axis = {0};
    const int hull = 2;
    const int form_a = a->form < hull ? a->form : hull, form_b = b->form < hull ? b->form : hull;
    switch (3 * form_b + form_a) {
    case 3 * BALL + BALL:
        b3CollideSpheres(&found, 16, &b->sphere, &a->sphere, a_in_b);
        break;
    case 3 * CAPSULE + BALL:
        b3CollideCapsuleAndSphere(&found, 16, &b->capsule, &a->sphere, a_in_b);
        break;
    case 3 * CAPSULE + CAPSULE:
        b3CollideCapsules(&found, 16, &b->capsule, &a->capsule, a_in_b);
        break;
    case 6 + BALL:
        b3CollideHullAndSphere(&found, 16, b->hull, &a->sphere, a_in_b, &simplex);
        break;
    case 6 + CAPSULE:
        b3CollideHullAndCapsule(&found, 16, b->hull, &a->capsule, a_in_b, &simplex);
        break;
    case 6 + 2:
        b3CollideHulls(&found, 16, b->hull, a->hull, a_in_b, &axis);
        break;
    default:
        return -1;
    }
    for (int k = 0; k < found.pointCount; ++k)
        if (points[k].separation <= 0.0f)
            return 1;
    return 0;
}

typedef struct {
    const Made *a;
    const b3Mesh *mesh;
    b3Transform b_in_a;
    int touches;
} AtMesh;

static bool collide_triangle(b3Vec3 p, b3Vec3 q, b3Vec3 r, int triangle, void *context) {
    AtMesh *at = context;
    const b3Vec3 corners[3] = {b3TransformPoint(at->b_in_a, p), b3TransformPoint(at->b_in_a, q),
                               b3TransformPoint(at->b_in_a, r)};
    b3LocalManifoldPoint points[16];
    b3LocalManifold found = {0};
    found.points = points;
    b3SimplexCache simplex = {0};
    b3SATCache axis = {0};
    if (at->a->form == BALL)
        b3CollideTriangleAndSphere(&found, 16, corners, &at->a->sphere);
    else if (at->a->form == CAPSULE)
        b3CollideTriangleAndCapsule(&found, 16, corners, &at->a->capsule, &simplex);
    else
        b3CollideTriangleAndHull(&found, 16, corners[0], corners[1], corners[2], b3GetMeshFlags(at->mesh->data)[triangle],
                                 at->a->hull, &axis, true);
    for (int k = 0; k < found.pointCount; ++k)
        at->touches |= points[k].separation <= 0.0f;
    return true;
}

// Contacts with each triangle near A, front sides only, as its worlds compute them before they reduce them.
static int collide_mesh(const Made *a, const b3Mesh *mesh, b3Transform a_in_b) {
    b3AABB near = a->form == BALL      ? b3ComputeSphereAABB(&a->sphere, a_in_b)
                  : a->form == CAPSULE ? b3ComputeCapsuleAABB(&a->capsule, a_in_b)
                                       : b3ComputeHullAABB(a->hull, a_in_b);
    const b3Vec3 ahead = {PREDICTION, PREDICTION, PREDICTION};
    near = (b3AABB){b3Sub(near.lowerBound, ahead), b3Add(near.upperBound, ahead)};
    AtMesh at = {a, mesh, b3InvertTransform(a_in_b), 0};
    b3QueryMesh(mesh, near, collide_triangle, &at);
    return at.touches;
}

int box3d_ask(int query, const void *body_a, const void *body_b, const Item *item) {
    const Made *a = body_a, *b = body_b;
    if (a->proxy.count == 0)
        return -1;
    const b3Transform at_a = placed(&item->a), at_b = placed(&item->b);
    const b3Transform a_in_b = b3InvMulTransforms(at_b, at_a);
    b3Vec3 room[B3_MAX_SHAPE_CAST_POINTS];
    switch (query) {
    case INTERSECT: {
        if ((b->form == BOX || b->form == HULL) && !b->hull)
            return -1;
        const b3ShapeProxy proxy = moved(a, a_in_b, room);
        return overlaps(b, &proxy);
    }
    case DISTANCE: {
        if (b->proxy.count == 0)
            return -1;
        const b3DistanceInput input = {b->proxy, a->proxy, a_in_b, true};
        b3SimplexCache cache = {0};
        return b3ShapeDistance(&input, &cache, NULL, 0).distance <= 0.0f;
    }
    case MANIFOLD:
        if (b->form == MESH && (a->form < BOX || a->hull))
            return collide_mesh(a, &b->mesh, a_in_b);
        if (b->proxy.count == 0 || (a->form >= BOX && !a->hull) || (b->form >= BOX && !b->hull))
            return -1;
        return collide(a, b, a_in_b);
    case STRAIGHT: {
        const b3Vec3 by = b3InvRotateVector(at_b.q, b3Sub(vec(item->end.p), at_a.p));
        if (b->proxy.count > 0) {
            const b3ShapeCastPairInput input = {b->proxy, a->proxy, a_in_b, by, 1.0f, false};
            return b3ShapeCast(&input).hit;
        }
        if (is_point(a) && b->form == MESH) {
            const b3RayCastInput ray = {a_in_b.p, by, 1.0f};
            return b3RayCastMesh(&b->mesh, &ray).hit;
        }
        const b3ShapeCastInput input = {moved(a, a_in_b, room), by, 1.0f, false};
        return cast(b, &input);
    }
    case TURNING: {
        if (b->proxy.count == 0)
            return -1;
        const b3Transform end = placed(&item->end);
        const b3Sweep still = {{0, 0, 0}, at_b.p, at_b.p, at_b.q, at_b.q};
        const b3Sweep flies = {{0, 0, 0}, at_a.p, end.p, at_a.q, end.q};
        const b3TOIInput input = {b->proxy, a->proxy, still, flies, 1.0f};
        const b3TOIState state = b3TimeOfImpact(&input).state;
        return state == b3_toiStateHit || state == b3_toiStateOverlapped;
    }
    default:
        return -1;
    }
}

typedef struct {
    b3WorldId id;
    b3BodyId *copies;
    uint32_t count;
} World;

void *box3d_world(const void *copy, const Place *at, uint32_t count) {
    const Made *made = copy;
    const b3WorldDef def = b3DefaultWorldDef();
    World *out = malloc(sizeof(World));
    *out = (World){b3CreateWorld(&def), malloc(count * sizeof(b3BodyId)), count};
    for (uint32_t k = 0; k < count; ++k) {
        b3BodyDef body = b3DefaultBodyDef();
        const b3ShapeDef shape = b3DefaultShapeDef();
        body.type = made->form == MESH ? b3_staticBody : b3_kinematicBody;
        body.position = vec(at[k].p);
        body.rotation = placed(&at[k]).q;
        out->copies[k] = b3CreateBody(out->id, &body);
        if (made->form == MESH)
            b3CreateMeshShape(out->copies[k], &shape, made->mesh.data, made->mesh.scale);
        else
            b3CreateHullShape(out->copies[k], &shape, made->hull);
    }
    // Builds the tree.
    b3World_Step(out->id, 1.0f / 64, 1);
    return out;
}

void box3d_place(void *world, const Place *at) {
    const World *to = world;
    for (uint32_t k = 0; k < to->count; ++k)
        b3Body_SetTransform(to->copies[k], vec(at[k].p), placed(&at[k]).q);
}

// The cast ends at the hit.
static float closest(b3ShapeId shape, b3Pos point, b3Vec3 normal, float fraction, uint64_t material, int triangle,
                     int child, void *met) {
    *(uint8_t *)met = 1;
    return fraction;
}

void box3d_cast(const void *world, const void *body, const Item *items, uint32_t count, uint8_t *met) {
    const World *in = world;
    const Made *a = body;
    const b3QueryFilter all = b3DefaultQueryFilter();
    for (uint32_t k = 0; k < count; ++k) {
        const b3Transform at = placed(&items[k].a);
        const b3Vec3 by = b3Sub(vec(items[k].end.p), at.p);
        if (is_point(a)) {
            met[k] = b3World_CastRayClosest(in->id, at.p, by, all).hit;
            continue;
        }
        b3Vec3 room[B3_MAX_SHAPE_CAST_POINTS];
        const b3ShapeProxy proxy = moved(a, (b3Transform){{0, 0, 0}, at.q}, room);
        met[k] = 0;
        b3World_CastShape(in->id, at.p, &proxy, by, all, closest, &met[k]);
    }
}
