// One pair at a time, by whichever library: bodies and poses are handed over once, in its native form.
#pragma once

#include <cstdint>

// What a library keeps of a pair from frame to frame. As in scenes.rs.
struct Memory {
  double axis[3];
  int32_t hints[2];
};

struct ScenePeer {
  virtual ~ScenePeer() = default;
  virtual void add_shape(const double* points, uint32_t point_count, const uint32_t* triangles,
                         uint32_t triangle_count) = 0;
  // Position, then the rotation matrix by rows.
  virtual void add_pose(const double* pose) = 0;
  virtual bool meet(const uint32_t* shapes, const uint32_t* poses, Memory* memory) = 0;
};
