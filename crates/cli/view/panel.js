// The parts of the page beside the picture: sentences, the list of answers, and the numbers. All text goes in as text.

import { readable } from "./names.js";
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

// Why the checker refuses what an answer says, or undefined. Then the answer is a claim of the file.
export const refusal = (answer) => answer?.proof?.refused;

const namesOf = (space, answer) => [answer.a, answer.b].map((body) => readable(space.bodies[body].name));

// One line for an answer, in the list.
export function label(space, answer) {
  const [a, b] = namesOf(space, answer);
  const frame = space.frames > 1 ? `frame ${Math.floor(answer.span[0])}: ` : "";
  const claim = refusal(answer) ? "REFUSED, not proved: " : "";
  const at = typeof answer.entries.t_lo === "number" && answer.entries.contact ? ` at t = ${answer.entries.t_lo.toFixed(6)}` : "";
  return `${frame}${claim}${a} and ${b}: ${VERDICTS[answer.verdict] || answer.verdict}${at}`;
}

// What stands first, because it changes what all else means: a refused proof, and what is wrong with the file.
export function alarms(view, answer) {
  const odd = (view.odd || []).map(readable);
  const refused = refusal(answer);
  if (!refused) return odd;
  return [`The checker refuses this proof: ${readable(refused)}. What the file says of these bodies is a claim; nothing of it is proved.`, ...odd];
}

// What an answer means, in sentences.
export function sentences(space, answer) {
  const [a, b] = namesOf(space, answer);
  const out = [verdictOf(space, answer, a, b)];
  if (refusal(answer)) out[0] = `The file claims: ${out[0]}`;
  out.push(...ofPoses(answer));
  if (answer.swept) {
    const [x, y] = answer.swept.dilation;
    const grown = (name, by) => (by > 0 ? `that of ${name} by ${short(by)}` : `that of ${name} not at all`);
    if (x + y > 0) out.push(`Extended hulls are dilated until they hold their bodies at every time of the frame: ${grown(a, x)}, ${grown(b, y)}.`);
    out.push(answer.swept.verdict === "separated" ? "The dilated hulls alone prove the bodies apart." : "The dilated hulls meet, so they alone decide nothing.");
  }
  if (answer.proof && !refusal(answer) && (answer.entries.pieces || answer.entries.parts)) out.push("The bodies have several pieces. The proof is about the two that meet.");
  if (answer.manifold) {
    const count = answer.manifold.contacts.length;
    out.push(`The contact manifold at that time has ${count === 1 ? "1 point" : `${count} points`}. It takes points of the two surfaces up to ${short(answer.manifold.prediction)} apart.`);
  }
  return out;
}

function verdictOf(space, { entries, verdict }, a, b) {
  const since = entries.free_from > 0 ? `from t = ${short(entries.free_from)} to` : "before";
  if (entries.initial) return `${a} and ${b} are in contact when the frame starts.${entries.depth > 0 ? ` They overlap by ${short(entries.depth)}.` : ""}`;
  if (entries.contact === "overlap") return `${a} and ${b} are apart ${since} t = ${short(entries.t_lo)}. By t = ${short(entries.t_hi)} they share a point.`;
  if (entries.contact === "near") return `${a} and ${b} are apart ${since} t = ${short(entries.t_lo)}. At t = ${short(entries.t_hi)} the gap is at most ${short(entries.gap)}, which counts as contact.`;
  if (verdict === "separated") return space.frames > 0 ? `${a} and ${b} are apart during the whole frame.` : `${a} and ${b} are apart.`;
  if (verdict === "inside") return space.frames > 0 ? `${b} is inside ${a} during the whole frame.` : `${b} is inside ${a}.`;
  if (verdict === "not_inside") return typeof entries.t_lo === "number" ? `${b} is inside ${a} before t = ${short(entries.t_lo)}. At t = ${short(entries.t_hi)} it is not.` : `${b} is not inside ${a}.`;
  if (verdict === "undecided") return `Neither contact nor a gap is proved (${entries.reason || "no reason"}). Treat it as a possible hit.`;
  return `${a} and ${b}: ${VERDICTS[verdict] || verdict}.`;
}

// What a test of the frame poses alone says about a contact.
function ofPoses(answer) {
  const { seen_by_poses: seen, verdict } = answer;
  if (seen === undefined) return [];
  if (verdict === "hit" && !refusal(answer)) {
    return [seen ? "A test of the frame poses alone sees it: at one of the two poses at least, they meet." : "A test of the frame poses alone misses it: at both poses they are apart."];
  }
  return [seen ? "At one of the two poses of the frame at least, they meet." : "At the two poses of the frame they are apart."];
}

function text(value) {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.every((x) => typeof x === "number") ? `[${value.join(", ")}]` : value.map(text).join("; ");
  if (value && typeof value === "object") return Object.entries(value).map(([key, inner]) => `${key}: ${text(inner)}`).join(", ");
  return readable(value);
}

// Every key of an answer with its value, digit for digit.
export function numbers(entries) {
  const rows = Object.entries(entries).map(([key, value]) => element("tr", {}, element("th", { textContent: key, scope: "row" }), element("td", { textContent: text(value) })));
  return element("table", {}, element("tbody", {}, ...rows));
}

export const paragraphs = (list) => list.map((text) => element("p", { textContent: text }));
