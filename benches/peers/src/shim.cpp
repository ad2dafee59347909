// Coal and libccd behind a plain C interface that answers a whole workload per call.
//
// Each library gets what favours it: Coal's solver is called directly, below `coal::collide`, with
// an early stop as soon as the bodies are proved apart; libccd works in A's frame, so that only B's
// support function turns directions, and its supports climb from the last vertex.

#include <ccd/ccd.h>
#include <coal/narrowphase/narrowphase.h>
#include <coal/shape/convex.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "scene.h"

namespace {

// As in benches/support/workloads.rs.
struct Range {
  uint32_t start, end;
};

struct Run {
  Range warm, timed;
};

// As in peers.rs: of each body, x y z and a rotation matrix by rows.
struct Poses {
  const double *a, *b;
  uint32_t count;
};

using ConvexBody = coal::Convex<coal::Triangle>;

struct CoalWork {
  std::unique_ptr<ConvexBody> a, b;
  std::vector<coal::Transform3s> poses_a, poses_b;
  std::vector<Run> runs;
  struct Guess {
    coal::Vec3s ray;
    coal::support_func_guess_t support;
  };
  std::vector<Guess> warmed;
  coal::GJKSolver solver;

  bool ask(uint32_t i) {
    coal::Vec3s p1, p2, normal;
    solver.shapeDistance(static_cast<const coal::ConvexBase&>(*a), poses_a[i],
                         static_cast<const coal::ConvexBase&>(*b), poses_b[i], false, p1, p2,
                         normal);
    return solver.gjk.status >= coal::details::GJK::CollisionWithPenetrationInformation;
  }
};

std::unique_ptr<ConvexBody> coal_body(const double* points, uint32_t point_count,
                                      const uint32_t* triangles, uint32_t triangle_count) {
  auto vertices = std::make_shared<std::vector<coal::Vec3s>>();
  for (uint32_t i = 0; i < point_count; ++i)
    vertices->emplace_back(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  auto faces = std::make_shared<std::vector<coal::Triangle>>();
  for (uint32_t i = 0; i < triangle_count; ++i)
    faces->emplace_back(triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]);
  auto body = std::make_unique<ConvexBody>(vertices, point_count, faces, triangle_count);
  body->computeLocalAABB();
  return body;
}

std::vector<coal::Transform3s> coal_poses(const double* poses, uint32_t count) {
  std::vector<coal::Transform3s> out;
  out.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const double* at = poses + 12 * i;
    coal::Matrix3s r;
    r << at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10], at[11];
    out.emplace_back(r, coal::Vec3s(at[0], at[1], at[2]));
  }
  return out;
}

struct CcdBody {
  std::vector<ccd_vec3_t> points;
  // Neighbours of vertex i: neighbours[first[i]] up to neighbours[first[i + 1]].
  std::vector<uint32_t> first, neighbours;

  uint32_t climb(const ccd_vec3_t& dir, uint32_t from) const {
    double best = dot(points[from], dir);
    for (;;) {
      uint32_t at = from;
      for (uint32_t k = first[at]; k < first[at + 1]; ++k) {
        const double value = dot(points[neighbours[k]], dir);
        if (value > best) {
          best = value;
          from = neighbours[k];
        }
      }
      if (from == at) return at;
    }
  }

  uint32_t scan(const ccd_vec3_t& dir) const {
    uint32_t at = 0;
    double best = dot(points[0], dir);
    for (uint32_t i = 1; i < points.size(); ++i) {
      const double value = dot(points[i], dir);
      if (value > best) {
        best = value;
        at = i;
      }
    }
    return at;
  }

  uint32_t support(const ccd_vec3_t& dir, uint32_t hint) const {
    return points.size() <= 32 ? scan(dir) : climb(dir, hint);
  }

  static double dot(const ccd_vec3_t& a, const ccd_vec3_t& b) {
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
  }
};

