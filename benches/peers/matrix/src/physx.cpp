// PhysX: queries of one geometry and another.
#include <PxImmediateMode.h>
#include <PxPhysicsAPI.h>

#include <cstdio>
#include <vector>

#include "engine.h"

using namespace physx;

static PxDefaultAllocator allocator;
static PxDefaultErrorCallback errors;

static PxQuat about_x(float angle) { return PxQuat(angle, PxVec3(1, 0, 0)); }

static PxGeometry *made(const RawBody &body, PxTransform &frame) {
    const float *s = body.size;
    PxCookingParams params{PxTolerancesScale()};
    params.midphaseDesc.setToDefault(PxMeshMidPhase::eBVH34);
    PxInsertionCallback &into = *PxGetStandaloneInsertionCallback();
    const PxQuat along_z(-0.5f * PxPi, PxVec3(0, 1, 0));
    switch (body.form) {
    case BALL:
        return new PxSphereGeometry(s[0]);
    case CAPSULE:
        frame.q = along_z;
        return new PxCapsuleGeometry(s[1], s[0]);
    case BOX:
        return s[3] > 0.0f ? nullptr : new PxBoxGeometry(s[0], s[1], s[2]);
    case HULL: {
        PxConvexMeshDesc desc;
        desc.points.count = body.point_count;
        desc.points.stride = 3 * sizeof(float);
        desc.points.data = body.points;
        desc.flags = PxConvexFlag::eCOMPUTE_CONVEX;
        return new PxConvexMeshGeometry(PxCreateConvexMesh(params, desc, into));
    }
    case MESH: {
        PxTriangleMeshDesc desc;
        desc.points.count = body.point_count;
        desc.points.stride = 3 * sizeof(float);
        desc.points.data = body.points;
        desc.triangles.count = body.triangle_count;
        desc.triangles.stride = 3 * sizeof(uint32_t);
        desc.triangles.data = body.triangles;
        return new PxTriangleMeshGeometry(PxCreateTriangleMesh(params, desc, into));
    }
    case FIELD: {
        // A corner is its origin, y is up; its rows go along x, its columns along z, which is -y here.
        const uint32_t n = uint32_t(s[0]);
        const float half = 0.5f * s[1] * float(n - 1), step = 1.0f / 1024;
        frame = PxTransform(PxVec3(-half, half, 0), about_x(0.5f * PxPi));
        std::vector<PxHeightFieldSample> samples(n * n);
        for (uint32_t k = 0; k < n * n; ++k)
            samples[k].height = PxI16(body.points[(n - 1 - k % n) * n + k / n] / step);
        PxHeightFieldDesc desc;
        desc.nbRows = desc.nbColumns = n;
        desc.samples.data = samples.data();
        desc.samples.stride = sizeof(PxHeightFieldSample);
        return new PxHeightFieldGeometry(PxCreateHeightField(desc, into), PxMeshGeometryFlags(), step, s[1], s[1]);
    }
    default:
        return nullptr;
    }
}

static PxPhysics &physics() {
    static PxFoundation *foundation = PxCreateFoundation(PX_PHYSICS_VERSION, allocator, errors);
    static PxPhysics *made = PxCreatePhysics(PX_PHYSICS_VERSION, *foundation, PxTolerancesScale());
    return *made;
}

void *physx_body(const RawBody *body, Place *frame) {
    physics(); // It registers height fields.
    PxTransform at(PxIdentity);
    PxGeometry *out = made(*body, at);
    *frame = {{at.p.x, at.p.y, at.p.z}, {at.q.x, at.q.y, at.q.z, at.q.w}};
    return out;
}

static PxTransform placed(const Place &at) {
    return PxTransform(PxVec3(at.p[0], at.p[1], at.p[2]), PxQuat(at.q[0], at.q[1], at.q[2], at.q[3]));
}

// Whether contacts were made, none of them ahead of contact.
struct Touching : immediate::PxContactRecorder {
    bool touch = false;

    bool recordContacts(const PxContactPoint *points, const PxU32 count, const PxU32) override {
        for (PxU32 k = 0; k < count; ++k)
            touch |= points[k].separation <= 0.0f;
        return true;
    }
};

struct Room : PxCacheAllocator {
    alignas(16) PxU8 bytes[16384];
    PxU32 used = 0;

    PxU8 *allocateCacheData(const PxU32 size) override {
        PxU8 *out = bytes + used;
        used += (size + 15) & ~15u;
        return used <= sizeof bytes ? out : nullptr;
    }
};

