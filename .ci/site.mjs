#!/usr/bin/env node
// Opens every page of sites of documentation from their files in headless Chromium: wide and narrow, light and dark.
//
// Usage: site.mjs [--axe AXE.js] SITE…. Checked are: no error of a script, no dialog, no request beyond the site; all
// links and their places exist; nothing is wider than the window; one main heading, and no level of headings is left
// out; contrast; names of everything that can have the focus; boxes in the first part of each diagram; the search by
// keyboard alone. With axe-core, it finds no violation that is serious or critical.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { evaluate, event, inspect, key, open, problems, run, send, show, violations } from "./browser.mjs";

const args = process.argv.slice(2);
const axe = args[0] === "--axe" ? readFileSync(args.splice(0, 2)[1], "utf8") : null;
const sites = args.map((site) => resolve(site));
/** The most pages of one site that axe-core checks in one window. */
const MOST_CHECKED = 6;

/** The diagrams that start with an empty part, although others have many boxes; runs inside of the page. */
function emptyDiagrams() {
  const found = [];
  for (const diagram of document.querySelectorAll(".diagram")) {
    if (diagram.querySelector(".focus")) continue;
    const { clientWidth: width, clientHeight: height } = diagram;
    const frame = diagram.getBoundingClientRect();
    const boxes = [...diagram.querySelectorAll("svg a")].map((box) => {
      const { left, top } = box.getBoundingClientRect();
      return [left - frame.left + diagram.scrollLeft, top - frame.top + diagram.scrollTop];
    });
    const count = (x, y) => boxes.filter(([left, top]) => left >= x && left < x + width && top >= y && top < y + height).length;
    const shown = count(diagram.scrollLeft, diagram.scrollTop);
    let most = 0;
    for (let x = 0; x < diagram.scrollWidth; x += width / 2) {
      for (let y = 0; y < diagram.scrollHeight; y += height / 2) most = Math.max(most, count(x, y));
    }
    if (shown < most / 3) found.push(`a diagram starts with ${shown} boxes, but has a part with ${most}`);
  }
  return found;
}

const ids = new Map();
async function check(path, variant, withAxe) {
  const place = `${relative(process.cwd(), path)} (${variant})`;
  const add = (problem) => problems.push(`${place}: ${problem}`);
  (await evaluate(`(${inspect})()`)).forEach(add);
  (await evaluate(`(${emptyDiagrams})()`)).forEach(add);
  if (!axe || !withAxe) return;
  (await violations(axe)).forEach(add);
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
  const expected = await evaluate("document.querySelector('#results a[aria-selected=true]').href");
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

let [at, site] = ["", ""];
async function main() {
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

await run(main, () => ({ at, site }), axe ? "" : ", without axe-core");
