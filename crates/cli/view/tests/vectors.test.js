import assert from "node:assert/strict";
import { test } from "node:test";
import { matrixProduct, perpendiculars, quaternionProduct, rotate, rotationBy, rotationToward } from "../vectors.js";

const near = (a, b, tolerance = 1e-14) => a.forEach((x, k) => assert.ok(Math.abs(x - b[k]) <= tolerance, `${a} ${b}`));

test("a quarter turn about z takes x to y", () => {
  near(rotate(rotationBy([0, 0, Math.PI / 2], 1), [1, 0, 0]), [0, 1, 0]);
  near(rotate(rotationBy([0, 0, Math.PI], 0.5), [1, 0, 0]), [0, 1, 0]);
});

test("a quaternion of another length is the same rotation", () => {
  const q = rotationBy([0.3, -0.2, 1.1], 1);
  near(rotate(q, [1, 2, 3]), rotate(q.map((x) => 1.0005 * x), [1, 2, 3]));
});

test("a product is the second rotation and then the first", () => {
  const [p, q] = [rotationBy([0.4, 0.1, -0.7], 1), rotationBy([-1.3, 0.6, 0.2], 1)];
  near(rotate(quaternionProduct(p, q), [1, -2, 0.5]), rotate(p, rotate(q, [1, -2, 0.5])), 1e-13);
});

test("a rotation toward a direction takes z there, also to below", () => {
  for (const n of [[0, 0, 1], [0, 0, -1], [1, 0, 0], [0.6, 0, -0.8]]) near(rotate(rotationToward(n), [0, 0, 1]), n);
});

test("perpendiculars are perpendicular", () => {
  const n = [0.48, -0.6, 0.64];
  for (const p of perpendiculars(n)) assert.ok(Math.abs(p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) < 1e-15);
});

test("the identity changes no matrix", () => {
  const one = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const m = Array.from({ length: 16 }, (_, k) => k * k - 3 * k);
  assert.deepEqual(matrixProduct(m, one), m);
});
