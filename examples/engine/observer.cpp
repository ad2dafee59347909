#include "observer.hpp"

#include "level.hpp"

namespace engine {

void observer::watch(const physics &of, const paths &ways) {
    is_counted_.resize(of.bodies().size());
    for (std::size_t k = 0; k < ways.size(); k++) {
        if (ways[k].empty())
            continue;
        const rigid_body &body = of.bodies()[k];
        if (scene_.is_stack(static_cast<uint32_t>(k)))
            stack_moved_ = std::max(stack_moved_, length(body.position - start_[k].position));
        if (is_counted_[k])
            continue;
        bool is_through = !is_in_room(body.position);
        if (body.is_bullet)
            for (std::size_t n = 0; n < ways[k].size(); n++) {
                const vec3 from = vector_of(ways[k][n].motion.start.p);
                const vec3 to = n + 1 < ways[k].size() ? vector_of(ways[k][n + 1].motion.start.p) : body.position;
                is_through = is_through || !is_in_room(from) || crosses_pane(from, to);
            }
        if (is_through) {
            is_counted_[k] = 1;
            (body.is_bullet ? tunnelled_ : lost_)++;
        }
    }
}

} // namespace engine
