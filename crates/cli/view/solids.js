// Geometry of what is drawn: the shapes of the page, dilated hulls, and a ball and a square of unit size.

import { add, cross, dot, norm, perpendiculars, scaled, sub, unit } from "./vectors.js";

let geometries = 0;

// Points and indices as the renderers take them. `middle` and `radius` are of a ball around all.
export function geometryOf(shape) {
  const points = Float32Array.from(shape.points, (x, k) => x + shape.origin[k % 3]);
  let [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let k = 0; k < points.length; k++) {
    low[k % 3] = Math.min(low[k % 3], points[k]);
    high[k % 3] = Math.max(high[k % 3], points[k]);
  }
  if (points.length === 0) [low, high] = [[0, 0, 0], [0, 0, 0]];
  const middle = scaled(add(low, high), 0.5);
  return {
    id: geometries++,
    origin: shape.origin,
    points: Float32Array.from(shape.points),
    triangles: Uint32Array.from(shape.triangles),
    edges: Uint32Array.from(shape.edges),
    middle,
    radius: norm(sub(high, low)) / 2,
  };
}

const corner = (shape, k) => [shape.points[3 * k], shape.points[3 * k + 1], shape.points[3 * k + 2]];

// The hull moved outwards by a distance. Edges and corners are cut flat, so the drawing is a little too small there.
export function dilatedShape(shape, distance) {
  const count = shape.points.length / 3;
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += shape.points[3 * k + axis];
    return sum / Math.max(count, 1);
  });
  const out = { origin: shape.origin, points: [], triangles: [], edges: [] };
  const push = (point) => out.points.push(...point) / 3 - 1;
  // For each corner its copies, one for each triangle; for each edge the copies on its two sides.
  const [corners, sides] = [new Map(), new Map()];
  for (let k = 0; k < shape.triangles.length; k += 3) {
    const ids = [shape.triangles[k], shape.triangles[k + 1], shape.triangles[k + 2]];
    const [p, q, r] = ids.map((id) => corner(shape, id));
    let normal = unit(cross(sub(q, p), sub(r, p)));
    if (dot(normal, sub(p, middle)) < 0) normal = scaled(normal, -1);
    const copies = [p, q, r].map((point) => push(add(point, scaled(normal, distance))));
    out.triangles.push(...copies);
    ids.forEach((id, i) => {
      if (!corners.has(id)) corners.set(id, []);
      corners.get(id).push(copies[i]);
      const other = (i + 1) % 3;
      const key = [id, ids[other]].sort((a, b) => a - b).join(" ");
      if (!sides.has(key)) sides.set(key, []);
      sides.get(key).push(id < ids[other] ? [copies[i], copies[other]] : [copies[other], copies[i]]);
    });
  }
  for (const [first, second] of sides.values()) {
    if (!second) continue;
    out.triangles.push(first[0], first[1], second[1], first[0], second[1], second[0]);
  }
  for (const [id, copies] of corners) fan(out, copies, sub(corner(shape, id), middle));
  return out;
}

// Closes the gap about a corner with triangles around the mean of its copies.
function fan(out, copies, outwards) {
  if (copies.length < 3) return;
  const points = copies.map((k) => corner(out, k));
  const mean = scaled(points.reduce(add), 1 / points.length);
  const [right, up] = perpendiculars(unit(outwards));
  const angle = (p) => Math.atan2(dot(sub(p, mean), up), dot(sub(p, mean), right));
  const order = copies.map((k, i) => [angle(points[i]), k]).sort((a, b) => a[0] - b[0]);
  for (let i = 1; i + 1 < order.length; i++) out.triangles.push(order[0][1], order[i][1], order[i + 1][1]);
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
