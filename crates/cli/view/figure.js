// The figure of two polygons: the bodies, their sum, their difference with the origin, and GJK's steps. Drag a corner, or
// the inside of a polygon, and everything follows.

import { figureOf } from "./polygons.js";
import { css } from "./overlay.js";
import { short } from "./timeline.js";

const inside = (ring, p) => {
  let within = false;
  ring.forEach((a, k) => {
    const b = ring[(k + 1) % ring.length];
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) within = !within;
  });
  return within;
};

export class Figure {
  constructor(view) {
    this.view = view;
    this.corners = view.polygons.map((polygon) => polygon.corners.map((p) => [...p]));
    this.radii = view.polygons.map((polygon) => polygon.radius);
    this.dragged = false;
    this.step = 0;
    this.update();
    this.fit();
  }

  // The library's own answer until something is dragged.
  update() {
    const { view } = this;
    const live = figureOf(this.corners[0], this.corners[1], this.radii);
    this.now = this.dragged
      ? live
      : {
          ...live,
          sum: view.sum,
          difference: view.difference,
          steps: view.steps,
          separation: view.entries.separation ?? live.separation,
          point_a: view.entries.point_a ?? live.point_a,
          point_b: view.entries.point_b ?? live.point_b,
        };
    this.step = Math.min(this.step, Math.max(0, this.now.steps.length - 1));
  }

  // Panels are as wide as they need to be; their scale is kept while you drag.
  fit() {
    const box = (points) => {
      const xs = points.map((p) => p[0]);
      const ys = points.map((p) => p[1]);
      const [low, high] = [[Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]];
      return { middle: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2], size: Math.max(high[0] - low[0], high[1] - low[1], 1e-300) };
    };
    const finite = (points) => (points.length > 0 ? points : [[0, 0]]);
    this.boxes = [
      box(finite(this.corners.flat())),
      box([...this.now.sum, [0, 0]]),
      box([...this.now.difference, [0, 0]]),
    ];
    const room = Math.max(...this.radii);
    this.boxes[0].size += 2 * room;
  }

  // Places of the three panels: beside each other, or one below the other on a narrow screen.
  layout(width, height) {
    const [row, column] = [Math.min(width / 3, height), Math.min(width, height / 3)];
    const beside = row >= column;
    const side = Math.max(row, column);
    return [0, 1, 2].map((k) => ({
      x: beside ? (width / 3) * (k + 0.5) : width / 2,
      y: beside ? height / 2 : (height / 3) * (k + 0.5),
      scale: (0.68 * side) / this.boxes[k].size,
      box: this.boxes[k],
      side,
    }));
  }

  toScreen(panel, p) {
    return [panel.x + (p[0] - panel.box.middle[0]) * panel.scale, panel.y - (p[1] - panel.box.middle[1]) * panel.scale];
  }

  toWorld(panel, p) {
    return [(p[0] - panel.x) / panel.scale + panel.box.middle[0], (panel.y - p[1]) / panel.scale + panel.box.middle[1]];
  }

  // What a pointer takes hold of: a corner, or a whole polygon.
  grab(point, width, height, reach) {
    const panel = this.layout(width, height)[0];
    let best = null;
    this.corners.forEach((ring, body) => {
      ring.forEach((p, corner) => {
        const [x, y] = this.toScreen(panel, p);
        const distance = Math.hypot(x - point[0], y - point[1]);
        if (distance < reach && (!best || distance < best.distance)) best = { body, corner, distance };
      });
    });
    const at = this.toWorld(panel, point);
    if (!best) {
      const body = this.corners.findIndex((ring) => inside(ring, at));
      if (body >= 0) best = { body, corner: -1 };
    }
    this.held = best && { ...best, at };
    return Boolean(best);
  }

  drag(point, width, height) {
    if (!this.held) return;
    const at = this.toWorld(this.layout(width, height)[0], point);
    const by = [at[0] - this.held.at[0], at[1] - this.held.at[1]];
    this.move(this.held.body, this.held.corner, by);
    this.held.at = at;
  }

  // Moves a corner of a polygon, or all of them if `corner` is -1.
  move(body, corner, by) {
    const ring = this.corners[body];
    const moved = (p) => [p[0] + by[0], p[1] + by[1]];
    if (corner >= 0) ring[corner] = moved(ring[corner]);
    else this.corners[body] = ring.map(moved);
    this.dragged = true;
    this.update();
  }

  drop() {
    this.held = null;
  }

  reset() {
    this.corners = this.view.polygons.map((polygon) => polygon.corners.map((p) => [...p]));
    this.dragged = false;
    this.update();
    this.fit();
  }

  sentences() {
    const { now, dragged } = this;
    const distance = now.separation > 0 ? `They are ${short(now.separation)} apart.` : "They meet: the difference holds the origin.";
    const origin = dragged ? "You have moved a corner: this page computes the figure, and proves nothing. The numbers below are the case's." : "This is the library's answer.";
    const step = now.steps[this.step];
    const simplex = ["", "a point", "an edge", "a triangle"][step ? step.columns.length : 0];
    const next = step && (step.support ? "GJK adds the corner with the ring." : "GJK ends here.");
    const steps = step ? `Step ${this.step + 1} of ${now.steps.length}: the simplex is ${simplex}. ${next}` : "GJK takes no step.";
    return [distance, steps, origin];
  }
}

