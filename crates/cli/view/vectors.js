// Vectors [x, y, z], quaternions [x, y, z, w] and 4 x 4 matrices (columns first), as plain arrays.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a) => Math.hypot(a[0], a[1], a[2]);
export const mixed = (a, b, s) => a.map((x, k) => x + (b[k] - x) * s);

export function unit(a) {
  const length = norm(a);
  return length > 0 ? scaled(a, 1 / length) : [0, 0, 0];
}

// Any two unit vectors that are perpendicular to a unit vector and to each other.
export function perpendiculars(n) {
  const helper = Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const first = unit(cross(helper, n));
  return [first, cross(n, first)];
}

export function quaternionProduct(a, b) {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
    a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

// The rotation by a rotation vector times s.
export function rotationBy(vector, s) {
  const length = norm(vector);
  if (length === 0) return [0, 0, 0, 1];
  const half = 0.5 * (s * length);
  const sine = Math.sin(half) / length;
  return [vector[0] * sine, vector[1] * sine, vector[2] * sine, Math.cos(half)];
}

// R(q) v / |q|^2: a quaternion need not have length 1.
export function rotate(q, v) {
  const axis = [q[0], q[1], q[2]];
  const twice = scaled(cross(axis, v), 2 / (dot(axis, axis) + q[3] * q[3]));
  const turned = cross(axis, twice);
  return [
    v[0] + q[3] * twice[0] + turned[0],
    v[1] + q[3] * twice[1] + turned[1],
    v[2] + q[3] * twice[2] + turned[2],
  ];
}

export const placed = (pose, v) => add(pose.p, rotate(pose.q, v));

// The rotation that takes the z axis to a unit vector.
export function rotationToward(n) {
  if (n[2] < -0.999999) return [1, 0, 0, 0];
  const q = [-n[1], n[0], 0, 1 + n[2]];
  const length = Math.hypot(...q);
  return q.map((x) => x / length);
}

export function perspective(slope, aspect, near, far) {
  const depth = 1 / (near - far);
  return [
    1 / (slope * aspect), 0, 0, 0,
    0, 1 / slope, 0, 0,
    0, 0, (near + far) * depth, -1,
    0, 0, 2 * near * far * depth, 0,
  ];
}

export function matrixProduct(a, b) {
  const out = new Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  }
  return out;
}
