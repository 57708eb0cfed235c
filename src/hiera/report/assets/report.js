"use strict";
// The pages of the report: one function for each, chosen by what is behind # in the address.
(() => {
  const { h, count, tag, address, card, table, json, longList, filtered, problemTable, problemPage, start } = reportPages;
  const trees = hieraReport.list;

  // ---- Parts of pages -----------------------------------------------------------------------------------------------
  const keyLink = (tree, key, node) =>
    h("a", { href: address("key", tree.number, tree.keys[key]) + (node ? `?node=${encodeURIComponent(node.name)}` : "") },
      tree.keys[key]);
  const nodeLink = (tree, node) => h("a", { href: address("node", tree.number, node.name) }, node.name);
  const fileLink = (tree, file, line) =>
    h("a", { class: "place", href: address("file", tree.number, tree.files[file]) },
      tree.files[file] + (line ? `:${line}` : ""));
  // Shows a file of a problem, which links to its page if the tree has it.
  const placeLink = (tree) => (name, line) => {
    const at = tree.files.indexOf(name);
    return at >= 0 ? fileLink(tree, at, line) : name;
  };
  const levelName = (tree, position) => {
    const level = position % tree.levels.length;
    const backends = tree.backends.length > 1 ? ` (${tree.backends[Math.floor(position / tree.levels.length)]})` : "";
    return tree.levels[level] + backends;
  };

  // A value as JSON. Values of Ruby's own classes are answered as nil.
  function valueText(value) {
    if (value && typeof value === "object" && Object.keys(value).join() === "ruby,text") {
      return [h("code", {}, value.text), " ", tag(`a ${value.ruby}, answered as nil`, "note")];
    }
    return json(value);
  }

  // ---- Pages --------------------------------------------------------------------------------------------------------
  const pages = {
    "": () => ["Overview", trees.map((tree) => [
      h("h1", {}, tree.name),
      h("div", { class: "cards" },
        card(address("keys", tree.number), tree.keys.length, "key"),
        card(address("nodes", tree.number), tree.nodes.length, "node"),
        card(address("files", tree.number), tree.files.length, "file"),
        card(address("problems", tree.number), tree.problemCount, "problem")),
      h("h2", {}, "Levels, in the order in which they are searched"),
      table(["", "Level", "Backend", "Nodes with a file"], tree.backends.flatMap((backend, b) => tree.levels.map((level, l) => {
        const position = b * tree.levels.length + l;
        const nodes = tree.nodes.filter((node) => node.reached.some((it) => it.position === position && it.file >= 0));
        return h("tr", {}, h("td", {}, String(position + 1)), h("td", { class: "name" }, level), h("td", {}, backend),
          h("td", {}, tree.nodes.length ? `${nodes.length} of ${tree.nodes.length}` : ""));
      }))),
    ])],

    keys: (tree) => [`Keys of ${tree.name}`, h("h1", {}, count(tree.keys.length, "key")),
      filtered(tree.keys.map((_, key) => key), "Filter keys", (key) => tree.keys[key], (keys) =>
        longList(["Key", "Files"], keys, (key) => h("tr", {}, h("td", { class: "name" }, keyLink(tree, key)),
          h("td", {}, String(tree.keyFiles[key].length)))))],

    nodes: (tree) => [`Nodes of ${tree.name}`, h("h1", {}, count(tree.nodes.length, "node")),
      tree.nodes.length ? null : h("p", {}, "No nodes are given. Make the report with --scopes to see what each one gets."),
      filtered(tree.nodes, "Filter nodes", (node) => node.name, (nodes) =>
        longList(["Node", "Files, from the highest level"], nodes, (node) => h("tr", {}, h("td", { class: "name" }, nodeLink(tree, node)),
          h("td", {}, node.reached.filter((it) => it.file >= 0).map((it) => [fileLink(tree, it.file), " "])))))],

    files: (tree) => {
      const users = tree.files.map(() => 0);
      tree.nodes.forEach((node) => new Set(node.reached.map((it) => it.file)).forEach((file) => users[file]++));
      return [`Files of ${tree.name}`, h("h1", {}, count(tree.files.length, "file")),
        filtered(tree.files.map((_, file) => file), "Filter files", (file) => tree.files[file], (files) =>
          longList(["File", "Keys", tree.nodes.length ? "Nodes" : ""], files, (file) => h("tr", {},
            h("td", { class: "name" }, fileLink(tree, file)),
            h("td", {}, tree.fileKeys[file] ? String(tree.fileKeys[file].length) : tag("cannot be read", "bad")),
            h("td", {}, tree.nodes.length ? (users[file] ? String(users[file]) : tag("none reaches it", "note")) : ""))))];
    },

    async key(tree, name, query) {
      const key = tree.keys.indexOf(name);
      if (key < 0) return [name, h("h1", {}, name), h("p", {}, `No file of ${tree.name} has this key.`), otherTrees("key", tree, name)];
      const node = tree.nodes.find((it) => it.name === query.get("node"));
      const values = await hieraReport.values(tree, key);
      const chosen = node && (hieraReport.sources(tree, node).get(key) || []);
      const answer = node && (await hieraReport.answers(tree, node)).get(key);
      const order = (value) => chosen ? (chosen.findIndex((it) => it.file === value.file) + 1 || 1e9) : 0;
      values.sort((a, b) => order(a) - order(b));
      const gets = tree.files.map(() => 0);
      tree.nodes.forEach((it) => {
        const first = it.reached.find((level) => level.file >= 0 && values.some((value) => value.file === level.file));
        if (first) gets[first.file]++;
      });
      return [name, h("h1", {}, h("code", {}, name)), otherTrees("key", tree, name), nodeChoice(tree, node, (chosenName) => {
        location.hash = address("key", tree.number, name) + (chosenName ? `?node=${encodeURIComponent(chosenName)}` : "");
      }), node ? answerOf(tree, node, values, chosen, answer) : null,
      h("h2", {}, node ? "Where the key is, from the level that counts" : "Where the key is"),
      longList(["File", "Value as written", node ? "For this node" : tree.nodes.length ? "Nodes that get it" : ""], values, (value) => {
        const at = chosen ? chosen.findIndex((it) => it.file === value.file) : -1;
        const state = !node ? (tree.nodes.length ? (gets[value.file] ? count(gets[value.file], "node") : tag("no node", "note")) : "")
          : at === 0 ? tag("counts", "good") : at > 0 ? tag("shadowed", "note") : tag("not reached");
        return h("tr", { class: node && at < 0 ? "off" : undefined },
          h("td", {}, fileLink(tree, value.file, value.line),
            at >= 0 ? h("div", { class: "soft" }, levelName(tree, chosen[at].position)) : null),
          h("td", {}, valueText(value.value)), h("td", {}, state));
      }), merging(values, chosen)];
    },

    async node(tree, name) {
      const node = tree.nodes.find((it) => it.name === name);
      if (!node) return [name, h("h1", {}, name), h("p", {}, "This node is not in the report."), otherTrees("node", tree, name)];
      const sources = hieraReport.sources(tree, node);
      const answers = await hieraReport.answers(tree, node);
      const keys = [...sources.keys()].sort((a, b) => a - b);
      const broken = node.reached.filter((it) => it.file >= 0 && !tree.fileKeys[it.file]);
      return [name, h("h1", {}, name), otherTrees("node", tree, name),
        h("div", { class: "tools" }, h("a", { href: `#/compare?a=${tree.number}:${encodeURIComponent(name)}` }, "Compare with another node or tree")),
        broken.map((it) => h("p", {}, tag("error", "bad"), " Lookups that come to ", fileLink(tree, it.file), " fail.")),
        h("h2", {}, "Levels"),
        table(["", "Level", "For this node", "Keys"], node.reached.map((it) => h("tr", { class: it.file < 0 ? "off" : undefined },
          h("td", {}, String(it.position + 1)), h("td", { class: "name" }, levelName(tree, it.position)),
          h("td", {}, it.file < 0 ? [h("code", {}, it.path), " ", tag("no file")] : fileLink(tree, it.file)),
          h("td", {}, it.file >= 0 && tree.fileKeys[it.file] ? String(tree.fileKeys[it.file].length) : "")))),
        h("details", {}, h("summary", {}, "Variables"), h("pre", {}, JSON.stringify(node.variables, null, 2))),
        h("h2", {}, count(keys.length, "key")),
        filtered(keys, "Filter keys", (key) => tree.keys[key], (shown) =>
          longList(["Key", "Answer", "From", ""], shown, async (key) => {
            const levels = sources.get(key);
            const values = await hieraReport.values(tree, key);
            const written = values.find((value) => value.file === levels[0].file);
            const answer = answers.get(key);
            return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key, node)),
              h("td", {}, answer && answer.error ? [tag("error", "bad"), " ", answer.error] : valueText(answer ? answer.value : written.value)),
              h("td", {}, fileLink(tree, written.file, written.line)),
              h("td", {}, levels.length > 1 ? tag(`${levels.length - 1} shadowed`, "note") : ""));
          }))];
    },

    async file(tree, name) {
      const file = tree.files.indexOf(name);
      if (file < 0) return [name, h("h1", {}, name), h("p", {}, "This file is not in the report.")];
      const nodes = tree.nodes.filter((node) => node.reached.some((it) => it.file === file));
      const problems = tree.problems.filter((problem) => problem[3] === name);
      return [name, h("h1", {}, name),
        tree.nodes.length ? h("p", {}, nodes.length ? [`${count(nodes.length, "node")}: `, nodes.slice(0, 20).map((node) => [nodeLink(tree, node), " "]),
          nodes.length > 20 ? "…" : ""] : tag("no node reaches this file", "note")) : null,
        problems.length ? [h("h2", {}, "Problems"), problemTable(problems, placeLink(tree))] : null,
        tree.fileKeys[file] ? [h("h2", {}, count(tree.fileKeys[file].length, "key")),
          filtered(tree.fileKeys[file], "Filter keys", (key) => tree.keys[key], (keys) =>
            longList(["Key", "Value as written", "Line"], keys, async (key) => {
              const value = (await hieraReport.values(tree, key)).find((it) => it.file === file);
              return h("tr", {}, h("td", { class: "name" }, keyLink(tree, key)), h("td", {}, valueText(value.value)),
                h("td", {}, String(value.line)));
            }))] : h("p", {}, tag("cannot be read", "bad"))];
    },

    problems: (tree) => problemPage(tree, placeLink(tree)),

    async compare(tree, name, query) {
      const side = (text) => {
        const [number, ...rest] = (text || "").split(":");
        const found = trees[Number(number)];
        return found && found.nodes.find((node) => node.name === rest.join(":")) ? { tree: found, node: found.nodes.find((node) => node.name === rest.join(":")) } : null;
      };
      const [a, b] = [side(query.get("a")), side(query.get("b"))];
      const choice = (which, present) => h("select", { "aria-label": which, onchange: (event) => {
        const next = new URLSearchParams({ a: query.get("a") || "", b: query.get("b") || "", [which]: event.target.value });
        location.hash = `#/compare?${next}`;
      } }, h("option", { value: "" }, "choose a node"), trees.map((it) => it.nodes.map((node) => h("option", {
        value: `${it.number}:${node.name}`, selected: present && present.tree === it && present.node === node,
      }, trees.length > 1 ? `${node.name} in ${it.name}` : node.name))));
      const head = [h("h1", {}, "Compare"), h("div", { class: "tools" }, choice("a", a), "with", choice("b", b))];
      if (!a || !b) return ["Compare", head];
      const [inA, inB] = [hieraReport.sources(a.tree, a.node), hieraReport.sources(b.tree, b.node)];
      const [ansA, ansB] = [await hieraReport.answers(a.tree, a.node), await hieraReport.answers(b.tree, b.node)];
      const names = new Set([...inA.keys()].map((key) => a.tree.keys[key]).concat([...inB.keys()].map((key) => b.tree.keys[key])));
      const changes = [];
      for (const it of [...names].sort()) {
        const [keyA, keyB] = [a.tree.keys.indexOf(it), b.tree.keys.indexOf(it)];
        const [fromA, fromB] = [(inA.get(keyA) || [])[0], (inB.get(keyB) || [])[0]];
        const same = a.tree === b.tree && fromA && fromB && fromA.file === fromB.file && !ansA.has(keyA) && !ansB.has(keyB);
        if (same) continue;
        const [valueA, valueB] = [await outcome(a.tree, keyA, fromA, ansA), await outcome(b.tree, keyB, fromB, ansB)];
        if (JSON.stringify(valueA.shown) !== JSON.stringify(valueB.shown)) changes.push({ name: it, keyA, keyB, valueA, valueB });
      }
      const cell = (tree, it) => it.from ? [it.error ? [tag("error", "bad"), " ", it.error] : valueText(it.value),
        fileLink(tree, it.from.file, it.line)] : tag("no value");
      return ["Compare", head, h("h2", {}, changes.length ? `${count(changes.length, "key")} of ${names.size} differ` : "All keys have the same answer"),
        filtered(changes, "Filter keys", (it) => it.name, (shown) => longList(["Key", a.node.name, b.node.name], shown, (it) => h("tr", {},
          h("td", { class: "name" }, it.keyA >= 0 ? keyLink(a.tree, it.keyA, a.node) : keyLink(b.tree, it.keyB, b.node)),
          h("td", {}, cell(a.tree, it.valueA)), h("td", {}, cell(b.tree, it.valueB)))))];
    },
  };

  function otherTrees(kind, tree, name) {
    if (trees.length < 2) return null;
    return h("p", { class: "soft" }, "In ", trees.map((it) =>
      [it === tree ? h("b", {}, it.name) : h("a", { href: address(kind, it.number, name) }, it.name), " "]));
  }

  function nodeChoice(tree, node, choose) {
    if (!tree.nodes.length) return null;
    const list = h("datalist", { id: "nodes" }, tree.nodes.map((it) => h("option", { value: it.name })));
    const input = h("input", { list: "nodes", type: "search", placeholder: "for a node", "aria-label": "Node", value: node ? node.name : "",
      onchange: () => choose(input.value) });
    return h("div", { class: "tools" }, h("label", {}, "What does "), input, h("span", {}, "get?"), list,
      node ? nodeLink(tree, node) : null);
  }

  function answerOf(tree, node, values, chosen, answer) {
    if (!chosen.length) return h("p", {}, tag("no value"), ` No level has the key for ${node.name}.`);
    const written = values.find((value) => value.file === chosen[0].file);
    return [h("h2", {}, `${node.name} gets`),
      answer && answer.error ? h("p", {}, tag("error", "bad"), " ", answer.error) : valueText(answer ? answer.value : written.value),
      h("p", { class: "soft" }, `from level ${chosen[0].position + 1}, `, levelName(tree, chosen[0].position), ", ",
        fileLink(tree, written.file, written.line))];
  }

  function merging(values, chosen) {
    const merged = chosen && chosen.length > 1 && values.some((value) => typeof value.value === "object" && value.value !== null);
    return merged ? h("p", { class: "soft" }, "Lookups that merge, with the resolution array or hash, take the values of all levels that are reached.") : null;
  }

  async function outcome(tree, key, from, answers) {
    if (key < 0 || !from) return { shown: null };
    const written = (await hieraReport.values(tree, key)).find((value) => value.file === from.file);
    const answer = answers.get(key);
    const [value, error] = answer ? [answer.value, answer.error] : [written.value, undefined];
    return { from, line: written.line, value, error, shown: error ? ["error", error] : ["value", value] };
  }

  // ---- Start --------------------------------------------------------------------------------------------------------
  function names(matches) {
    const found = [];
    for (const tree of trees) {
      const where = trees.length > 1 ? ` in ${tree.name}` : "";
      tree.nodes.filter((node) => matches(node.name)).slice(0, 15).forEach((node) =>
        found.push([node.name, `node${where}`, address("node", tree.number, node.name)]));
      tree.keys.filter(matches).slice(0, 40).forEach((key) => found.push([key, `key${where}`, address("key", tree.number, key)]));
      tree.files.filter(matches).slice(0, 15).forEach((file) => found.push([file, `file${where}`, address("file", tree.number, file)]));
    }
    return found;
  }

  start("Hiera report", {
    ready: hieraReport.ready(), pages, names, subject: (number) => trees[number],
    links: () => [
      h("a", { href: address("keys", 0) }, "Keys"), h("a", { href: address("nodes", 0) }, "Nodes"),
      h("a", { href: address("files", 0) }, "Files"), h("a", { href: address("problems", 0) }, "Problems"),
      trees[0].nodes.length ? h("a", { href: "#/compare" }, "Compare") : ""],
  });
})();
