// Loads pages in a headless Chromium, uses them, and looks at pixels and at the console: node browser.js COMMAND FOLDER.

import assert from "node:assert/strict";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Chromium, decode } from "./chromium.js";

// Milliseconds that the page's own script may take for a frame of 500 bodies, in the median.
const MAX_FRAME_MS = 8;
const [command, folder] = process.argv.slice(2);
const browser = new Chromium(command);

const url = (name, query = "") => pathToFileURL(join(folder, `${name}.html`)).href + query;

async function opened(name, options, query) {
  const page = await browser.open(url(name, query), options);
  await page.drawn();
  return page;
}

// A picture of the page. It is kept beside the pages, to be looked at.
async function picture(page, name) {
  const png = await page.screenshot();
  writeFileSync(join(folder, `${name}.png`), png);
  return decode(png);
}

// Colours of a grid over the page's picture.
async function colorsOf(page, name, steps = 60) {
  const box = await page.run("(() => { const b = document.getElementById('picture').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()");
  const image = await picture(page, name);
  const colors = [];
  for (let i = 1; i < steps; i++) {
    for (let j = 1; j < steps; j++) colors.push(image.at(Math.floor(box[0] + (box[2] * i) / steps), Math.floor(box[1] + (box[3] * j) / steps)).join());
  }
  return colors;
}

const changed = (before, after) => before.filter((color, k) => color !== after[k]).length;
const state = (page) => page.run("interframe.state()");

async function slide(page, value) {
  await page.run(`(() => { const s = document.getElementById("slider"); s.value = ${value}; s.dispatchEvent(new Event("input")); })()`);
  await page.drawn();
}

async function quiet(page, name) {
  assert.deepEqual(page.messages, [], `${name}: console`);
  const outside = page.requests.filter((address) => !address.startsWith("file:") && !address.startsWith("data:"));
  assert.deepEqual(outside, [], `${name}: network`);
  await page.close();
}

// A page of bodies: it is drawn, follows the slider, lights its links, turns, and goes from contact to contact.
async function checkSpace(name) {
  const page = await opened(name);
  const first = await state(page);
  assert.equal(first.renderer, "webgl", name);
  const drawn = await colorsOf(page, `${name}-light`);
  assert.ok(new Set(drawn).size > 8, `${name}: ${new Set(drawn).size} colours`);
  await slide(page, 500);
  // All bodies are in the picture then; a bullet has some pixels.
  await page.run("interframe.lookAtAll()");
  await page.drawn();
  const early = [await state(page), await colorsOf(page, `${name}-early`, 800)];
  await slide(page, 9500);
  const late = [await state(page), await colorsOf(page, `${name}-late`, 800)];
  assert.ok(early[0].time < late[0].time, `${name}: the slider moves the time`);
  assert.ok(changed(early[1], late[1]) > 0, `${name}: the picture follows the slider`);
  assert.ok(early[0].lit >= 0 || (await page.run("!interframe.view.answers[interframe.chosen].proof")), `${name}: no link is lit early in the frame`);
  const lit = await page.run(`interframe.view.answers.every((answer, k) => {
    interframe.chosen = k;
    const links = answer.proof ? answer.proof.links : [];
    return links.every((link, i) => {
      const [from, to] = answer.proof.span;
      interframe.timeline.setTime(from + (to - from) * (link.t0 + link.t1) / 2);
      return interframe.state().lit === i || link.t0 === link.t1;
    });
  })`);
  assert.ok(lit, `${name}: each link lights up at its time`);
  await page.run("interframe.choose(0)");
  await page.drawn();
  const before = await colorsOf(page, `${name}-before`);
  await page.drag([400, 300], [520, 340]);
  assert.ok(changed(before, await colorsOf(page, `${name}-turned`)) > 20, `${name}: dragging turns the picture`);
  await checkTouch(page, name);
  await page.key("ArrowDown");
  const count = await page.run("interframe.view.answers.length");
  assert.equal(count > 1, (await state(page)).chosen > 0, `${name}: the arrow goes to the next contact`);
  for (const layer of ["hulls", "dilated", "names"]) await page.run(`document.getElementById("layer-${layer}").click()`);
  await page.drawn();
  await picture(page, `${name}-hulls`);
  await quiet(page, name);
}

// Two fingers that go apart come nearer, one finger turns.
async function checkTouch(page, name) {
  const touch = async (type, ...points) => {
    await page.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  };
  const [distance, yaw] = await page.run("[interframe.camera.distance, interframe.camera.yaw]");
  await touch("touchStart", [380, 300], [420, 300]);
  await touch("touchMove", [300, 300], [500, 300]);
  await touch("touchEnd");
  assert.ok((await page.run("interframe.camera.distance")) < 0.5 * distance, `${name}: a pinch zooms`);
  await touch("touchStart", [400, 300]);
  await touch("touchMove", [480, 300]);
  await touch("touchEnd");
  assert.notEqual(await page.run("interframe.camera.yaw"), yaw, `${name}: a finger turns the picture`);
}