struct CcdPose {
  double p[3];
  double r[9];
};

struct CcdObject {
  const CcdBody* body;
  uint32_t hint;
  CcdPose pose;  // of B in A's frame
};

void support_a(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* out) {
  auto* self = const_cast<CcdObject*>(static_cast<const CcdObject*>(object));
  self->hint = self->body->support(*dir, self->hint);
  *out = self->body->points[self->hint];
}

void support_b(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* out) {
  auto* self = const_cast<CcdObject*>(static_cast<const CcdObject*>(object));
  const double* r = self->pose.r;
  const double *d = dir->v, *p = self->pose.p;
  const ccd_vec3_t local = {{r[0] * d[0] + r[3] * d[1] + r[6] * d[2],
                             r[1] * d[0] + r[4] * d[1] + r[7] * d[2],
                             r[2] * d[0] + r[5] * d[1] + r[8] * d[2]}};
  self->hint = self->body->support(local, self->hint);
  const double* v = self->body->points[self->hint].v;
  for (int i = 0; i < 3; ++i)
    out->v[i] = r[3 * i] * v[0] + r[3 * i + 1] * v[1] + r[3 * i + 2] * v[2] + p[i];
}

void center_a(const void*, ccd_vec3_t* out) { *out = {{0, 0, 0}}; }

void center_b(const void* object, ccd_vec3_t* out) {
  const double* p = static_cast<const CcdObject*>(object)->pose.p;
  *out = {{p[0], p[1], p[2]}};
}

void first_direction(const void*, const void* b, ccd_vec3_t* out) { center_b(b, out); }

struct CcdWork {
  CcdBody body_a, body_b;
  std::vector<CcdPose> poses_a, poses_b;
  std::vector<Run> runs;
  std::vector<std::pair<uint32_t, uint32_t>> warmed;
  CcdObject a, b;
  ccd_t settings;
  bool mpr;

  bool ask(uint32_t i) { return ask(poses_a[i], poses_b[i]); }

  bool ask(const CcdPose& x, const CcdPose& y) {
    const double d[3] = {y.p[0] - x.p[0], y.p[1] - x.p[1], y.p[2] - x.p[2]};
    for (int row = 0; row < 3; ++row) {
      const double *c = x.r + row;
      b.pose.p[row] = c[0] * d[0] + c[3] * d[1] + c[6] * d[2];
      for (int column = 0; column < 3; ++column) {
        const double* e = y.r + column;
        b.pose.r[3 * row + column] = c[0] * e[0] + c[3] * e[3] + c[6] * e[6];
      }
    }
    return mpr ? ccdMPRIntersect(&a, &b, &settings) : ccdGJKIntersect(&a, &b, &settings);
  }
};

CcdBody ccd_body(const double* points, uint32_t point_count, const uint32_t* triangles,
                 uint32_t triangle_count) {
  CcdBody out;
  std::vector<std::vector<uint32_t>> near(point_count);
  for (uint32_t i = 0; i < point_count; ++i)
    out.points.push_back({{points[3 * i], points[3 * i + 1], points[3 * i + 2]}});
  // On a closed surface every edge is walked once in each direction.
  for (uint32_t i = 0; i < 3 * triangle_count; ++i)
    near[triangles[i]].push_back(triangles[i % 3 == 2 ? i - 2 : i + 1]);
  for (const auto& list : near) {
    out.first.push_back(out.neighbours.size());
    out.neighbours.insert(out.neighbours.end(), list.begin(), list.end());
  }
  out.first.push_back(out.neighbours.size());
  return out;
}

std::vector<CcdPose> ccd_poses(const double* poses, uint32_t count) {
  std::vector<CcdPose> out(count);
  for (uint32_t i = 0; i < count; ++i) {
    for (int k = 0; k < 3; ++k) out[i].p[k] = poses[12 * i + k];
    for (int k = 0; k < 9; ++k) out[i].r[k] = poses[12 * i + 3 + k];
  }
  return out;
}

