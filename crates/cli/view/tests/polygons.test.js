import assert from "node:assert/strict";
import { test } from "node:test";
import { figureOf, gjk, hullOf, minkowskiDifference, minkowskiSum } from "../polygons.js";
import { page, unless } from "./data.js";

const square = [[0, 0], [1, 0], [1, 1], [0, 1]];

test("a hull leaves out what is inside, twice there, or on a side", () => {
  assert.deepEqual(hullOf([...square, [0.5, 0.5], [0.5, 0], [1, 1]]), square);
  assert.deepEqual(hullOf([[2, 3], [2, 3]]), [[2, 3]]);
  assert.deepEqual(hullOf([]), []);
});

test("a square and a point, a sum and a difference", () => {
  assert.deepEqual(minkowskiSum(square, [[2, 0]]), [[2, 0], [3, 0], [3, 1], [2, 1]]);
  assert.deepEqual(minkowskiDifference([[0, 0]], [[1, 0]]), [[-1, 0]]);
  assert.deepEqual(minkowskiSum(square, []), []);
});

test("bodies that meet have no distance", () => {
  assert.equal(gjk(square, [[0.5, 0.5], [3, 0.5], [3, 3]]).separation, 0);
  assert.equal(gjk(square, [[3, 0.5]]).separation, 2);
});

test("a figure is the library's, for every case of polygons", unless, () => {
  let apart = 0;
  for (const view of page("planar").views) {
    if (view.kind !== "plane" || view.polygons.some((polygon) => polygon.corners.length === 0)) continue;
    const [a, b] = view.polygons;
    const mine = figureOf(a.corners, b.corners, [a.radius, b.radius]);
    const size = Math.max(...[...a.corners, ...b.corners].flat().map(Math.abs));
    if (!(size > 1e-100 && size < 1e100)) continue;
    const close = (x, y, what) => assert.ok(Math.abs(x - y) <= 1e-9 * size, `${view.name}: ${what}: ${x}, ${y}`);
    const distance = view.entries.separation;
    if (typeof distance === "number") close(mine.separation, distance, "distance");
    for (const key of ["sum", "difference"]) {
      assert.equal(mine[key].length, view[key].length, `${view.name}: corners of the ${key}`);
      mine[key].forEach((p, k) => p.forEach((x, axis) => close(x, view[key][k][axis], key)));
    }
    assert.equal(mine.steps.length, view.steps.length, `${view.name}: steps`);
    const [last, theirs] = [mine.steps.at(-1), view.steps.at(-1)];
    last.nearest.forEach((x, axis) => close(x, theirs.nearest[axis], "the last nearest point"));
    apart += mine.separation > 0 ? 1 : 0;
  }
  assert.ok(apart > 3, `${apart}`);
});
