// Which bodies are near each other, and where they touch: what the solver is given.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bodies.hpp"
#include "jobs.hpp"

namespace engine {

/// A point of contact, and its impulses, with which the solver begins in the next frame.
struct contact_point {
    uint64_t id = 0; // of the features that touch
    vec3 anchor_a, anchor_b; // from the centres of mass
    double separation = 0;   // less the rest offset: negative where they are too near
    double normal_impulse = 0;
    std::array<double, 2> friction_impulse{};
};

/// Two bodies that are near each other. All plain numbers, so that a snapshot is a copy.
struct contact {
    uint32_t a = 0, b = 0; // a < b
    interframe::pair_state state{};
    vec3 normal; // from A to B
    std::array<vec3, 2> tangents;
    uint32_t count = 0;
    std::array<contact_point, 4> points;
};

/// Finds the contacts of the bodies, in the order of their numbers. `old` are those of the step before, whose impulses they
/// take over. A body that `flies` has only those at which it touches: it may pass the planes of others.
std::vector<contact> find_contacts(const interframe::world &world, const std::vector<shape> &shapes,
                                   const std::vector<rigid_body> &bodies, const std::vector<char> &flies,
                                   const std::vector<contact> &old, job_pool &pool);

} // namespace engine
