// Bullet's convex casts behind a plain C interface, a sweep a call.
//
// A sweep is a chain of poses; the piece between two of them is one cast, and the first hit ends it.
// Bullet takes each piece as a straight flight at a constant turn, and clamps a turn at 45 degrees
// (ANGULAR_MOTION_THRESHOLD), so the caller cuts finely enough.
//
// Margins are 0. The allowed penetration is 0, as in Bullet's own sweep test. A cast ends with a hit at
// a gap of 0.001 and gives up after 64 steps: both are fixed within Bullet. `scale` enlarges bodies and
// flights, for a smaller gap relative to the body.

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "scene.h"

namespace {

// As in peers.rs: of each body, x y z and a rotation matrix by rows.
struct Poses {
  const double *a, *b;
  uint32_t count;
};

struct Result : btConvexCast::CastResult {
  bool gave_up = false;
  void reportFailure(int, int) override { gave_up = true; }
};

struct BulletWork {
  btConvexHullShape a, b;
  std::vector<btTransform> poses_a, poses_b;
  // Of the poses of sweep i: first[i] up to first[i + 1].
  std::vector<uint32_t> first;
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver penetration;
  std::unique_ptr<btConvexCast> cast;
};

void fill(btConvexHullShape& shape, const double* points, uint32_t count, double scale) {
  for (uint32_t i = 0; i < count; ++i) {
    const double* p = points + 3 * i;
    shape.addPoint(btVector3(scale * p[0], scale * p[1], scale * p[2]), false);
  }
  shape.setMargin(0);
  shape.recalcLocalAabb();
}

std::vector<btTransform> transforms(const double* poses, uint32_t count, double scale) {
  std::vector<btTransform> out;
  out.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const double *p = poses + 12 * i, *r = p + 3;
    out.emplace_back(btMatrix3x3(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]),
                     btVector3(scale * p[0], scale * p[1], scale * p[2]));
  }
  return out;
}

// GJK from the axis of the frame before. It stops as soon as an axis separates; that is how it says apart.
struct BulletScene : ScenePeer {
  static constexpr int SEPARATED_EARLY = 10;
  std::vector<std::unique_ptr<btConvexHullShape>> bodies;
  std::vector<btTransform> poses;
  btVoronoiSimplexSolver simplex;

  void add_shape(const double* points, uint32_t point_count, const uint32_t*, uint32_t) override {
    bodies.push_back(std::make_unique<btConvexHullShape>());
    fill(*bodies.back(), points, point_count, 1);
  }

  void add_pose(const double* pose) override { poses.push_back(transforms(pose, 1, 1)[0]); }

  bool meet(const uint32_t* shapes, const uint32_t* at, Memory* memory) override {
    btGjkPairDetector detector(bodies[shapes[0]].get(), bodies[shapes[1]].get(), &simplex, nullptr);
    double* axis = memory->axis;
    detector.setCachedSeparatingAxis(btVector3(axis[0], axis[1], axis[2]));
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = poses[at[0]];
    input.m_transformB = poses[at[1]];
    input.m_maximumDistanceSquared = 0;
    btPointCollector collector;
    detector.getClosestPoints(input, collector, nullptr);
    const btVector3& last = detector.getCachedSeparatingAxis();
    if (last.length2() > 1e-12)
      for (int i = 0; i < 3; ++i) axis[i] = last[i];
    return detector.m_degenerateSimplex != SEPARATED_EARLY &&
           !(collector.m_hasResult && collector.m_distance > 0);
  }
};

}  // namespace

ScenePeer* bullet_scene() { return new BulletScene; }

extern "C" {

// method: 0 continuous collision, 1 the subsimplex cast, for bodies that do not turn (GJK's cast needs
// margins: without them it misses most hits, measured). first: sweeps + 1 indices into the poses.
BulletWork* bullet_new(const double* points, uint32_t point_count, const Poses* poses,
                       const uint32_t* first, uint32_t sweeps, double scale, int method) {
  auto* work = new BulletWork;
  fill(work->a, points, point_count, scale);
  fill(work->b, points, point_count, scale);
  work->poses_a = transforms(poses->a, poses->count, scale);
  work->poses_b = transforms(poses->b, poses->count, scale);
  work->first.assign(first, first + sweeps + 1);
  if (method == 0)
    work->cast = std::make_unique<btContinuousConvexCollision>(&work->a, &work->b, &work->simplex,
                                                               &work->penetration);
  else
    work->cast = std::make_unique<btSubsimplexConvexCast>(&work->a, &work->b, &work->simplex);
  return work;
}

// The time of the first hit in pieces, 0 to their number; -1 without one; -2 without one where
// a piece was given up.
double bullet_sweep(BulletWork* work, uint32_t sweep) {
  const uint32_t start = work->first[sweep], end = work->first[sweep + 1];
  bool gave_up = false;
  for (uint32_t i = start; i + 1 < end; ++i) {
    Result result;
    // The subsimplex cast answers times beyond the end too; Bullet's sweep test looks for them.
    if (work->cast->calcTimeOfImpact(work->poses_a[i], work->poses_a[i + 1], work->poses_b[i],
                                     work->poses_b[i + 1], result) &&
        result.m_fraction <= 1)
      return i - start + result.m_fraction;
    gave_up |= result.gave_up;
  }
  return gave_up ? -2 : -1;
}

void bullet_free(BulletWork* work) { delete work; }

}  // extern "C"
