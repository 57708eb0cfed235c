"use strict";
// The pages of the report: one function for each, chosen by what is behind # in the address.
(() => {
  const { h, count, tag, address, card, table, yaml, longList, filtered, choice, keep, wordsOf, problemPage, start } = reportPages;
  const { withQuery, keyLink, nodeLink, fileLink, nodeCount, placeLink, levelText, answerValue, answerOrigins, shortOrigin, nodeList } = hieraParts;
  const trees = hieraReport.list;
  // The most values that a search shows.
  const FOUND = 500;

  // The same page of the other trees.
  function otherTrees(kind, tree, name) {
    if (trees.length < 2) return null;
    return h("p", { class: "soft" }, "In ", trees.map((it) =>
      [it === tree ? h("b", {}, it.name) : h("a", { href: address(kind, it.number, name) }, it.name), " "]));
  }

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

    keys: (tree) => [`Keys of ${tree.name}`, h("h1", {}, count(tree.keys.length, "key")),
      h("p", {}, h("a", { href: address("values", tree.number) }, "Search in values")),
      filtered(tree.keys.map((_, key) => key), "Filter keys", (key) => tree.keys[key], (keys) =>
        longList(["Key", "Files", "Answers"], keys, async (key) => {
          const { answers } = tree.nodes.length ? await hieraReport.key(tree, key) : { answers: [] };
          const marks = [answers.some((it) => it.error !== undefined) && tag("error", "bad"), answers.some((it) => it.hidden) && tag("sensitive", "note"),
            answers.some((it) => it.merge) && tag("merged")];
          return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key)), h("td", {}, String(tree.keyFiles[key])),
            h("td", {}, answers.length ? `${answers.length} ` : "", marks.filter(Boolean)));
        }))],

    async nodes(tree, _, query) {
      const [chosen, what] = await chosenNodes(tree, query);
      return [`Nodes of ${tree.name}`, h("h1", {}, count(chosen.length, "node")),
        what ? h("div", {}, what, " ", h("a", { href: address("nodes", tree.number) }, "All nodes")) : null,
        tree.nodes.length ? null : h("p", {}, "No nodes are given. Make the report with --scopes to see what each one gets."),
        nodeList(tree, chosen)];
    },

    files: (tree) => {
      const users = tree.files.map(() => 0);
      tree.nodes.forEach((node) => new Set(node.reached.map((it) => it.file)).forEach((file) => users[file]++));
      return [`Files of ${tree.name}`, h("h1", {}, count(tree.files.length, "file")),
        filtered(tree.files.map((_, file) => file), "Filter files", (file) => tree.files[file], (files) =>
          longList(["File", "Keys", "Nodes"], files, (file) => h("tr", {},
            h("td", { class: "name" }, fileLink(tree, file)),
            h("td", {}, tree.fileKeys[file] ? String(tree.fileKeys[file].length) : tag("cannot be read", "bad")),
            h("td", {}, !tree.nodes.length ? "" : users[file] ? nodeCount(tree, users[file], { file: tree.files[file] }) : tag("none reaches it", "note")))))];
    },

    async key(tree, name, query) {
      const key = tree.keyNumbers.get(name);
      if (key === undefined) return [name, h("h1", {}, name), h("p", {}, `No file of ${tree.name} has this key.`), otherTrees("key", tree, name)];
      const { answers, written } = await hieraReport.key(tree, key);
      const node = tree.nodeNumbers.get(query.get("node"));
      const gets = new Map();
      // Several parts of an answer may come from one file.
      answers.forEach((answer) => new Set(answer.from.map(({ file }) => file)).forEach((file) => gets.set(file, (gets.get(file) || 0) + answer.nodes.length)));
      return [name, h("h1", {}, h("code", {}, name)), otherTrees("key", tree, name),
        tree.nodes.length ? h("div", { class: "tools" }, "What does ", choice("Node", tree.nodes.map((it) => it.name), node && node.name, (chosen) => {
          location.hash = withQuery(address("key", tree.number, name), chosen ? { node: chosen } : {});
        }), " get?") : null,
        node ? nodeAnswer(tree, node, answers.find((answer) => answer.nodes.includes(node))) : null,
        answers.length ? [h("h2", {}, answers.length === 1 ? "All nodes get the same" : `${answers.length} different answers`),
          answerCards(tree, name, answers)] : null,
        h("h2", {}, "Where the key is"),
        longList(["File", "Value as written", "Nodes that get it"], written, ({ file, line, value, hidden }) => h("tr", {},
          h("td", {}, fileLink(tree, file, line)), h("td", { class: "value" }, hidden ? tag("sensitive, not shown", "note") : yaml(value)),
          h("td", {}, !tree.nodes.length ? "" : gets.get(file) ? nodeCount(tree, gets.get(file), { key: name, from: tree.files[file] }) : tag("no node", "note"))))];
    },

    async node(tree, name, query) {
      const node = tree.nodeNumbers.get(name);
      if (!node) return [name, h("h1", {}, name), h("p", {}, "This node is not in the report."), otherTrees("node", tree, name)];
      const { variables, of } = await hieraReport.node(tree, node);
      const keys = tree.keys.map((_, key) => key).filter((key) => of[key] >= 0);
      const broken = node.reached.filter((it) => it.file >= 0 && !tree.fileKeys[it.file]);
      return [name, h("h1", {}, name), otherTrees("node", tree, name),
        h("div", { class: "tools" }, h("a", { href: withQuery("#/compare/0", { a: `${tree.number}:${name}` }) }, "Compare with another node or tree"),
          tree.changeCount !== null ? h("a", { href: withQuery(address("changes", tree.number), { filter: name }) }, "Changes of this node") : null),
        broken.map((it) => h("p", {}, tag("error", "bad"), " Lookups that come to ", fileLink(tree, it.file), " fail.")),
        h("h2", {}, count(keys.length, "key")),
        filtered(keys, "Filter keys", (key) => tree.keys[key], (shown) =>
          longList(["Key", "Answer", "From", "Remarks"], shown, async (key) => {
            const answer = await hieraReport.answer(tree, key, of[key]);
            return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key, node)), h("td", { class: "value" }, answerValue(answer)),
              h("td", {}, shortOrigin(tree, answer)),
              h("td", {}, answer.merge ? tag(`merged: ${answer.merge}`) : "", answer.rejected.length ? tag(`${answer.rejected.length} passed over`, "note") : ""));
          })),
        h("h2", {}, "Levels"),
        table(["Position", "Level", "For this node", "Keys"], node.reached.map((it) => h("tr", { class: it.file < 0 ? "off" : undefined },
          h("td", {}, String(it.position + 1)), h("td", { class: "name" }, levelText(tree.levels[it.position])),
          h("td", {}, it.file < 0 ? [h("code", {}, it.path), " ", tag("no file")] : fileLink(tree, it.file)),
          h("td", {}, it.file >= 0 && tree.fileKeys[it.file] ? String(tree.fileKeys[it.file].length) : "")))),
        h("details", {}, h("summary", {}, "Facts"), yaml(variables))];
    },

    async file(tree, name) {
      const file = tree.files.indexOf(name);
      if (file < 0) return [name, h("h1", {}, name), h("p", {}, "This file is not in the report.")];
      const users = tree.nodes.filter((node) => node.reached.some((it) => it.file === file));
      const problems = tree.problems.filter((problem) => problem[3] === name);
      return [name, h("h1", {}, name),
        tree.nodes.length ? h("p", {}, users.length ? [nodeCount(tree, users.length, { file: name }), ` of ${tree.nodes.length} use this file`]
          : tag("no node reaches this file", "note")) : null,
        problems.length ? [h("h2", {}, "Problems"), reportPages.problemTable(problems, placeLink(tree))] : null,
        tree.fileKeys[file] ? [h("h2", {}, count(tree.fileKeys[file].length, "key")),
          filtered(tree.fileKeys[file], "Filter keys", (key) => tree.keys[key], (keys) =>
            longList(["Key", "Value as written", "Line"], keys, async (key) => {
              const { line, value, hidden } = (await hieraReport.key(tree, key)).written.find((it) => it.file === file);
              return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key)), h("td", { class: "value" }, hidden ? tag("sensitive, not shown", "note") : yaml(value)),
                h("td", {}, String(line)));
            }))] : h("p", {}, tag("cannot be read", "bad"))];
    },

    // The answers that contain a text, which are loaded part by part.
    values(tree, _, query) {
      const results = h("div", { role: "status" });
      const input = h("input", { type: "search", "aria-label": "A part of a value", placeholder: "A part of a value", value: query.get("text") || "",
        onchange: () => { keep("text", input.value.trim()); run(); } });
      let request = 0;
      async function run() {
        const own = ++request;
        const words = wordsOf(input.value);
        if (!words.length) return results.replaceChildren();
        const found = [];
        results.replaceChildren("Searching…");
        await hieraReport.eachKey(tree, (key, { answers, written }) => {
          const texts = answers.length ? answers.map((answer) => answer.v) : written.map((one) => one[2]);
          texts.forEach((value, number) => {
            const text = (JSON.stringify(value) || "").toLowerCase();
            if (words.every((word) => text.includes(word))) found.push({ key, value, number: answers.length ? number : -1 });
          });
          return own !== request || found.length > FOUND;
        });
        if (own !== request) return;
        results.replaceChildren(h("p", {}, found.length > FOUND ? `More than ${FOUND} values; the first ones are shown.` : count(found.length, "value")),
          longList(["Key", "Value", "Nodes"], found.slice(0, FOUND), async ({ key, value, number }) => {
            const nodes = number < 0 ? 0 : (await hieraReport.key(tree, key)).answers[number].nodes.length;
            return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key)), h("td", { class: "value" }, yaml(value)),
              h("td", {}, number < 0 ? "" : nodeCount(tree, nodes, { key: tree.keys[key], answer: number })));
          }));
      }
      run();
      return [`Values of ${tree.name}`, h("h1", {}, "Search in values"), h("div", { class: "tools" }, input), results];
    },

    problems: (tree) => problemPage(tree, placeLink(tree)),
    changes: hieraComparisons.changes,
    compare: hieraComparisons.compare,
  };

  const nodeAnswer = (tree, node, answer) => h("section", { class: "answer" },
    h("h2", {}, nodeLink(tree, node), answer.none ? " gets nothing" : " gets"), answerValue(answer), answerOrigins(tree, answer));

  function answerCards(tree, name, answers) {
    return answers.map((answer, number) => h("section", { class: "answer" },
      h("h3", {}, nodeCount(tree, answer.nodes.length, { key: name, answer: number }),
        answer.nodes.length <= 5 ? [": ", answer.nodes.map((node) => [nodeLink(tree, node), " "])] : ""),
      answerValue(answer), answerOrigins(tree, answer)));
  }

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
      const chosen = from === null ? answers.filter((_, at) => at === Number(query.get("answer"))) : answers.filter((it) => it.from.some((one) => one.file === number));
      const nodes = new Set(chosen.flatMap((answer) => answer.nodes));
      return [tree.nodes.filter((node) => nodes.has(node)), ["For which ", keyLink(tree, key), from === null ? " has this answer: " : " comes from ",
        from === null ? chosen.map(answerValue) : h("code", {}, from), " "]];
    }
    return [tree.nodes, null];
  }

  // ---- Start --------------------------------------------------------------------------------------------------------
  function names(matches, text) {
    const found = [];
    for (const tree of trees) {
      const where = trees.length > 1 ? ` in ${tree.name}` : "";
      tree.nodes.filter((node) => matches(node.name)).slice(0, 15).forEach((node) =>
        found.push([node.name, `node${where}`, address("node", tree.number, node.name)]));
      tree.keys.filter(matches).slice(0, 40).forEach((key) => found.push([key, `key${where}`, address("key", tree.number, key)]));
      tree.files.filter(matches).slice(0, 15).forEach((file) => found.push([file, `file${where}`, address("file", tree.number, file)]));
    }
    const last = trees[trees.length - 1];
    return found.slice(0, 49).concat([[`Values that contain ${text}`, "search", withQuery(address("values", last.number), { text })]]);
  }

  start("Hiera report", {
    ready: hieraReport.ready(), pages, names, subject: (number) => trees[number] || trees[0],
    links: () => [
      h("a", { href: address("keys", "0") }, "Keys"), h("a", { href: address("values", "0") }, "Values"), h("a", { href: address("nodes", "0") }, "Nodes"),
      h("a", { href: address("files", "0") }, "Files"), h("a", { href: address("problems", "0") }, "Problems"),
      trees.length > 1 && trees[1].changeCount !== null ? h("a", { href: address("changes", "1") }, "Changes") : null,
      trees[0].nodes.length ? h("a", { href: "#/compare/0" }, "Compare") : null],
  });
})();
