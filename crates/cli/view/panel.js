// The parts of the page beside the picture: sentences, the list of answers, and the numbers. All text goes in as text.

import { short } from "./timeline.js";

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

const VERDICTS = {
  hit: "in contact",
  separated: "apart",
  undecided: "undecided",
  inside: "inside",
  not_inside: "not inside",
};

// One line for an answer, in the list.
export function label(space, answer) {
  const [a, b] = [answer.a, answer.b].map((body) => space.bodies[body].name);
  const frame = space.frames > 1 ? `frame ${Math.floor(answer.span[0])}: ` : "";
  const at = typeof answer.entries.t_lo === "number" && answer.entries.contact ? ` at t = ${answer.entries.t_lo.toFixed(6)}` : "";
  return `${frame}${a} and ${b}: ${VERDICTS[answer.verdict] || answer.verdict}${at}`;
}

// What an answer means, in sentences.
export function sentences(space, answer) {
  const [a, b] = [answer.a, answer.b].map((body) => space.bodies[body].name);
  const { entries } = answer;
  const out = [];
  const since = entries.free_from > 0 ? `from t = ${short(entries.free_from)} to` : "before";
  if (entries.initial) out.push(`${a} and ${b} are in contact when the frame starts.${entries.depth > 0 ? ` They overlap by ${short(entries.depth)}.` : ""}`);
  else if (entries.contact === "overlap") out.push(`${a} and ${b} are apart ${since} t = ${short(entries.t_lo)}. By t = ${short(entries.t_hi)} they share a point.`);
  else if (entries.contact === "near") out.push(`${a} and ${b} are apart ${since} t = ${short(entries.t_lo)}. At t = ${short(entries.t_hi)} the gap is at most ${short(entries.gap)}, which counts as contact.`);
  else if (answer.verdict === "separated") out.push(space.frames > 0 ? `${a} and ${b} are apart during the whole frame.` : `${a} and ${b} are apart.`);
  else if (answer.verdict === "undecided") out.push(`Neither contact nor a gap is proved (${entries.reason || "no reason"}). Treat it as a possible hit.`);
  else out.push(`${a} and ${b}: ${VERDICTS[answer.verdict] || answer.verdict}.`);
  if (answer.seen_by_poses === false) {
    out.push(answer.verdict === "separated" ? "At the two poses of the frame they are apart too." : "A test of the frame poses alone misses it: at both poses they are apart.");
  } else if (answer.seen_by_poses === true) {
    out.push("A test of the frame poses alone sees it: at one of the two poses they meet.");
  }
  if (answer.swept) {
    const [x, y] = answer.swept.dilation;
    if (x + y > 0) out.push(`To hold every pose in between, the extended hulls are dilated by ${short(x)} and ${short(y)}.`);
    out.push(answer.swept.verdict === "separated" ? "The dilated hulls alone prove the bodies apart." : "The dilated hulls meet, so they alone decide nothing.");
  }
  if (answer.proof && (entries.pieces || entries.parts)) out.push("The bodies have several pieces. The proof is about the two that meet.");
  if (answer.manifold) {
    const count = answer.manifold.contacts.length;
    out.push(`At the contact there ${count === 1 ? "is 1 point" : `are ${count} points`} at most ${short(answer.manifold.prediction)} apart.`);
  }
  return out;
}

function text(value) {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.every((x) => typeof x === "number") ? `[${value.join(", ")}]` : value.map(text).join("; ");
  if (value && typeof value === "object") return Object.entries(value).map(([key, inner]) => `${key}: ${text(inner)}`).join(", ");
  return String(value);
}

// Every key of an answer with its value, digit for digit.
export function numbers(entries) {
  const rows = Object.entries(entries).map(([key, value]) => element("tr", {}, element("th", { textContent: key, scope: "row" }), element("td", { textContent: text(value) })));
  return element("table", {}, element("tbody", {}, ...rows));
}

export const paragraphs = (list) => list.map((textContent) => element("p", { textContent }));
