// What is drawn of bodies in space at a time: solids in groups of equal geometry, and lines, dots and names over them.

import { add, dot, mixed, norm, perpendiculars, placed, rotationToward, scaled, sub } from "./vectors.js";
import { Course, linkAt, planeAt, tOf, timeOf } from "./motion.js";
import { readable } from "./names.js";
import { ballShape, dilatedShape, geometryOf, squareShape } from "./solids.js";

// Numbers of an instance: p from the target, q, scale, colour with alpha. Lengths are in the camera's unit.
export const STRIDE = 12;

// What may be shown, with its name in the page and whether it is shown at first.
export const LAYERS = [
  ["paths", "Paths", true],
  ["ghosts", "Frame poses", true],
  ["plane", "Proving plane", true],
  ["contact", "Contact points and normal", true],
  ["hull", "Hull of the mesh", true],
  ["hulls", "Extended hulls", false],
  ["dilated", "Dilated hulls", false],
  ["names", "Names", false],
];

// Instances of one geometry.
class Group {
  constructor(geometry, clear) {
    this.geometry = geometry;
    this.clear = clear;
    this.data = new Float32Array(STRIDE * 16);
    this.count = 0;
  }

  push(camera, pose, scale, color, alpha) {
    if ((this.count + 1) * STRIDE > this.data.length) {
      const longer = new Float32Array(this.data.length * 2);
      longer.set(this.data);
      this.data = longer;
    }
    const at = this.count * STRIDE;
    const data = this.data;
    const { origin, unit } = this.geometry;
    const { target, unit: shown } = camera;
    const p = origin[0] || origin[1] || origin[2] ? placed(pose, scaled(origin, scale)) : pose.p;
    data[at] = (p[0] - target[0]) / shown;
    data[at + 1] = (p[1] - target[1]) / shown;
    data[at + 2] = (p[2] - target[2]) / shown;
    data[at + 7] = (scale / shown) * unit;
    // Far beyond all that is seen, where single precision has no numbers.
    if (![0, 1, 2, 7].every((k) => Math.abs(data[at + k]) < 1e37)) return;
    data[at + 3] = pose.q[0];
    data[at + 4] = pose.q[1];
    data[at + 5] = pose.q[2];
    data[at + 6] = pose.q[3];
    data[at + 8] = color[0];
    data[at + 9] = color[1];
    data[at + 10] = color[2];
    data[at + 11] = alpha;
    this.count++;
  }
}

const HERE = { p: [0, 0, 0], q: [0, 0, 0, 1] };

export class Stage {
  constructor(space) {
    this.space = space;
    this.course = new Course(space);
    this.shapes = space.shapes.map(geometryOf);
    this.ball = geometryOf(ballShape());
    this.square = geometryOf(squareShape());
    this.groups = new Map();
    this.hulls = new Map();
  }

  // The group of a geometry; clear ones are drawn after the others.
  group(geometry, clear) {
    const key = geometry.id * 2 + (clear ? 1 : 0);
    if (!this.groups.has(key)) this.groups.set(key, new Group(geometry, clear));
    return this.groups.get(key);
  }

  // Geometry of an extended hull, dilated or not, made when it is first shown.
  hull(answer, k, dilated) {
    const key = `${answer} ${k} ${dilated}`;
    if (!this.hulls.has(key)) {
      const swept = this.space.answers[answer].swept;
      const shape = dilated ? dilatedShape(swept.hulls[k], swept.dilation[k]) : swept.hulls[k];
      this.hulls.set(key, geometryOf(shape));
    }
    return this.hulls.get(key);
  }

