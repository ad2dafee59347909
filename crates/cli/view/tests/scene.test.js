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

test("every answer of the pages can be shown and told", unless, () => {
  for (const name of ["projectiles", "blades", "canyon", "certificate", "mesh", "cases"]) {
    for (const view of page(name).views.filter((view) => view.kind === "space")) {
      if (view.notes.some((note) => note.includes("beyond single precision"))) continue;
      const stage = new Stage(view);
      view.answers.forEach((answer, k) => {
        for (const time of [answer.span[0], timeOfContact(answer), answer.span[1]]) {
          const frame = stage.frame(time, k, all, camera(), colors, false);
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