struct CoalScene : ScenePeer {
  std::vector<std::unique_ptr<ConvexBody>> bodies;
  std::vector<coal::Transform3s> poses;
  coal::GJKSolver solver;

  CoalScene() {
    solver.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    solver.distance_upper_bound = 0;
  }

  void add_shape(const double* points, uint32_t point_count, const uint32_t* triangles,
                 uint32_t triangle_count) override {
    bodies.push_back(coal_body(points, point_count, triangles, triangle_count));
  }

  void add_pose(const double* pose) override { poses.push_back(coal_poses(pose, 1)[0]); }

  bool meet(const uint32_t* shapes, const uint32_t* at, Memory* memory) override {
    double* axis = memory->axis;
    int32_t* hints = memory->hints;
    solver.cached_guess = coal::Vec3s(axis[0], axis[1], axis[2]);
    solver.support_func_cached_guess = coal::support_func_guess_t(hints[0], hints[1]);
    coal::Vec3s p1, p2, normal;
    solver.shapeDistance(static_cast<const coal::ConvexBase&>(*bodies[shapes[0]]), poses[at[0]],
                         static_cast<const coal::ConvexBase&>(*bodies[shapes[1]]), poses[at[1]],
                         false, p1, p2, normal);
    for (int i = 0; i < 3; ++i) axis[i] = solver.cached_guess[i];
    for (int i = 0; i < 2; ++i) hints[i] = solver.support_func_cached_guess[i];
    return solver.gjk.status >= coal::details::GJK::CollisionWithPenetrationInformation;
  }
};

struct CcdScene : ScenePeer {
  std::vector<CcdBody> bodies;
  CcdWork work;

  explicit CcdScene(bool mpr) {
    work.mpr = mpr;
    CCD_INIT(&work.settings);
    work.settings.first_dir = first_direction;
    work.settings.support1 = support_a;
    work.settings.support2 = support_b;
    work.settings.center1 = center_a;
    work.settings.center2 = center_b;
    work.settings.max_iterations = 1000;
    work.a = {nullptr, 0, {}};
    work.b = {nullptr, 0, {}};
  }

  void add_shape(const double* points, uint32_t point_count, const uint32_t* triangles,
                 uint32_t triangle_count) override {
    bodies.push_back(ccd_body(points, point_count, triangles, triangle_count));
  }

  void add_pose(const double* pose) override { work.poses_a.push_back(ccd_poses(pose, 1)[0]); }

  bool meet(const uint32_t* shapes, const uint32_t* at, Memory* memory) override {
    work.a.body = &bodies[shapes[0]];
    work.b.body = &bodies[shapes[1]];
    work.a.hint = memory->hints[0];
    work.b.hint = memory->hints[1];
    const bool hit = work.ask(work.poses_a[at[0]], work.poses_a[at[1]]);
    memory->hints[0] = work.a.hint;
    memory->hints[1] = work.b.hint;
    return hit;
  }
};

}  // namespace

// In bullet.cpp.
ScenePeer* bullet_scene();

