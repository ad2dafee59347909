#include "solver.hpp"

namespace engine {

namespace {

constexpr int substeps = 12;
constexpr double contact_hertz = 120, contact_damping = 10; // of the soft contacts
constexpr double push_speed = 3;                           // largest speed at which overlaps are pushed out, m/s
constexpr double linear_damping = 0.02, angular_damping = 1; // 1/s

/// Coefficients of a soft constraint (Catto, "Soft Contact", 2022).
struct softness {
    double bias_rate, mass_scale, impulse_scale;
};
softness soft(double hertz, double damping, double h) {
    const double omega = 2 * pi * hertz, a1 = 2 * damping + h * omega, a2 = h * omega * a1;
    return {omega / a1, a2 / (1 + a2), 1 / (1 + a2)};
}

/// What moves in the substeps.
struct moving_body {
    double inverse_mass = 0;
    mat3 inverse_inertia;
    vec3 velocity, spin;
    vec3 travel, turn; // since the step began
};

struct moving_point {
    vec3 anchor_a, anchor_b; // from the centres of mass, when the step begins
    double gap, normal_mass, friction_mass[2], approach, most_impulse;
};

class step_solver {
public:
    step_solver(const std::vector<shape> &shapes, const std::vector<rigid_body> &bodies,
                std::vector<contact> &contacts)
        : contacts_(contacts), moving_(bodies.size()) {
        for (std::size_t k = 0; k < bodies.size(); k++) {
            const shape &of = shapes[bodies[k].shape];
            moving_body &body = moving_[k];
            if (of.inverse_mass == 0)
                continue;
            body.inverse_mass = of.inverse_mass;
            body.inverse_inertia = turned_diagonal(bodies[k].rotation, of.inverse_inertia);
            body.velocity = bodies[k].velocity;
            body.spin = bodies[k].spin;
        }
        prepare(shapes, bodies);
    }

    void run(double step) {
        const double h = step / substeps;
        const softness rigid{0, 1, 0};
        const softness between = soft(contact_hertz, contact_damping, h);
        const softness with_level = soft(2 * contact_hertz, contact_damping, h);
        for (int k = 0; k < substeps; k++) {
            for (moving_body &body : moving_)
                if (body.inverse_mass > 0) {
                    body.velocity.z -= h * gravity;
                    body.velocity = 1 / (1 + h * linear_damping) * body.velocity;
                    body.spin = shortened(1 / (1 + h * angular_damping) * body.spin, most_spin);
                }
            warm_start();
            pass(h, between, with_level, true);
            for (moving_body &body : moving_)
                if (body.inverse_mass > 0) {
                    body.travel += h * body.velocity;
                    body.turn += h * body.spin;
                }
            pass(h, rigid, rigid, false);
        }
        restitute();
    }

    std::vector<way> write_to(std::vector<rigid_body> &bodies) const {
        std::vector<way> ways(bodies.size());
        for (std::size_t k = 0; k < bodies.size(); k++)
            if (moving_[k].inverse_mass > 0) {
                bodies[k].velocity = moving_[k].velocity;
                bodies[k].spin = moving_[k].spin;
                ways[k] = {moving_[k].travel, moving_[k].turn};
            }
        return ways;
    }

private:
    struct constraint {
        contact *of;
        double friction, restitution;
        moving_point points[4];
    };

    /// The velocity of B at a point, seen from A.
    vec3 velocity_at(const constraint &c, const moving_point &p) const {
        const moving_body &a = moving_[c.of->a], &b = moving_[c.of->b];
        return b.velocity + cross(b.spin, p.anchor_b) - a.velocity - cross(a.spin, p.anchor_a);
    }
    void apply(const constraint &c, const moving_point &p, vec3 impulse) {
        moving_body &a = moving_[c.of->a], &b = moving_[c.of->b];
        a.velocity -= a.inverse_mass * impulse;
        a.spin -= a.inverse_inertia * cross(p.anchor_a, impulse);
        b.velocity += b.inverse_mass * impulse;
        b.spin += b.inverse_inertia * cross(p.anchor_b, impulse);
    }
    /// The mass that an impulse along a direction moves.
    double mass_along(const constraint &c, const moving_point &p, vec3 direction) const {
        const moving_body &a = moving_[c.of->a], &b = moving_[c.of->b];
        const vec3 ra = cross(p.anchor_a, direction), rb = cross(p.anchor_b, direction);
        const double k = a.inverse_mass + b.inverse_mass + dot(ra, a.inverse_inertia * ra) + dot(rb, b.inverse_inertia * rb);
        return k > 0 ? 1 / k : 0;
    }

