// The ways of the bodies through the last step, with every turn that contacts gave them.
#pragma once

#include <vector>

#include "engine.hpp"

namespace engine {

/// A motion from a time of the step, 0 to 1, to the next piece or the end of the step.
struct path_piece {
    double from;
    ifr::motion motion;
};
/// The pieces of each body, by its number. The level has none.
using paths = std::vector<std::vector<path_piece>>;

paths paths_of_step(const physics &of);
/// Where a body is at a time of the step.
ifr::pose pose_in_step(const std::vector<path_piece> &path, double t);

} // namespace engine
