// The page: reads its data, and joins time, picture, list and controls.

import { Camera } from "./camera.js";
import { LAYERS, Stage, timeOfContact } from "./scene.js";
import { CanvasRenderer } from "./canvas.js";
import { WebglRenderer } from "./webgl.js";
import { drawOverlay } from "./overlay.js";
import { TIMELINE_HEIGHT, Timeline, bracketsOf, drawTimeline, linkText, litLink, short } from "./timeline.js";
import { Figure, drawFigure } from "./figure.js";
import { watchKeys, watchPointer } from "./controls.js";
import { readable } from "./names.js";
import { alarms, element, label, numbers, paragraphs, refusal, sentences } from "./panel.js";
import { add, mixed, perpendiculars, scaled } from "./vectors.js";

// Seconds in which the window of the time line is played.
const PLAY_SECONDS = 8;

const rgb = (text) => [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16) / 255);
const PALETTES = {
  light: { back: "#ffffff", text: "#1b1f24", ink: "#000000", faint: "#9aa4b0", fixed: "#c3cad3", body: "#7b8794", a: "#2878b5", b: "#e07b00", mark: "#c1121f", plane: "#2a7f4f" },
  dark: { back: "#14181d", text: "#e6edf3", ink: "#000000", faint: "#5b6572", fixed: "#3f4955", body: "#8593a3", a: "#4ea3e0", b: "#ffa336", mark: "#ff6b61", plane: "#4fce86" },
};

function colorsOf(theme) {
  return Object.fromEntries(Object.entries(PALETTES[theme]).map(([key, text]) => [key, rgb(text)]));
}

class Viewer {
  constructor(page) {
    this.page = page;
    this.get = (id) => document.getElementById(id);
    this.camera = new Camera();
    this.layers = Object.fromEntries(LAYERS.map(([key, , on]) => [key, on]));
    this.chosen = -1;
    this.playing = false;
    this.frame_ms = 0;
    this.wide = window.matchMedia("(prefers-color-scheme: dark)");
    this.theme = null;
    this.wide.addEventListener("change", () => this.redraw());
    this.renderer = this.makeRenderer();
    this.fillViews();
    this.wire();
    this.open(0);
  }

  makeRenderer() {
    const note = (text) => (this.get("renderer").textContent = text);
    let why = "The address asks for the canvas.";
    if (new URLSearchParams(location.search).get("renderer") !== "canvas") {
      try {
        return new WebglRenderer(this.get("solids"));
      } catch (error) {
        // A canvas that has refused one kind of context takes no other.
        const fresh = this.get("solids").cloneNode();
        this.get("solids").replaceWith(fresh);
        why = "This browser has no WebGL2.";
      }
    }
    const renderer = new CanvasRenderer(this.get("solids"), why);
    note(renderer.note);
    return renderer;
  }

  colors() {
    const dark = this.theme ? this.theme === "dark" : this.wide.matches;
    return colorsOf(dark ? "dark" : "light");
  }

  fillViews() {
    const select = this.get("views");
    this.page.views.forEach((view, k) => select.append(element("option", { value: k, textContent: (view.answers?.some(refusal) ? "REFUSED: " : "") + readable(view.name) })));
    select.hidden = this.page.views.length < 2;
    for (const [key, name] of LAYERS) {
      const box = element("input", { type: "checkbox", checked: this.layers[key], id: `layer-${key}` });
      box.addEventListener("change", () => {
        this.layers[key] = box.checked;
        this.redraw();
      });
      this.get("layers").append(element("label", { id: `label-${key}` }, box, ` ${name}`));
    }
    const snap = element("input", { type: "checkbox", id: "snap" });
    snap.addEventListener("change", () => this.redraw());
    this.get("layers").append(element("label", {}, snap, " Jump from pose to pose, as a test of the frame poses does"));
  }

