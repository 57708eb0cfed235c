// Headless Chromium: its protocol over a pipe, and what is wrong with any page.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What was found so far. */
export const problems = [];

// Messages of JSON, each followed by a zero byte.
const profile = mkdtempSync(join(tmpdir(), "site-"));
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
const browser = spawn("chromium", flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map();
const listeners = [];
let [buffer, number] = ["", 0];
browser.stdio[4].setEncoding("utf8").on("data", (data) => {
  const messages = (buffer + data).split("\0");
  buffer = messages.pop();
  for (const message of messages.map((text) => JSON.parse(text))) {
    const answer = waiting.get(message.id);
    waiting.delete(message.id);
    if (answer) (message.error ? answer.reject(new Error(message.error.message)) : answer.resolve(message.result));
    else listeners.forEach((listener) => listener(message));
  }
});
let sessionId;
export function send(method, params = {}) {
  number += 1;
  browser.stdio[3].write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
  return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
}
export function event(method) {
  return new Promise((done) => {
    const listener = (message) => {
      if (message.method !== method) return;
      listeners.splice(listeners.indexOf(listener), 1);
      done(message.params);
    };
    listeners.push(listener);
  });
}
export async function evaluate(expression) {
  const found = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
  if (found.exceptionDetails) throw new Error(found.exceptionDetails.exception?.description ?? "an error");
  return found.result.value;
}
export async function open(path) {
  const loaded = event("Page.loadEventFired");
  await send("Page.navigate", { url: pathToFileURL(path).href });
  await loaded;
}
export async function show(width, scheme) {
  await send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
}
export async function key(name, text) {
  const code = { ArrowDown: 40, Enter: 13, Tab: 9 }[name] ?? name.toUpperCase().charCodeAt(0);
  const common = { key: name, windowsVirtualKeyCode: code };
  await send("Input.dispatchKeyEvent", { type: "keyDown", ...common, text });
  await send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
}

// What is wrong with the page that is open; runs inside of it.
export function inspect() {
  const found = [];
  const name = (element) => element.outerHTML.slice(0, 120);
  const wide = document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth;
  if (wide > 0) found.push(`${wide} pixels wider than the window`);
  let level = 0;
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  for (const heading of headings) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) found.push(`a level before ${name(heading)} is left out`);
    level = next;
  }
  if (document.querySelectorAll("h1").length !== 1) found.push("not one main heading");
  for (const element of document.querySelectorAll("a, button, input, summary, [tabindex='0']")) {
    const label = element.getAttribute("aria-label") ?? element.textContent;
    if (!label.trim()) found.push(`no name: ${name(element)}`);
  }
  const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (color) => {
    const [r, g, b] = color.map((value) => channel(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const numbers = (text) => text.match(/[\d.]+/g).map(Number);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg, script, [hidden]") || seen.has(element)) continue;
    seen.add(element);
    const [one, other] = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(1)}: ${name(element)}`);
  }
  return found;
}


/** What axe-core finds on the page that is open. */
export async function violations(axe) {
  await evaluate(`${axe}; undefined`);
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
  return evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)}, preload: false }).then((result) => result.violations
    .filter((found) => ["serious", "critical"].includes(found.impact))
    .map((found) => found.id + ": " + found.help + ": " + found.nodes[0].html.slice(0, 160)))`);
}

/** Opens a page, and records errors of scripts, dialogs and requests beyond a directory; `place` gives where both are. */
async function start(place) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  ({ sessionId } = await send("Target.attachToTarget", { targetId, flatten: true }));
  await Promise.all(["Page", "Runtime", "Log", "Network"].map((domain) => send(`${domain}.enable`)));
  listeners.push(({ method, params }) => {
    const { at, site } = place();
    if (method === "Runtime.exceptionThrown") problems.push(`${at}: ${params.exceptionDetails.exception?.description}`);
    if (method === "Log.entryAdded" && params.entry.level === "error") problems.push(`${at}: ${params.entry.text}`);
    if (method === "Page.javascriptDialogOpening") {
      problems.push(`${at}: a dialog opens`);
      send("Page.handleJavaScriptDialog", { accept: true });
    }
    if (method === "Network.requestWillBeSent" && !params.request.url.startsWith(pathToFileURL(site).href)) {
      problems.push(`${at}: requests ${params.request.url}`);
    }
  });
}

/** Runs a check, which returns the number of views of pages, and reports its problems. */
export async function run(check, place, remark) {
  let count = 0;
  try {
    await start(place);
    count = await check();
  } catch (error) {
    problems.push(String(error.stack));
  } finally {
    browser.kill();
    await new Promise((done) => browser.once("exit", done));
    // Other processes of the browser may still write into it for a moment.
    for (let attempt = 0; attempt < 50 && existsSync(profile); attempt += 1) {
      try {
        rmSync(profile, { recursive: true, force: true });
      } catch {
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  }
  new Set(problems).forEach((problem) => console.error(problem));
  console.log(`${count} views of pages, ${new Set(problems).size} problems${remark}`);
  process.exitCode = problems.length ? 1 : 0;
}
