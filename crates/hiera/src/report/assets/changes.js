"use strict";
// The pages that compare: what changes from one tree to another, and two nodes.
const hieraComparisons = (() => {
  const { h, count, tag, address, yamlPair, prose, placeText, longList, cards, linkList, filtered, choice } = reportPages;
  const { withQuery, keyLink, nodeLink, fileLink, lineOf, hiddenValue, answerValue, shortOrigin } = hieraParts;
  const trees = hieraReport.list;
  const NODES = 20;

  const isPlain = (side) => side.error === undefined && !side.none;

  // What is shown on a side instead of a value, if both sides cannot be shown as lines.
  function sideNote(side) {
    if (side.error !== undefined) return h("p", {}, tag("error", "bad"), " ", prose(side.error));
    if (side.none) return h("p", {}, tag("no value"));
    return side.hidden && typeof side.value === "string" ? h("p", {}, hiddenValue()) : null;
  }
  const places = (tree, from) => h("ul", { class: "plain soft" }, from.map(({ file, line, level }) => h("li", {},
    typeof file === "number" ? fileLink(tree, file, line) : placeText(lineOf(file, line)), " ", level)));

  // The values before and after beside each other, with the lines that differ marked.
  function pair(tree, { before, after }) {
    const [old, fresh] = yamlPair(isPlain(before) ? before.value : undefined, isPlain(after) ? after.value : undefined);
    return h("div", { class: "pair" },
      h("div", {}, h("b", {}, "Before"), sideNote(before) || old, places(trees[tree.number - 1], before.from)),
      h("div", {}, h("b", {}, "After"), sideNote(after) || fresh, places(tree, after.from)));
  }

  // A change; `node` is named first if only its changes are shown.
  function changeCard(tree, change, node) {
    const key = tree.keyNumbers.get(change.key);
    const others = change.nodes.filter((it) => it !== node);
    return h("section", { class: "answer" },
      h("h2", {}, h("code", {}, key === undefined ? change.key : keyLink(tree, key, node)), " ", tag(count(change.nodes.length, "node"), "note")),
      pair(tree, change),
      h("ul", { class: "plain" }, change.causes.map((cause) => h("li", {}, "because ", prose(cause)))),
      h("p", {}, linkList(others, node ? 0 : NODES, (it) => nodeLink(tree, it))));
  }

  async function changes(tree, _, query) {
    if (tree.changeCount === null) return ["Changes", h("h1", {}, "Changes"), h("p", {}, "This tree is not compared with another one. Make the report of two trees with nodes, and open the changes to the second one.")];
    const all = await Promise.all(Array.from({ length: tree.changeCount }, (_, number) => hieraReport.change(tree, number)));
    const nodes = new Set(all.flatMap((change) => change.nodes));
    const node = tree.nodeNumbers.get(query.get("node"));
    const chosen = node ? all.filter((change) => change.nodes.includes(node)) : all;
    const before = trees[tree.number - 1];
    return [`Changes to ${tree.name}`, h("h1", {}, `From ${before.name} to ${tree.name}`),
      h("p", {}, tree.changeCount ? `${count(all.length, "change")} to ${count(new Set(all.map((it) => it.key)).size, "key")} on ${nodes.size.toLocaleString("en")} of ${count(tree.nodes.length, "node")}`
        : `Nothing changes for ${count(tree.nodes.length, "node")}.`),
      tree.settings.length ? h("details", { open: tree.settings.length <= 5 }, h("summary", {}, count(tree.settings.length, "difference"), " of the configuration"),
        h("ul", { class: "plain" }, tree.settings.map((setting) => h("li", {}, prose(setting))))) : null,
      node ? h("p", {}, h("b", {}, `${chosen.length} of them on ${node.name}. `), h("a", { href: address("changes", tree.number) }, "Show all changes")) : null,
      filtered(chosen, "Filter changes by key, node, file or value",
        (change) => JSON.stringify([change.key, change.before, change.after, change.causes]) + change.nodes.map((it) => it.name).join(" "),
        (shown) => cards(shown, (change) => changeCard(tree, change, node)))];
  }

  // ---- Two nodes ----------------------------------------------------------------------------------------------------
  async function side(text) {
    const [number, ...rest] = (text || "").split(":");
    const tree = trees[Number(number)];
    const node = tree && tree.nodeNumbers.get(rest.join(":"));
    return node ? { tree, node, of: (await hieraReport.node(tree, node)).of } : null;
  }

  // The name of a node, with that of its tree if there are two.
  const sideName = (tree, node) => (trees.length > 1 ? `${node.name} in ${tree.name}` : node.name);

  function sideChoice(label, which, present, query) {
    const values = new Map(trees.flatMap((tree) => tree.nodes.map((node) => [sideName(tree, node), `${tree.number}:${node.name}`])));
    return choice(label, [...values.keys()], present ? sideName(present.tree, present.node) : query.get(which), (name) => {
      location.hash = withQuery("#/compare/0", { a: query.get("a") || "", b: query.get("b") || "", [which]: values.get(name) || name });
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
    const head = [h("h1", {}, "Compare"), h("div", { class: "tools" }, sideChoice("First node", "a", a, query), sideChoice("Second node", "b", b, query))];
    if (!a || !b) return ["Compare", head, h("p", {}, trees.length > 1 ? "Type part of a node's name on each side, and the state if both have it." : "Type part of a node's name on each side.")];
    const keys = [...new Set([...a.tree.keys, ...b.tree.keys])].sort();
    const numberOf = ({ tree, of }, name) => (tree.keyNumbers.has(name) ? of[tree.keyNumbers.get(name)] : -1);
    const present = keys.filter((name) => numberOf(a, name) >= 0 || numberOf(b, name) >= 0);
    const total = present.length;
    const open = present.filter((name) => a.tree !== b.tree || numberOf(a, name) !== numberOf(b, name));
    // The parts are loaded together.
    const compared = await Promise.all(open.map(async (name) => ({ name, answers: [await answerOf(a, name), await answerOf(b, name)] })));
    const differences = compared.filter(({ answers }) => !same(...answers));
    const cell = (tree, answer) => h("td", { class: "value" }, answer ? [answerValue(answer), shortOrigin(tree, answer)] : tag("no value"));
    return ["Compare", head, h("h2", {}, differences.length ? `${differences.length} of ${count(total, "key")} ${differences.length === 1 ? "differs" : "differ"}` : "All keys have the same answer"),
      filtered(differences, "Filter keys", (it) => it.name, (shown) => longList(["Key", sideName(a.tree, a.node), sideName(b.tree, b.node)], shown, ({ name, answers }) => {
        const tree = a.tree.keyNumbers.has(name) ? a.tree : b.tree;
        return h("tr", {}, h("td", { class: "name" }, keyLink(tree, tree.keyNumbers.get(name))), cell(a.tree, answers[0]), cell(b.tree, answers[1]));
      }))];
  }

  return { changes, compare };
})();
