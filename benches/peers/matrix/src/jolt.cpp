// Jolt: collisions and casts of one shape with another.
#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/HeightFieldShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>
#include <Jolt/Physics/Collision/ShapeCast.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include "engine.h"

using namespace JPH;

static Ref<Shape> made(const RawBody &body, Quat &turned) {
    const float *s = body.size;
    auto point = [&](uint32_t k) { return Vec3(body.points[3 * k], body.points[3 * k + 1], body.points[3 * k + 2]); };
    turned = Quat::sIdentity();
    const Quat upright = Quat::sRotation(Vec3::sAxisX(), 0.5f * JPH_PI);
    switch (body.form) {
    case BALL:
        return new SphereShape(s[0]);
    case CAPSULE:
        turned = upright;
        return new CapsuleShape(s[0], s[1]);
    case BOX:
        return new BoxShape(Vec3(s[0], s[1], s[2]) + Vec3::sReplicate(s[3]), s[3]);
    case CYLINDER:
        turned = upright;
        return new CylinderShape(s[0], s[1], 0.0f);
    case HULL: {
        Array<Vec3> points;
        for (uint32_t k = 0; k < body.point_count; ++k)
            points.push_back(point(k));
        return ConvexHullShapeSettings(points, 0.0f).Create().Get();
    }
    case COMPOUND: {
        StaticCompoundShapeSettings settings;
        for (uint32_t k = 0; k < body.part_count; ++k) {
            Quat turn;
            Ref<Shape> part = made(body.parts[k], turn);
            settings.AddShape(point(k), turn, part);
        }
        return settings.Create().Get();
    }
    case MESH: {
        VertexList vertices;
        for (uint32_t k = 0; k < body.point_count; ++k)
            vertices.push_back(Float3(body.points[3 * k], body.points[3 * k + 1], body.points[3 * k + 2]));
        IndexedTriangleList triangles;
        const uint32_t *t = body.triangles;
        for (uint32_t k = 0; k < body.triangle_count; ++k, t += 3)
            triangles.push_back(IndexedTriangle(t[0], t[1], t[2], 0));
        return MeshShapeSettings(vertices, triangles).Create().Get();
    }
    case FIELD: {
        // Its rows go along z, which is -y here.
        turned = upright;
        const uint32_t n = uint32_t(s[0]);
        Array<float> heights;
        for (uint32_t row = 0; row < n; ++row)
            heights.insert(heights.end(), body.points + (n - 1 - row) * n, body.points + (n - row) * n);
        const float low = -0.5f * s[1] * float(n - 1);
        return HeightFieldShapeSettings(heights.data(), Vec3(low, 0, low), Vec3(s[1], 1, s[1]), n).Create().Get();
    }
    default:
        return nullptr;
    }
}

void *jolt_body(const RawBody *body, Place *frame) {
    if (!Factory::sInstance) {
        RegisterDefaultAllocator();
        Factory::sInstance = new Factory();
        RegisterTypes();
    }
    Quat turned;
    Ref<Shape> shape = made(*body, turned);
    *frame = {{0, 0, 0}, {turned.GetX(), turned.GetY(), turned.GetZ(), turned.GetW()}};
    if (shape)
        shape->AddRef();
    return shape.GetPtr();
}

static Mat44 placed(const Shape *shape, const Place &at) {
    const Quat turned(at.q[0], at.q[1], at.q[2], at.q[3]);
    return Mat44::sRotationTranslation(turned, Vec3(at.p[0], at.p[1], at.p[2])).PreTranslated(shape->GetCenterOfMass());
}

static bool apart_at_most_zero(const ConvexShape *a, const ConvexShape *b, Mat44Arg at_a, Mat44Arg at_b) {
    ConvexShape::SupportBuffer room_a, room_b;
    const auto mode = ConvexShape::ESupportMode::ExcludeConvexRadius;
    const auto *core_a = a->GetSupportFunction(mode, room_a, Vec3::sReplicate(1.0f));
    const auto *core_b = b->GetSupportFunction(mode, room_b, Vec3::sReplicate(1.0f));
    TransformedConvexObject moved(at_a.InversedRotationTranslation() * at_b, *core_b);
    Vec3 v = Vec3::sAxisX(), p, q;
    GJKClosestPoint gjk;
    const float distance_sq = gjk.GetClosestPoints(*core_a, moved, 1.0e-4f, FLT_MAX, v, p, q);
    return sqrt(distance_sq) <= core_a->GetConvexRadius() + core_b->GetConvexRadius();
}

static bool manifolds_touch(const AllHitCollisionCollector<CollideShapeCollector> &found) {
    bool touch = false;
    for (const CollideShapeResult &hit : found.mHits) {
        ContactPoints p, q;
        ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, Square(PREDICTION),
                                hit.mShape1Face, hit.mShape2Face, p, q);
        touch |= hit.mPenetrationDepth >= 0.0f && !p.empty();
    }
    return touch;
}

static bool is_point(const Shape *shape) {
    return shape->GetSubType() == EShapeSubType::Sphere && shape->GetInnerRadius() == 0.0f;
}

