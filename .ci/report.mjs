#!/usr/bin/env node
// Opens every page that the pages of reports link to, from their files in headless Chromium: wide and narrow, light and dark.
//
// Usage: report.mjs [--axe AXE.js] REPORT…. Checked are: no error of a script, no dialog, no request beyond the report;
// every link leads to a page that knows its subject; nothing is wider than the window; one main heading, and no level of
// headings is left out; contrast; names of everything that can have the focus; the search by keyboard alone. With
// axe-core, it finds no violation that is serious or critical.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { evaluate, inspect, key, open, problems, run, send, show, violations } from "./browser.mjs";

const args = process.argv.slice(2);
const axe = args[0] === "--axe" ? readFileSync(args.splice(0, 2)[1], "utf8") : null;
const reports = args.map((report) => resolve(report));
/** The most pages of a report that are opened, and that axe-core checks in one window. */
const [MOST, MOST_CHECKED] = [150, 8];
/** What pages show whose subject is not in the report. */
const DEAD = ["is not in the report", "No node has this resource", "There is no page"];

let [at, site] = ["", ""];

/** Shows the page with an address behind `#`, and waits until it is complete. */
const visit = (address) => evaluate(`new Promise((done) => {
  const page = document.getElementById("page");
  const quiet = () => { clearTimeout(timer); timer = setTimeout(() => { observer.disconnect(); done(page.textContent); }, 60); };
  let timer;
  const observer = new MutationObserver(quiet);
  observer.observe(page, { childList: true, subtree: true });
  location.hash = ${JSON.stringify(address)};
  quiet();
})`);

async function search(report) {
  await key("/", "/");
  if ((await evaluate("document.activeElement.id")) !== "search") problems.push(`${report}: "/" does not lead to the search`);
  await send("Input.insertText", { text: "a" });
  const expected = await evaluate("document.querySelector('#results [aria-selected=true] a')?.getAttribute('href')");
  if (!expected) return problems.push(`${report}: the search finds nothing`);
  await key("Enter", "\r");
  const now = await evaluate("location.hash");
  if (now !== expected) problems.push(`${report}: Enter leads to ${now} instead of ${expected}`);
}

async function main() {
  let count = 0;
  for (site of reports) {
    for (const [width, scheme] of [[1400, "light"], [400, "dark"]]) {
      await show(width, scheme);
      await open(join(site, "index.html"));
      const addresses = ["#/"];
      for (const address of addresses) {
        at = `${site} ${address} (${width} ${scheme})`;
        const text = await visit(address);
        if (DEAD.some((words) => text.includes(words))) problems.push(`${at}: ${text.slice(0, 80)}`);
        (await evaluate(`(${inspect})()`)).forEach((problem) => problems.push(`${at}: ${problem}`));
        if (axe && count < MOST_CHECKED) (await violations(axe)).forEach((problem) => problems.push(`${at}: ${problem}`));
        const links = await evaluate(`[...document.querySelectorAll("#page a, #links a")].map((link) => link.getAttribute("href"))`);
        links.filter((link) => !addresses.includes(link) && addresses.length < MOST).forEach((link) => addresses.push(link));
        count += 1;
      }
    }
    at = site;
    await search(site);
  }
  return count;
}

await run(main, () => ({ at, site }), axe ? "" : ", without axe-core");
