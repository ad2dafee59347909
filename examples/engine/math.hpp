// Vectors, quaternions and matrices, as small as an engine can have them. interframe reads them by their fields.
#pragma once

#include <algorithm>
#include <cmath>

namespace engine {

constexpr double pi = 3.14159265358979323846;

struct vec3 {
    double x = 0, y = 0, z = 0;
};
inline vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline vec3 operator-(vec3 a, vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline vec3 operator-(vec3 a) { return {-a.x, -a.y, -a.z}; }
inline vec3 operator*(double s, vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
inline vec3 &operator+=(vec3 &a, vec3 b) { return a = a + b; }
inline vec3 &operator-=(vec3 &a, vec3 b) { return a = a - b; }
inline double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline vec3 cross(vec3 a, vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double length(vec3 a) { return std::sqrt(dot(a, a)); }
inline vec3 vector_of(const double (&numbers)[3]) { return {numbers[0], numbers[1], numbers[2]}; }
inline void write(vec3 a, double (&numbers)[3]) { numbers[0] = a.x, numbers[1] = a.y, numbers[2] = a.z; }

/// A vector that is at most so long.
inline vec3 shortened(vec3 a, double most) {
    const double size = length(a);
    return size > most ? most / size * a : a;
}
/// A unit vector at right angles to a unit vector.
inline vec3 perpendicular(vec3 n) {
    const vec3 other = std::fabs(n.x) < 0.5 ? vec3{1, 0, 0} : vec3{0, 1, 0};
    const vec3 tangent = cross(n, other);
    return 1 / length(tangent) * tangent;
}

struct quat {
    double x = 0, y = 0, z = 0, w = 1;
};
inline quat conjugate(quat q) { return {-q.x, -q.y, -q.z, q.w}; }
inline quat operator*(quat a, quat b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
inline vec3 rotate(quat q, vec3 v) {
    const vec3 u{q.x, q.y, q.z}, t = 2.0 * cross(u, v);
    return v + q.w * t + cross(u, t);
}
inline quat normalized(quat q) {
    const double s = 1 / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {s * q.x, s * q.y, s * q.z, s * q.w};
}
/// A matrix by its columns.
struct mat3 {
    vec3 x, y, z;
};
inline vec3 operator*(const mat3 &m, vec3 v) { return v.x * m.x + v.y * m.y + v.z * m.z; }
/// The matrix that is diagonal in axes that are turned.
inline mat3 turned_diagonal(quat q, vec3 diagonal) {
    const vec3 i = rotate(q, {1, 0, 0}), j = rotate(q, {0, 1, 0}), k = rotate(q, {0, 0, 1});
    const auto column = [&](double a, double b, double c) {
        return diagonal.x * a * i + diagonal.y * b * j + diagonal.z * c * k;
    };
    return {column(i.x, j.x, k.x), column(i.y, j.y, k.y), column(i.z, j.z, k.z)};
}

} // namespace engine
