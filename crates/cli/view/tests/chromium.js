// A headless Chromium that a test talks to over a pipe (the DevTools protocol), without any package.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";

const FLAGS = ["--headless", "--no-sandbox", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--mute-audio"];
const PATIENCE_MS = 120000;

export class Chromium {
  constructor(command) {
    this.folder = mkdtempSync(join(tmpdir(), "interframe-browser-"));
    const flags = [...FLAGS, `--user-data-dir=${this.folder}`];
    this.process = spawn(command, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.waiting = new Map();
    this.listeners = [];
    this.next = 1;
    let text = "";
    this.process.stdio[4].on("data", (bytes) => {
      text += bytes;
      const parts = text.split("\0");
      text = parts.pop();
      for (const part of parts) this.receive(JSON.parse(part));
    });
  }

  receive(message) {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return this.listeners.forEach((listener) => listener(message));
    this.waiting.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${method}`)), PATIENCE_MS);
      const done = (call) => (value) => {
        clearTimeout(late);
        call(value);
      };
      this.waiting.set(id, { resolve: done(resolve), reject: done(reject) });
    });
  }

  // Opens a page of this size and returns it once it has loaded.
  // `before` is a script that runs before the page's own.
  async open(url, { width = 1200, height = 800, dark = false, mobile = false, before = "" } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.start({ width, height, dark, mobile, before });
    await page.go(url);
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Page {
  constructor(browser, sessionId, targetId) {
    Object.assign(this, { browser, sessionId, targetId, messages: [], requests: [] });
    browser.listeners.push((message) => message.sessionId === sessionId && this.hear(message));
  }

  hear({ method, params }) {
    if (method === "Runtime.exceptionThrown") this.messages.push(params.exceptionDetails.exception?.description || params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled") this.messages.push(params.args.map((arg) => arg.value ?? arg.description).join(" "));
    if (method === "Log.entryAdded") this.messages.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    if (method === "Page.loadEventFired") this.loaded?.();
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  async start({ width, height, dark, mobile, before }) {
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await this.send(`${domain}.enable`);
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
    if (before) await this.send("Page.addScriptToEvaluateOnNewDocument", { source: before });
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await this.send("Emulation.setEmulatedMedia", { features });
  }

  async go(url) {
    const loaded = new Promise((resolve) => (this.loaded = resolve));
    await this.send("Page.navigate", { url });
    await loaded;
  }

  // The value of an expression in the page; a promise is waited for.
  async run(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  }

  // Waits until the page has drawn what was asked for.
  drawn() {
    return this.run("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))");
  }

  async drag(from, to) {
    const mouse = (type, [x, y], buttons) => this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, clickCount: 1 });
    await mouse("mousePressed", from, 1);
    await mouse("mouseMoved", to, 1);
    await mouse("mouseReleased", to, 0);
    await this.drawn();
  }

  async key(key) {
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    await this.drawn();
  }

  async screenshot() {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}

// Pixels of a PNG as browsers write it: 8 bits, RGB or RGBA, not interlaced.
export function decode(png) {
  let [at, width, height, channels] = [8, 0, 0, 0];
  const parts = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    if (kind === "IDAT") parts.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[y * stride + x] = (raw[y * (stride + 1) + 1 + x] + guess) & 255;
    }
  }
  const at_pixel = (x, y) => [...pixels.subarray(y * stride + x * channels, y * stride + x * channels + 3)];
  return { width, height, at: at_pixel };
}

function paeth(a, b, c) {
  const p = a + b - c;
  const [x, y, z] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return x <= y && x <= z ? a : y <= z ? b : c;
}
