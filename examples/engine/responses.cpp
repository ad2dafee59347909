// What bodies do that meet within a step: an impulse with mass, restitution and friction, and a new way for its rest.
#include "engine.hpp"

namespace engine {

namespace {

constexpr double least_speed = 0.01;    // at which bodies leave each other, m/s
constexpr double most_speed = 1;        // the same where they spin fast

/// One of two bodies at their contact.
struct partner {
    rigid_body &body;
    const shape &of;
    const ifr_contact_body &now;
    mat3 inverse_inertia;
    vec3 arm; // from the centre of mass to the contact

    partner(rigid_body &which, const shape &its_shape, const ifr_contact_body &at, vec3 point)
        : body(which), of(its_shape), now(at),
          inverse_inertia(turned_diagonal({at.pose.q[0], at.pose.q[1], at.pose.q[2], at.pose.q[3]}, its_shape.inverse_inertia)),
          arm(point - vector_of(at.pose.p)) {}

    vec3 speed() const { return body.velocity + cross(body.spin, arm); }
    /// How it moves in this step. The speed of a body that is not swept is that after the step.
    vec3 speed_in_step() const {
        return body.is_swept ? speed() : 1 / step_s * (vector_of(now.travel) + cross(vector_of(now.turn), arm));
    }
    /// How fast its surface turns towards what it leaves: not at all for a ball.
    double pull() const { return dot(body.spin, body.spin) * (of.outer_radius - of.inner_radius); }
    double inverse_mass_along(vec3 direction) const {
        const vec3 r = cross(arm, direction);
        return of.inverse_mass + dot(r, inverse_inertia * r);
    }
    void apply(vec3 impulse) {
        body.velocity += of.inverse_mass * impulse;
        body.spin += inverse_inertia * cross(arm, impulse);
    }
};

void redirect(const partner &who, vec3 more_speed, ifr::response &response) {
    if (!who.body.is_swept)
        return; // it keeps its short way, and has its new speed in the next step
    response.kind = IFR_RESPONSE_KIND_REDIRECT;
    write(step_s * (who.body.velocity + more_speed), response.travel);
    write(step_s * who.body.spin, response.turn);
}

} // namespace

void physics::respond(const ifr::frame_contact &contact, ifr::response &response_a, ifr::response &response_b) {
    const ifr::world_event &event = contact.event;
    rigid_body &body_a = bodies_[event.user_a], &body_b = bodies_[event.user_b];
    counted_.responses++;
    if (event.verdict != ifr::verdict::hit || !event.has_normal || !event.has_points) {
        // What is not proved free is not passed: who moves far stands still for the rest of the step. Then both go on together.
        counted_.unclear++;
        const double a = shapes_[body_a.shape].inverse_mass, b = shapes_[body_b.shape].inverse_mass;
        const vec3 common = 1 / (a + b) * (b * body_a.velocity + a * body_b.velocity);
        for (const auto &[body, response] : {std::pair(&body_a, &response_a), std::pair(&body_b, &response_b)}) {
            body->velocity = common;
            if (body->is_swept)
                response->kind = IFR_RESPONSE_KIND_STOP;
        }
        return;
    }
    const vec3 normal = vector_of(event.normal), point = 0.5 * (vector_of(event.point_a) + vector_of(event.point_b));
    partner a(body_a, shapes_[body_a.shape], contact.body_a, point), b(body_b, shapes_[body_b.shape], contact.body_b, point);

    // The impulse that turns the approach back, and friction that is at most as large as Coulomb says.
    const double approach = dot(b.speed() - a.speed(), normal);
    if (approach < 0) {
        const double restitution = approach < -restitution_speed ? std::max(a.of.restitution, b.of.restitution) : 0;
        const double push = (1 + restitution) * -approach / (a.inverse_mass_along(normal) + b.inverse_mass_along(normal));
        const vec3 across = b.speed() - a.speed() - approach * normal;
        const double slide = length(across);
        a.apply(-push * normal), b.apply(push * normal);
        if (slide > 1e-9) {
            const vec3 tangent = 1 / slide * across;
            const double most = std::sqrt(a.of.friction * b.of.friction) * push;
            const double stick = slide / (a.inverse_mass_along(tangent) + b.inverse_mass_along(tangent));
            const vec3 rub = std::min(most, stick) * tangent;
            a.apply(rub), b.apply(-rub);
        }
    }
    body_a.spin = shortened(body_a.spin, most_spin), body_b.spin = shortened(body_b.spin, most_spin);
    // In the rest of the step they must leave each other as they really move, and so fast that what turns does not come back at
    // once. This changes their ways, not their velocities.
    const double leave = dot(b.speed_in_step() - a.speed_in_step(), normal);
    const double wanted = std::min(most_speed, least_speed + step_s / 2 * (a.pull() + b.pull()));
    const double more = std::max(0.0, wanted - leave) / (body_a.is_swept + body_b.is_swept);
    redirect(a, -more * normal, response_a);
    redirect(b, more * normal, response_b);
}

} // namespace engine
