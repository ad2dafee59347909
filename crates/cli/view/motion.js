// Where bodies are at a time. Times are counted in frames: frame k lasts from k to k + 1.
//
// A move says that the body's pivot goes in a straight line by `way`, and that the body turns about it by the rotation
// vector `turn`, both at a constant rate: the same formula as the library's Motion::pose_at.

import { add, quaternionProduct, rotate, rotationBy, scaled, sub } from "./vectors.js";

// The pose at a time of a move; before and after it the body rests.
export function poseInMove(move, pivot, time) {
  const length = move.to - move.from;
  const share = length > 0 ? Math.min(1, Math.max(0, (time - move.from) / length)) : 0;
  const q = quaternionProduct(rotationBy(move.turn, share), move.q);
  const start = add(move.p, scaled(move.way, share));
  const arm = sub(rotate(move.q, pivot), rotate(q, pivot));
  return { p: add(start, arm), q };
}

// The motions of all bodies.
export class Course {
  constructor(space) {
    this.pivots = space.bodies.map((body) => body.pivot);
    this.moves = space.bodies.map(() => []);
    for (const move of space.moves) this.moves[move.body].push(move);
  }

  // The move that is under way at a time, or the last one that has begun.
  moveAt(body, time) {
    const moves = this.moves[body];
    let [low, high] = [0, moves.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (moves[middle].from <= time) low = middle;
      else high = middle - 1;
    }
    return moves[low];
  }

  poseAt(body, time) {
    const move = this.moveAt(body, time);
    return move ? poseInMove(move, this.pivots[body], time) : { p: [0, 0, 0], q: [0, 0, 0, 1] };
  }

  // Length of the pivot's way a frame at a time.
  speedAt(body, time) {
    const move = this.moveAt(body, time);
    if (!move || time > move.to || move.to === move.from) return 0;
    return Math.hypot(...move.way) / (move.to - move.from);
  }

  // Points on the way of a body's origin between two times, for a line.
  path(body, from, to) {
    const points = [];
    for (const move of this.moves[body]) {
      if (move.to < from || move.from > to) continue;
      const [begin, end] = [Math.max(from, move.from), Math.min(to, move.to)];
      const arm = Math.hypot(...this.pivots[body]);
      const turned = (Math.hypot(...move.turn) * (end - begin)) / (move.to - move.from || 1);
      const count = arm > 0 ? Math.min(400, Math.ceil(turned * 8) + 1) : 1;
      for (let k = 0; k <= count; k++) {
        points.push(poseInMove(move, this.pivots[body], begin + ((end - begin) * k) / count).p);
      }
    }
    return points;
  }
}

// Time of the page at which an answer's t is t.
export const timeOf = (span, t) => span[0] + (span[1] - span[0]) * t;

// An answer's t at a time of the page.
export const tOf = (span, time) => (span[1] > span[0] ? (time - span[0]) / (span[1] - span[0]) : 0);

// The link of a proof that holds at a time, or null. The times themselves belong to the later link.
export function linkAt(proof, time) {
  if (!proof || proof.refused) return null;
  const t = tOf(proof.span, time);
  // The time of the page is a sum, and so are its roundings.
  const rounding = (4 * Number.EPSILON * Math.max(1, Math.abs(proof.span[1]))) / (proof.span[1] - proof.span[0] || 1);
  let found = null;
  for (const link of proof.links) if (link.t0 <= t + rounding && t <= link.t1 + rounding) found = link;
  return found;
}

// The proving plane at a time: its unit normal, and how far A and B reach along it, between the samples of the link.
export function planeAt(link, t) {
  if (link.by !== "plane" || link.reach.length === 0) return null;
  const normal = rotate(rotationBy(link.turn, t - link.t0), link.normal);
  const reach = link.reach;
  let k = 0;
  while (k + 2 < reach.length && reach[k + 1][0] <= t) k++;
  const [p, q] = [reach[k], reach[Math.min(k + 1, reach.length - 1)]];
  const share = q[0] > p[0] ? Math.min(1, Math.max(0, (t - p[0]) / (q[0] - p[0]))) : 0;
  const a = p[1] + (q[1] - p[1]) * share;
  const b = p[2] + (q[2] - p[2]) * share;
  return { normal, a, b, offset: (a + b) / 2 };
}
