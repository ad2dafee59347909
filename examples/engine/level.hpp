// The level: a closed room with a ramp, thin panes and a glass case, as triangle meshes. And geometry, without interframe,
// that says whether a bullet went through any of it.
#pragma once

#include <vector>

#include "bodies.hpp"

namespace engine {

/// The room is -size.x to size.x, -size.y to size.y, and 0 to size.z; in metres.
constexpr vec3 room_size{20, 20, 10};

/// A pane by its centre and half extents; the least of these is half its thickness.
struct pane {
    vec3 centre, half;
};
/// All panes: those that stand in the room, and those of the case.
std::vector<pane> panes();
/// Where the case stands, within which no bullet comes.
constexpr vec3 case_centre{14, 14, 0};

/// The parts of the level, each a triangle mesh that is met from its front. Surfaces at an angle are parts of their own,
/// because a contact manifold has one normal.
std::vector<shape> level_parts();

/// Whether a point is in the room, as if interframe did not exist.
bool is_in_room(vec3 p);
/// Whether a straight way crosses the middle of a pane, as if interframe did not exist.
bool crosses_pane(vec3 from, vec3 to);

} // namespace engine