static Vec3 way(const Item &item) {
    const float *from = item.a.p, *to = item.end.p;
    return Vec3(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
}

static ShapeCastSettings cast_settings() {
    ShapeCastSettings settings;
    settings.mActiveEdgeMode = EActiveEdgeMode::CollideWithAll;
    settings.mBackFaceModeTriangles = settings.mBackFaceModeConvex = EBackFaceMode::CollideWithBackFaces;
    settings.mUseShrunkenShapeAndConvexRadius = true; // Else a rounded box is cast as the box around it.
    return settings;
}

int jolt_ask(int query, const void *body_a, const void *body_b, const Item *item) {
    const Shape *a = static_cast<const Shape *>(body_a), *b = static_cast<const Shape *>(body_b);
    if (a->MustBeStatic())
        return -1;
    const Vec3 one = Vec3::sReplicate(1.0f);
    const SubShapeIDCreator id;
    const Mat44 at_a = placed(a, item->a), at_b = placed(b, item->b);
    CollideShapeSettings settings;
    settings.mActiveEdgeMode = EActiveEdgeMode::CollideWithAll;
    settings.mBackFaceMode = EBackFaceMode::CollideWithBackFaces;
    auto collide = [&](CollideShapeCollector &found) {
        CollisionDispatch::sCollideShapeVsShape(a, b, one, one, at_a, at_b, id, id, settings, found);
    };
    switch (query) {
    case DISTANCE:
        if (a->GetType() != EShapeType::Convex || b->GetType() != EShapeType::Convex)
            return -1;
        return apart_at_most_zero(static_cast<const ConvexShape *>(a), static_cast<const ConvexShape *>(b), at_a, at_b);
    case WITHIN:
        settings.mMaxSeparationDistance = WITHIN_DISTANCE;
        [[fallthrough]];
    case INTERSECT: {
        AnyHitCollisionCollector<CollideShapeCollector> found;
        collide(found);
        return found.HadHit();
    }
    case PENETRATION: {
        ClosestHitCollisionCollector<CollideShapeCollector> found;
        collide(found);
        return found.HadHit();
    }
    case MANIFOLD: {
        settings.mMaxSeparationDistance = PREDICTION;
        settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
        AllHitCollisionCollector<CollideShapeCollector> found;
        collide(found);
        return manifolds_touch(found);
    }
    case STRAIGHT: {
        if (is_point(a)) {
            const RayCast ray{at_a.GetTranslation(), way(*item)};
            RayCastResult found;
            return b->CastRay(ray.Transformed(at_b.InversedRotationTranslation()), id, found);
        }
        const ShapeCast cast(a, one, at_a, way(*item));
        ClosestHitCollisionCollector<CastShapeCollector> found;
        CollisionDispatch::sCastShapeVsShapeWorldSpace(cast, cast_settings(), b, one, {}, at_b, id, id, found);
        return found.HadHit();
    }
    default:
        return -1;
    }
}

namespace {
struct World {
    BroadPhaseLayerInterfaceTable layers{1, 1};
    ObjectVsBroadPhaseLayerFilter all_layers;
    ObjectLayerPairFilter all_pairs;
    PhysicsSystem system;
    BodyIDVector copies;
};
} // namespace

void *jolt_world(const void *copy, const Place *at, uint32_t count) {
    const Shape *shape = static_cast<const Shape *>(copy);
    World *out = new World;
    out->system.Init(count, 0, 1, 1, out->layers, out->all_layers, out->all_pairs);
    const EMotionType motion = shape->MustBeStatic() ? EMotionType::Static : EMotionType::Kinematic;
    for (uint32_t k = 0; k < count; ++k) {
        const BodyCreationSettings settings(shape, Vec3::sZero(), Quat::sIdentity(), motion, 0);
        BodyInterface &bodies = out->system.GetBodyInterfaceNoLock();
        out->copies.push_back(bodies.CreateAndAddBody(settings, EActivation::DontActivate));
    }
    jolt_place(out, at);
    return out;
}

void jolt_place(void *world, const Place *at) {
    World &to = *static_cast<World *>(world);
    BodyInterface &bodies = to.system.GetBodyInterfaceNoLock();
    for (const BodyID &id : to.copies) {
        const Quat q(at->q[0], at->q[1], at->q[2], at->q[3]);
        bodies.SetPositionAndRotation(id, Vec3(at->p[0], at->p[1], at->p[2]), q, EActivation::DontActivate);
        ++at;
    }
    to.system.OptimizeBroadPhase();
}

void jolt_cast(const void *world, const void *a, const Item *items, uint32_t count, uint8_t *met) {
    const NarrowPhaseQuery &query = static_cast<const World *>(world)->system.GetNarrowPhaseQueryNoLock();
    const Shape *shape = static_cast<const Shape *>(a);
    for (uint32_t k = 0; k < count; ++k) {
        const Mat44 from = placed(shape, items[k].a);
        if (is_point(shape)) {
            RayCastResult found;
            met[k] = query.CastRay(RRayCast(from.GetTranslation(), way(items[k])), found);
            continue;
        }
        const RShapeCast cast(shape, Vec3::sReplicate(1.0f), from, way(items[k]));
        ClosestHitCollisionCollector<CastShapeCollector> found;
        query.CastShape(cast, cast_settings(), from.GetTranslation(), found);
        met[k] = found.HadHit();
    }
}
