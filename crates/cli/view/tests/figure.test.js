// The figure of two polygons on a canvas that only writes down its texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Figure, drawFigure } from "../figure.js";

const square = (x) => [[x, 0], [x + 1, 0], [x + 1, 1], [x, 1]];
const view = {
  polygons: [{ corners: square(0), radius: 0 }, { corners: square(3), radius: 0 }],
  entries: {},
  sum: square(3),
  difference: square(-4),
  steps: [],
};

// Texts with their places, on a canvas of this size.
function texts(width, height, ratio) {
  const found = [];
  const context = new Proxy({ canvas: { width, height }, fillText: (text, x, y) => found.push({ text, x, y }) }, {
    get: (target, key) => target[key] ?? (() => {}),
    set: () => true,
  });
  const colors = new Proxy({}, { get: () => [0, 0, 0] });
  const figure = new Figure(view);
  drawFigure(context, figure, colors, ratio);
  return { found, panels: figure.layout(width, height) };
}

test("titles stay within their panels on a phone and on a wide screen", () => {
  for (const [width, height, ratio] of [[390, 440, 1], [1170, 1320, 3], [860, 570, 1]]) {
    const { found, panels } = texts(width, height, ratio);
    const titles = found.filter(({ text }) => /^A( and B| \+ B| \u2212 B)/.test(text));
    assert.equal(titles.length, 3, JSON.stringify(found));
    titles.forEach(({ text, y }, k) => {
      const top = y - 13 * ratio;
      assert.ok(top >= panels[k].y - panels[k].side / 2, `${text} begins at ${top}`);
    });
  }
});