extern "C" {

// 0 Coal, 1 libccd's GJK, 2 its MPR, 3 Bullet.
ScenePeer* scene_new(int library) {
  if (library == 0) return new CoalScene;
  if (library == 3) return bullet_scene();
  return new CcdScene(library == 2);
}

void scene_add_shape(ScenePeer* scene, const double* points, uint32_t point_count,
                     const uint32_t* triangles, uint32_t triangle_count) {
  scene->add_shape(points, point_count, triangles, triangle_count);
}

void scene_add_pose(ScenePeer* scene, const double* pose) { scene->add_pose(pose); }

bool scene_meet(ScenePeer* scene, const uint32_t* shapes, const uint32_t* poses, Memory* memory) {
  return scene->meet(shapes, poses, memory);
}

void scene_free(ScenePeer* scene) { delete scene; }

// guess: 0 the last answer's, 1 the bounding volumes'; 2 and 3 the same, and the distance is asked
// for instead of whether they meet.
CoalWork* coal_new(const double* points, uint32_t point_count, const uint32_t* triangles,
                   uint32_t triangle_count, const Poses* warm, const Poses* timed,
                   const Run* runs, uint32_t run_count, int guess) {
  auto* work = new CoalWork;
  work->a = coal_body(points, point_count, triangles, triangle_count);
  work->b = coal_body(points, point_count, triangles, triangle_count);
  work->poses_a = coal_poses(warm->a, warm->count);
  work->poses_b = coal_poses(warm->b, warm->count);
  work->runs.assign(runs, runs + run_count);
  work->solver.gjk_initial_guess =
      guess % 2 ? coal::GJKInitialGuess::BoundingVolumeGuess : coal::GJKInitialGuess::CachedGuess;
  if (guess < 2) work->solver.distance_upper_bound = 0;
  for (const Run& run : work->runs) {
    work->solver.cached_guess = coal::Vec3s(1, 0, 0);
    work->solver.support_func_cached_guess.setZero();
    for (uint32_t i = run.warm.start; i < run.warm.end; ++i) work->ask(i);
    work->warmed.push_back({work->solver.cached_guess, work->solver.support_func_cached_guess});
  }
  work->poses_a = coal_poses(timed->a, timed->count);
  work->poses_b = coal_poses(timed->b, timed->count);
  return work;
}

void coal_answer(CoalWork* work, bool* verdicts) {
  for (size_t k = 0; k < work->runs.size(); ++k) {
    work->solver.cached_guess = work->warmed[k].ray;
    work->solver.support_func_cached_guess = work->warmed[k].support;
    const Range timed = work->runs[k].timed;
    for (uint32_t i = timed.start; i < timed.end; ++i) *verdicts++ = work->ask(i);
  }
}

void coal_free(CoalWork* work) { delete work; }

CcdWork* peer_ccd_new(const double* points, uint32_t point_count, const uint32_t* triangles,
                      uint32_t triangle_count, const Poses* warm, const Poses* timed,
                      const Run* runs, uint32_t run_count, int mpr) {
  auto* work = new CcdWork;
  work->body_a = ccd_body(points, point_count, triangles, triangle_count);
  work->body_b = ccd_body(points, point_count, triangles, triangle_count);
  work->poses_a = ccd_poses(warm->a, warm->count);
  work->poses_b = ccd_poses(warm->b, warm->count);
  work->runs.assign(runs, runs + run_count);
  work->a = {&work->body_a, 0, {}};
  work->b = {&work->body_b, 0, {}};
  work->mpr = mpr;
  CCD_INIT(&work->settings);
  work->settings.first_dir = first_direction;
  work->settings.support1 = support_a;
  work->settings.support2 = support_b;
  work->settings.center1 = center_a;
  work->settings.center2 = center_b;
  work->settings.max_iterations = 1000;
  for (const Run& run : work->runs) {
    work->a.hint = work->b.hint = 0;
    for (uint32_t i = run.warm.start; i < run.warm.end; ++i) work->ask(i);
    work->warmed.push_back({work->a.hint, work->b.hint});
  }
  work->poses_a = ccd_poses(timed->a, timed->count);
  work->poses_b = ccd_poses(timed->b, timed->count);
  return work;
}

void peer_ccd_answer(CcdWork* work, bool* verdicts) {
  for (size_t k = 0; k < work->runs.size(); ++k) {
    work->a.hint = work->warmed[k].first;
    work->b.hint = work->warmed[k].second;
    const Range timed = work->runs[k].timed;
    for (uint32_t i = timed.start; i < timed.end; ++i) *verdicts++ = work->ask(i);
  }
}

void peer_ccd_free(CcdWork* work) { delete work; }

}  // extern "C"