static bool is_point(const PxGeometry &geometry) {
    return geometry.getType() == PxGeometryType::eSPHERE && static_cast<const PxSphereGeometry &>(geometry).radius == 0.0f;
}

// As a unit vector and a length.
static PxVec3 way(const Item &item, float &length) {
    PxVec3 by = PxVec3(item.end.p[0], item.end.p[1], item.end.p[2]) - placed(item.a).p;
    length = by.normalize();
    return by;
}

static const PxHitFlags flags = PxHitFlag::ePOSITION | PxHitFlag::eNORMAL | PxHitFlag::eMESH_BOTH_SIDES;

int physx_ask(int query, const void *body_a, const void *body_b, const Item *item) {
    const PxGeometry *a = static_cast<const PxGeometry *>(body_a), *b = static_cast<const PxGeometry *>(body_b);
    if (a->getType() >= PxGeometryType::eTRIANGLEMESH)
        return -1;
    const PxTransform at_a = placed(item->a), at_b = placed(item->b);
    switch (query) {
    case INTERSECT:
        return PxGeometryQuery::overlap(*a, at_a, *b, at_b);
    case PENETRATION: {
        PxVec3 direction;
        PxF32 depth;
        return PxGeometryQuery::computePenetration(direction, depth, *a, at_a, *b, at_b);
    }
    case MANIFOLD: {
        Touching found;
        Room room;
        PxCache cache;
        immediate::PxGenerateContacts(&a, &b, &at_a, &at_b, &cache, 1, found, PREDICTION, 1.0e-4f, 1.0f, room);
        return found.touch;
    }
    case STRAIGHT: {
        float length;
        const PxVec3 by = way(*item, length);
        PxGeomRaycastHit seen;
        if (is_point(*a))
            return PxGeometryQuery::raycast(at_a.p, by, *b, at_b, length, flags, 1, &seen) > 0;
        PxGeomSweepHit hit;
        return PxGeometryQuery::sweep(by, length, *a, at_a, *b, at_b, hit, flags);
    }
    default:
        return -1;
    }
}

namespace {
struct World {
    PxScene *scene;
    std::vector<PxRigidActor *> copies;
};
} // namespace

void *physx_world(const void *copy, const Place *at, uint32_t count) {
    const PxGeometry &geometry = *static_cast<const PxGeometry *>(copy);
    PxSceneDesc desc(physics().getTolerancesScale());
    desc.cpuDispatcher = PxDefaultCpuDispatcherCreate(0);
    desc.filterShader = PxDefaultSimulationFilterShader;
    PxMaterial *material = physics().createMaterial(0.5f, 0.5f, 0.5f);
    World *out = new World{physics().createScene(desc), {}};
    for (uint32_t k = 0; k < count; ++k) {
        PxRigidActor *actor;
        if (geometry.getType() == PxGeometryType::eTRIANGLEMESH) {
            actor = physics().createRigidStatic(placed(at[k]));
        } else {
            PxRigidDynamic *moves = physics().createRigidDynamic(placed(at[k]));
            moves->setRigidBodyFlag(PxRigidBodyFlag::eKINEMATIC, true);
            actor = moves;
        }
        actor->attachShape(*physics().createShape(geometry, *material, true));
        out->scene->addActor(*actor);
        out->copies.push_back(actor);
    }
    out->scene->forceDynamicTreeRebuild(true, true);
    out->scene->flushQueryUpdates();
    return out;
}

void physx_place(void *world, const Place *at) {
    const World &to = *static_cast<World *>(world);
    for (PxRigidActor *copy : to.copies)
        copy->setGlobalPose(placed(*at++), false);
    to.scene->flushQueryUpdates();
}

void physx_cast(const void *world, const void *a, const Item *items, uint32_t count, uint8_t *met) {
    const PxScene &scene = *static_cast<const World *>(world)->scene;
    const PxGeometry &geometry = *static_cast<const PxGeometry *>(a);
    const bool is_ray = is_point(geometry);
    for (uint32_t k = 0; k < count; ++k) {
        float length;
        const PxVec3 by = way(items[k], length);
        const PxTransform from = placed(items[k].a);
        PxRaycastBuffer seen;
        PxSweepBuffer hit;
        met[k] = is_ray ? scene.raycast(from.p, by, length, seen, flags)
                        : scene.sweep(geometry, from, by, length, hit, flags);
    }
}