  open(k) {
    this.view = this.page.views[k];
    this.get("views").value = k;
    const kind = this.view.kind;
    document.body.dataset.kind = kind;
    this.stage = kind === "space" ? new Stage(this.view) : null;
    this.figure = kind === "plane" ? new Figure(this.view) : null;
    this.chosen = -1;
    this.playing = false;
    this.notes = (this.view.notes || []).map(readable);
    this.get("notes").replaceChildren(...paragraphs(this.notes));
    this.get("label-hull").hidden = !this.view.bodies?.some((body) => body.hull);
    this.get("answers").replaceChildren();
    if (this.stage) {
      this.timeline = new Timeline(this.view.frames);
      this.view.answers.forEach((answer, k) => {
        const button = element("button", { type: "button", textContent: label(this.view, answer) });
        button.dataset.verdict = answer.verdict;
        button.addEventListener("click", () => this.choose(k));
        this.get("answers").append(element("li", {}, button));
      });
      this.resize();
      this.lookAtAll();
      if (this.view.answers.length > 0) this.choose(0);
      else this.say();
    } else {
      this.timeline = new Timeline(0);
      this.resize();
      this.say();
    }
  }

  // Chooses an answer, goes to its contact, and looks at it.
  choose(k) {
    const { answers } = this.view;
    this.chosen = Math.min(answers.length - 1, Math.max(0, k));
    const answer = answers[this.chosen];
    [...this.get("answers").children].forEach((item, i) => item.firstChild.setAttribute("aria-current", i === this.chosen));
    const [list, item] = [this.get("answers"), this.get("answers").children[this.chosen]];
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 3;
    this.timeline.setTime(timeOfContact(answer));
    this.around("frame");
    this.lookAtPair();
    this.say();
    this.redraw();
  }

  lookAtAll() {
    const all = this.view.bodies.map((_, body) => body);
    const { center, radius } = this.stage.ballAround(all, this.timeline.time);
    this.camera.fit(center, radius);
    this.redraw();
  }

  // Looks at the contact, or at both bodies if they have none, so that the smaller body can be seen.
  lookAtPair() {
    const answer = this.view.answers[this.chosen];
    if (!answer) return this.lookAtAll();
    const bodies = [answer.a, answer.b].sort((a, b) => this.stage.radiusOf(a) - this.stage.radiusOf(b));
    const { point_a, point_b, point } = answer.entries;
    const points = [point_a, point_b, point].filter(Boolean);
    const near = answer.entries.contact || (points.length > 0 && this.view.frames === 0);
    this.lookFromSmaller(answer, bodies[0]);
    const small = this.stage.radiusOf(bodies[0]) || this.stage.radiusOf(bodies[1]);
    if (near && points.length > 0) {
      const middle = points.length > 1 ? mixed(points[0], points[1], 0.5) : points[0];
      const gap = points.length > 1 ? Math.hypot(...points[0].map((x, k) => x - points[1][k])) : 0;
      this.camera.fit(middle, Math.max(2.2 * small, gap));
    } else {
      const { center, radius } = this.stage.ballAround(bodies, this.timeline.time);
      this.camera.fit(center, Math.min(radius, 40 * small || radius));
    }
    this.redraw();
  }

  // Aslant from the side of the smaller body, which the larger one would hide.
  lookFromSmaller(answer, smaller) {
    const { normal } = answer.entries;
    if (!normal) return;
    const outwards = scaled(normal, smaller === answer.b ? 1 : -1);
    const [aside, other] = perpendiculars(outwards);
    const flat = Math.abs(aside[2]) < Math.abs(other[2]) ? aside : other;
    this.camera.lookFrom(add(add(scaled(outwards, 0.6), scaled(flat, 0.75)), [0, 0, 0.35]));
  }

  // Windows of the time line: all frames, the answer's frame, or the time in which the pair crosses each other.
  around(what) {
    const { timeline } = this;
    const answer = this.view.answers?.[this.chosen];
    if (what === "all" || !answer) timeline.show(0, timeline.end);
    else if (what === "frame") timeline.show(...answer.span);
    else {
      const speeds = [answer.a, answer.b].map((body) => this.stage.course.speedAt(body, timeOfContact(answer) - 1e-9));
      const small = Math.min(...[answer.a, answer.b].map((body) => this.stage.radiusOf(body) || Infinity));
      const half = Math.min(0.5, (4 * small) / Math.max(...speeds, 1e-300));
      timeline.show(timeOfContact(answer) - half, timeOfContact(answer) + half);
    }
    this.redraw();
  }

  setTime(time) {
    this.timeline.setTime(time);
    this.redraw();
  }

  shownTime() {
    return Number(this.timeline.time.toPrecision(12));
  }

