"use strict";
// The data of a report, loaded by script elements, which work from the file system as well.
const reportData = (() => {
  const starts = new Map();
  const parts = new Map();
  const waiting = new Map();

  function load(path) {
    if (!waiting.has(path)) {
      waiting.set(path, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = path;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${path} cannot be loaded`));
        document.head.append(script);
      }));
    }
    return waiting.get(path);
  }

  // The items of a part.
  async function part(subject, kind, number) {
    await load(`data/${subject}-${kind}-${number}.js`);
    return parts.get(`${subject}-${kind}-${number}`);
  }

  // The numbers of the first items of all parts.
  async function firsts(subject, kind) {
    await load(`data/${subject}-${kind}.js`);
    return starts.get(`${subject}-${kind}`);
  }

  // The item with a number, from the part that has it.
  async function item(subject, kind, number) {
    const begins = await firsts(subject, kind);
    let at = begins.length - 1;
    while (at > 0 && begins[at] > number) at--;
    return (await part(subject, kind, at))[number - begins[at]];
  }

  return {
    load, item, part, firsts,
    // Called by the files of data.
    starts: (subject, kind, list) => starts.set(`${subject}-${kind}`, list),
    add: (subject, kind, number, items) => parts.set(`${subject}-${kind}-${number}`, items),
  };
})();

// What all reports share: elements, lists, and the choice of a page by what is behind # in the address.
const reportPages = (() => {
  const ROWS = 100;
  const CARDS = 30;
  // The most names that are offered for a text, and the most values that a search shows.
  const CANDIDATES = 8;
  const FOUND = 500;
  const page = document.getElementById("page");

  function h(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
  }
  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  const tag = (text, kind) => h("span", { class: `tag ${kind || ""}` }, text);
  const address = (...parts) => "#/" + parts.map(encodeURIComponent).join("/");
  const card = (href, number, noun) => h("a", { class: "card", href }, h("b", {}, number.toLocaleString("en")), number === 1 ? noun : `${noun}s`);

  // What is behind ? in the address.
  const query = () => new URLSearchParams(location.hash.split("?")[1]);
  // Keeps a choice in the address, without another page.
  function keep(name, value) {
    const [path] = location.hash.split("?");
    const choices = query();
    if (value) choices.set(name, value);
    else choices.delete(name);
    const text = String(choices);
    history.replaceState(null, "", (path || "#/") + (text ? `?${text}` : ""));
  }

  // The cells of a row name their columns, which narrow screens show.
  function labelled(row, heads) {
    [...row.cells].forEach((cell, at) => heads[at] && cell.setAttribute("data-label", heads[at]));
    return row;
  }
  const headRow = (heads) => h("thead", {}, h("tr", {}, heads.map((head) => h(head ? "th" : "td", head ? { scope: "col" } : {}, head))));

  function table(heads, rows) {
    return h("div", { class: "table" }, h("table", {}, headRow(heads), h("tbody", {}, rows.map((row) => labelled(row, heads)))));
  }

  // A value as YAML; `note` gives what is shown beside the line of a part.
  function yaml(value, note) {
    const lines = reportValues.lines(value);
    if (!note) return h("pre", { tabindex: lines.length > 40 ? "0" : undefined }, lines.map((line) => line.text).join("\n"));
    return h("pre", { class: "noted" }, lines.map((line) => h("span", { class: "line" }, line.text, " ", note(line.path))));
  }

  // Two values beside each other, with the lines that differ marked.
  function yamlPair(before, after) {
    const lines = [before, after].map((value) => (value === undefined ? [] : reportValues.lines(value).map((line) => line.text)));
    const marks = reportValues.different(...lines);
    return ["del", "ins"].map((mark, side) => h("pre", { class: "marked" }, lines[side].map((text, at) =>
      h(marks[side][at] ? mark : "span", {}, text, "\n"))));
  }

  // Elements that are added to a box in portions, since there may be thousands, and the button that adds more.
  function portions(box, items, size, make) {
    const more = h("button", { type: "button", onclick: () => add() });
    let shown = 0;
    async function add() {
      const next = items.slice(shown, shown + size);
      shown += next.length;
      more.hidden = shown >= items.length;
      more.textContent = `Show more (${(items.length - shown).toLocaleString("en")} left)`;
      box.append(...(await Promise.all(next.map(make))));
    }
    add();
    return more;
  }

  function longList(heads, items, row) {
    const body = h("tbody", {});
    const more = portions(body, items, ROWS, async (item) => labelled(await row(item), heads));
    return h("div", { class: "table" }, h("table", {}, headRow(heads), body), more);
  }

  function cards(items, make) {
    const box = h("div", {});
    return [box, portions(box, items, CARDS, make)];
  }

  // A sentence, in which names between backquotes are code.
  const prose = (text) => text.split(/`([^`]+)`/).map((part, at) => (at % 2 ? h("code", {}, part) : part));

  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  // A list with a filter that stays in the address; `matches` returns whether an item contains all words.
  function filtered(items, label, text, show, matches, suggestions) {
    const all = (item, words) => words.every((word) => text(item).toLowerCase().includes(word));
    const chosen = (value) => {
      const words = wordsOf(value);
      return words.length ? items.filter((item) => (matches || all)(item, words)) : items;
    };
    const first = query().get("filter") || "";
    const status = h("span", { class: "soft", role: "status" });
    const place = h("div", {});
    const display = (value) => {
      const found = chosen(value);
      status.textContent = value.trim() ? `${found.length.toLocaleString("en")} of ${items.length.toLocaleString("en")}` : "";
      place.replaceChildren(...[show(found)].flat(Infinity));
    };
    let timer;
    const input = h("input", { type: "search", placeholder: label, "aria-label": label, value: first, size: Math.max(24, label.length + 2),
      list: suggestions ? "suggestions" : undefined, oninput: () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          keep("filter", input.value.trim());
          display(input.value);
        }, 80);
      } });
    display(first);
    const list = suggestions ? h("datalist", { id: "suggestions" }, suggestions.map((value) => h("option", { value }))) : null;
    return [h("div", { class: "tools" }, input, list, status), place];
  }

  // The names that a typed text may mean: the one that it is, or those that contain its words; of these, only the ones with
  // the most words that are equal, so that `web1 site` does not mean `web1 in site2`.
  function candidatesOf(names, typed) {
    if (names.includes(typed)) return [typed];
    const words = wordsOf(typed);
    const equal = (name) => wordsOf(name).filter((word) => words.includes(word)).length;
    const matches = words.length ? names.filter((name) => words.every((word) => name.toLowerCase().includes(word))) : [];
    const most = matches.reduce((most, name) => Math.max(most, equal(name)), 0);
    return matches.filter((name) => equal(name) === most);
  }

  // An input that chooses one of many names by typing. `present` is what was typed; if it may mean several names, they can be
  // chosen as well.
  function choice(label, names, present, choose) {
    const list = h("datalist", { id: `names-${label.replace(/\W/g, "")}` }, names.map((value) => h("option", { value })));
    const matches = present ? candidatesOf(names, present) : [];
    const input = h("input", { list: list.id, type: "search", "aria-label": label, placeholder: label, value: present || "", size: 32,
      onchange: () => {
        const [only, ...others] = candidatesOf(names, input.value.trim());
        choose(only === undefined || others.length ? input.value.trim() : only);
      } });
    if (!present || names.includes(present)) return [input, list];
    const offer = matches.slice(0, CANDIDATES).map((name) => [h("button", { type: "button", onclick: () => choose(name) }, name), " "]);
    return [input, list, h("span", { role: "status" }, matches.length ? offer : "No name contains this.",
      matches.length > CANDIDATES ? `and ${(matches.length - CANDIDATES).toLocaleString("en")} more` : "")];
  }

  // A path, which may be broken after each of its directories, and the position in it, which may not.
  function placeText(text) {
    const [, name, position] = /^(.*?)((?::[0-9]+)*)$/s.exec(text);
    const parts = name.split("/").map((part, at, all) => (at < all.length - 1 ? [`${part}/`, h("wbr", {})] : part));
    return position ? [parts, h("span", { class: "lineno" }, position)] : parts;
  }

  // Links to some nodes, and behind a click to all others, which are made then: there may be many in each of many lists.
  function linkList(items, size, link) {
    const first = items.slice(0, size).map((item) => [link(item), " "]);
    if (items.length <= size) return first;
    const box = h("span", {});
    const fill = () => {
      if (!box.hasChildNodes()) rest.append(portions(box, items.slice(size), ROWS, (item) => h("span", {}, link(item), " ")));
    };
    const rest = h("details", { class: "more", ontoggle: fill }, h("summary", {}, `${(items.length - size).toLocaleString("en")} more`), box);
    return [first, rest];
  }

  // Nodes with keys: of several words, one is in the name of the node, and the others are in that of the key.
  function pairs(text, nodes, keys) {
    const words = wordsOf(text);
    return words.length < 2 ? [] : words.flatMap((word, at) => {
      const rest = words.filter((_, other) => other !== at);
      const of = nodes.filter((node) => node.name.toLowerCase().includes(word)).slice(0, 4);
      const about = of.length ? keys.filter((key) => rest.every((other) => key.toLowerCase().includes(other))).slice(0, 5) : [];
      return of.flatMap((node) => about.map((key) => [node, key]));
    }).slice(0, 8);
  }

  // The page that searches in values. `search` calls a function with each value that has all words, until it returns false;
  // `row` shows one of them.
  function valuePage({ name }, query, others, search, heads, row) {
    const results = h("div", { role: "status" });
    const input = h("input", { type: "search", "aria-label": "Part of a value", placeholder: "Part of a value", value: query.get("text") || "",
      onchange: () => { keep("text", input.value.trim()); run(); } });
    let request = 0;
    async function run() {
      const own = ++request;
      const words = wordsOf(input.value);
      if (!words.length) return results.replaceChildren();
      const found = [];
      results.replaceChildren("Searching…");
      const has = (value) => {
        const text = (JSON.stringify(value) || "").toLowerCase();
        return words.every((word) => text.includes(word));
      };
      await search(has, (value) => {
        found.push(value);
        return own === request && found.length <= FOUND;
      });
      if (own !== request) return;
      results.replaceChildren(h("p", {}, found.length > FOUND ? `More than ${FOUND} values; the first ones are shown.` : count(found.length, "value")),
        longList(heads, found.slice(0, FOUND), row));
    }
    run();
    return [`Values of ${name}`, h("h1", {}, "Search in values"), others(input.value.trim()), h("div", { class: "tools" }, input), results];
  }

  // Links to the same page of each tree or site of a report.
  const switcher = (subjects, current, href) => (subjects.length < 2 ? null : h("p", { class: "switcher" },
    subjects.map((it) => (it === current ? h("b", { "aria-current": "true" }, it.name) : h("a", { href: href(it) }, it.name)))));

  // ---- Navigation ---------------------------------------------------------------------------------------------------
  let shown = 0;
  // The tree or site that the links at the top are about: that of the last page which is about one.
  let current = 0;
  let shownPage = "";

  async function show(name, pages, subject, links, isFirst) {
    const request = ++shown;
    const [path] = location.hash.replace(/^#\/?/, "").split("?");
    let chosen = "", number, rest, title, content;
    try {
      // Addresses that are typed may not be valid.
      [chosen, number, ...rest] = path.split("/").map(decodeURIComponent);
      if (!Object.hasOwn(pages, chosen)) throw new Error(`There is no page ${path}.`);
      const about = subject(Number(number) || 0);
      if (number && chosen !== "compare") current = about.number;
      [title, ...content] = await pages[chosen](about, rest.join("/"), query());
    } catch (error) {
      [title, content] = ["Error", [h("h1", {}, "Error"), h("p", {}, error.message)]];
    }
    // A slower page does not replace a later one.
    if (request !== shown) return;
    document.title = `${title} – ${name}`;
    // If several inputs of a page are filled in, the focus stays on the input that was used last.
    const filled = chosen === shownPage && document.activeElement.tagName === "INPUT" && document.activeElement.getAttribute("aria-label");
    shownPage = chosen;
    page.replaceChildren(...content.flat(Infinity).filter((child) => child !== null && child !== undefined));
    document.getElementById("links").replaceChildren(...links(current).filter(Boolean));
    for (const link of document.querySelectorAll("#links a")) {
      if (link.getAttribute("href").split("/")[1] === chosen) link.setAttribute("aria-current", "page");
    }
    if (isFirst) return;
    const next = filled && [...page.querySelectorAll("input")].find((input) => input.getAttribute("aria-label") === filled);
    if (next) return next.focus();
    // Readers of screens and keyboards go on where the new page begins.
    page.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  // The problems of a check; `link` shows a file and a line.
  function problemTable(problems, link) {
    return longList(["Severity", "Problem", "Place"], problems, ([severity, code, message, file, line, help]) => h("tr", {},
      h("td", {}, tag(severity, severity === "error" ? "bad" : "note")),
      h("td", {}, prose(message), " ", h("span", { class: "soft" }, code), help ? h("div", { class: "soft" }, prose(help)) : null),
      h("td", {}, file ? link(file, line) : "")));
  }

  // The page of all problems of a tree or site.
  function problemPage({ name, problems, problemCount }, link, others) {
    return [`Problems of ${name}`, h("h1", {}, count(problemCount, "problem")), others,
      problemCount > problems.length ? h("p", {}, `The first ${problems.length} are listed.`) : null,
      problems.length ? filtered(problems, "Filter problems", (problem) => problem.join(" "), (shown) => problemTable(shown, link)) : h("p", {}, "No problems were found.")];
  }

  // Shows the pages, once the data is there: `pages` by their names, `subject` gives what a page is about by its number,
  // `links` makes those at the top for the number of a subject, and `names` what the search finds. The first links are about
  // the `last` subject, which is the new state if two are compared.
  function start(name, { ready, pages, subject, last, links, names }) {
    ready.then(() => {
      current = last();
      reportSearch(h, names);
      window.addEventListener("hashchange", () => location.hash !== "#page" && show(name, pages, subject, links, false));
      show(name, pages, subject, links, true);
    }).catch((error) => page.replaceChildren(h("p", {}, error.message)));
  }

  return { h, count, tag, address, card, table, yaml, yamlPair, prose, placeText, longList, cards, linkList, filtered, choice, switcher, valuePage, pairs, problemTable, problemPage, start };
})();
