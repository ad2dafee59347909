#include "bodies.hpp"

#include <array>
#include <cstdio>
#include <vector>

namespace engine {

namespace {

shape made(ifr::body body, double mass, vec3 inertia, double inner_radius, double outer_radius) {
    shape out;
    out.around = ifr::body::rounded(body, prediction);
    out.body = std::move(body);
    out.inverse_mass = 1 / mass;
    out.inverse_inertia = {1 / inertia.x, 1 / inertia.y, 1 / inertia.z};
    out.inner_radius = inner_radius;
    out.outer_radius = outer_radius;
    return out;
}

template <class... Numbers>
std::string text(const char *format, Numbers... numbers) {
    std::array<char, 512> out;
    std::snprintf(out.data(), out.size(), format, numbers...);
    return out.data();
}

} // namespace

shape box(vec3 h, double density) {
    const double mass = 8 * density * h.x * h.y * h.z, xx = h.x * h.x, yy = h.y * h.y, zz = h.z * h.z;
    shape out = made(ifr::body::box(h), mass, mass / 3 * vec3{yy + zz, zz + xx, xx + yy}, std::min({h.x, h.y, h.z}),
                     length(h));
    out.json = text(R"({"box": {"half_extents": [%.17g, %.17g, %.17g]}})", h.x, h.y, h.z);
    return out;
}

shape ball(double radius, double density) {
    const double mass = 4.0 / 3 * pi * density * radius * radius * radius, inertia = 0.4 * mass * radius * radius;
    shape out = made(ifr::body::sphere(radius), mass, {inertia, inertia, inertia}, radius, radius);
    out.json = text(R"({"sphere": {"radius": %.17g}})", radius);
    return out;
}

shape capsule(double h, double r, double density) {
    // A cylinder, and two half balls whose own centres are 3/8 of the radius beyond its ends.
    const double tube = 2 * pi * density * r * r * h, ends = 4.0 / 3 * pi * density * r * r * r;
    const double along = 0.5 * tube * r * r + 0.4 * ends * r * r;
    const double across = tube * (0.25 * r * r + h * h / 3) + ends * (0.4 * r * r + h * h + 0.75 * h * r);
    shape out = made(ifr::body::capsule(h, r), tube + ends, {across, across, along}, r, h + r);
    out.json = text(R"({"capsule": {"half_length": %.17g, "radius": %.17g}})", h, r);
    return out;
}

shape octahedron(vec3 a, double density) {
    const double mass = 4.0 / 3 * density * a.x * a.y * a.z, xx = a.x * a.x, yy = a.y * a.y, zz = a.z * a.z;
    const std::vector<vec3> corners{{a.x, 0, 0}, {-a.x, 0, 0}, {0, a.y, 0}, {0, -a.y, 0}, {0, 0, a.z}, {0, 0, -a.z}};
    shape out = made(ifr::body::polytope(corners), mass, mass / 10 * vec3{yy + zz, zz + xx, xx + yy},
                     1 / std::sqrt(1 / xx + 1 / yy + 1 / zz), std::max({a.x, a.y, a.z}));
    out.json = R"({"vertices": [)";
    for (const vec3 &c : corners)
        out.json += text("%s[%.17g, %.17g, %.17g]", &c == corners.data() ? "" : ", ", c.x, c.y, c.z);
    out.json += "]}";
    return out;
}

} // namespace engine