  // To the contact before or after this time.
  step(by) {
    const times = (this.view.answers || []).map(timeOfContact);
    const order = times.map((_, k) => k).sort((a, b) => times[a] - times[b] || a - b);
    const place = order.indexOf(this.chosen);
    if (order.length > 0) this.choose(order[(place + by + order.length) % order.length]);
  }

  play(on = !this.playing) {
    this.playing = on && this.timeline.end > 0;
    this.last = null;
    const [low, high] = this.timeline.window;
    if (this.playing && this.timeline.time >= high) this.timeline.setTime(low);
    this.get("play").textContent = this.playing ? "Pause" : "Play";
    this.redraw();
  }

  stepGjk(by) {
    if (!this.figure) return;
    const count = this.figure.now.steps.length;
    this.figure.step = Math.min(count - 1, Math.max(0, this.figure.step + by));
    this.say();
    this.redraw();
  }

  // Sentences and numbers of what is chosen.
  say() {
    const { view } = this;
    const answer = this.stage ? view.answers[this.chosen] : view;
    const lines = this.stage ? (answer ? sentences(view, answer) : this.notes) : this.figure ? this.figure.sentences() : [`The answer is: ${view.verdict}.`];
    this.get("alarms").replaceChildren(...paragraphs(alarms(view, answer)));
    this.get("sentences").replaceChildren(...paragraphs(lines));
    const entries = answer && answer.entries;
    this.get("numbers").replaceChildren(...(entries ? [numbers({ query: answer.query, [refusal(answer) ? "verdict (a claim)" : "verdict"]: answer.verdict, ...entries })] : []));
  }

  wire() {
    const on = (id, call) => this.get(id).addEventListener("click", call);
    this.get("views").addEventListener("change", (event) => this.open(Number(event.target.value)));
    this.get("slider").addEventListener("input", (event) => this.setTime(this.timeline.at(Number(event.target.value), 10000)));
    this.get("time").addEventListener("change", (event) => {
      this.setTime(Number(event.target.value) || 0);
      event.target.value = this.shownTime();
    });
    on("play", () => this.play());
    on("before", () => this.step(-1));
    on("after", () => this.step(1));
    on("whole", () => this.around("all"));
    on("one", () => this.around("frame"));
    on("close", () => this.around("contact"));
    on("look", () => this.lookAtPair());
    on("look-all", () => this.lookAtAll());
    on("gjk-before", () => this.stepGjk(-1));
    on("gjk-after", () => this.stepGjk(1));
    on("reset", () => this.afterDrag(() => this.figure.reset()));
    on("theme", () => {
      const dark = this.theme ? this.theme === "dark" : this.wide.matches;
      this.theme = dark ? "light" : "dark";
      document.documentElement.dataset.theme = this.theme;
      this.redraw();
    });
    new ResizeObserver(() => this.resize()).observe(this.get("picture"));
    this.wirePointers();
    this.wireKeys();
  }

  afterDrag(change) {
    if (!this.figure) return;
    change();
    this.say();
    this.redraw();
  }

  wirePointers() {
    const ratio = () => this.ratio;
    const size = () => [this.get("overlay").width, this.get("overlay").height];
    const pixels = (point) => point.map((x) => x * ratio());
    watchPointer(this.get("overlay"), {
      press: (point) => this.figure?.grab(pixels(point), ...size(), 24 * ratio()),
      drag: (right, down, point) => {
        if (this.figure) return this.afterDrag(() => this.figure.drag(pixels(point), ...size()));
        this.camera.orbit(right, down);
        this.redraw();
      },
      release: () => this.figure?.drop(),
      pan: (right, down) => {
        this.camera.pan(right * ratio(), down * ratio());
        this.redraw();
      },
      zoom: (factor) => {
        this.camera.zoom(factor);
        this.redraw();
      },
    });
    const line = this.get("timeline");
    const go = (point) => this.setTime(this.timeline.at(point[0], line.clientWidth));
    watchPointer(line, {
      press: go,
      drag: (right, down, point) => go(point),
      zoom: (factor, point) => {
        this.timeline.zoom(factor, this.timeline.at(point[0], line.clientWidth));
        this.redraw();
      },
    });
  }

