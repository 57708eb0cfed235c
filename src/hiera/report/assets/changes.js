"use strict";
// The pages that compare: what changes from one tree to another, and two nodes.
const hieraComparisons = (() => {
  const { h, count, tag, yamlPair, longList, filtered, choice } = reportPages;
  const { withQuery, keyLink, nodeLink, answerValue, shortOrigin } = hieraParts;
  const trees = hieraReport.list;
  const NODES = 20;

  const isPlain = (side) => side.error === undefined && !side.none;
  const sideNote = (side) => (side.error !== undefined ? h("p", {}, tag("error", "bad"), " ", side.error) : side.none ? h("p", {}, tag("no value")) : null);
  const places = (from) => h("ul", { class: "plain soft" }, from.map(([file, line, level]) => h("li", {}, file + (line ? `:${line}` : ""), " ", level)));

  // The values before and after beside each other, with the lines that differ marked.
  function pair(before, after) {
    const [old, fresh] = yamlPair(isPlain(before) ? before.value : undefined, isPlain(after) ? after.value : undefined);
    return h("div", { class: "pair" },
      h("div", {}, h("b", {}, "Before"), sideNote(before) || old, places(before.from)),
      h("div", {}, h("b", {}, "After"), sideNote(after) || fresh, places(after.from)));
  }

  function changeCard(tree, change) {
    const key = tree.keyNumbers.get(change.key);
    const names = change.nodes.slice(0, NODES).map((node) => [nodeLink(tree, node), " "]);
    const rest = change.nodes.slice(NODES).map((node) => [nodeLink(tree, node), " "]);
    return h("section", { class: "answer" },
      h("h2", {}, h("code", {}, key === undefined ? change.key : keyLink(tree, key)), " ", tag(count(change.nodes.length, "node"), "note")),
      pair(change.before, change.after),
      h("ul", { class: "plain" }, change.causes.map((cause) => h("li", {}, `because ${cause}`))),
      h("p", {}, names), rest.length ? h("details", {}, h("summary", {}, `${rest.length} more`), h("p", {}, rest)) : null);
  }

  async function changes(tree) {
    if (tree.changeCount === null) return ["Changes", h("h1", {}, "Changes"), h("p", {}, "This tree is not compared with another one. Make the report of two trees with nodes, and open the changes to the second one.")];
    const all = await Promise.all(Array.from({ length: tree.changeCount }, (_, number) => hieraReport.change(tree, number)));
    const nodes = new Set(all.flatMap((change) => change.nodes));
    const before = trees[tree.number - 1];
    return [`Changes to ${tree.name}`, h("h1", {}, `From ${before.name} to ${tree.name}`),
      h("p", {}, tree.changeCount ? `${count(all.length, "change")} of ${count(new Set(all.map((it) => it.key)).size, "key")} for ${nodes.size.toLocaleString("en")} of ${count(tree.nodes.length, "node")}`
        : `Nothing changes for ${count(tree.nodes.length, "node")}.`),
      filtered(all, "Filter changes: a key, a node, a file or a value",
        (change) => JSON.stringify([change.key, change.before, change.after, change.causes]) + change.nodes.map((node) => node.name).join(" "),
        (shown) => cards(shown, (change) => changeCard(tree, change)))];
  }

  // Elements in portions, like the rows of a long list.
  function cards(items, make) {
    const box = h("div", {});
    const more = h("button", { type: "button", onclick: () => add() });
    let shown = 0;
    function add() {
      items.slice(shown, shown + 30).forEach((item) => box.append(make(item)));
      shown = Math.min(shown + 30, items.length);
      more.hidden = shown >= items.length;
      more.textContent = `show more (${(items.length - shown).toLocaleString("en")} left)`;
    }
    add();
    return [box, more];
  }

  // ---- Two nodes ----------------------------------------------------------------------------------------------------
  async function side(text) {
    const [number, ...rest] = (text || "").split(":");
    const tree = trees[Number(number)];
    const node = tree && tree.nodeNumbers.get(rest.join(":"));
    return node ? { tree, node, of: (await hieraReport.node(tree, node)).of } : null;
  }

  function sideChoice(label, which, present, query) {
    const names = trees.flatMap((tree) => tree.nodes.map((node) => (trees.length > 1 ? `${tree.number}: ${node.name}` : node.name)));
    const shown = present && (trees.length > 1 ? `${present.tree.number}: ${present.node.name}` : present.node.name);
    return choice(label, names, shown, (name) => {
      const value = trees.length > 1 ? name.replace(": ", ":") : `0:${name}`;
      location.hash = withQuery("#/compare/0", { a: query.get("a") || "", b: query.get("b") || "", [which]: name ? value : "" });
    });
  }

  async function answerOf({ tree, node, of }, name) {
    const key = tree.keyNumbers.get(name);
    if (key === undefined || of[key] < 0) return null;
    return hieraReport.answer(tree, key, of[key]);
  }
  const same = (a, b) => (a && b ? JSON.stringify([a.value, a.error, a.none]) === JSON.stringify([b.value, b.error, b.none]) && !a.hidden : a === b);

  async function compare(tree, _, query) {
    const [a, b] = [await side(query.get("a")), await side(query.get("b"))];
    const head = [h("h1", {}, "Compare"), h("div", { class: "tools" }, sideChoice("First node", "a", a, query), "with", sideChoice("Second node", "b", b, query))];
    if (!a || !b) return ["Compare", head, h("p", {}, "Choose two nodes.")];
    const keys = [...new Set([...a.tree.keys, ...b.tree.keys])].sort();
    const numberOf = ({ tree, of }, name) => (tree.keyNumbers.has(name) ? of[tree.keyNumbers.get(name)] : -1);
    const present = keys.filter((name) => numberOf(a, name) >= 0 || numberOf(b, name) >= 0);
    const total = present.length;
    const open = present.filter((name) => a.tree !== b.tree || numberOf(a, name) !== numberOf(b, name));
    // The parts are loaded together.
    const compared = await Promise.all(open.map(async (name) => ({ name, answers: [await answerOf(a, name), await answerOf(b, name)] })));
    const differences = compared.filter(({ answers }) => !same(...answers));
    const cell = (tree, answer) => h("td", { class: "value" }, answer ? [answerValue(answer), shortOrigin(tree, answer)] : tag("no value"));
    return ["Compare", head, h("h2", {}, differences.length ? `${differences.length} of ${count(total, "key")} differ` : "All keys have the same answer"),
      filtered(differences, "Filter keys", (it) => it.name, (shown) => longList(["Key", a.node.name, b.node.name], shown, ({ name, answers }) => {
        const tree = a.tree.keyNumbers.has(name) ? a.tree : b.tree;
        return h("tr", {}, h("td", { class: "name" }, keyLink(tree, tree.keyNumbers.get(name))), cell(a.tree, answers[0]), cell(b.tree, answers[1]));
      }))];
  }

  return { changes, compare };
})();
