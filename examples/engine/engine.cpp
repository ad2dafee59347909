#include "engine.hpp"

#include <chrono>
#include <cstring>

namespace engine {

namespace {

// Categories of the world's filters.
constexpr uint64_t slow = 1, swept = 2, slow_bullet = 4, swept_bullet = 8;

/// What is not swept is never tested against its like: that is the solver's. Bullets do not meet bullets.
ifr::filter filter_of(const rigid_body &body) {
    if (body.is_bullet)
        return {body.is_swept ? swept_bullet : slow_bullet, body.is_swept ? slow | swept : swept, 0, {}};
    const uint64_t all = slow | swept | slow_bullet | swept_bullet;
    return {body.is_swept ? swept : slow, body.is_swept ? all : swept | swept_bullet, 0, {}};
}

/// The seconds that a call takes.
template <class Call>
double timed(Call &&call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

uint64_t hashed(uint64_t hash, const void *bytes, std::size_t count) { // FNV-1a
    for (std::size_t k = 0; k < count; k++)
        hash = (hash ^ static_cast<const unsigned char *>(bytes)[k]) * 0x100000001b3;
    return hash;
}

} // namespace

physics::physics(testing mode, unsigned threads) : mode_(mode), pool_(threads), world_(ifr::world::create()) {}

uint32_t physics::add_shape(shape of) {
    shapes_.push_back(std::move(of));
    return static_cast<uint32_t>(shapes_.size() - 1);
}

uint32_t physics::add(uint32_t shape, vec3 position, quat rotation, vec3 velocity, vec3 spin, bool is_bullet) {
    rigid_body body;
    body.shape = shape;
    body.is_bullet = is_bullet;
    body.position = position, body.rotation = rotation;
    body.velocity = velocity, body.spin = spin;
    const auto key = static_cast<uint32_t>(bodies_.size());
    body.id = world_.add(ifr::body_input()
                             .with_shape(shapes_[shape].body)
                             .with_pose(pose_of(body))
                             .with_user(key)
                             .with_mobility(is_static(body) ? ifr::mobility::fixed : ifr::mobility::moving)
                             .with_filter(filter_of(body)));
    bodies_.push_back(body);
    return key;
}

/// Whether a body may meet what is farther away than the solver looks. If neither of two bodies moves far, they come nearer to
/// each other by at most the prediction. So they meet only if they are a contact of the solver.
bool physics::moves_far(const rigid_body &body, const way &its) const {
    if (mode_ == testing::end_poses || is_static(body))
        return false;
    const shape &of = shapes_[body.shape];
    return length(its.travel) + length(its.turn) * of.outer_radius > std::min(prediction / 2, of.inner_radius / 2);
}

void physics::step() {
    // 1. Who flies? It is stopped by what it meets in the step, not by planes that it comes near.
    std::vector<char> flies;
    for (const rigid_body &body : bodies_)
        flies.push_back(moves_far(body, {step_s * body.velocity, step_s * body.spin}));
    // 2. Contacts, and velocities that they allow.
    counted_.contacts_s += timed([&] { contacts_ = find_contacts(world_, shapes_, bodies_, flies, contacts_, pool_); });
    counted_.contact_pairs += contacts_.size();
    std::vector<way> ways;
    counted_.solver_s += timed([&] { ways = solve(shapes_, bodies_, contacts_, step_s); });
    // 3. All move at once; what moves far is tested on its way.
    counted_.frame_s += timed([&] { advance(ways, flies); });
}

void physics::advance(const std::vector<way> &ways, const std::vector<char> &flies) {
    motions_.clear();
    for (std::size_t k = 0; k < bodies_.size(); k++) {
        rigid_body &body = bodies_[k];
        if (is_static(body))
            continue;
        const bool is_swept = flies[k] || moves_far(body, ways[k]);
        if (is_swept != body.is_swept) {
            body.is_swept = is_swept;
            world_.set_filter(body.id, filter_of(body));
        }
        motions_.push_back({body.id, ifr::turning(pose_of(body), body.position + ways[k].travel, ways[k].turn)});
        counted_.swept_bodies += body.is_swept;
    }
    const auto input = ifr::advance_input()
                           .with_motions(motions_)
                           .with_mode(ifr::mode::first)
                           .with_initial_contact(ifr::initial_contact::only_if_approaching)
                           .with_jobs(pool_);
    world_.advance_with_responses(input, [&](const ifr::frame_contact &contact, ifr::response &a, ifr::response &b) {
        respond(contact, a, b);
    });
    for (rigid_body &body : bodies_)
        if (!is_static(body)) {
            const ifr::pose pose = world_.body(body.id).pose;
            body.position = vector_of(pose.p);
            body.rotation = {pose.q[0], pose.q[1], pose.q[2], pose.q[3]};
        }
}

saved_state physics::save() const { return {bodies_, contacts_, world_.snapshot()}; }

void physics::load(const saved_state &state) {
    world_.restore(state.world);
    bodies_ = state.bodies;
    contacts_ = state.contacts;
}

uint64_t physics::hash() const {
    uint64_t hash = 0xcbf29ce484222325;
    for (const rigid_body &body : bodies_) {
        const double numbers[] = {body.position.x, body.position.y, body.position.z, body.rotation.x, body.rotation.y,
                                  body.rotation.z, body.rotation.w, body.velocity.x, body.velocity.y, body.velocity.z,
                                  body.spin.x,     body.spin.y,     body.spin.z};
        hash = hashed(hash, numbers, sizeof numbers);
    }
    for (const contact &of : contacts_)
        for (uint32_t k = 0; k < of.count; k++) {
            hash = hashed(hash, &of.points[k].id, sizeof(uint64_t));
            hash = hashed(hash, &of.points[k].normal_impulse, sizeof(double));
            hash = hashed(hash, of.points[k].friction_impulse.data(), 2 * sizeof(double));
        }
    const std::vector<uint8_t> world = world_.snapshot();
    return hashed(hash, world.data(), world.size());
}

} // namespace engine
