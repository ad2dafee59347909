#include "level.hpp"

#include <array>
#include <cstdio>

namespace engine {

namespace {

struct mesh {
    std::vector<vec3> corners;
    std::vector<uint32_t> triangles;

    /// A parallelogram of n x n cells from a corner, seen from where its sides go round counter-clockwise.
    void add_grid(vec3 corner, vec3 u, vec3 v, uint32_t n) {
        const auto first = static_cast<uint32_t>(corners.size());
        for (uint32_t i = 0; i <= n; i++)
            for (uint32_t j = 0; j <= n; j++)
                corners.push_back(corner + (1.0 * i / n) * u + (1.0 * j / n) * v);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                const uint32_t k = first + i * (n + 1) + j;
                for (const uint32_t corner_of : {k, k + n + 1, k + n + 2, k, k + n + 2, k + 1})
                    triangles.push_back(corner_of);
            }
    }
    void add_triangle(vec3 a, vec3 b, vec3 c) {
        for (const vec3 &corner : {a, b, c}) {
            triangles.push_back(static_cast<uint32_t>(corners.size()));
            corners.push_back(corner);
        }
    }
    void add_box(const pane &of) {
        const vec3 c = of.centre, h = of.half, x{2 * h.x, 0, 0}, y{0, 2 * h.y, 0}, z{0, 0, 2 * h.z};
        const vec3 low = c - h, high = c + h;
        add_grid(low, y, x, 1), add_grid(low, z, y, 1), add_grid(low, x, z, 1);
        add_grid(high, -x, -y, 1), add_grid(high, -y, -z, 1), add_grid(high, -z, -x, 1);
    }
};

shape part_of(const mesh &of) {
    ifr_trimesh_options options{};
    options.one_sided = 1;
    shape out;
    out.body = ifr::body::trimesh(of.corners, of.triangles, options);
    out.friction = 0.6;
    out.restitution = 0;
    out.json = R"({"trimesh": {"one_sided": true, "vertices": [)";
    std::array<char, 128> text;
    for (std::size_t k = 0; k < of.corners.size(); k++) {
        const vec3 &p = of.corners[k];
        std::snprintf(text.data(), text.size(), "%s[%.17g, %.17g, %.17g]", k == 0 ? "" : ", ", p.x, p.y, p.z);
        out.json += text.data();
    }
    out.json += R"(], "triangles": [)";
    for (std::size_t k = 0; k < of.triangles.size(); k += 3) {
        std::snprintf(text.data(), text.size(), "%s[%u, %u, %u]", k == 0 ? "" : ", ", of.triangles[k],
                      of.triangles[k + 1], of.triangles[k + 2]);
        out.json += text.data();
    }
    out.json += "]}}";
    return out;
}

constexpr double half_thickness = 0.01; // panes are 2 cm thick

} // namespace

std::vector<pane> panes() {
    std::vector<pane> out;
    for (int k = 0; k < 8; k++) // two rows across the room
        out.push_back({{-14 + 4.0 * k, k % 2 != 0 ? 5.0 : -5.0, 3}, {half_thickness, 2, 2}});
    // The case: four walls up to 6 m and a lid, which overlap where they meet.
    const double width = 1, height = 3;
    for (const double side : {-1.0, 1.0}) {
        out.push_back({case_centre + vec3{side * width, 0, height}, {half_thickness, width + half_thickness, height}});
        out.push_back({case_centre + vec3{0, side * width, height}, {width + half_thickness, half_thickness, height}});
    }
    out.push_back({case_centre + vec3{0, 0, 2 * height}, {width + half_thickness, width + half_thickness, half_thickness}});
    return out;
}

std::vector<shape> level_parts() {
    const vec3 s = room_size, x{2 * s.x, 0, 0}, y{0, 2 * s.y, 0}, z{0, 0, s.z}, low{-s.x, -s.y, 0}, high{s.x, s.y, s.z};
    std::vector<mesh> meshes(7);
    meshes[0].add_grid(low, x, y, 10);   // floor
    meshes[1].add_grid(high, -y, -x, 4); // ceiling
    meshes[2].add_grid(low, y, z, 4);    // walls
    meshes[3].add_grid(low, z, x, 4);
    meshes[4].add_grid(high, -z, -y, 4);
    meshes[5].add_grid(high, -x, -z, 4);
    // A ramp of 4 x 6 m that rises to 2 m, with its sides and back.
    const vec3 a{-16, 8, 0}, b{-16, 12, 0}, c{-10, 8, 0}, d{-10, 12, 0}, up{0, 0, 2};
    mesh &ramp = meshes[6];
    ramp.add_grid(a, c + up - a, b - a, 3);
    ramp.add_grid(c, d - c, up, 1);
    ramp.add_triangle(a, c, c + up);
    ramp.add_triangle(b, d + up, d);
    for (const pane &of : panes()) {
        meshes.emplace_back();
        meshes.back().add_box(of);
    }
    std::vector<shape> parts;
    for (const mesh &of : meshes)
        parts.push_back(part_of(of));
    return parts;
}

bool is_in_room(vec3 p) {
    return std::fabs(p.x) <= room_size.x && std::fabs(p.y) <= room_size.y && p.z >= 0 && p.z <= room_size.z;
}

bool crosses_pane(vec3 from, vec3 to) {
    static const std::vector<pane> all = panes();
    for (const pane &of : all) {
        const std::array<double, 3> p{from.x - of.centre.x, from.y - of.centre.y, from.z - of.centre.z};
        const std::array<double, 3> q{to.x - of.centre.x, to.y - of.centre.y, to.z - of.centre.z};
        const std::array<double, 3> half{of.half.x, of.half.y, of.half.z};
        std::size_t thin = 0;
        for (std::size_t k = 1; k < 3; k++)
            thin = half[k] < half[thin] ? k : thin;
        if ((p[thin] < 0) == (q[thin] < 0))
            continue;
        const double t = p[thin] / (p[thin] - q[thin]);
        bool is_within = true;
        for (std::size_t k = 0; k < 3; k++)
            is_within = is_within && (k == thin || std::fabs(p[k] + t * (q[k] - p[k])) < half[k]);
        if (is_within)
            return true;
    }
    return false;
}

} // namespace engine