  // A ball around some bodies at a time.
  ballAround(bodies, time) {
    let [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    const balls = bodies.map((body) => {
      const shape = this.shapes[this.space.bodies[body].shape];
      return { middle: placed(this.course.poseAt(body, time), shape.middle), radius: shape.radius };
    });
    for (const { middle, radius } of balls) {
      low = low.map((x, k) => Math.min(x, middle[k] - radius));
      high = high.map((x, k) => Math.max(x, middle[k] + radius));
    }
    if (balls.length === 0) return { center: [0, 0, 0], radius: 1 };
    const center = mixed(low, high, 0.5);
    const reach = balls.reduce((most, { middle, radius }) => Math.max(most, norm(sub(middle, center)) + radius), 0);
    return { center, radius: reach || 1 };
  }

  radiusOf(body) {
    return this.shapes[this.space.bodies[body].shape].radius;
  }

  // Everything at a time. `chosen` is the number of an answer, or -1.
  frame(time, chosen, layers, camera, colors, snap) {
    for (const group of this.groups.values()) group.count = 0;
    const out = { groups: [], lines: [], dots: [], names: [] };
    const { space, course } = this;
    const answer = space.answers[chosen];
    const shown = snap ? Math.round(time) : time;
    for (let body = 0; body < space.bodies.length; body++) {
      const { shape, sensor, clear, hull } = space.bodies[body];
      if (hull && !layers.hull) continue;
      const pose = course.poseAt(body, shown);
      const alpha = hull ? 0.12 : sensor || clear ? 0.25 : 1;
      this.group(this.shapes[shape], alpha < 1).push(camera, pose, 1, this.color(body, answer, colors), alpha);
      if (this.shapes[shape].points.length === 3) out.dots.push({ at: pose.p, color: this.color(body, answer, colors), size: 4 });
      if (layers.names) out.names.push({ at: pose.p, text: readable(space.bodies[body].name) });
    }
    if (layers.paths) this.paths(out, time, answer, colors);
    if (answer) {
      if (layers.ghosts && space.frames > 0) this.ghosts(answer, camera, colors);
      if (layers.hulls || layers.dilated) this.sweeps(chosen, layers, camera, colors);
      if (layers.plane) this.plane(out, answer, time, camera, colors);
      if (layers.contact) this.contact(out, answer, time, camera, colors);
    }
    for (const group of this.groups.values()) if (group.count > 0) out.groups.push(group);
    out.groups.sort((a, b) => a.clear - b.clear);
    return out;
  }

  color(body, answer, colors) {
    if (answer && body === answer.a) return colors.a;
    if (answer && body === answer.b) return colors.b;
    return this.space.bodies[body].fixed ? colors.fixed : colors.body;
  }

  paths(out, time, answer, colors) {
    const { space, course } = this;
    const frame = Math.min(Math.max(space.frames - 1, 0), Math.floor(time));
    for (let body = 0; body < space.bodies.length; body++) {
      if (space.bodies[body].fixed) continue;
      const mine = answer && (body === answer.a || body === answer.b);
      const [from, to] = mine && answer ? answer.span : [frame, frame + 1];
      const points = course.path(body, from, to);
      if (points.length < 2) continue;
      out.lines.push({ points, color: mine ? this.color(body, answer, colors) : colors.faint, width: mine ? 2 : 1 });
    }
  }

  // The two poses at the ends of the answer's frame: all that a test of the frame poses sees.
  ghosts(answer, camera, colors) {
    for (const body of [answer.a, answer.b]) {
      if (this.space.bodies[body].fixed) continue;
      const geometry = this.shapes[this.space.bodies[body].shape];
      for (const time of answer.span) {
        const pose = this.course.poseAt(body, time);
        this.group(geometry, true).push(camera, pose, 1, this.color(body, answer, colors), 0.28);
      }
    }
  }

  sweeps(chosen, layers, camera, colors) {
    const answer = this.space.answers[chosen];
    if (!answer.swept) return;
    for (const k of [0, 1]) {
      if (!answer.swept.hulls[k]) continue;
      const color = k === 0 ? colors.a : colors.b;
      if (layers.hulls) this.group(this.hull(chosen, k, false), true).push(camera, HERE, 1, color, 0.22);
      if (layers.dilated) this.group(this.hull(chosen, k, true), true).push(camera, HERE, 1, color, 0.14);
    }
  }

  // The plane or the balls of the link that holds now, or the plane of an answer about bodies at rest.
  plane(out, answer, time, camera, colors) {
    const link = linkAt(answer.proof, time);
    const { a, b } = answer;
    if (link && link.by === "balls") {
      const [centers, radii] = link.balls;
      [a, b].forEach((body, k) => {
        const at = placed(this.course.poseAt(body, time), centers[k]);
        this.group(this.ball, true).push(camera, { p: at, q: HERE.q }, radii[k], k ? colors.b : colors.a, 0.12);
      });
      return;
    }
    const moving = link && planeAt(link, tOf(answer.proof.span, time));
    const rest = answer.entries.plane;
    const plane = moving || (rest && { normal: rest.normal, offset: rest.offset });
    if (!plane || plane.offset === undefined) return;
    const middle = this.between(a, b, time);
    const center = add(middle, scaled(plane.normal, plane.offset - dot(plane.normal, middle)));
    const size = 1.6 * Math.min(this.radiusOf(a) || Infinity, this.radiusOf(b) || Infinity, camera.distance);
    if (!(size > 0) || size === Infinity) return;
    const pose = { p: center, q: rotationToward(plane.normal) };
    this.group(this.square, true).push(camera, pose, size, colors.plane, 0.3);
    out.lines.push({ points: [center, add(center, scaled(plane.normal, size / 2))], color: colors.plane, width: 2 });
  }

  // A point near both bodies, at which the plane is drawn.
  between(a, b, time) {
    const [p, q] = [a, b].map((body) => {
      const shape = this.shapes[this.space.bodies[body].shape];
      return { at: placed(this.course.poseAt(body, time), shape.middle), radius: shape.radius };
    });
    return p.radius < q.radius ? p.at : q.at;
  }

  // Witness points, normal and manifold. Those of a contact are drawn around its time.
  contact(out, answer, time, camera, colors) {
    const { entries, manifold } = answer;
    const dotAt = (at, color, size) => out.dots.push({ at, color, size });
    if (manifold) for (const [p, q] of manifold.contacts) {
      dotAt(p, colors.a, 3);
      dotAt(q, colors.b, 3);
    }
    for (const contact of entries.contacts || []) {
      if (contact.point_a) dotAt(contact.point_a, colors.a, 3);
      if (contact.point_b) dotAt(contact.point_b, colors.b, 3);
    }
    const { point_a: p, point_b: q, point, normal } = entries;
    if (p && q) out.lines.push({ points: [p, q], color: colors.mark, width: 2 });
    if (p) dotAt(p, colors.a, 5);
    if (q) dotAt(q, colors.b, 5);
    if (point) dotAt(point, colors.mark, 5);
    const base = q || p;
    if (base && normal) {
      const length = camera.distance * 0.09;
      const tip = add(base, scaled(normal, length));
      const [right] = perpendiculars(normal);
      const back = add(base, scaled(normal, length * 0.8));
      const wing = scaled(right, length * 0.08);
      out.lines.push({ points: [base, tip], color: colors.mark, width: 2 });
      out.lines.push({ points: [add(back, wing), tip, sub(back, wing)], color: colors.mark, width: 2 });
    }
  }
}

// The time of the page at which an answer's contact is, or the middle of its span: the last time at which the bodies are
// proved apart, so that the plane that proves it is there.
export function timeOfContact(answer) {
  const { t_lo, t, intervals } = answer.entries;
  const first = intervals && intervals[0] && intervals[0][0][0];
  const at = [t, t_lo, first].find((x) => typeof x === "number");
  const none = answer.verdict === "separated" && typeof t !== "number";
  return timeOf(answer.span, none || at === undefined ? 0.5 : at);
}
