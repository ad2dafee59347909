#include "paths.hpp"

namespace engine {

paths paths_of_step(const physics &of) {
    paths all(of.bodies().size());
    const auto number = [&](uint64_t id) { return of.world().body(ifr::body_id(id)).user; };
    for (const ifr::body_motion &first : of.motions())
        all[number(first.id)].push_back({0, first.motion});
    for (const ifr::motion_change &change : of.world().changes())
        all[number(change.id)].push_back({change.t, change.motion});
    return all;
}

ifr::pose pose_in_step(const std::vector<path_piece> &path, double t) {
    std::size_t k = path.size() - 1;
    while (k > 0 && path[k].from > t)
        k--;
    const double end = k + 1 < path.size() ? path[k + 1].from : 1;
    // The first motion is one of the whole step, all others end with the step.
    const double from = path[k].from, rest = 1 - from;
    return ifr::pose_at_time(path[k].motion, rest > 0 ? (std::min(t, end) - from) / rest : 0);
}

} // namespace engine
