import assert from "node:assert/strict";
import { test } from "node:test";
import { readdirSync, readFileSync } from "node:fs";
import { html, unless } from "./data.js";

const folder = new URL("../", import.meta.url);
const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));

// What a module declares at its outermost level, and what it imports from which module.
function outline(name) {
  const lines = readFileSync(new URL(name, folder), "utf8").split("\n");
  const declared = lines.map((line) => line.match(/^(?:export )?(?:class|function|const|let) (\w+)/)?.[1]).filter(Boolean);
  const imports = lines.map((line) => line.match(/^import .* from "\.\/(\w+\.js)";/)?.[1]).filter(Boolean);
  return { declared, imports, lines };
}

test("no two modules declare the same name, because they become one script", () => {
  const all = new Map();
  for (const name of modules) {
    for (const declared of outline(name).declared) {
      assert.ok(!all.has(declared), `${declared} is in ${name} and in ${all.get(declared)}`);
      all.set(declared, name);
    }
  }
  assert.ok(all.size > 60);
});

test("imports are one line each, so that they can be left out", () => {
  for (const name of modules) {
    const starts = outline(name).lines.filter((line) => line.startsWith("import"));
    assert.equal(starts.length, outline(name).imports.length, name);
  }
});

test("no module imports itself over others", () => {
  const open = new Set();
  const visit = (name) => {
    assert.ok(!open.has(name), `${[...open].join(" > ")} > ${name}`);
    open.add(name);
    outline(name).imports.forEach(visit);
    open.delete(name);
  };
  modules.forEach(visit);
});

test("the page's script holds every module, in an order in which each comes after those that it imports", unless, () => {
  const script = html("mesh").split('<script type="module">')[1].split("</script>")[0];
  new Function(script);
  const at = (name) => script.indexOf(outline(name).lines[0]);
  for (const name of modules) {
    assert.ok(at(name) >= 0, name);
    for (const other of outline(name).imports) assert.ok(at(other) < at(name), `${name} comes before ${other}`);
  }
});
