"use strict";
// The parts of the pages of a Hiera report: links, answers with their origins, and lists of nodes.
const hieraParts = (() => {
  const { h, count, tag, address, yaml, prose, placeText, longList, filtered } = reportPages;
  // The longest value, in characters of JSON, that is shown in a line.
  const SHORT = 60;

  const withQuery = (href, choices) => {
    const text = String(new URLSearchParams(choices));
    return text ? `${href}?${text}` : href;
  };
  const keyAddress = (tree, key, node) => withQuery(address("key", tree.number, tree.keys[key]), node ? { node: node.name } : {});
  const keyLink = (tree, key, node) => h("a", { href: keyAddress(tree, key, node) }, tree.keys[key]);
  const nodeLink = (tree, node) => h("a", { href: address("node", tree.number, node.name) }, node.name);
  const lineOf = (name, line) => (line ? `${name}:${line}` : name);
  const fileLink = (tree, file, line) => h("a", { class: "place",
    href: withQuery(address("file", tree.number, tree.files[file]), line ? { line } : {}) }, placeText(lineOf(tree.files[file], line)));
  // A number of nodes, which links to their list.
  const nodeCount = (tree, number, choices) =>
    h("a", { href: withQuery(address("nodes", tree.number), choices) }, count(number, "node"));
  // Shows a file of a problem, which links to its page if the tree has it.
  const placeLink = (tree) => (name, line) => {
    const at = tree.files.indexOf(name);
    return at >= 0 ? fileLink(tree, at, line) : h("span", { class: "place" }, placeText(lineOf(name, line)));
  };
  const levelText = ({ layer, name, path }) => [layer, name, path].filter(Boolean).join(" · ");

  const hiddenValue = () => [tag("sensitive", "note"), " The value is not shown."];

  // What is there instead of a value, if there is none that can be shown.
  function noValue(answer) {
    if (answer.error !== undefined) return h("p", {}, tag("error", "bad"), " ", prose(answer.error));
    if (answer.none) return h("p", {}, tag("no value"), " No level has the key.");
    if (answer.hidden && typeof answer.value === "string") return h("p", {}, hiddenValue());
    return null;
  }

  // The value of an answer, or why there is none.
  const answerValue = (answer) => noValue(answer) || yaml(answer.value);

  // The same, and beside each part of a merged value the numbers of its origins, which are listed below it.
  function notedValue(answer) {
    if (!answer.parts.length || noValue(answer)) return answerValue(answer);
    const origins = new Map(answer.parts.map((part) => [JSON.stringify(part.path), part.from]));
    return yaml(answer.value, (path) => {
      const from = origins.get(JSON.stringify(path));
      if (!from) return "";
      return h("span", { class: "soft" }, from.length ? from.map((number) => `← ${number + 1} `) : "← made by the merge");
    });
  }

  // A short value in a line, or nothing.
  function shortValue(written) {
    if (!written || written.hidden) return null;
    const text = JSON.stringify(written.value);
    if (text === undefined || text.length > SHORT) return null;
    const [line, ...others] = reportValues.lines(written.value);
    return h("code", {}, others.length ? text : line.text);
  }

  // Where the parts of an answer come from, and what was passed over; `written` are the values as they are in files.
  function answerOrigins(tree, answer, written) {
    const from = answer.from.map(({ file, line, level }, number) => h("li", {},
      answer.from.length > 1 ? `${number + 1}. ` : "", fileLink(tree, file, line), " ", h("span", { class: "soft" }, level)));
    const rejected = answer.rejected.map(({ file, line, reason }) => h("li", { class: "soft" },
      fileLink(tree, file, line), " ", shortValue(written.find((one) => one.file === file && one.line === line)), " ", tag(reason, "note")));
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

  // Answers with the same value, which may come from different files: each with all of its nodes. What is hidden may differ.
  function byValue(answers) {
    const groups = new Map();
    answers.forEach((answer, number) => {
      const id = answer.hidden ? number : JSON.stringify([answer.value, answer.error, answer.none]);
      if (!groups.has(id)) groups.set(id, { answer, numbers: [], answers: [], nodes: [] });
      const group = groups.get(id);
      group.numbers.push(number);
      group.answers.push(answer);
      group.nodes = group.nodes.concat(answer.nodes);
    });
    return [...groups.values()].sort((a, b) => b.nodes.length - a.nodes.length);
  }

  // Whether a key is that of the options of lookups, which no lookup finds.
  const isOptions = (answers) => answers.length > 0 && answers.every((answer) => answer.none && answer.rejected.some((one) => one.reason === "options of lookups"));

  // Whether a node has all words: `name=value` is a fact, any other word a part of the name or of the value of a fact.
  function nodeMatcher(tree) {
    const facts = new Map(tree.facts.map((fact) => [fact.name.toLowerCase(), fact]));
    const has = (fact, node, text) => fact.of[node.index] >= 0 && fact.values[fact.of[node.index]].toLowerCase().includes(text);
    return (node, words) => words.every((word) => {
      const [name, ...value] = word.split("=");
      const fact = value.length ? facts.get(name) || facts.get(`::${name}`) || facts.get(`facts.${name}`) : undefined;
      return fact ? has(fact, node, value.join("=")) : node.name.toLowerCase().includes(word) || tree.facts.some((one) => has(one, node, word));
    });
  }

  // The facts and values that few enough nodes tell apart to be worth a suggestion.
  const factChoices = (tree) => tree.facts.filter(({ values }) => values.length > 1 && values.length <= 50)
    .flatMap(({ name, values }) => values.map((value) => `${name.replace(/^::/, "")}=${value}`)).slice(0, 400);

  const nodeList = (tree, nodes) => filtered(nodes, "Filter nodes by name or fact=value", (node) => node.name, (shown) =>
    longList(["Node", "Files, from the highest level"], shown, (node) => h("tr", {}, h("td", { class: "name" }, nodeLink(tree, node)),
      h("td", {}, node.reached.filter((it) => it.file >= 0).map((it) => [fileLink(tree, it.file), " "])))),
    nodeMatcher(tree), factChoices(tree));

  return { withQuery, keyAddress, keyLink, nodeLink, fileLink, nodeCount, placeLink, lineOf, levelText, hiddenValue,
    answerValue, notedValue, answerOrigins, shortOrigin, byValue, isOptions, nodeList };
})();
