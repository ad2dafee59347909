// Shapes with mass and inertia, and rigid bodies.
#pragma once

#include <cstdint>
#include <string>

#include "interframe.hpp"
#include "math.hpp"

namespace engine {

namespace ifr = interframe;

/// Gaps of at most this are contacts too: across them the solver lets bodies come as near as they like, and no nearer.
constexpr double prediction = 0.1;

/// Bodies rest so far above each other, in metres, as by PhysX's rest offset. So what rolls on a floor does not meet it in each
/// step.
constexpr double rest_offset = 1e-3;

/// Slower contacts do not bounce, m/s.
constexpr double restitution_speed = 1;

/// A shape that many bodies share. Its origin is its centre of mass, and its axes are those of its inertia.
struct shape {
    ifr::body body;
    ifr::body around; // all that is within the prediction of it; the level has none
    std::string json; // for recordings, as docs/guide/CASES.md says
    double inverse_mass = 0; // 0: it never moves
    vec3 inverse_inertia;
    double inner_radius = 0, outer_radius = 0; // of balls about the centre, within the shape and around it
    double friction = 0.5, restitution = 0.1;
};

/// Shapes of a density, in kg/m3. Half extents, half axes and radii are in metres.
shape box(vec3 half_extents, double density);
shape ball(double radius, double density);
shape capsule(double half_length, double radius, double density);
/// The convex hull of six corners, one on each half axis.
shape octahedron(vec3 half_axes, double density);

/// A rigid body, or a part of the level, which has no mass. Its place in the engine's list is its key in the world.
struct rigid_body {
    ifr::body_id id;
    uint32_t shape = 0;
    bool is_bullet = false; // bullets do not meet each other
    bool is_swept = false;  // whether this frame's motion is tested on its whole way
    vec3 position;          // of the centre of mass
    quat rotation;
    vec3 velocity, spin; // m/s, radians/s, world axes
};

inline ifr::pose pose_of(const rigid_body &body) { return ifr::pose_at(body.position, body.rotation); }

} // namespace engine