    void prepare(const std::vector<shape> &shapes, const std::vector<rigid_body> &bodies) {
        for (contact &of : contacts_) {
            const shape &a = shapes[bodies[of.a].shape], &b = shapes[bodies[of.b].shape];
            constraint c{&of, std::sqrt(a.friction * b.friction), std::max(a.restitution, b.restitution), {}};
            for (uint32_t k = 0; k < of.count; k++) {
                const contact_point &from = of.points[k];
                moving_point &p = c.points[k];
                p.anchor_a = from.anchor_a, p.anchor_b = from.anchor_b;
                p.gap = from.separation;
                p.normal_mass = mass_along(c, p, of.normal);
                for (int t = 0; t < 2; t++)
                    p.friction_mass[t] = mass_along(c, p, of.tangents[t]);
                p.approach = dot(velocity_at(c, p), of.normal);
                p.most_impulse = 0;
            }
            constraints_.push_back(c);
        }
    }

    void warm_start() {
        for (constraint &c : constraints_)
            for (uint32_t k = 0; k < c.of->count; k++) {
                const contact_point &point = c.of->points[k];
                apply(c, c.points[k], point.normal_impulse * c.of->normal + point.friction_impulse[0] * c.of->tangents[0] +
                                          point.friction_impulse[1] * c.of->tangents[1]);
            }
    }

    /// Gives every contact its impulse once, softly and with a push where bodies overlap, or rigidly.
    void pass(double h, const softness &between, const softness &with_level, bool pushes) {
        for (constraint &c : constraints_) {
            const moving_body &a = moving_[c.of->a], &b = moving_[c.of->b];
            const softness &soft = a.inverse_mass == 0 || b.inverse_mass == 0 ? with_level : between;
            const vec3 normal = c.of->normal;
            for (uint32_t k = 0; k < c.of->count; k++) {
                moving_point &p = c.points[k];
                contact_point &point = c.of->points[k];
                const vec3 way = b.travel + cross(b.turn, p.anchor_b) - a.travel - cross(a.turn, p.anchor_a);
                const double gap = p.gap + dot(way, normal);
                double bias = 0, mass_scale = 1, impulse_scale = 0;
                if (gap > 0) {
                    bias = gap / h; // may close in this substep, not more
                } else if (pushes) {
                    bias = std::max(soft.bias_rate * gap, -push_speed);
                    mass_scale = soft.mass_scale, impulse_scale = soft.impulse_scale;
                }
                const double speed = dot(velocity_at(c, p), normal);
                const double wanted = -p.normal_mass * mass_scale * (speed + bias) - impulse_scale * point.normal_impulse;
                const double total = std::max(0.0, point.normal_impulse + wanted);
                apply(c, p, (total - point.normal_impulse) * normal);
                point.normal_impulse = total;
                p.most_impulse = std::max(p.most_impulse, total);
            }
            for (uint32_t k = 0; k < c.of->count; k++)
                rub(c, c.points[k], c.of->points[k]);
        }
    }

    /// Coulomb's friction: an impulse in the plane of the contact, at most as long as the cone allows.
    void rub(constraint &c, moving_point &p, contact_point &point) {
        const vec3 speed = velocity_at(c, p);
        double total[2], size = 0;
        for (int t = 0; t < 2; t++) {
            total[t] = point.friction_impulse[t] - p.friction_mass[t] * dot(speed, c.of->tangents[t]);
            size += total[t] * total[t];
        }
        size = std::sqrt(size);
        const double most = c.friction * point.normal_impulse, scale = size > most ? most / size : 1;
        vec3 impulse;
        for (int t = 0; t < 2; t++) {
            impulse += (scale * total[t] - point.friction_impulse[t]) * c.of->tangents[t];
            point.friction_impulse[t] = scale * total[t];
        }
        apply(c, p, impulse);
    }

    void restitute() {
        for (constraint &c : constraints_)
            for (uint32_t k = 0; k < c.of->count && c.restitution > 0; k++) {
                moving_point &p = c.points[k];
                contact_point &point = c.of->points[k];
                if (p.approach > -restitution_speed || p.most_impulse == 0)
                    continue;
                const double speed = dot(velocity_at(c, p), c.of->normal);
                const double total =
                    std::max(0.0, point.normal_impulse - p.normal_mass * (speed + c.restitution * p.approach));
                apply(c, p, (total - point.normal_impulse) * c.of->normal);
                point.normal_impulse = total;
            }
    }

    std::vector<contact> &contacts_;
    std::vector<moving_body> moving_;
    std::vector<constraint> constraints_;
};

} // namespace

std::vector<way> solve(const std::vector<shape> &shapes, std::vector<rigid_body> &bodies, std::vector<contact> &contacts,
                       double step) {
    step_solver solver(shapes, bodies, contacts);
    solver.run(step);
    return solver.write_to(bodies);
}

} // namespace engine
