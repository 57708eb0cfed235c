"use strict";
// The search: the index is loaded when the field gets the focus for the first time, by a script, because pages that are
// opened as files may load scripts but no data.
(() => {
  const root = document.currentScript.dataset.root;
  const label = "Find a name or a word";
  // The most characters of a word of documentation in the index, as in `words.rs`.
  const LONGEST_WORD = 40;
  const search = element("input", { id: "search", type: "search", placeholder: `${label}  ( / )`, autocomplete: "off",
    role: "combobox", "aria-expanded": "false", "aria-controls": "results", "aria-autocomplete": "list", "aria-label": label });
  const results = element("ul", { id: "results", role: "listbox", "aria-label": "Results", hidden: "" });
  document.querySelector("header .home").after(element("search", { class: "search" }, search, results));
  const MAX_RESULTS = 50;
  let index = null;
  let texts = [];
  let active = -1;

  // Each type has lists of its members, whose places on its page have their names. Each word of the documentation has
  // the distances between the entries whose documentation contains it.
  window.searchIndex = (types, words) => {
    texts = words.map((text) => text.split(" "));
    index = types.flatMap(([name, kind, address, ...lists]) => [[name, kind, address], ...lists.flatMap(([word, ...members]) =>
      members.map((member) => {
        const [own, anchor] = Array.isArray(member) ? member : [member, `-${member}`];
        return [own, `${word} of ${name}`, `${address}#${anchor}`];
      }))]);
    showResults();
  };

  function load() {
    if (document.getElementById("search-index")) return;
    const script = document.createElement("script");
    script.id = "search-index";
    script.src = `${root}search.js`;
    document.head.append(script);
  }

  // Names that contain the last word, in types whose names contain the others: first those whose type has exactly these names,
  // then those that are the last word, then those that begin with it, then those whose words begin with its letters. Types
  // come before packages, and these before members.
  function find(text) {
    const words = text.toLowerCase().split(/[\s.]+/).filter(Boolean);
    if (!words.length || !index) return [];
    const ranked = [];
    for (const entry of index) {
      const name = entry[0].toLowerCase();
      const whole = `${entry[1]} ${name}`.toLowerCase();
      const last = words.at(-1);
      const hasName = name.includes(last);
      if (!hasName && !initials(entry[0]).startsWith(last)) continue;
      if (!words.slice(0, -1).every((word) => whole.includes(word))) continue;
      const around = entry[1].toLowerCase().split(" ");
      const isLoose = !words.slice(0, -1).every((word) => around.includes(word));
      const rank = name === last ? 0 : name.startsWith(last) ? 1 : hasName ? 2 : 3;
      const kindRank = /^(feature|operation|literal) of/.test(entry[1]) ? 1 : entry[1].startsWith("package") ? 0.5 : 0;
      ranked.push([(isLoose ? 8 : 0) + rank * 2 + kindRank, entry]);
    }
    const named = ranked.sort((a, b) => a[0] - b[0] || a[1][0].length - b[1][0].length).map(([, entry]) => entry);
    return [...named, ...findInTexts(text, new Set(named))];
  }

  // Other entries, whose documentation contains all words, except for those that their names have: first those with
  // exactly these words, then those with words that begin with them.
  function findInTexts(text, named) {
    const matches = text.toLowerCase().match(/[\p{Alphabetic}\p{N}]+/gu) ?? [];
    // The index has no more of a long word.
    const words = matches.map((word) => [...word].slice(0, LONGEST_WORD).join(""));
    // Common words have no entries, and so distinguish none.
    const maps = new Map(words.map((word) => [word, entriesWith(word)]).filter(([, map]) => map));
    const ranked = [];
    for (const number of new Set([...maps.values()].flatMap((map) => [...map.keys()]))) {
      const entry = index[number];
      const whole = `${entry[1]} ${entry[0]}`.toLowerCase();
      const ranks = words.map((word) => {
        const map = maps.get(word);
        return map?.get(number) ?? (!map || whole.includes(word) ? 0 : NaN);
      });
      const rank = ranks.reduce((sum, rank) => sum + rank, 0);
      if (!named.has(entry) && !Number.isNaN(rank)) ranked.push([rank, number]);
    }
    ranked.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return ranked.map(([, number]) => [index[number][0], `${index[number][1]}: documentation`, index[number][2]]);
  }

  // The numbers of the entries whose documentation contains a word, with 0 for the word itself, 1 for one that begins
  // with it, and 2 for one around it. `null` if the word is common.
  function entriesWith(word) {
    const entries = new Map();
    // One or two letters are in most words of languages with letters.
    const isShort = /^[a-z0-9]{1,2}$/.test(word);
    for (const text of texts) {
      const own = text[0];
      if (!(isShort ? own.startsWith(word) : own.includes(word))) continue;
      if (own === word && text.length === 1) return null;
      const rank = own === word ? 0 : own.startsWith(word) ? 1 : 2;
      let number = 0;
      for (const distance of text.slice(1)) {
        number += Number(distance);
        entries.set(number, Math.min(rank, entries.get(number) ?? rank));
      }
    }
    return entries;
  }

  // The first letters of the words in a name: "etp" of "ETypeParameter", "os" of "order_state".
  function initials(name) {
    return [...name.matchAll(/\p{Lu}|(?<![\p{L}\p{N}])\p{L}/gu)].map(([letter]) => letter).join("").toLowerCase();
  }

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function showResults() {
    const found = find(search.value);
    active = found.length ? 0 : -1;
    results.replaceChildren(...found.slice(0, MAX_RESULTS).map(([name, kind, address], at) =>
      element("li", { role: "none" },
        element("a", { href: root + address, tabindex: "-1", role: "option", id: `result${at}`, "aria-selected": "false" },
          element("span", {}, name), element("small", {}, kind)))));
    const note = (text) => results.append(element("li", { class: "soft", role: "option", "aria-selected": "false" }, text));
    if (search.value.trim() && index && !found.length) note("No name and no documentation has this.");
    if (found.length > MAX_RESULTS) note(`${found.length - MAX_RESULTS} more: type more letters.`);
    setOpen(Boolean(search.value.trim()) && results.childElementCount > 0);
    mark();
  }

  function setOpen(isOpen) {
    results.hidden = !isOpen;
    search.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) search.removeAttribute("aria-activedescendant");
  }

  function mark() {
    [...results.querySelectorAll("a")].forEach((item, at) => item.setAttribute("aria-selected", String(at === active)));
    if (active < 0 || results.hidden) return search.removeAttribute("aria-activedescendant");
    search.setAttribute("aria-activedescendant", `result${active}`);
    results.children[active].scrollIntoView({ block: "nearest" });
  }

  search.addEventListener("focus", load);
  search.addEventListener("input", showResults);
  search.addEventListener("keydown", (event) => {
    const last = results.querySelectorAll("a").length - 1;
    if (event.key === "ArrowDown") active = Math.min(active + 1, last);
    else if (event.key === "ArrowUp") active = Math.max(active - 1, Math.min(0, last));
    else if (event.key === "Enter" && active >= 0) {
      location.href = results.children[active].firstChild.href;
      return setOpen(false);
    } else if (event.key === "Escape") return setOpen(false);
    else return;
    event.preventDefault();
    mark();
  });
  document.addEventListener("click", (event) => event.target.closest(".search") || setOpen(false));
  document.querySelector(".search").addEventListener("focusout", (event) => {
    if (event.relatedTarget && !event.relatedTarget.closest(".search")) setOpen(false);
  });
  // A diagram that is larger than its frame starts with what it is about, or with the uppermost part that has many boxes:
  // its corners and its middle may be empty.
  function showStart(diagram) {
    const frame = diagram.getBoundingClientRect();
    const [width, height] = [diagram.clientWidth, diagram.clientHeight];
    const middles = (selector) => [...diagram.querySelectorAll(selector)].map((box) => {
      const area = box.getBoundingClientRect();
      return { x: area.left + area.width / 2 - frame.left + diagram.scrollLeft, y: area.top + area.height / 2 - frame.top + diagram.scrollTop };
    });
    // The part that can be shown around a point, and the number of boxes in it.
    const inside = (middle, size, whole) => Math.max(size / 2, Math.min(middle, whole - size / 2));
    const boxes = middles("svg a");
    const part = (point) => {
      const [x, y] = [inside(point.x, width, diagram.scrollWidth), inside(point.y, height, diagram.scrollHeight)];
      const isShown = (box) => Math.abs(box.x - x) < width / 2 && Math.abs(box.y - y) < height / 2;
      return { x, y, count: boxes.filter(isShown).length };
    };
    const focus = middles(".focus").map(part);
    const parts = boxes.map(part);
    const most = parts.reduce((most, { count }) => Math.max(most, count), 0);
    const large = parts.filter(({ count }) => count >= most / 2);
    const [start] = focus.length ? focus : large.sort((a, b) => a.y - b.y || b.count - a.count);
    if (start) diagram.scrollTo(start.x - width / 2, start.y - height / 2);
  }

  for (const diagram of document.querySelectorAll(".diagram")) {
    // What follows a high diagram of a package would be out of sight.
    const isHigh = diagram.clientHeight > innerHeight && !diagram.querySelector(".focus");
    if (isHigh) diagram.classList.add("large");
    if (!diagram.classList.contains("large")) showStart(diagram);
  }
  // The buttons of a large diagram, which starts with its complete width if names can be read then.
  for (const diagram of document.querySelectorAll(".diagram.large")) {
    const width = Number.parseFloat(diagram.querySelector("svg").getAttribute("width"));
    const label = element("span", { role: "status" });
    const fit = () => Math.min(1, diagram.clientWidth / width);
    let zoom = Math.max(fit(), 0.6);
    const show = (next) => {
      const size = diagram.getBoundingClientRect();
      const factor = (zoom = Math.min(2, Math.max(0.05, next))) * width / diagram.querySelector("svg").clientWidth;
      const [x, y] = [diagram.scrollLeft + size.width / 2, diagram.scrollTop + size.height / 2];
      diagram.style.setProperty("--zoom", zoom);
      diagram.scrollTo(x * factor - size.width / 2, y * factor - size.height / 2);
      label.textContent = `${Math.round(zoom * 100)} %`;
    };
    const button = (text, name, next) => {
      const made = element("button", { type: "button", "aria-label": name, title: name }, text);
      made.addEventListener("click", () => show(next()));
      return made;
    };
    diagram.before(element("div", { class: "zoom" },
      button("−", "Smaller", () => zoom / 1.4), button("+", "Larger", () => zoom * 1.4),
      button("1:1", "1:1, full size", () => 1), button("↔", "Whole width", fit), label));
    show(zoom);
    showStart(diagram);
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });
})();
