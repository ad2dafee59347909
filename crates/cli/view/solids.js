// Geometry of what is drawn: the shapes of the page, dilated hulls, and a ball and a square of unit size.

import { add, cross, dot, norm, scaled, sub, unit } from "./vectors.js";

let geometries = 0;

// Points and indices as the renderers take them, the points in the shape's unit. `middle` and `radius` are of a ball around all.
export function geometryOf(shape) {
  const { points } = shape;
  let [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let k = 0; k < points.length; k++) {
    low[k % 3] = Math.min(low[k % 3], points[k]);
    high[k % 3] = Math.max(high[k % 3], points[k]);
  }
  if (points.length === 0) [low, high] = [[0, 0, 0], [0, 0, 0]];
  const scale = shape.unit ?? 1;
  return {
    id: geometries++,
    origin: shape.origin,
    unit: scale,
    points: Float32Array.from(points),
    triangles: Uint32Array.from(shape.triangles),
    edges: Uint32Array.from(shape.edges),
    middle: add(shape.origin, scaled(add(low, high), scale / 2)),
    radius: (scale * norm(sub(high, low))) / 2,
  };
}

const corner = (shape, k) => [shape.points[3 * k], shape.points[3 * k + 1], shape.points[3 * k + 2]];

// The hull moved outwards by a distance. Edges and corners are cut flat, so the drawing is a little too small there.
export function dilatedShape(shape, distance) {
  const out = { origin: shape.origin, unit: shape.unit ?? 1, points: [], triangles: [], edges: [] };
  const push = (point) => out.points.push(...point) / 3 - 1;
  // For each side from one corner to another: the next corner of its triangle, and the copies of the two.
  const sides = new Map();
  const first = new Map();
  for (const ids of outwards(shape)) {
    const [p, q, r] = ids.map((id) => corner(shape, id));
    const by = scaled(unit(cross(sub(q, p), sub(r, p))), distance / out.unit);
    const copies = [p, q, r].map((point) => push(add(point, by)));
    out.triangles.push(...copies);
    ids.forEach((id, k) => {
      const [next, last] = [(k + 1) % 3, (k + 2) % 3];
      sides.set(`${id} ${ids[next]}`, { from: copies[k], to: copies[next], last: ids[last] });
      first.set(id, ids[next]);
    });
  }
  for (const [key, side] of sides) {
    const [a, b] = key.split(" ").map(Number);
    const other = sides.get(`${b} ${a}`);
    if (a < b && other) out.triangles.push(side.from, other.to, other.from, side.from, other.from, side.to);
  }
  for (const [id, start] of first) fan(out, sides, id, start);
  return out;
}

// Triangles of a convex hull, each seen counter-clockwise from outside.
function outwards(shape) {
  const count = shape.points.length / 3;
  let middle = [0, 0, 0];
  for (let k = 0; k < count; k++) middle = add(middle, scaled(corner(shape, k), 1 / count));
  const out = [];
  for (let k = 0; k < shape.triangles.length; k += 3) {
    const [a, b, c] = shape.triangles.slice(k, k + 3);
    const [p, q, r] = [a, b, c].map((id) => corner(shape, id));
    const inside = dot(cross(sub(q, p), sub(r, p)), sub(p, middle)) < 0;
    out.push(inside ? [a, c, b] : [a, b, c]);
  }
  return out;
}

// Closes the gap about a corner between its copies, from triangle to triangle around it.
function fan(out, sides, id, start) {
  const copies = [];
  let next = start;
  do {
    const side = sides.get(`${id} ${next}`);
    if (!side || copies.length > sides.size) return;
    copies.push(side.from);
    next = side.last;
  } while (next !== start);
  for (let k = 1; k + 1 < copies.length; k++) out.triangles.push(copies[0], copies[k], copies[k + 1]);
}

// A ball of radius 1 about the origin.
export function ballShape(rings = 10) {
  const shape = { origin: [0, 0, 0], points: [], triangles: [], edges: [] };
  const around = 2 * rings;
  for (let i = 0; i <= rings; i++) {
    for (let j = 0; j < around; j++) {
      const [polar, turn] = [(Math.PI * i) / rings, (2 * Math.PI * j) / around];
      shape.points.push(Math.sin(polar) * Math.cos(turn), Math.sin(polar) * Math.sin(turn), Math.cos(polar));
    }
  }
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < around; j++) {
      const next = (j + 1) % around;
      const [p, q] = [i * around + j, i * around + next];
      shape.triangles.push(p, p + around, q + around, p, q + around, q);
    }
  }
  return shape;
}

// A square from -1 to 1 in x and y, for planes.
export const squareShape = () => ({
  origin: [0, 0, 0],
  points: [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0],
  triangles: [0, 1, 2, 0, 2, 3],
  edges: [0, 1, 1, 2, 2, 3, 3, 0],
});
