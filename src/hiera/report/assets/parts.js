"use strict";
// The parts of the pages of a Hiera report: links, answers with their origins, and lists of nodes.
const hieraParts = (() => {
  const { h, count, tag, address, yaml, longList, filtered } = reportPages;

  const withQuery = (href, choices) => {
    const text = String(new URLSearchParams(choices));
    return text ? `${href}?${text}` : href;
  };
  const keyLink = (tree, key, node) =>
    h("a", { href: withQuery(address("key", tree.number, tree.keys[key]), node ? { node: node.name } : {}) }, tree.keys[key]);
  const nodeLink = (tree, node) => h("a", { href: address("node", tree.number, node.name) }, node.name);
  const fileLink = (tree, file, line) =>
    h("a", { class: "place", href: address("file", tree.number, tree.files[file]) }, tree.files[file] + (line ? `:${line}` : ""));
  // A number of nodes, which links to their list.
  const nodeCount = (tree, number, choices) =>
    h("a", { href: withQuery(address("nodes", tree.number), choices) }, count(number, "node"));
  // Shows a file of a problem, which links to its page if the tree has it.
  const placeLink = (tree) => (name, line) => {
    const at = tree.files.indexOf(name);
    return at >= 0 ? fileLink(tree, at, line) : name + (line ? `:${line}` : "");
  };
  const levelText = ({ layer, name, path }) => [layer, name, path].filter(Boolean).join(" · ");

  // The value of an answer, or why there is none; beside each part of a merged value, the numbers of its origins.
  function answerValue(answer) {
    if (answer.error !== undefined) return h("p", {}, tag("error", "bad"), " ", answer.error);
    if (answer.none) return h("p", {}, tag("no value"), " No level has the key.");
    if (answer.hidden && typeof answer.value === "string") return h("p", {}, tag("sensitive", "note"), " The value is not shown.");
    if (!answer.parts.length) return yaml(answer.value);
    const origins = new Map(answer.parts.map((part) => [JSON.stringify(part.path), part.from]));
    return yaml(answer.value, (path) => {
      const from = origins.get(JSON.stringify(path));
      if (!from) return "";
      return h("span", { class: "soft" }, from.length ? from.map((number) => `← ${number + 1} `) : "← merged");
    });
  }

  // Where the parts of an answer come from, and what was passed over.
  function answerOrigins(tree, answer) {
    const from = answer.from.map(({ file, line, level }, number) => h("li", {},
      answer.from.length > 1 ? `${number + 1}. ` : "", fileLink(tree, file, line), " ", h("span", { class: "soft" }, level)));
    const rejected = answer.rejected.map(({ file, line, reason }) => h("li", { class: "soft" },
      fileLink(tree, file, line), " ", tag(reason, "note")));
    const how = [answer.merge && `merged by the strategy ${answer.merge}`,
      answer.convert !== undefined && `converted to ${JSON.stringify(answer.convert)}`].filter(Boolean);
    return [
      how.length ? h("p", { class: "soft" }, how.join(", ")) : null,
      from.length ? h("ul", { class: "plain" }, from) : null,
      rejected.length ? [h("p", { class: "soft" }, "Passed over:"), h("ul", { class: "plain" }, rejected)] : null,
    ];
  }

  // The first origin of an answer, and how many others there are.
  function shortOrigin(tree, { from }) {
    if (!from.length) return "";
    return [fileLink(tree, from[0].file, from[0].line), from.length > 1 ? [" ", tag(`and ${from.length - 1} more`, "note")] : ""];
  }

  // Whether a node has all words: `name=value` is a fact, any other word a part of the name.
  function nodeMatcher(tree) {
    const facts = new Map(tree.facts.map((fact) => [fact.name.toLowerCase(), fact]));
    return (node, words) => words.every((word) => {
      const [name, ...value] = word.split("=");
      const fact = value.length ? facts.get(name) || facts.get(`::${name}`) || facts.get(`facts.${name}`) : undefined;
      if (!fact) return node.name.toLowerCase().includes(word);
      const at = fact.of[node.index];
      return at >= 0 && fact.values[at].toLowerCase().includes(value.join("="));
    });
  }

  // The facts and values that few enough nodes tell apart to be worth a suggestion.
  const factChoices = (tree) => tree.facts.filter(({ values }) => values.length > 1 && values.length <= 50)
    .flatMap(({ name, values }) => values.map((value) => `${name.replace(/^::/, "")}=${value}`)).slice(0, 400);

  const nodeList = (tree, nodes) => filtered(nodes, "Filter nodes: a part of the name, or fact=value", (node) => node.name, (shown) =>
    longList(["Node", "Files, from the highest level"], shown, (node) => h("tr", {}, h("td", { class: "name" }, nodeLink(tree, node)),
      h("td", {}, node.reached.filter((it) => it.file >= 0).map((it) => [fileLink(tree, it.file), " "])))),
    nodeMatcher(tree), factChoices(tree));

  return { withQuery, keyLink, nodeLink, fileLink, nodeCount, placeLink, levelText, answerValue, answerOrigins, shortOrigin, nodeList };
})();
