// Bullets in a level: 200 of them fly at 600 m/s through a room with thin panes, and stay in what they hit.
// cmake: target_link_libraries(bullets PRIVATE interframe::interframe), or
// cargo build --release -p interframe-capi
// c++ -std=c++17 -Iinclude examples/cpp/bullets.cpp target/release/libinterframe.a -lpthread -ldl -lm
#include <cmath>
#include <cstdio>
#include <vector>

#include "interframe.hpp"

namespace ifr = interframe;

// The engine's own vector: fields x, y, z are all that interframe needs to know.
struct vec3 {
    float x, y, z;
};
vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
vec3 operator*(float s, vec3 a) { return {s * a.x, s * a.y, s * a.z}; }

struct bullet {
    ifr::body_id id;
    ifr::pose pose;
    vec3 velocity, spin; // m/s, radians/s
    bool flies = true;
};

constexpr uint64_t level_category = 1, bullet_category = 2;
constexpr float step = 1.0f / 60; // seconds

// A room of 40 x 40 x 10 m as a triangle mesh, as an engine has it: floats and 16-bit indices.
ifr::body room() {
    const std::vector<vec3> corners{{-20, -20, 0}, {20, -20, 0}, {-20, 20, 0}, {20, 20, 0},
                                    {-20, -20, 10}, {20, -20, 10}, {-20, 20, 10}, {20, 20, 10}};
    const std::vector<uint16_t> triangles{0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5,
                                          2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
    return ifr::body::trimesh(corners, triangles);
}

int main() try {
    ifr::world world = ifr::world::create();
    const auto add_level = [&](const ifr::body &shape, vec3 at, uint64_t name) {
        world.add(ifr::body_input()
                      .with_shape(shape)
                      .with_pose(ifr::pose_at(at))
                      .with_user(name)
                      .with_mobility(ifr::mobility::fixed)
                      .with_filter({level_category, 0, 0, {}}));
    };
    add_level(room(), {0, 0, 0}, 1000);
    const ifr::body pane = ifr::body::box(vec3{0.01f, 3, 2}); // half extents: 2 cm thick
    for (int k = 0; k < 8; k++)
        add_level(pane, {-14.0f + 4 * static_cast<float>(k), k % 2 != 0 ? 4.0f : -4.0f, 3}, 1001);

    // Bullets do not meet each other: their mask is the level's category.
    const ifr::body shape = ifr::body::capsule(0.01, 0.004);
    std::vector<bullet> bullets;
    for (int k = 0; k < 200; k++) {
        const float angle = 0.0314159f * static_cast<float>(k);
        const vec3 direction{std::cos(angle), std::sin(angle), 0.05f * static_cast<float>(k % 5 - 2)};
        bullet b{ifr::body_id(), ifr::pose_at(vec3{0.5f * static_cast<float>(k % 7), 0, 3}), 600 * direction, {900, 0, 300}};
        b.id = world.add(ifr::body_input()
                             .with_shape(shape)
                             .with_pose(b.pose)
                             .with_user(bullets.size())
                             .with_filter({bullet_category, level_category, 0, {}}));
        bullets.push_back(b);
    }

    std::size_t in_panes = 0, in_walls = 0, undecided = 0;
    for (int frame = 0; frame < 8; frame++) {
        std::vector<ifr::body_motion> motions;
        for (const bullet &b : bullets)
            if (b.flies) {
                const vec3 end = ifr::to_vector<vec3>(b.pose.p) + step * b.velocity;
                motions.push_back({b.id, ifr::turning(b.pose, end, step * b.spin)});
            }
        world.advance(ifr::advance_input().with_motions(motions).with_mode(ifr::mode::first));

        for (const ifr::body_motion &m : motions) {
            const ifr::world_body moved = world.body(ifr::body_id(m.id));
            bullets[moved.user].pose = moved.pose;
        }
        // The earliest event of a bullet stops it. The level does not move, so a bullet may be stopped alone.
        for (const ifr::world_event &event : world.events()) {
            const bool a_is_level = event.user_a >= 1000;
            bullet &b = bullets[a_is_level ? event.user_b : event.user_a];
            if (!b.flies || event.phase == ifr::phase::end)
                continue;
            undecided += event.verdict == ifr::verdict::undecided;
            for (const ifr::body_motion &m : motions)
                if (m.id == b.id)
                    b.pose = ifr::pose_at_time(m.motion, event.t_lo);
            world.teleport(b.id, b.pose);
            b.flies = false;
            ((a_is_level ? event.user_a : event.user_b) == 1000 ? in_walls : in_panes)++;
        }
    }

    std::size_t flying = 0, outside = 0;
    for (const bullet &b : bullets) {
        flying += b.flies;
        const vec3 p = ifr::to_vector<vec3>(b.pose.p);
        outside += !(std::fabs(p.x) < 20 && std::fabs(p.y) < 20 && p.z > 0 && p.z < 10);
    }
    std::printf("200 bullets: %zu in panes, %zu in walls, %zu flying, %zu undecided, %zu outside of the room\n", in_panes,
                in_walls, flying, undecided, outside);
    return outside == 0 ? 0 : 1;
} catch (const ifr::error &e) {
    std::fprintf(stderr, "%s: %s\n", ifr::text(e.status()), e.what());
    return 1;
}
