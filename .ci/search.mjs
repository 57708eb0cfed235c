#!/usr/bin/env node
// Types queries into the search of a site of documentation, in headless Chromium, and compares the results and their
// order.
//
// Usage: search.mjs SITE RANKS. Each line of RANKS is `QUERY = RESULT | RESULT …`.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { evaluate, open, problems, run, show } from "./browser.mjs";

const [site, ranks] = process.argv.slice(2);
const at = join(resolve(site), "index.html");
const cases = readFileSync(ranks, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));

async function main() {
  await show(1400, "light");
  await open(at);
  // The focus loads the index, a script that calls this function.
  await evaluate(`new Promise((done) => {
    const { searchIndex } = window;
    window.searchIndex = (...lists) => done(searchIndex(...lists));
    setTimeout(done, 10000);
    document.getElementById("search").focus();
  })`);
  for (const line of cases) {
    const [query, expected = ""] = line.split(/ =(?: (.*))?$/);
    const found = await evaluate(`(() => {
      const search = document.getElementById("search");
      search.value = ${JSON.stringify(query)};
      search.dispatchEvent(new Event("input"));
      const texts = (link) => [...link.children].map((part) => part.textContent).join(": ");
      return [...document.querySelectorAll("#results a")].map(texts).join(" | ");
    })()`);
    if (found !== expected) problems.push(`${query}: expected ${expected || "nothing"}, found ${found || "nothing"}`);
  }
  return cases.length;
}

await run(main, () => ({ at, site: resolve(site) }), "");
