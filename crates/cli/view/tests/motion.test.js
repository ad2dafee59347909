import assert from "node:assert/strict";
import { test } from "node:test";
import { Course, linkAt, planeAt, tOf, timeOf } from "../motion.js";
import { dot, norm, placed } from "../vectors.js";
import { page, samples, unless } from "./data.js";

const rolling = {
  bodies: [{ pivot: [0, 0, 0] }],
  moves: [
    { body: 0, from: 0, to: 2, p: [0, 0, 0], q: [0, 0, 0, 1], way: [2, 0, 0], turn: [0, 0, Math.PI] },
    { body: 0, from: 2, to: 3, p: [2, 0, 0], q: [0, 0, 1, 0], way: [0, 3, 0], turn: [0, 0, 0] },
  ],
};

test("a body goes from move to move, and rests after the last", () => {
  const course = new Course(rolling);
  assert.deepEqual(course.poseAt(0, 1).p, [1, 0, 0]);
  assert.deepEqual(course.poseAt(0, 2.5).p, [2, 1.5, 0]);
  assert.deepEqual(course.poseAt(0, 9).p, [2, 3, 0]);
  assert.deepEqual([course.speedAt(0, 1), course.speedAt(0, 9)], [1, 0]);
  assert.deepEqual(course.path(0, 1, 2.5), [[1, 0, 0], [2, 0, 0], [2, 0, 0], [2, 1.5, 0]]);
});

test("a pivot moves in a straight line while the body turns about it", () => {
  const space = { bodies: [{ pivot: [1, 0, 0] }], moves: [{ body: 0, from: 0, to: 1, p: [0, 0, 0], q: [0, 0, 0, 1], way: [0, 0, 4], turn: [0, 0, 20] }] };
  const course = new Course(space);
  for (const time of [0, 0.1, 0.7, 1]) {
    const pivot = placed(course.poseAt(0, time), [1, 0, 0]);
    [1, 0, 4 * time].forEach((x, k) => assert.ok(Math.abs(pivot[k] - x) < 1e-14));
  }
});

test("a link holds from t0 to t1, and none of a refused proof", () => {
  const links = [{ t0: 0, t1: 0.25 }, { t0: 0.25, t1: 0.5 }];
  const proof = { span: [3, 5], links };
  assert.equal(linkAt(proof, 3.1), links[0]);
  assert.equal(linkAt(proof, timeOf(proof.span, 0.25)), links[1]);
  assert.equal(linkAt(proof, 4.5), null);
  assert.equal(linkAt({ ...proof, refused: "C54" }, 3.1), null);
  assert.equal(tOf(proof.span, 4), 0.5);
});

// Poses that Motion::pose_at and the recording of a run have.
test("poses are the library's to 1e-12", unless, () => {
  let most = 0;
  for (const { name, view, poses } of samples()) {
    const course = new Course(page(name).views[view]);
    assert.ok(poses.length > 0);
    for (const [body, time, p, q] of poses) {
      const [mine, theirs] = [course.poseAt(body, time), { p, q }];
      for (const v of [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) {
        const [x, y] = [placed(mine, v), placed(theirs, v)];
        const off = norm([x[0] - y[0], x[1] - y[1], x[2] - y[2]]) / Math.max(1, norm(y));
        most = Math.max(most, off);
        assert.ok(off <= 1e-12, `${name}: body ${body} at ${time} is ${off} off`);
      }
    }
  }
  console.log(`largest difference of a pose: ${most}`);
});

// Whether every drawn corner is on its side of the plane that is drawn, at times of every link.
test("planes that are drawn have the bodies on their two sides", unless, () => {
  let planes = 0;
  for (const name of ["projectiles", "blades", "canyon", "certificate", "mesh"]) {
    for (const view of page(name).views) {
      const course = new Course(view);
      for (const answer of view.answers) planes += check(view, course, answer);
    }
  }
  assert.ok(planes > 200, `${planes}`);
});

function check(view, course, answer) {
  // Of bodies of several pieces a proof is about two of the pieces.
  if (!answer.proof || answer.entries.pieces) return 0;
  let planes = 0;
  for (const link of answer.proof.links) {
    for (const share of [0, 0.3, 0.77, 1]) {
      const t = link.t0 + (link.t1 - link.t0) * share;
      const plane = planeAt(link, t);
      if (!plane) continue;
      const time = timeOf(answer.proof.span, t);
      const [a, b] = [answer.a, answer.b].map((body) => reach(view, course.poseAt(body, time), body, plane.normal));
      const room = 1e-6 * (Math.abs(a[1]) + Math.abs(b[0]) + 1);
      assert.ok(a[1] <= plane.offset + room, `A reaches ${a[1]} beyond ${plane.offset} at ${time}`);
      assert.ok(b[0] >= plane.offset - room, `B reaches ${b[0]} below ${plane.offset} at ${time}`);
      planes++;
    }
  }
  return planes;
}

// The least and the most of a body's corners along a direction.
function reach(view, pose, body, n) {
  const { points, origin, unit } = view.shapes[view.bodies[body].shape];
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < points.length; k += 3) {
    const along = dot(n, placed(pose, [0, 1, 2].map((i) => points[k + i] * unit + origin[i])));
    [low, high] = [Math.min(low, along), Math.max(high, along)];
  }
  return [low, high];
}
