// Names of files and bodies as text of the page: whatever is in them changes nothing around them.

const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// Characters that turn the direction of text are shown as their numbers. A name that runs from right to left is isolated.
export function readable(name) {
  const shown = String(name).replace(TURNS, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
}
