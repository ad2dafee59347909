// The time line: frames, contacts, the links of the chosen proof, its gap, and the bracket [t_lo, t_hi] of the contact.

import { linkAt, timeOf, tOf } from "./motion.js";
import { readable } from "./names.js";
import { css } from "./overlay.js";

// Heights of the rows, in CSS pixels.
const FRAMES = 18;
const LINKS = 16;
const GAP = 34;
export const TIMELINE_HEIGHT = FRAMES + LINKS + GAP + 8;

// The part of the time that is shown, and the time itself.
export class Timeline {
  constructor(end) {
    this.end = Math.max(end, 0);
    this.window = [0, Math.max(end, 1e-9)];
    this.time = 0;
  }

  at(x, width) {
    return this.window[0] + (this.window[1] - this.window[0]) * Math.min(1, Math.max(0, x / width));
  }

  x(time, width) {
    return ((time - this.window[0]) / (this.window[1] - this.window[0])) * width;
  }

  setTime(time) {
    this.time = Math.min(this.end, Math.max(0, time));
  }

  show(from, to) {
    const low = Math.max(0, Math.min(from, this.end));
    const high = Math.min(this.end, Math.max(to, low + 1e-12));
    this.window = high > low ? [low, high] : [0, Math.max(this.end, 1e-9)];
  }

  zoom(factor, around) {
    const [low, high] = this.window;
    const smallest = 1e-9;
    const by = Math.max(factor, smallest / (high - low));
    this.show(around - (around - low) * by, around + (high - around) * by);
  }
}

// Brackets [low, high] of an answer in times of the page, for example of each contact.
export function bracketsOf(answer) {
  const { t_lo, t_hi, intervals, contact } = answer.entries;
  const whole = (pair) => pair.map((t) => timeOf(answer.span, t));
  if (intervals) return intervals.flatMap(([enter, exit]) => [whole(enter), whole(exit)]);
  const known = typeof t_lo === "number" && typeof t_hi === "number";
  return known && (contact || answer.verdict === "undecided" || answer.verdict === "not_inside") ? [whole([t_lo, t_hi])] : [];
}

// The link that is lit at a time, or -1.
export function litLink(answer, time) {
  const link = answer && linkAt(answer.proof, time);
  return link ? answer.proof.links.indexOf(link) : -1;
}

export function drawTimeline(context, timeline, space, chosen, colors, ratio) {
  const { width, height } = context.canvas;
  const x = (time) => timeline.x(time, width);
  context.fillStyle = css(colors.back);
  context.fillRect(0, 0, width, height);
  drawFrames(context, timeline, space, chosen, colors, ratio, x);
  const answer = space.answers[chosen];
  if (answer) {
    if (answer.proof) drawProof(context, answer.proof, litLink(answer, timeline.time), colors, ratio, x);
    for (const [low, high] of bracketsOf(answer)) {
      context.fillStyle = css(colors.mark, 0.55);
      context.fillRect(x(low) - ratio, 0, Math.max(2 * ratio, x(high) - x(low)), height);
    }
  }
  context.fillStyle = css(colors.text);
  context.fillRect(x(timeline.time) - ratio * 0.75, 0, ratio * 1.5, height);
}

function drawFrames(context, timeline, space, chosen, colors, ratio, x) {
  const [low, high] = timeline.window;
  const step = Math.max(1, Math.ceil((high - low) / 60));
  context.fillStyle = css(colors.faint);
  context.font = `${10 * ratio}px system-ui, sans-serif`;
  for (let frame = Math.ceil(low / step) * step; frame <= high; frame += step) {
    context.fillRect(x(frame), 0, ratio, FRAMES * ratio);
    if (frame < timeline.end) context.fillText(`frame ${frame}`, x(frame) + 3 * ratio, 11 * ratio);
  }
  space.answers.forEach((answer, k) => {
    for (const [from] of bracketsOf(answer)) {
      context.fillStyle = css(k === chosen ? colors.mark : colors.b, k === chosen ? 1 : 0.8);
      context.fillRect(x(from) - ratio, (FRAMES - 6) * ratio, 2 * ratio, 6 * ratio);
    }
  });
}

// Links one after the other, the lit one bright; below them the gap along each plane.
function drawProof(context, proof, lit, colors, ratio, x) {
  const top = FRAMES * ratio;
  const bottom = (FRAMES + LINKS + GAP) * ratio;
  const gaps = proof.links.flatMap((link) => link.reach || []).map(([, a, b]) => b - a);
  const most = Math.max(...gaps, 1e-300);
  proof.links.forEach((link, k) => {
    const [from, to] = [link.t0, link.t1].map((t) => x(timeOf(proof.span, t)));
    context.fillStyle = css(proof.refused ? colors.mark : colors.plane, k === lit ? 1 : 0.35);
    context.fillRect(from, top, Math.max(ratio, to - from - ratio), (LINKS - 2) * ratio);
    if (!link.reach || link.reach.length < 2) return;
    context.beginPath();
    context.moveTo(from, bottom);
    for (const [t, a, b] of link.reach) {
      const high = (Math.max(0, b - a) / most) * (GAP - 4) * ratio;
      context.lineTo(x(timeOf(proof.span, t)), bottom - high);
    }
    context.lineTo(to, bottom);
    context.fillStyle = css(colors.plane, k === lit ? 0.6 : 0.2);
    context.fill();
  });
}

// A sentence about the link that is lit.
export function linkText(answer, time) {
  const { proof } = answer;
  if (!proof) return "There is no certificate of this answer.";
  if (proof.refused) return `The checker refuses this proof: ${readable(proof.refused)}.`;
  const lit = litLink(answer, time);
  if (proof.links.length === 0) return `The checker accepts the proof. It is a certificate of the kind "${proof.certificate}".`;
  if (lit < 0) return "No link of the proof holds at this time.";
  const link = proof.links[lit];
  const t = tOf(proof.span, time);
  const why = {
    plane: "a plane has the bodies on its two sides",
    balls: "two balls hold the bodies, and the balls are apart",
    span: "a plane through differences of corners has the bodies on its two sides",
  }[link.by];
  return `Link ${lit + 1} of ${proof.links.length} holds from t = ${short(link.t0)} to ${short(link.t1)}: ${why}. Now t = ${short(t)}.`;
}

// A number for people, to seven digits.
export const short = (x) => String(Number(Number(x).toPrecision(7)));
