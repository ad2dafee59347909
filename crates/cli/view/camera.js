// A camera that looks at a target from all sides. z is up.
//
// Points are taken relative to the target before they become single precision, so a bullet of a centimetre is drawn well
// at any place of a large scene.

import { add, cross, dot, matrixProduct, perspective, scaled, sub } from "./vectors.js";

// Tangent of half the angle of view.
const SLOPE = 0.4;
const NEAR = 0.02;
const FAR = 400;

export class Camera {
  constructor() {
    this.target = [0, 0, 0];
    this.distance = 10;
    this.yaw = -0.9;
    this.pitch = 0.42;
    this.size = [1, 1];
  }

  // Directions to the right, upwards, and from the target to the eye.
  basis() {
    const [cy, sy] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    const [cp, sp] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    const back = [cp * cy, cp * sy, sp];
    const right = [-sy, cy, 0];
    return { right, up: cross(back, right), back };
  }

  // Length of which the renderers draw multiples, so that what is seen has sizes of single precision: 1 at common distances.
  get unit() {
    const { distance } = this;
    return distance >= 1e-6 && distance <= 1e6 ? 1 : 2 ** Math.max(-1000, Math.min(1000, Math.floor(Math.log2(distance))));
  }

  // Matrix for points relative to the target, in units.
  matrix() {
    const { right, up, back } = this.basis();
    const distance = this.distance / this.unit;
    const view = [
      right[0], up[0], back[0], 0,
      right[1], up[1], back[1], 0,
      right[2], up[2], back[2], 0,
      0, 0, -distance, 1,
    ];
    const aspect = this.size[0] / this.size[1];
    return matrixProduct(perspective(SLOPE, aspect, NEAR * distance, FAR * distance), view);
  }

  // A function from points of the world to [x, y, depth] in pixels; depth is at most 0 behind the eye.
  projector() {
    const { right, up, back } = this.basis();
    const [width, height] = this.size;
    const [target, distance] = [this.target, this.distance];
    const scale = height / 2 / SLOPE;
    return (point) => {
      const x = point[0] - target[0];
      const y = point[1] - target[1];
      const z = point[2] - target[2];
      const depth = distance - (x * back[0] + y * back[1] + z * back[2]);
      const by = depth > 0 ? scale / depth : 0;
      return [
        width / 2 + (x * right[0] + y * right[1]) * by,
        height / 2 - (x * up[0] + y * up[1] + z * up[2]) * by,
        depth,
      ];
    };
  }

  // The part of a line that is before the eye, or null.
  clipped(from, to) {
    const { back } = this.basis();
    const near = this.distance * NEAR;
    const depth = (p) => this.distance - dot(sub(p, this.target), back);
    const [a, b] = [depth(from), depth(to)];
    if (a < near && b < near) return null;
    const cut = () => add(from, scaled(sub(to, from), (near - a) / (b - a)));
    return [a < near ? cut() : from, b < near ? cut() : to];
  }

  // Length in the world of one pixel at the target.
  pixel() {
    return (2 * SLOPE * this.distance) / this.size[1];
  }

  orbit(right, down) {
    this.yaw -= right * 0.008;
    this.pitch = Math.min(1.55, Math.max(-1.55, this.pitch + down * 0.008));
  }

  pan(right, down) {
    const basis = this.basis();
    const by = this.pixel();
    this.target = add(this.target, add(scaled(basis.right, -right * by), scaled(basis.up, down * by)));
  }

  zoom(factor) {
    this.distance = Math.min(1e300, Math.max(1e-300, this.distance * factor));
  }

  // Looks at the target from this direction.
  lookFrom(direction) {
    const [x, y, z] = direction;
    this.yaw = Math.atan2(y, x);
    this.pitch = Math.min(1.2, Math.max(-1.2, Math.atan2(z, Math.hypot(x, y))));
  }

  // Looks at a ball so that it fills the picture.
  fit(center, radius) {
    this.target = [...center];
    const narrow = Math.min(1, this.size[0] / this.size[1]);
    this.distance = ((radius > 0 ? radius : 1e-9) * 1.25) / (SLOPE * narrow);
  }
}
