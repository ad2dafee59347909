import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline, bracketsOf, linkText, litLink, short } from "../timeline.js";
import { timeOfContact } from "../scene.js";

test("time stays in the frames, and the window around its time", () => {
  const line = new Timeline(14);
  line.setTime(99);
  assert.equal(line.time, 14);
  line.show(3, 4);
  assert.deepEqual([line.at(50, 100), line.x(3.25, 100)], [3.5, 25]);
  line.zoom(0.5, 3.5);
  assert.deepEqual(line.window, [3.25, 3.75]);
  for (let k = 0; k < 100; k++) line.zoom(0.5, 3.5);
  assert.ok(line.window[1] - line.window[0] >= 0.9e-9);
  for (let k = 0; k < 100; k++) line.zoom(2, 3.5);
  assert.deepEqual(line.window, [0, 14]);
});

const contact = { span: [2, 3], verdict: "hit", entries: { contact: "near", t_lo: 0.25, t_hi: 0.5 } };

test("brackets are in times of the page", () => {
  assert.deepEqual(bracketsOf(contact), [[2.25, 2.5]]);
  assert.deepEqual(bracketsOf({ ...contact, entries: { intervals: [[[0.1, 0.2], [0.3, 0.4]]] } }).length, 2);
  assert.deepEqual(bracketsOf({ ...contact, verdict: "separated", entries: { t_lo: 1, t_hi: 1 } }), []);
  assert.equal(timeOfContact(contact), 2.25);
});

test("the text says which link holds", () => {
  const proof = { span: [2, 3], links: [{ t0: 0, t1: 0.25, by: "balls" }], certificate: "chain" };
  assert.match(linkText({ ...contact, proof }, 2.1), /Link 1 of 1 .* two balls/);
  assert.match(linkText({ ...contact, proof }, 2.9), /No link/);
  assert.match(linkText({ ...contact, proof: { ...proof, refused: "C54: it closes" } }, 2.1), /refuses this proof: C54/);
  assert.match(linkText(contact, 2.1), /no certificate/);
  assert.equal(litLink({ ...contact, proof }, 2.1), 0);
  assert.equal(short(0.6034446158640884), "0.6034446");
});
