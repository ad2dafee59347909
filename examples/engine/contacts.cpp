#include "contacts.hpp"

#include <algorithm>

namespace engine {

namespace {

constexpr double touching = 2 * rest_offset; // a gap at which bodies that fly touch

/// Both bodies as one number, by which contacts are sorted.
uint64_t key(uint32_t a, uint32_t b) { return uint64_t{a} << 32 | b; }

/// The bodies of smaller numbers that a body is near.
std::vector<uint32_t> near_to(uint32_t k, const ifr::world &world, const std::vector<shape> &shapes,
                              const std::vector<rigid_body> &bodies) {
    const auto accept = [&](ifr::body_id, uint64_t other) {
        return other < k && !(bodies[k].is_bullet && bodies[other].is_bullet);
    };
    const auto around =
        ifr::overlap_input().with_shape(shapes[bodies[k].shape].around).with_pose(pose_of(bodies[k])).with_accept(accept);
    std::vector<ifr_overlap> found(32);
    const std::size_t count = world.overlap(around, found);
    if (count > found.size()) {
        found.resize(count);
        world.overlap(around, found);
    }
    std::vector<uint32_t> near;
    for (std::size_t n = 0; n < count; n++)
        near.push_back(static_cast<uint32_t>(found[n].user));
    return near;
}

/// The pairs that are near each other, with the states and impulses of the same pairs a frame before.
std::vector<contact> near_pairs(const ifr::world &world, const std::vector<shape> &shapes,
                                const std::vector<rigid_body> &bodies, const std::vector<contact> &old, job_pool &pool) {
    constexpr std::size_t chunk = 32;
    std::vector<std::vector<uint32_t>> near(bodies.size());
    pool.each((bodies.size() + chunk - 1) / chunk, [&](std::size_t n) {
        for (std::size_t k = n * chunk; k < std::min((n + 1) * chunk, bodies.size()); k++)
            if (shapes[bodies[k].shape].inverse_mass > 0)
                near[k] = near_to(static_cast<uint32_t>(k), world, shapes, bodies);
    });
    std::vector<contact> pairs;
    for (std::size_t k = 0; k < near.size(); k++)
        for (const uint32_t other : near[k]) {
            contact next;
            next.a = other, next.b = static_cast<uint32_t>(k);
            pairs.push_back(next);
        }
    std::sort(pairs.begin(), pairs.end(),
              [](const contact &x, const contact &y) { return key(x.a, x.b) < key(y.a, y.b); });
    auto known = old.begin();
    for (contact &pair : pairs) {
        while (known != old.end() && key(known->a, known->b) < key(pair.a, pair.b))
            ++known;
        if (known != old.end() && known->a == pair.a && known->b == pair.b)
            pair = *known;
    }
    return pairs;
}

/// Writes the points of a manifold into a contact, those whose gap is not larger. Those whose features touched before keep
/// their impulses.
void update(contact &pair, const ifr_contact_manifold_result &manifold, double gap, const std::vector<rigid_body> &bodies) {
    const contact before = pair;
    pair.normal = vector_of(manifold.normal);
    pair.tangents[0] = perpendicular(pair.normal);
    pair.tangents[1] = cross(pair.normal, pair.tangents[0]);
    pair.count = 0;
    for (uint32_t k = 0; k < manifold.count && -manifold.points[k].depth <= gap; k++) {
        const ifr_contact_point &from = manifold.points[k];
        contact_point &point = pair.points[pair.count++] = {};
        point.id = from.id;
        const vec3 middle = 0.5 * (vector_of(from.point_a) + vector_of(from.point_b));
        point.anchor_a = middle - bodies[pair.a].position;
        point.anchor_b = middle - bodies[pair.b].position;
        point.separation = -from.depth - rest_offset;
        for (uint32_t j = 0; j < before.count; j++)
            if (before.points[j].id == from.id) {
                point.normal_impulse = before.points[j].normal_impulse;
                // The friction as a vector, along the tangents of today.
                const vec3 friction = before.points[j].friction_impulse[0] * before.tangents[0] +
                                      before.points[j].friction_impulse[1] * before.tangents[1];
                point.friction_impulse = {dot(friction, pair.tangents[0]), dot(friction, pair.tangents[1])};
                break;
            }
    }
}

} // namespace

std::vector<contact> find_contacts(const ifr::world &world, const std::vector<shape> &shapes,
                                   const std::vector<rigid_body> &bodies, const std::vector<char> &flies,
                                   const std::vector<contact> &old, job_pool &pool) {
    std::vector<contact> contacts = near_pairs(world, shapes, bodies, old, pool);

    // All manifolds in one call, which shares them out among the threads.
    std::vector<const ifr_body *> list;
    std::vector<ifr::pose> poses;
    for (const rigid_body &body : bodies) {
        list.push_back(shapes[body.shape].body.get());
        poses.push_back(pose_of(body));
    }
    std::vector<uint32_t> pairs;
    std::vector<ifr::pair_state> states;
    for (const contact &pair : contacts) {
        pairs.push_back(pair.a), pairs.push_back(pair.b);
        states.push_back(pair.state);
    }
    std::vector<ifr_contact_manifold_result> manifolds(contacts.size());
    ifr::contact_manifold_batch(ifr::posed_batch(list, poses, pairs).with_states(states).with_jobs(pool),
                                ifr::contact_manifold_input().with_prediction(prediction), manifolds);
    for (std::size_t k = 0; k < contacts.size(); k++) {
        const bool may_pass = flies[contacts[k].a] || flies[contacts[k].b];
        update(contacts[k], manifolds[k], may_pass ? touching : prediction, bodies);
        contacts[k].state = states[k];
    }
    return contacts;
}

} // namespace engine
