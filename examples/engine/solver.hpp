// A soft-step solver of contacts, as in Box2D v3: sequential impulses in substeps, with warm starting, soft contacts that push
// overlaps out, a relaxation that takes the speed of that push away again, and restitution at the end.
#pragma once

#include <vector>

#include "contacts.hpp"

namespace engine {

constexpr double gravity = 9.81; // along -z
constexpr double most_spin = 60; // radians/s: a body turns by at most a radian in a step

/// How a body moves in a step.
struct way {
    vec3 travel, turn;
};

/// Solves a step: gives the bodies new velocities, and returns how they move. Contacts keep their impulses for the next
/// step. The order of contacts is the order of the work, so the bits are the same in every run.
std::vector<way> solve(const std::vector<shape> &shapes, std::vector<rigid_body> &bodies, std::vector<contact> &contacts,
                       double step);

} // namespace engine
