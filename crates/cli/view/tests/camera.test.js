import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../camera.js";

const camera = () => Object.assign(new Camera(), { size: [800, 600] });

test("the target is in the middle of the picture", () => {
  const eye = camera();
  eye.fit([3, -4, 5], 2);
  const [x, y, depth] = eye.projector()([3, -4, 5]);
  assert.deepEqual([x, y], [400, 300]);
  assert.equal(depth, eye.distance);
});

test("a ball that is fitted is inside the picture, whatever the direction", () => {
  for (const size of [[800, 600], [390, 844]]) {
    const eye = Object.assign(new Camera(), { size });
    eye.fit([1, 2, 3], 5);
    for (let k = 0; k < 64; k++) {
      const [polar, turn] = [Math.acos(2 * ((k * 0.618) % 1) - 1), k];
      const point = [1 + 5 * Math.sin(polar) * Math.cos(turn), 2 + 5 * Math.sin(polar) * Math.sin(turn), 3 + 5 * Math.cos(polar)];
      const [x, y] = eye.projector()(point);
      assert.ok(x >= 0 && x <= size[0] && y >= 0 && y <= size[1], `${size}: ${x} ${y}`);
    }
  }
});

test("the matrix and the projector agree", () => {
  const eye = camera();
  eye.fit([10, 20, 30], 3);
  const point = [11, 19, 30.5];
  const m = eye.matrix();
  const at = [...point.map((x, k) => x - eye.target[k]), 1];
  const clip = [0, 1, 2, 3].map((row) => at.reduce((sum, x, column) => sum + m[4 * column + row] * x, 0));
  const [x, y] = eye.projector()(point);
  assert.ok(Math.abs((clip[0] / clip[3] + 1) * 400 - x) < 1e-9);
  assert.ok(Math.abs((1 - clip[1] / clip[3]) * 300 - y) < 1e-9);
});

test("panning by pixels moves the target by as much in the picture", () => {
  const eye = camera();
  const before = [...eye.target];
  eye.pan(40, 25);
  const [x, y] = eye.projector()(before);
  assert.ok(Math.abs(x - 440) < 1e-9 && Math.abs(y - 325) < 1e-9, `${x} ${y}`);
});

test("a line that runs behind the eye is cut before it", () => {
  const eye = camera();
  const { back } = eye.basis();
  const behind = back.map((x) => x * eye.distance * 3);
  const [from, to] = eye.clipped([0, 0, 0], behind);
  assert.deepEqual(from, [0, 0, 0]);
  assert.ok(eye.projector()(to)[2] > 0);
  assert.equal(eye.clipped(behind, behind.map((x) => 2 * x)), null);
});
