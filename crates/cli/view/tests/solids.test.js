import assert from "node:assert/strict";
import { test } from "node:test";
import { ballShape, dilatedShape, geometryOf } from "../solids.js";

const cube = {
  origin: [0, 0, 0],
  points: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1],
  triangles: [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
  edges: [],
};

// Distance of a point from the unit cube.
const outside = (p) => Math.hypot(...p.map((x) => Math.max(0, x - 1, -x)));

test("a dilated cube reaches out by the distance, and no farther", () => {
  const shape = dilatedShape(cube, 0.25);
  for (let k = 0; k < shape.points.length; k += 3) {
    assert.ok(Math.abs(outside(shape.points.slice(k, k + 3)) - 0.25) < 1e-12);
  }
});

// A thin wedge, whose corners are sharp.
const wedge = {
  origin: [0, 0, 0],
  points: [0, 0, 0, 10, 0, 0, 10, 0.01, 0, 0, 0, 0.3],
  triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
  edges: [],
};

test("a dilated body has no hole", () => {
  for (const body of [cube, wedge]) {
    const shape = dilatedShape(body, 0.25);
    const sides = new Map();
    const at = (id) => shape.points.slice(3 * id, 3 * id + 3).map((x) => x.toFixed(9)).join(" ");
    for (let k = 0; k < shape.triangles.length; k += 3) {
      for (let i = 0; i < 3; i++) {
        const ends = [at(shape.triangles[k + i]), at(shape.triangles[k + ((i + 1) % 3)])].sort();
        if (ends[0] !== ends[1]) sides.set(ends.join(), (sides.get(ends.join()) || 0) + 1);
      }
    }
    // Copies of one corner at one place make triangles without area, whose sides count twice.
    for (const [side, count] of sides) assert.equal(count % 2, 0, side);
  }
});

test("a ball has radius 1, and geometry knows its own ball", () => {
  const { points, radius, middle } = geometryOf(ballShape());
  for (let k = 0; k < points.length; k += 3) assert.ok(Math.abs(Math.hypot(points[k], points[k + 1], points[k + 2]) - 1) < 1e-6);
  assert.ok(radius >= 1 && radius < 1.8);
  assert.ok(Math.hypot(...middle) < 1e-6);
});

test("a shape without points can be drawn", () => {
  assert.equal(geometryOf({ origin: [0, 0, 0], points: [], triangles: [], edges: [] }).radius, 0);
});
