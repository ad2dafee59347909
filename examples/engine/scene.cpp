#include "scene.hpp"

#include "level.hpp"

namespace engine {

scene::scene(physics &of, uint32_t bodies, uint32_t bullets) : bullets_(bullets) {
    for (shape &part : level_parts())
        of.add(of.add_shape(std::move(part)), {});

    const double half = stack_box / 2;
    const uint32_t cube = of.add_shape(box({half, half, half}, 200));
    first_of_stack_ = static_cast<uint32_t>(of.bodies().size());
    for (uint32_t k = 0; k < stack_size; k++)
        of.add(cube, case_centre + vec3{0, 0, half + stack_box * k + rest_offset * (k + 1)});

    const uint32_t kinds[] = {cube, of.add_shape(ball(0.25, 200)), of.add_shape(box({0.35, 0.25, 0.15}, 200)),
                              of.add_shape(capsule(0.2, 0.15, 200)), of.add_shape(octahedron({0.3, 0.3, 0.35}, 200))};
    for (uint32_t k = 0; k < bodies; k++) {
        // Columns of five, which fall over. The numbers are golden ratios: no two columns are alike.
        const uint32_t column = k / 5, level = k % 5;
        const double u = std::fmod(0.6180339887 * column, 1.0);
        const vec3 at{-13 + 1.3 * (column % 20) + 0.2 * u, -14 + 1.3 * (column / 20.0 - column % 20 / 20.0), 0.5 + 0.8 * level};
        const double angle = 2 * pi * std::fmod(0.7548776662 * k, 1.0);
        const quat turn = normalized({0.3 * std::sin(angle), 0.2 * std::cos(angle), 0.5, 1});
        of.add(kinds[k % 5], at + 0.1 * vec3{std::cos(angle), std::sin(angle), 0}, turn);
    }
    first_bullet_shape_ = of.add_shape(ball(0.02, 2700));
    of.add_shape(capsule(0.03, 0.015, 2700));
}

void scene::fire(physics &of, uint64_t step) const {
    const auto fraction = [](double ratio, uint32_t k) { return std::fmod(ratio * k, 1.0); };
    for (uint64_t next = step * volley; next < std::min<uint64_t>(bullets_, (step + 1) * volley); next++) {
        // Directions all around, most of them flat; 300 to 900 m/s, which is 5 to 15 m in a step.
        const auto k = static_cast<uint32_t>(next);
        const double angle = 2 * pi * fraction(0.6180339887, k), rise = 0.8 * fraction(0.7548776662, k) - 0.3;
        const double flat = std::sqrt(1 - rise * rise), speed = 300 + 600 * fraction(0.5698402910, k);
        const vec3 direction{std::cos(angle) * flat, std::sin(angle) * flat, rise};
        of.add(first_bullet_shape_ + k % 2, vec3{0, 0, 5} + 0.3 * direction, {}, speed * direction, {200, 0, 100}, true);
    }
}

} // namespace engine
