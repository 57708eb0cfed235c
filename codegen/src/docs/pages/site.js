"use strict";
// The search: the index is loaded when the field gets the focus for the first time, by a script, because pages that are
// opened as files may load scripts but no data.
(() => {
  const root = document.currentScript.dataset.root;
  const label = "Find a type or a feature";
  const search = element("input", { id: "search", type: "search", placeholder: `${label}  ( / )`, autocomplete: "off",
    role: "combobox", "aria-expanded": "false", "aria-controls": "results", "aria-autocomplete": "list", "aria-label": label });
  const results = element("ul", { id: "results", role: "listbox", "aria-label": "Results", hidden: "" });
  document.querySelector("header .home").after(element("search", { class: "search" }, search, results));
  const MAX_RESULTS = 50;
  let index = null;
  let active = -1;

  // Each type has lists of its members, whose places on its page have their names.
  window.searchIndex = (types) => {
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
    return ranked.sort((a, b) => a[0] - b[0] || a[1][0].length - b[1][0].length).map(([, entry]) => entry);
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
    if (search.value.trim() && index && !found.length) note("Nothing has this name.");
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
  // A diagram that is wider than its page starts with what it is about.
  for (const focus of document.querySelectorAll(".diagram .focus")) {
    const diagram = focus.closest(".diagram");
    const [box, frame] = [focus.getBoundingClientRect(), diagram.getBoundingClientRect()];
    diagram.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
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
    diagram.scrollTo((diagram.scrollWidth - diagram.clientWidth) / 2, 0);
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });
})();
