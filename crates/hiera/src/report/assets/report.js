"use strict";
// The pages of the report: one function for each, chosen by what is behind # in the address.
(() => {
  const { h, count, tag, address, card, table, yaml, longList, cards, filtered, choice, switcher, valuePage, pairs, problemPage, start } = reportPages;
  const { withQuery, keyAddress, keyLink, nodeLink, fileLink, nodeCount, placeLink, levelText, answerValue, notedValue, answerOrigins, shortOrigin,
    byValue, isOptions, nodeList } = hieraParts;
  const trees = hieraReport.list;

  // The same page of the other tree.
  const otherTrees = (kind, tree, ...rest) => switcher(trees, tree, (it) => address(kind, it.number, ...rest));

  const pages = {
    "": () => ["Overview", trees.map((tree, at) => [
      h("h1", { class: at ? "next" : undefined }, tree.name),
      h("div", { class: "cards" },
        card(address("keys", tree.number), tree.keys.length, "key"),
        card(address("nodes", tree.number), tree.nodes.length, "node"),
        card(address("files", tree.number), tree.files.length, "file"),
        card(address("problems", tree.number), tree.problemCount, "problem"),
        tree.changeCount === null ? null : card(address("changes", tree.number), tree.changeCount, "change")),
      h("h2", {}, "Levels, in the order in which they are searched"),
      table(["Position", "Layer", "Level", "Path", "Nodes with a file"], tree.levels.map((level, position) => {
        const nodes = tree.nodes.filter((node) => node.reached.some((it) => it.position === position && it.file >= 0));
        return h("tr", {}, h("td", {}, String(position + 1)), h("td", {}, level.layer), h("td", {}, level.name), h("td", { class: "name" }, level.path),
          h("td", {}, tree.nodes.length ? [nodeCount(tree, nodes.length, { level: position }), ` of ${tree.nodes.length}`] : ""));
      })),
    ])],

    keys: (tree) => [`Keys of ${tree.name}`, h("h1", {}, count(tree.keys.length, "key")), otherTrees("keys", tree),
      h("p", {}, h("a", { href: address("values", tree.number) }, "Search in values")),
      filtered(tree.keys.map((_, key) => key), "Filter keys", (key) => tree.keys[key], (keys) =>
        longList(["Key", "Files", "Values"], keys, async (key) => {
          const { answers } = tree.nodes.length ? await hieraReport.key(tree, key) : { answers: [] };
          const marks = [answers.some((it) => it.error !== undefined) && tag("error", "bad"), answers.some((it) => it.hidden) && tag("sensitive", "note"),
            answers.some((it) => it.merge) && tag("merged")];
          return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key)), h("td", {}, String(tree.keyFiles[key])),
            h("td", {}, isOptions(answers) ? tag("options of lookups") : answers.length ? `${byValue(answers).length} ` : "", marks.filter(Boolean)));
        }))],

    async nodes(tree, _, query) {
      const [chosen, what] = await chosenNodes(tree, query);
      return [`Nodes of ${tree.name}`, h("h1", {}, count(chosen.length, "node")), what ? h("p", { class: "soft" }, `In ${tree.name}`) : otherTrees("nodes", tree),
        what ? h("div", {}, what, " ", h("a", { href: address("nodes", tree.number) }, "All nodes")) : null,
        tree.nodes.length ? null : h("p", {}, "No nodes are given. Make the report with --scopes to see what each one gets."),
        nodeList(tree, chosen)];
    },

    files: (tree) => {
      const users = tree.files.map(() => 0);
      tree.nodes.forEach((node) => new Set(node.reached.map((it) => it.file).filter((file) => file >= 0)).forEach((file) => users[file]++));
      return [`Files of ${tree.name}`, h("h1", {}, count(tree.files.length, "file")), otherTrees("files", tree),
        filtered(tree.files.map((_, file) => file), "Filter files", (file) => tree.files[file], (files) =>
          longList(["File", "Keys", "Nodes"], files, (file) => h("tr", {},
            h("td", { class: "name" }, fileLink(tree, file)),
            h("td", {}, tree.fileKeys[file] ? String(tree.fileKeys[file].length) : tag("cannot be read", "bad")),
            h("td", {}, !tree.nodes.length ? "" : users[file] ? nodeCount(tree, users[file], { file: tree.files[file] }) : tag("no node", "note")))))];
    },

    async key(tree, name, query) {
      const key = tree.keyNumbers.get(name);
      if (key === undefined) return [name, h("h1", {}, name), h("p", {}, `No file of ${tree.name} has this key.`), otherTrees("key", tree, name)];
      const { answers, written } = await hieraReport.key(tree, key);
      const node = tree.nodeNumbers.get(query.get("node"));
      const typed = query.get("node");
      const gets = new Map();
      // Several parts of an answer may come from one file.
      answers.forEach((answer) => new Set(answer.from.map(({ file }) => file)).forEach((file) => gets.set(file, (gets.get(file) || 0) + answer.nodes.length)));
      return [name, h("h1", {}, h("code", {}, name)), otherTrees("key", tree, name),
        tree.nodes.length ? h("div", { class: "tools" }, "What a node gets: ", choice("Node", tree.nodes.map((it) => it.name), typed, (chosen) => {
          location.hash = withQuery(address("key", tree.number, name), chosen ? { node: chosen } : {});
        })) : null,
        node ? nodeAnswer(tree, node, answers.find((answer) => answer.nodes.includes(node)), written) : null,
        isOptions(answers) ? h("p", {}, "These are options of lookups: lookups apply them, and no node gets them as a value.") : valueCards(tree, name, answers, written),
        h("h2", {}, "Where it is defined"),
        longList(["File", "Value as written", "Nodes that get it"], written, ({ file, line, value, hidden }) => h("tr", {},
          h("td", {}, fileLink(tree, file, line)), h("td", { class: "value" }, hidden ? tag("sensitive, not shown", "note") : yaml(value)),
          h("td", {}, !tree.nodes.length ? "" : gets.get(file) ? nodeCount(tree, gets.get(file), { key: name, from: tree.files[file] }) : tag("no node", "note"))))];
    },

    async node(tree, name, query) {
      const node = tree.nodeNumbers.get(name);
      if (!node) return [name, h("h1", {}, name), h("p", {}, "This node is not in the report."), otherTrees("node", tree, name)];
      const { variables, of } = await hieraReport.node(tree, node);
      const keys = tree.keys.map((_, key) => key).filter((key) => of[key] >= 0);
      const changed = trees.find((it) => it.changeCount !== null);
      const broken = node.reached.filter((it) => it.file >= 0 && !tree.fileKeys[it.file]);
      return [name, h("h1", {}, name), otherTrees("node", tree, name),
        h("div", { class: "tools" }, h("a", { href: withQuery("#/compare/0", { a: `${tree.number}:${name}` }) }, trees.length > 1 ? "Compare with another node or state" : "Compare with another node"),
          changed ? h("a", { href: withQuery(address("changes", changed.number), { node: name }) }, "Changes of this node") : null),
        broken.map((it) => h("p", {}, tag("error", "bad"), " Lookups that come to ", fileLink(tree, it.file), " fail.")),
        factLine(tree, node),
        h("details", { open: node.reached.length <= 8 }, h("summary", {}, count(node.reached.length, "level")), levelTable(tree, node)),
        h("details", {}, h("summary", {}, "All facts"), yaml(variables)),
        h("h2", {}, count(keys.length, "key")),
        filtered(keys, "Filter keys", (key) => tree.keys[key], (shown) =>
          longList(["Key", "Value", "From", "Remarks"], shown, async (key) => {
            const answer = await hieraReport.answer(tree, key, of[key]);
            return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key, node)), h("td", { class: "value" }, answerValue(answer)),
              h("td", {}, shortOrigin(tree, answer)),
              h("td", {}, answer.merge ? tag(`merged: ${answer.merge}`) : "",
                answer.rejected.length ? h("a", { href: keyAddress(tree, key, node) }, `${answer.rejected.length} passed over`) : ""));
          }))];
    },

    async file(tree, name, query) {
      const file = tree.files.indexOf(name);
      if (file < 0) return [name, h("h1", {}, name), h("p", {}, "This file is not in the report."), otherTrees("file", tree, name)];
      const users = tree.nodes.filter((node) => node.reached.some((it) => it.file === file));
      const problems = tree.problems.filter((problem) => problem[3] === name);
      const line = Number(query.get("line"));
      const entry = async (key) => (await hieraReport.written(tree, key)).filter((it) => it.file === file).map((it) => ({ key, ...it }));
      const entries = (await Promise.all((tree.fileKeys[file] || []).map(entry))).flat().sort((a, b) => a.line - b.line);
      const row = ({ key, line: at, value, hidden }) => h("tr", { class: at === line ? "here" : undefined }, h("td", {}, String(at)), h("td", { class: "name" }, keyLink(tree, key)),
        h("td", { class: "value" }, hidden ? tag("sensitive, not shown", "note") : yaml(value)));
      // The line is first, since a file may have thousands.
      const here = entries.filter((it) => it.line === line);
      return [name, h("h1", {}, name), otherTrees("file", tree, name),
        tree.nodes.length ? h("p", {}, users.length ? [nodeCount(tree, users.length, { file: name }), ` of ${tree.nodes.length} use this file`]
          : tag("no node uses this file", "note")) : null,
        here.length ? [h("h2", {}, `Line ${line}`), table(["Line", "Key", "Value as written"], here.map(row))] : null,
        problems.length ? [h("h2", {}, "Problems"), reportPages.problemTable(problems, placeLink(tree))] : null,
        tree.fileKeys[file] ? [h("h2", {}, count(entries.length, "key")),
          filtered(entries, "Filter keys", (it) => tree.keys[it.key], (shown) => longList(["Line", "Key", "Value as written"], shown, row))]
          : h("p", {}, tag("cannot be read", "bad"))];
    },

    // The values of answers, which are loaded part by part.
    values: (tree, _, query) => valuePage(tree, query, (text) => switcher(trees, tree, (it) => withQuery(address("values", it.number), { text })),
      (has, add) => hieraReport.eachKey(tree, has, (key, { answers, written }) => {
        const groups = answers.length ? byValue(answers) : written.map(({ value }) => ({ answer: { value }, nodes: [] }));
        return groups.filter(({ answer }) => has(answer.value)).every((group) => add({ key, ...group }));
      }),
      ["Key", "Value", "Nodes"], ({ key, answer, numbers, nodes }) => h("tr", {},
        h("td", { class: "name" }, keyLink(tree, key)), h("td", { class: "value" }, yaml(answer.value)),
        h("td", {}, nodes.length ? nodeCount(tree, nodes.length, { key: tree.keys[key], answer: numbers }) : ""))),

    problems: (tree) => problemPage(tree, placeLink(tree), otherTrees("problems", tree)),
    changes: hieraComparisons.changes,
    compare: hieraComparisons.compare,
  };

  const nodeAnswer = (tree, node, answer, written) => h("section", { class: "answer" },
    h("h2", {}, nodeLink(tree, node), answer.none ? " gets nothing" : " gets"), notedValue(answer), answerOrigins(tree, answer, written));

  // The distinct values of a key, each with its nodes, and with where it comes from for each part of them.
  function valueCards(tree, name, answers, written) {
    if (!answers.length) return null;
    const groups = byValue(answers);
    const nodesOf = (nodes, numbers) => [nodeCount(tree, nodes.length, { key: name, answer: numbers }),
      nodes.length <= 8 ? [": ", nodes.map((node) => [nodeLink(tree, node), " "])] : ""];
    const one = (answer) => [notedValue(answer), answerOrigins(tree, answer, written)];
    const several = (group) => [answerValue(group.answer), group.answers.map((answer, at) => [h("h4", {}, nodesOf(answer.nodes, [group.numbers[at]])), answerOrigins(tree, answer, written)])];
    return [h("h2", {}, groups.length === 1 ? "All nodes get the same" : `${groups.length.toLocaleString("en")} different values`),
      cards(groups, (group) => h("section", { class: "answer" }, group.answers.length === 1
        ? [h("h3", {}, nodesOf(group.nodes, group.numbers)), one(group.answer)]
        : [h("h3", {}, nodeCount(tree, group.nodes.length, { key: name, answer: group.numbers })), several(group)]))];
  }

  // The facts of a node that levels and values name.
  function factLine(tree, node) {
    const facts = tree.facts.filter((fact) => fact.of[node.index] >= 0).map((fact) => [h("span", { class: "soft" }, fact.name.replace(/^(::|facts\.)/, "")), " ", fact.values[fact.of[node.index]]]);
    return facts.length ? h("p", {}, facts.slice(0, 12).map((fact, at) => [at ? ", " : "", fact])) : null;
  }

  const levelTable = (tree, node) => table(["Position", "Level", "For this node", "Keys"], node.reached.map((it) => h("tr", { class: it.file < 0 ? "off" : undefined },
    h("td", {}, String(it.position + 1)), h("td", { class: "name" }, levelText(tree.levels[it.position])),
    h("td", {}, it.file < 0 ? [h("code", {}, it.path), " ", tag("no file")] : fileLink(tree, it.file)),
    h("td", {}, it.file >= 0 && tree.fileKeys[it.file] ? String(tree.fileKeys[it.file].length) : ""))));

  // The nodes that an address chooses, and what they have in common.
  async function chosenNodes(tree, query) {
    const [level, file, name] = [query.get("level"), query.get("file"), query.get("key")];
    if (level !== null && tree.levels[Number(level)]) {
      const position = Number(level);
      return [tree.nodes.filter((node) => node.reached.some((it) => it.position === position && it.file >= 0)),
        ["With a file at the level ", h("code", {}, levelText(tree.levels[position])), "."]];
    }
    if (file !== null) {
      const number = tree.files.indexOf(file);
      return [tree.nodes.filter((node) => node.reached.some((it) => it.file === number)), ["That use ", h("code", {}, file), "."]];
    }
    const key = tree.keyNumbers.get(name);
    if (key !== undefined) {
      const { answers } = await hieraReport.key(tree, key);
      const from = query.get("from");
      const number = from === null ? -1 : tree.files.indexOf(from);
      const numbers = (query.get("answer") || "").split(",").map(Number);
      const chosen = from === null ? answers.filter((_, at) => numbers.includes(at)) : answers.filter((it) => it.from.some((one) => one.file === number));
      const nodes = new Set(chosen.flatMap((answer) => answer.nodes));
      return [tree.nodes.filter((node) => nodes.has(node)), ["For which ", keyLink(tree, key), from === null ? " has this value: " : " comes from ",
        from === null ? chosen.slice(0, 1).map(answerValue) : h("code", {}, from), " "]];
    }
    return [tree.nodes, null];
  }

  // ---- Start --------------------------------------------------------------------------------------------------------
  // What of the last tree, and of the others if it has none with the name, a search finds.
  function named(kind, limit, listOf, matches) {
    const found = new Map();
    [...trees].reverse().forEach((tree) => listOf(tree).filter(matches).forEach((name) => found.has(name) || found.set(name, tree)));
    return [...found].slice(0, limit).map(([name, tree]) => [name, trees.length > 1 ? `${kind} in ${tree.name}` : kind, address(kind, tree.number, name)]);
  }

  function names(matches, text) {
    const last = trees[trees.length - 1];
    return [...named("node", 12, (tree) => tree.nodes.map((node) => node.name), matches), ...named("key", 20, (tree) => tree.keys, matches),
      ...named("file", 8, (tree) => tree.files, matches), ...pairs(text, last.nodes, last.keys).map(([node, key]) => [`${key} of ${node.name}`, trees.length > 1 ? `value in ${last.name}` : "value", keyAddress(last, last.keyNumbers.get(key), node)]),
      [`Values that contain ${text}`, "search", withQuery(address("values", last.number), { text })],
      [`Nodes with ${text} in their name or facts`, "search", withQuery(address("nodes", last.number), { filter: text })]];
  }

  start("Hiera report", {
    ready: hieraReport.ready(), pages, names, subject: (number) => trees[number] || trees[0], last: () => trees.length - 1,
    links: (tree) => [
      h("a", { href: address("keys", tree) }, "Keys"), h("a", { href: address("values", tree) }, "Values"), h("a", { href: address("nodes", tree) }, "Nodes"),
      h("a", { href: address("files", tree) }, "Files"), h("a", { href: address("problems", tree) }, "Problems"),
      trees.length > 1 && trees[1].changeCount !== null ? h("a", { href: address("changes", 1) }, "Changes") : null,
      trees[0].nodes.length ? h("a", { href: "#/compare/0" }, "Compare") : null],
  });
})();
