#!/usr/bin/env node
// Opens every page of sites of documentation from their files in headless Chromium: wide and narrow, light and dark.
//
// Usage: site.mjs [--axe AXE.js] SITE…. Checked are: no error of a script, no dialog, no request beyond the site; all
// links and their places exist; nothing is wider than the window; one main heading, and no level of headings is left
// out; contrast; names of everything that can have the focus; the search by keyboard alone. With axe-core, it finds no
// violation that is serious or critical.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const args = process.argv.slice(2);
const axe = args[0] === "--axe" ? readFileSync(args.splice(0, 2)[1], "utf8") : null;
const sites = args.map((site) => resolve(site));
const problems = [];
/** The most pages of one site that axe-core checks in one window. */
const MOST_CHECKED = 6;

// Chromium's protocol over a pipe: messages of JSON, each followed by a zero byte.
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
function send(method, params = {}) {
  number += 1;
  browser.stdio[3].write(`${JSON.stringify({ id: number, method, params, sessionId })}\0`);
  return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
}
function event(method) {
  return new Promise((done) => {
    const listener = (message) => {
      if (message.method !== method) return;
      listeners.splice(listeners.indexOf(listener), 1);
      done(message.params);
    };
    listeners.push(listener);
  });
}
async function evaluate(expression) {
  const found = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
  if (found.exceptionDetails) throw new Error(found.exceptionDetails.exception?.description ?? "an error");
  return found.result.value;
}
async function open(path) {
  const loaded = event("Page.loadEventFired");
  await send("Page.navigate", { url: pathToFileURL(path).href });
  await loaded;
}
async function show(width, scheme) {
  await send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
}
async function key(name, text) {
  const code = { ArrowDown: 40, Enter: 13, Tab: 9 }[name] ?? name.toUpperCase().charCodeAt(0);
  const common = { key: name, windowsVirtualKeyCode: code };
  await send("Input.dispatchKeyEvent", { type: "keyDown", ...common, text });
  await send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
}

// What is wrong with the page that is open; runs inside of it.
function inspect() {
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

const ids = new Map();
async function check(path, variant, withAxe) {
  const place = `${relative(process.cwd(), path)} (${variant})`;
  const add = (problem) => problems.push(`${place}: ${problem}`);
  (await evaluate(`(${inspect})()`)).forEach(add);
  if (!axe || !withAxe) return;
  await evaluate(`${axe}; undefined`);
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];
  const run = `axe.run({ runOnly: ${JSON.stringify(rules)}, preload: false }).then((result) => result.violations
    .filter((found) => ["serious", "critical"].includes(found.impact))
    .map((found) => found.id + ": " + found.help + ": " + found.nodes[0].html.slice(0, 160)))`;
  (await evaluate(run)).forEach(add);
}

async function search(site) {
  await open(join(site, "index.html"));
  const address = await evaluate("location.href");
  await key("/", "/");
  if ((await evaluate("document.activeElement.id")) !== "search") problems.push(`${site}: "/" does not lead to the search`);
  const name = await evaluate(`new Promise((done) => {
    const wait = () => document.getElementById("search-index") ? done(last()) : setTimeout(wait, 20);
    const last = () => [...document.querySelectorAll(".columns a")].at(-1).textContent;
    wait();
  })`);
  await send("Input.insertText", { text: name });
  const count = await evaluate(`new Promise((done) => {
    const results = document.getElementById("results");
    const count = () => results.querySelectorAll("a").length;
    const wait = (left) => results.childElementCount || !left ? done(count()) : setTimeout(wait, 20, left - 1);
    wait(100);
  })`);
  if (!count) return problems.push(`${site}: the search does not find ${name}`);
  if (count > 1) await key("ArrowDown");
  const expected = await evaluate("document.querySelector('#results [aria-selected=true] a').href");
  const loaded = event("Page.loadEventFired");
  await key("Enter", "\r");
  await loaded;
  const now = await evaluate("location.href");
  if (now === address || now !== expected) problems.push(`${site}: Enter leads to ${now} instead of ${expected}`);
}

/** The links of a page, and the places that it has. */
async function links(path) {
  ids.set(path, new Set(await evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")));
  return evaluate("[...document.querySelectorAll('[href]')].map((element) => element.href.baseVal ?? element.getAttribute('href'))");
}

async function main() {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  ({ sessionId } = await send("Target.attachToTarget", { targetId, flatten: true }));
  await Promise.all(["Page", "Runtime", "Log", "Network"].map((domain) => send(`${domain}.enable`)));
  let [at, site] = ["", ""];
  listeners.push(({ method, params }) => {
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
  let count = 0;
  for (site of sites) {
    const files = readdirSync(site, { recursive: true }).filter((file) => file.endsWith(".html")).sort();
    const found = [];
    for (const [width, scheme] of [[1400, "light"], [400, "dark"], [1400, "dark"], [400, "light"]]) {
      await show(width, scheme);
      let checked = 0;
      for (const file of files) {
        at = join(site, file);
        await open(at);
        if (!ids.has(at)) found.push(...(await links(at)).map((link) => [at, link]));
        // Pages of one kind are alike, and axe-core takes longer than everything else.
        await check(at, `${width} ${scheme}`, checked < MOST_CHECKED && (width === 1400) === (scheme === "light"));
        checked += 1;
        count += 1;
      }
    }
    for (const [from, link] of found) {
      const target = new URL(link, pathToFileURL(from));
      const [path, anchor] = [fileURLToPath(new URL(target.pathname, "file://")), decodeURIComponent(target.hash.slice(1))];
      if (target.protocol !== "file:" || !existsSync(path)) problems.push(`${from}: ${link} is not there`);
      else if (anchor && !ids.get(path)?.has(anchor)) problems.push(`${from}: ${link} has no such place`);
    }
    at = site;
    await search(site);
  }
  return count;
}

let count = 0;
try {
  count = await main();
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
console.log(`${count} views of pages, ${new Set(problems).size} problems${axe ? "" : ", without axe-core"}`);
process.exitCode = problems.length ? 1 : 0;
