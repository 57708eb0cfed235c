"use strict";
// The search at the top of all pages: `candidates` gives what a function accepts, each as a name, its kind and its address.
function reportSearch(h, candidates) {
  const search = document.getElementById("search");
  const results = document.getElementById("results");
  let active = -1;

  // What contains all words; what begins with the first word comes first.
  function find(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const matches = (name) => words.every((word) => name.toLowerCase().includes(word));
    const rank = ([name]) => (name.toLowerCase().startsWith(words[0]) ? 0 : 1);
    return candidates(matches, text.trim()).sort((a, b) => rank(a) - rank(b)).slice(0, 50);
  }

  function showResults() {
    const found = find(search.value);
    active = found.length ? 0 : -1;
    results.replaceChildren(...found.map(([name, kind, href], at) => h("li", { role: "option", id: `result${at}`, "aria-selected": "false" },
      h("a", { href, tabindex: "-1", onclick: leave }, h("span", {}, name), h("small", {}, kind)))));
    if (search.value.trim() && !found.length) results.append(h("li", { class: "soft", role: "option", "aria-selected": "false" }, "nothing found"));
    results.hidden = !search.value.trim();
    search.setAttribute("aria-expanded", String(!results.hidden));
    mark();
  }

  function mark() {
    [...results.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === active)));
    if (active < 0) return search.removeAttribute("aria-activedescendant");
    search.setAttribute("aria-activedescendant", `result${active}`);
    results.children[active].scrollIntoView({ block: "nearest" });
  }

  function close() {
    results.hidden = true;
    search.setAttribute("aria-expanded", "false");
    search.removeAttribute("aria-activedescendant");
  }

  // What was searched is not part of the next search.
  function leave() {
    search.value = "";
    close();
  }

  search.addEventListener("input", showResults);
  search.addEventListener("focus", showResults);
  search.addEventListener("keydown", (event) => {
    const last = results.querySelectorAll("a").length - 1;
    if (event.key === "ArrowDown") active = Math.min(active + 1, last);
    else if (event.key === "ArrowUp") active = Math.max(active - 1, Math.min(0, last));
    else if (event.key === "Enter" && active >= 0) {
      location.hash = results.children[active].firstChild.getAttribute("href");
      return leave();
    } else if (event.key === "Escape") return close();
    else return;
    event.preventDefault();
    mark();
  });
  document.addEventListener("click", (event) => event.target.closest(".search") || close());
  document.querySelector(".search").addEventListener("focusout", (event) => {
    if (!event.relatedTarget || !event.relatedTarget.closest(".search")) setTimeout(close, 150);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      search.focus();
      search.select();
    }
  });
}