async function checkThemes(name) {
  const dark = await opened(name, { dark: true });
  const [background] = await dark.run("[getComputedStyle(document.body).backgroundColor]");
  assert.equal(background, "rgb(20, 24, 29)");
  await picture(dark, `${name}-dark`);
  await dark.run("document.getElementById('theme').click()");
  await dark.drawn();
  assert.equal(await dark.run("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
  await quiet(dark, name);
  const phone = await opened(name, { width: 390, height: 844, mobile: true });
  const [wide, seen] = await phone.run("[document.documentElement.scrollWidth, innerWidth]");
  assert.ok(wide <= seen, `${name}: ${wide} pixels on a phone of ${seen}`);
  await picture(phone, `${name}-phone`);
  const boxes = await phone.run("[...document.querySelectorAll('#layers label:not([hidden]) input')].map((box) => { const b = box.getBoundingClientRect(); return Math.min(b.width, b.height); })");
  if (await phone.run("interframe.view.kind === 'space'")) assert.ok(Math.min(...boxes) >= 24, `${name}: boxes of ${boxes} pixels`);
  await quiet(phone, name);
}

// Without WebGL2, and where the address asks for it, the picture is drawn on a 2-D canvas, and the page says so.
const NO_WEBGL = `{
  const all = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === "2d" ? all.call(this, kind, ...rest) : null; };
}`;

async function checkCanvas(name) {
  for (const [options, query, why] of [[{ before: NO_WEBGL }, "", /has no WebGL2/], [{}, "?renderer=canvas", /asks for the canvas/]]) {
    const page = await opened(name, options, query);
    assert.equal((await state(page)).renderer, "canvas");
    assert.match(await page.run("document.getElementById('renderer').textContent"), why);
    const drawn = await colorsOf(page, `${name}-canvas`);
    assert.ok(new Set(drawn).size > 8, `${name}: ${new Set(drawn).size} colours on a canvas`);
    await quiet(page, name);
  }
}

// The time field takes no time that the page has not, and shows which one it took.
async function checkTimeField(name) {
  const page = await opened(name);
  await page.run(`(() => { const t = document.getElementById("time"); t.focus(); t.value = 1e6; t.dispatchEvent(new Event("change")); })()`);
  const [shown, end] = await page.run("[document.getElementById('time').value, interframe.timeline.end]");
  assert.equal(Number(shown), end, name);
  await quiet(page, name);
}

// A mesh: its hull is drawn and hides nothing; without it the picture changes.
async function checkMesh(name) {
  const page = await opened(name);
  const before = await colorsOf(page, name);
  await page.run("document.getElementById('layer-hull').click()");
  await page.drawn();
  assert.ok(changed(before, await colorsOf(page, `${name}-bare`)) > 5, `${name}: the hull is a layer`);
  assert.match(await page.run("document.getElementById('sentences').textContent"), /It is closed/);
  await quiet(page, name);
}

// A refused proof: the page says so before all else.
async function checkRefused(name) {
  const page = await opened(name);
  const [text] = await page.run("[document.querySelector('aside').textContent.trim()]");
  assert.match(text, /^The checker refuses this proof: C30/);
  assert.match(text, /REFUSED, not proved: A and B/);
  await quiet(page, name);
}

// The figure of two polygons: a corner is dragged, and the distance changes.
async function checkFigure(name) {
  const page = await opened(name);
  const distance = "interframe.figure.now.separation";
  const before = await page.run(distance);
  assert.equal(before, await page.run("interframe.view.entries.separation"));
  const at = await page.run(`(() => {
    const box = document.getElementById("overlay").getBoundingClientRect();
    const canvas = document.getElementById("overlay");
    const panel = interframe.figure.layout(canvas.width, canvas.height)[0];
    const [x, y] = interframe.figure.toScreen(panel, interframe.figure.corners[1][0]);
    return [box.x + x / interframe.ratio, box.y + y / interframe.ratio];
  })()`);
  await page.drag(at, [at[0] + 40, at[1] - 30]);
  assert.notEqual(await page.run(distance), before, `${name}: dragging a corner changes the distance`);
  assert.match(await page.run("document.getElementById('sentences').textContent"), /proves nothing/);
  await picture(page, `${name}-dragged`);
  await page.run("document.getElementById('reset').click()");
  assert.equal(await page.run(distance), before);
  await quiet(page, name);
}

// The time of the page's own script for frames of 500 bodies.
async function checkSpeed(name) {
  const page = await opened(name);
  assert.equal(await page.run("interframe.view.bodies.length"), 500);
  await page.run("interframe.lookAtAll()");
  const times = await page.run(`(async () => {
    const times = [];
    for (let k = 0; k < 80; k++) {
      interframe.setTime((k / 80) * interframe.timeline.end);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      times.push(interframe.frame_ms);
    }
    return times.slice(10).sort((a, b) => a - b);
  })()`);
  const [median, most] = [times[Math.floor(times.length / 2)], times.at(-1)];
  console.log(`500 bodies: ${median.toFixed(1)} ms a frame in the median, ${most.toFixed(1)} at most`);
  await picture(page, name);
  assert.ok(median <= MAX_FRAME_MS, `${median} ms a frame`);
  await quiet(page, name);
}

try {
  for (const name of ["projectiles", "blades", "canyon", "mesh", "certificate"]) await checkSpace(name);
  await checkThemes("projectiles");
  await checkThemes("planar");
  await checkCanvas("projectiles");
  await checkFigure("planar");
  await checkTimeField("projectiles");
  await checkMesh("bent");
  await checkRefused("refused-proof");
  await checkSpeed("many");
  await quiet(await opened("evil"), "evil");
  console.log("the browser shows all pages");
} finally {
  await browser.close();
}
