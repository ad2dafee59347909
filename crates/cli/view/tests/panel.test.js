import assert from "node:assert/strict";
import { test } from "node:test";
import { readable } from "../names.js";
import { alarms, label, sentences } from "../panel.js";

const space = { frames: 1, bodies: [{ name: "bolt" }, { name: "plate" }] };
const answer = (more) => ({ a: 0, b: 1, span: [0, 1], verdict: "hit", entries: { contact: "near", t_lo: 0.5, t_hi: 0.5, gap: 0 }, ...more });

test("a refused proof stands first, with its condition, and what it says is a claim", () => {
  const forged = answer({ proof: { refused: "C63: the points are apart" }, seen_by_poses: false });
  const [first, ...odd] = alarms({ odd: ["The file is cut off."] }, forged);
  assert.match(first, /refuses this proof: C63: the points are apart.*a claim; nothing of it is proved/);
  assert.deepEqual(odd, ["The file is cut off."]);
  assert.match(label(space, forged), /^REFUSED, not proved: bolt and plate/);
  const told = sentences(space, forged);
  assert.match(told[0], /^The file claims: /);
  assert.doesNotMatch(told.join(" "), /misses it|sees it/);
  const whole = answer({ proof: {} });
  assert.deepEqual(alarms({}, whole), []);
  assert.doesNotMatch(label(space, whole) + sentences(space, whole), /claim|REFUSED/);
});

test("names change nothing around them", () => {
  assert.equal(readable("plate"), "plate");
  assert.equal(readable("a\u202eb\u2066c\u200f"), "a\\u{202e}b\\u{2066}c\\u{200f}");
  assert.equal(readable("\u05d0\u05d1"), "\u2068\u05d0\u05d1\u2069");
  const turned = { ...space, bodies: [{ name: "x\u202ey" }, { name: "plate" }] };
  assert.doesNotMatch(label(turned, answer()) + sentences(turned, answer()), /\u202e/);
});

test("an answer about an inside says nothing of contacts", () => {
  const exit = answer({ verdict: "not_inside", entries: { t_lo: 0.5, t_hi: 0.6 } });
  assert.deepEqual(sentences(space, exit), ["plate is inside bolt before t = 0.5. At t = 0.6 it is not."]);
});
