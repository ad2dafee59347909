// Pages and samples that the Rust test has written, if it runs these tests.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.INTERFRAME_VIEW_DATA;

export const html = (name) => folder && readFileSync(join(folder, `${name}.html`), "utf8");

// The data of a page, or null.
export function page(name) {
  if (!folder) return null;
  return JSON.parse(html(name).split('<script type="application/json" id="data">')[1].split("</script>")[0]);
}

export const samples = () => folder && JSON.parse(readFileSync(join(folder, "samples.json"), "utf8"));

// Says why a test is skipped.
export const unless = { skip: folder ? false : "INTERFRAME_VIEW_DATA names no folder of pages: cargo test runs these tests with one" };
