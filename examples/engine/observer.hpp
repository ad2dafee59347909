// Looks at the engine from outside and counts what went wrong, by geometry alone.
#pragma once

#include <vector>

#include "paths.hpp"
#include "scene.hpp"

namespace engine {

class observer {
public:
    observer(const physics &of, const scene &what) : start_(of.bodies()), scene_(what) {}
    /// Call it after each step.
    void watch(const physics &of, const paths &ways);

    /// Bullets that were outside of the room, or went through the middle of a pane.
    std::size_t tunnelled() const { return tunnelled_; }
    /// Other bodies outside of the room.
    std::size_t lost() const { return lost_; }
    /// How far a box of the stack ever was from where it began, in metres.
    double stack_moved() const { return stack_moved_; }

private:
    std::vector<rigid_body> start_;
    const scene &scene_;
    std::vector<char> is_counted_;
    std::size_t tunnelled_ = 0, lost_ = 0;
    double stack_moved_ = 0;
};

} // namespace engine
