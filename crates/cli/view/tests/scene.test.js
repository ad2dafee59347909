import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../camera.js";
import { LAYERS, STRIDE, Stage, timeOfContact } from "../scene.js";
import { label, sentences } from "../panel.js";
import { page, unless } from "./data.js";

const colors = Object.fromEntries(["back", "text", "ink", "faint", "fixed", "body", "a", "b", "mark", "plane"].map((key) => [key, [0, 0, 0]]));
const all = Object.fromEntries(LAYERS.map(([key]) => [key, true]));
const camera = () => Object.assign(new Camera(), { size: [800, 600] });

// A scene of this many bodies that fly and turn.
function many(count) {
  const names = [...Array(count).keys()];
  return {
    frames: 10,
    shapes: [{ origin: [0, 0, 0], points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 1, 2, 0, 1, 3, 1, 2, 3, 0, 2, 3], edges: [0, 1] }],
    bodies: names.map((k) => ({ name: `body ${k}`, shape: 0, pivot: [0, 0, 0] })),
    moves: names.map((body) => ({ body, from: 0, to: 10, p: [body, 0, 0], q: [0, 0, 0, 1], way: [0, 9, 0], turn: [0, 0, 90] })),
    answers: [],
  };
}

test("every body is one instance, relative to the target", () => {
  const eye = camera();
  eye.target = [100, 0, 0];
  const frame = new Stage(many(40)).frame(5, -1, all, eye, colors, false);
  assert.equal(frame.groups.length, 1);
  assert.equal(frame.groups[0].count, 40);
  assert.deepEqual([...frame.groups[0].data.subarray(STRIDE, STRIDE + 2)], [-99, 4.5]);
  assert.deepEqual([frame.names.length, frame.lines.length], [40, 40]);
});

test("bodies jump from pose to pose when only poses are tested", () => {
  const frame = new Stage(many(1)).frame(5.3, -1, all, camera(), colors, true);
  assert.equal(frame.groups[0].data[1], 4.5);
});

test("500 bodies take at most 8 ms a frame", () => {
  const stage = new Stage(many(500));
  const eye = camera();
  const times = [];
  for (let k = 0; k < 60; k++) {
    const begin = performance.now();
    stage.frame(k / 6, -1, { ...all, names: false }, eye, colors, false);
    times.push(performance.now() - begin);
  }
  const median = times.sort((a, b) => a - b)[30];
  console.log(`500 bodies: ${median} ms a frame`);
  assert.ok(median < 8, `${median}`);
});

test("bodies of any size and at any place fill the picture in single precision", () => {
  for (const exponent of [-300, -45, -20, -12, 0, 12, 38, 100, 300]) {
    for (const far of exponent < 300 ? [0, 1e12, 1e15] : [0]) {
      const size = 10 ** exponent;
      const at = [far * size, 0, 0];
      const unit = 2 ** Math.floor(Math.log2(size));
      const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].map((x) => (x * size) / unit);
      const space = many(1);
      Object.assign(space, { frames: 0, moves: [] });
      Object.assign(space.shapes[0], { origin: at, unit, points: corners });
      const stage = new Stage(space);
      const eye = camera();
      const { center, radius } = stage.ballAround([0], 0);
      eye.fit(center, radius);
      const [group] = stage.frame(0, -1, all, eye, colors, false).groups;
      const [x, , , , , , , scale] = group.data;
      const seen = [0, 1, 2, 3].map((k) => eye.projector()([0, 1, 2].map((i) => at[i] + corners[3 * k + i] * unit)));
      const wide = Math.max(...seen.map((p) => p[0])) - Math.min(...seen.map((p) => p[0]));
      assert.ok(wide > 100 && wide < 800, `${exponent}, ${far}: ${wide} pixels`);
      const distance = eye.distance / eye.unit;
      assert.ok(distance >= 1e-7 && distance <= 1e7, `${distance}`);
      assert.ok(Math.abs(x) < 2 * distance && scale * corners[3] > 0.1 * distance, `${exponent}, ${far}: ${x}, ${scale}`);
    }
  }
});

test("the hull of a mesh is see-through and can be left out; a body that holds another one is see-through", () => {
  const space = many(2);
  Object.assign(space.bodies[1], { shape: 1, hull: true });
  space.shapes.push(space.shapes[0]);
  const drawn = (layers) => new Stage(space).frame(0, -1, layers, camera(), colors, false).groups.map((group) => [group.clear, group.data[11] < 0.3]);
  assert.deepEqual(drawn(all), [[false, false], [true, true]]);
  assert.deepEqual(drawn({ ...all, hull: false }), [[false, false]]);
  Object.assign(space.bodies[1], { hull: false, clear: true });
  assert.deepEqual(drawn({ ...all, hull: false }), [[false, false], [true, true]]);
});

test("every answer of the pages can be shown and told", unless, () => {
  for (const name of ["projectiles", "blades", "canyon", "certificate", "mesh", "cases"]) {
    for (const view of page(name).views.filter((view) => view.kind === "space")) {
      const stage = new Stage(view);
      view.answers.forEach((answer, k) => {
        for (const time of [answer.span[0], timeOfContact(answer), answer.span[1]]) {
          const eye = camera();
          const { center, radius } = stage.ballAround([answer.a, answer.b], time);
          eye.fit(center, radius);
          const frame = stage.frame(time, k, all, eye, colors, false);
          const numbers = frame.groups.flatMap((group) => [...group.data.subarray(0, group.count * STRIDE)]);
          const points = [...frame.lines.flatMap((line) => line.points), ...frame.dots.map((dot) => dot.at)].flat();
          assert.ok([...numbers, ...points].every(Number.isFinite), `${name}, ${view.name}, answer ${k}`);
        }
        const told = [label(view, answer), ...sentences(view, answer)].join(" ");
        assert.doesNotMatch(told, /undefined|NaN|\[object/);
      });
    }
  }
});