  wireKeys() {
    const nudge = (by) => () => this.setTime(this.timeline.time + (this.timeline.window[1] - this.timeline.window[0]) * by);
    const turn = (right, down) => () => {
      this.camera.orbit(right, down);
      this.redraw();
    };
    const zoom = (factor) => () => {
      this.camera.zoom(factor);
      this.redraw();
    };
    watchKeys(document, {
      " ": () => this.play(),
      ArrowLeft: nudge(-0.01),
      ArrowRight: nudge(0.01),
      "Shift+ArrowLeft": nudge(-0.001),
      "Shift+ArrowRight": nudge(0.001),
      ArrowUp: () => this.step(-1),
      ArrowDown: () => this.step(1),
      a: turn(-12, 0),
      d: turn(12, 0),
      w: turn(0, 12),
      s: turn(0, -12),
      "+": zoom(0.85),
      "=": zoom(0.85),
      "-": zoom(1 / 0.85),
      f: () => this.stage && this.lookAtPair(),
      r: () => this.stage && this.lookAtAll(),
      1: () => this.around("all"),
      2: () => this.around("frame"),
      3: () => this.around("contact"),
      n: () => this.stepGjk(1),
      b: () => this.stepGjk(-1),
    });
  }

  resize() {
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    for (const id of ["solids", "overlay", "timeline"]) {
      const canvas = this.get(id);
      if (id === "timeline") canvas.style.height = `${TIMELINE_HEIGHT}px`;
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * this.ratio));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * this.ratio));
    }
    const canvas = this.get("solids");
    this.camera.size = [canvas.width, canvas.height];
    this.draw(performance.now());
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => {
      this.waiting = false;
      this.draw(now);
    });
  }

  advance(now) {
    const [low, high] = this.timeline.window;
    const passed = this.last === null ? 0 : (now - this.last) / 1000;
    this.last = now;
    const time = this.timeline.time + ((high - low) * passed) / PLAY_SECONDS;
    this.timeline.setTime(time > high || time < low ? low : time);
  }

  draw(now) {
    const begin = performance.now();
    if (this.playing) this.advance(now);
    const colors = this.colors();
    const overlay = this.get("overlay").getContext("2d");
    overlay.clearRect(0, 0, overlay.canvas.width, overlay.canvas.height);
    if (this.figure) drawFigure(overlay, this.figure, colors, this.ratio);
    if (this.stage) this.drawSpace(overlay, colors);
    this.frame_ms = performance.now() - begin;
    if (this.playing) this.redraw();
  }

  drawSpace(overlay, colors) {
    const { timeline, view } = this;
    const snap = this.get("snap").checked;
    const frame = this.stage.frame(timeline.time, this.chosen, this.layers, this.camera, colors, snap);
    this.renderer.draw(this.camera, frame, colors);
    drawOverlay(overlay, this.camera, frame, colors, this.ratio);
    drawTimeline(this.get("timeline").getContext("2d"), timeline, view, this.chosen, colors, this.ratio);
    const [low, high] = timeline.window;
    const slider = this.get("slider");
    slider.value = Math.round(((timeline.time - low) / (high - low)) * 10000);
    slider.setAttribute("aria-valuetext", `time ${short(timeline.time)}`);
    if (document.activeElement !== this.get("time")) this.get("time").value = this.shownTime();
    const answer = view.answers[this.chosen];
    this.get("now").textContent = this.nowText(answer);
  }

  nowText(answer) {
    const { timeline, view } = this;
    if (view.frames === 0) return answer ? linkText(answer, 0) : "";
    const seconds = view.frame_s ? ` (${(timeline.time * view.frame_s * 1000).toPrecision(6)} ms)` : "";
    const frames = view.frames === 1 ? "1 frame" : `${view.frames} frames`;
    return `Time ${short(timeline.time)} of ${frames}${seconds}. ${answer ? linkText(answer, timeline.time) : ""}`;
  }

  // What the page shows, for tests.
  state() {
    const answer = this.stage && this.view.answers[this.chosen];
    return {
      name: this.view.name,
      time: this.timeline.time,
      chosen: this.chosen,
      lit: answer ? litLink(answer, this.timeline.time) : -1,
      brackets: answer ? bracketsOf(answer) : [],
      frame_ms: this.frame_ms,
      renderer: this.renderer.note ? "canvas" : "webgl",
    };
  }
}

const data = document.getElementById("data");
window.interframe = new Viewer(JSON.parse(data.textContent));
