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

  // The item with a number, from the part that has it.
  async function item(subject, kind, number) {
    await load(`data/${subject}-${kind}.js`);
    const begins = starts.get(`${subject}-${kind}`);
    let part = begins.length - 1;
    while (part > 0 && begins[part] > number) part--;
    await load(`data/${subject}-${kind}-${part}.js`);
    return parts.get(`${subject}-${kind}-${part}`)[number - begins[part]];
  }

  return {
    load, item,
    // Called by the files of data.
    starts: (subject, kind, list) => starts.set(`${subject}-${kind}`, list),
    part: (subject, kind, number, items) => parts.set(`${subject}-${kind}-${number}`, items),
  };
})();

// What all reports share: elements, lists, the search, and the choice of a page by what is behind # in the address.
const reportPages = (() => {
  const ROWS = 100;
  const page = document.getElementById("page");
  let candidates = () => [];

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

  function table(heads, rows) {
    return h("div", { class: "table" }, h("table", {},
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", {}, head)))), h("tbody", {}, rows)));
  }

  // A value as JSON; long ones can be opened.
  function json(value) {
    const text = typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : JSON.stringify(value);
    const pre = h("pre", {}, text);
    if (text.split("\n").length <= 6 && text.length <= 400) return pre;
    pre.classList.add("short");
    const button = h("button", { onclick: () => { pre.classList.remove("short"); button.remove(); } }, "show all");
    return [pre, button];
  }

  // A list that shows more rows when asked for, since trees have thousands.
  function longList(heads, items, row) {
    const body = h("tbody", {});
    const more = h("button", { onclick: () => add() });
    const box = h("div", { class: "table" },
      h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", {}, head)))), body), more);
    let shown = 0;
    async function add() {
      const next = items.slice(shown, shown + ROWS);
      shown += next.length;
      more.hidden = shown >= items.length;
      more.textContent = `show more (${(items.length - shown).toLocaleString("en")} left)`;
      body.append(...await Promise.all(next.map(row)));
    }
    add();
    return box;
  }

  function filtered(items, label, text, show) {
    const place = h("div", {}, show(items));
    let timer;
    const input = h("input", { type: "search", placeholder: label, "aria-label": label, oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        const found = items.filter((item) => words.every((word) => text(item).toLowerCase().includes(word)));
        place.replaceChildren(show(found));
      }, 80);
    } });
    return [h("div", { class: "tools" }, input), place];
  }

  // ---- Search -------------------------------------------------------------------------------------------------------
  const search = document.getElementById("search");
  const results = document.getElementById("results");
  let active = -1;

  // The names that contain all words of a text; what begins with it comes first. `candidates` gives lists of names, each
  // name with its kind and its address.
  function find(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const matches = (name) => words.every((word) => name.toLowerCase().includes(word));
    const found = candidates(matches);
    const rank = (name) => (name.toLowerCase().startsWith(words[0]) ? 0 : 1);
    return found.sort((a, b) => rank(a[0]) - rank(b[0])).slice(0, 50);
  }

  function showResults() {
    const found = find(search.value);
    active = found.length ? 0 : -1;
    results.replaceChildren(...found.map(([name, kind, href], at) => h("li", { role: "option", id: `result${at}` },
      h("a", { href, tabindex: "-1", onclick: close }, h("span", {}, name), h("small", {}, kind)))));
    if (search.value.trim() && !found.length) results.append(h("li", { class: "soft" }, "nothing found"));
    results.hidden = !search.value.trim();
    search.setAttribute("aria-expanded", String(!results.hidden));
    mark();
  }

  function mark() {
    [...results.children].forEach((item, at) => item.classList.toggle("active", at === active));
    if (active >= 0) {
      search.setAttribute("aria-activedescendant", `result${active}`);
      results.children[active].scrollIntoView({ block: "nearest" });
    }
  }

  function close() {
    results.hidden = true;
    search.setAttribute("aria-expanded", "false");
  }

  search.addEventListener("input", showResults);
  search.addEventListener("focus", showResults);
  search.addEventListener("keydown", (event) => {
    const last = results.querySelectorAll("a").length - 1;
    if (event.key === "ArrowDown") active = Math.min(active + 1, last);
    else if (event.key === "ArrowUp") active = Math.max(active - 1, 0);
    else if (event.key === "Enter" && active >= 0) {
      location.hash = results.children[active].firstChild.getAttribute("href");
      search.blur();
      return close();
    } else if (event.key === "Escape") {
      search.blur();
      return close();
    } else return;
    event.preventDefault();
    mark();
  });
  document.addEventListener("click", (event) => event.target.closest(".search") || close());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });

  // ---- Navigation ---------------------------------------------------------------------------------------------------
  let shown = 0;

  async function show(name, pages, subject) {
    const request = ++shown;
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    const [chosen, number, ...rest] = path.split("/").map(decodeURIComponent);
    let title, content;
    try {
      const build = pages[chosen] || pages[""];
      [title, ...content] = await build(subject(Number(number) || 0), rest.join("/"), new URLSearchParams(query));
    } catch (error) {
      [title, content] = ["Error", [h("p", {}, tag("error", "bad"), " ", error.message)]];
    }
    // A slower page does not replace a later one.
    if (request !== shown) return;
    document.title = `${title} – ${name}`;
    page.replaceChildren(...content.flat(Infinity).filter((child) => child !== null && child !== undefined));
    window.scrollTo(0, 0);
  }

  // The problems of a check; `link` shows a file and a line.
  function problemTable(problems, link) {
    return longList(["", "Problem", "Place"], problems, ([severity, code, message, file, line, help]) => h("tr", {},
      h("td", {}, tag(severity, severity === "error" ? "bad" : "note")),
      h("td", {}, message, " ", h("span", { class: "soft" }, code), help ? h("div", { class: "soft" }, help) : null),
      h("td", {}, file ? link(file, line) : "")));
  }

  // The page of all problems of a tree or site.
  function problemPage({ name, problems, problemCount }, link) {
    return [`Problems of ${name}`, h("h1", {}, count(problemCount, "problem")),
      problemCount > problems.length ? h("p", {}, `The first ${problems.length} are listed.`) : null,
      filtered(problems, "Filter problems", (problem) => problem.join(" "), (shown) => problemTable(shown, link))];
  }

  // Shows the pages, once the data is there: `pages` by their names, `subject` gives what a page is about by its number,
  // `links` makes those at the top, and `names` what the search finds.
  function start(name, { ready, pages, subject, links, names }) {
    ready.then(() => {
      candidates = names;
      document.getElementById("links").append(...links());
      const display = () => show(name, pages, subject);
      window.addEventListener("hashchange", display);
      display();
    }).catch((error) => page.replaceChildren(h("p", {}, error.message)));
  }

  return { h, count, tag, address, card, table, json, longList, filtered, problemTable, problemPage, start };
})();
