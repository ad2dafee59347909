// The engine: one step after the other, snapshots, and a hash of the state.
#pragma once

#include <cstdint>
#include <vector>

#include "bodies.hpp"
#include "contacts.hpp"
#include "jobs.hpp"
#include "solver.hpp"

namespace engine {

constexpr double step_s = 1.0 / 60;

/// How fast bodies are tested.
enum class testing {
    end_poses, // where they are at the ends of steps, as plain engines do
    swept,     // on their whole way, by interframe: contacts within the step turn them back
};

/// All that later steps depend on. Shapes never change, so they are not in it.
struct saved_state {
    std::vector<rigid_body> bodies;
    std::vector<contact> contacts;
    std::vector<uint8_t> world;
};

struct counters {
    std::size_t contact_pairs = 0; // pairs of the solver, in all steps
    std::size_t swept_bodies = 0;  // bodies that were tested on their whole ways, in all steps
    std::size_t responses = 0;     // to contacts within steps
    std::size_t unclear = 0;       // of these, contacts that are not proved or have no normal
    double contacts_s = 0, solver_s = 0, frame_s = 0; // time of near pairs and manifolds, of the solver, of frames
};

class physics {
public:
    physics(testing mode, unsigned threads);

    uint32_t add_shape(shape of);
    /// Adds a body; those of a shape without mass are the level, which is added first.
    uint32_t add(uint32_t shape, vec3 position, quat rotation = {}, vec3 velocity = {}, vec3 spin = {}, bool is_bullet = false);
    void step();

    const std::vector<shape> &shapes() const { return shapes_; }
    const std::vector<rigid_body> &bodies() const { return bodies_; }
    const ifr::world &world() const { return world_; }
    const counters &counted() const { return counted_; }
    /// The motions with which the bodies began the last step: all but the level's, in the order of the bodies.
    const std::vector<ifr::body_motion> &motions() const { return motions_; }

    saved_state save() const;
    /// Goes back to a state of this engine. Bodies that were added since are gone.
    void load(const saved_state &state);
    /// A hash of all bits of the state.
    uint64_t hash() const;

private:
    bool is_static(const rigid_body &body) const { return shapes_[body.shape].inverse_mass == 0; }
    bool moves_far(const rigid_body &body, const way &of) const;
    void advance(const std::vector<way> &ways, const std::vector<char> &flies);
    void respond(const ifr::frame_contact &contact, ifr::response &response_a, ifr::response &response_b);

    testing mode_;
    job_pool pool_;
    ifr::world world_;
    std::vector<shape> shapes_;
    std::vector<rigid_body> bodies_;
    std::vector<contact> contacts_;
    std::vector<ifr::body_motion> motions_;
    counters counted_;
};

} // namespace engine