export function drawFigure(context, figure, colors, ratio) {
  const { width, height } = context.canvas;
  context.fillStyle = css(colors.back);
  context.fillRect(0, 0, width, height);
  const panels = figure.layout(width, height);
  const pen = new Pen(context, figure, colors, ratio);
  const { now } = figure;
  figure.corners.forEach((ring, k) => {
    const color = k === 0 ? colors.a : colors.b;
    pen.ring(panels[0], k === 0 ? now.a : now.b, color, 0.35, figure.radii[k]);
    ring.forEach((p) => pen.dot(panels[0], p, color, 5));
  });
  if (now.separation > 0 && now.point_a && now.point_b) {
    pen.line(panels[0], [now.point_a, now.point_b], colors.mark, 2);
    pen.dot(panels[0], now.point_a, colors.mark, 4);
    pen.dot(panels[0], now.point_b, colors.mark, 4);
  }
  pen.title(panels[0], "A and B");
  pen.ring(panels[1], now.sum, colors.plane, 0.25, 0);
  pen.dot(panels[1], [0, 0], colors.text, 4);
  pen.title(panels[1], "A + B");
  pen.ring(panels[2], now.difference, colors.faint, 0.3, 0);
  drawStep(pen, panels[2], now.steps, figure.step, colors);
  pen.dot(panels[2], [0, 0], colors.text, 4);
  pen.title(panels[2], "A \u2212 B, the origin and GJK");
}

// All steps faint, and the chosen one: its simplex, its nearest point, and the next column.
function drawStep(pen, panel, steps, chosen, colors) {
  const ring = (points) => (points.length > 2 ? [...points, points[0]] : points);
  steps.forEach((step, k) => {
    if (k !== chosen) pen.line(panel, ring(step.columns), colors.faint, 1);
  });
  const step = steps[chosen];
  if (!step) return;
  pen.line(panel, ring(step.columns), colors.plane, 3);
  step.columns.forEach((p) => pen.dot(panel, p, colors.plane, 5));
  pen.line(panel, [step.nearest, [0, 0]], colors.mark, 1.5);
  pen.dot(panel, step.nearest, colors.mark, 4);
  if (step.support) pen.circle(panel, step.support, colors.plane, 8);
}

class Pen {
  constructor(context, figure, colors, ratio) {
    Object.assign(this, { context, figure, colors, ratio });
  }

  trace(panel, points) {
    this.context.beginPath();
    points.forEach((p, k) => {
      const [x, y] = this.figure.toScreen(panel, p);
      if (k === 0) this.context.moveTo(x, y);
      else this.context.lineTo(x, y);
    });
  }

  // A filled polygon, with all within its radius.
  ring(panel, points, color, alpha, radius) {
    if (points.length === 0) return;
    const { context, ratio } = this;
    this.trace(panel, points);
    context.closePath();
    context.lineJoin = "round";
    if (radius > 0) {
      context.strokeStyle = css(color, 0.35);
      context.lineWidth = 2 * radius * panel.scale;
      context.stroke();
    }
    context.fillStyle = css(color, alpha);
    context.fill();
    context.strokeStyle = css(color);
    context.lineWidth = 1.5 * ratio;
    context.stroke();
  }

  line(panel, points, color, width) {
    this.trace(panel, points);
    this.context.strokeStyle = css(color);
    this.context.lineWidth = width * this.ratio;
    this.context.stroke();
  }

  circle(panel, p, color, size) {
    const [x, y] = this.figure.toScreen(panel, p);
    this.context.beginPath();
    this.context.arc(x, y, size * this.ratio, 0, 2 * Math.PI);
    this.context.strokeStyle = css(color);
    this.context.lineWidth = 1.5 * this.ratio;
    this.context.stroke();
  }

  dot(panel, p, color, size) {
    const [x, y] = this.figure.toScreen(panel, p);
    this.context.beginPath();
    this.context.arc(x, y, size * this.ratio, 0, 2 * Math.PI);
    this.context.fillStyle = css(color);
    this.context.fill();
  }

  title(panel, text) {
    this.context.fillStyle = css(this.colors.text);
    this.context.font = `${13 * this.ratio}px system-ui, sans-serif`;
    this.context.textAlign = "center";
    // On a phone the panel is small, and its title must not reach out of it.
    const below = Math.max(panel.side * 0.06, 18 * this.ratio);
    this.context.fillText(text, panel.x, panel.y - panel.side / 2 + below);
    this.context.textAlign = "start";
  }
}
