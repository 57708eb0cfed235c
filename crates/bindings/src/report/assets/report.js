"use strict";
// The pages of the report: one function for each, chosen by what is behind # in the address.
(() => {
  const { h, count, tag, address, card, table, yaml, placeText, longList, linkList, filtered, choice, switcher, valuePage, pairs, problemPage, start } = reportPages;
  const sites = bindingsReport.list;
  const DECIDES = ["used", "in conflict", "requires another binding", "has another name now"];
  const BEATEN = ["lower layer", "lower category", "has another name", "a binding with a value has the same precedence", "excluded"];

  const NO_ACCOUNT = { bindings: [], contributions: [] };

  // ---- Parts of pages -----------------------------------------------------------------------------------------------
  const keyAddress = (site, key, node) =>
    address("key", site.number, key) + (node ? `?node=${encodeURIComponent(node.name)}` : "");
  const keyLink = (site, key, node) => h("a", { href: keyAddress(site, key, node) }, key);
  const nodeLink = (site, node) => h("a", { href: address("node", site.number, node.name) }, node.name);
  const place = (text) => h("span", { class: "place" }, placeText(text));
  const inSites = (kind, site, name, query) => switcher(sites, site, (it) => (name === undefined ? address(kind, it.number) : address(kind, it.number, name)) + (query || ""));

  // What a node gets: a value, a problem, or nothing.
  function answer(account) {
    if (account.problem) return [tag("problem", "bad"), " ", account.problem];
    return "value" in account ? yaml(account.value) : tag("not bound");
  }

  const outcome = (account) => JSON.stringify(account.problem ? ["problem", account.problem] : "value" in account ? ["value", account.value] : null);
  const winner = (account) => account.bindings.find((binding) => DECIDES.includes(binding.verdict));

  // The value that a node has of a category, of the site or of the list of a layer.
  function valueOf(node, category, list) {
    const at = node.environment.categories[list].findIndex((it) => it.name === category);
    return at < 0 ? null : node.values[list][at];
  }

  // Why a binding does not count, with the value that the node has instead.
  function reason(binding, node) {
    if (!binding.needs.length) return binding.verdict;
    const { list } = node.environment.layers[binding.layer];
    return binding.needs.map(([category, value]) => {
      const has = valueOf(node, category, list);
      return `${category} must be ${value}, ${has === null ? "it has no value" : `it is ${has}`}`;
    }).join("; ");
  }

  function bindingRow(node, binding) {
    const kind = DECIDES.includes(binding.verdict) ? (binding.verdict === "used" ? "good" : "bad") : "note";
    return h("tr", { class: binding.needs.length ? "off" : undefined }, h("td", {}, place(binding.place || "Hiera data")),
      h("td", {}, h("code", {}, binding.producer)), h("td", {}, binding.condition || "all nodes"),
      h("td", {}, node.environment.layers[binding.layer].name), h("td", {}, tag(reason(binding, node), kind)));
  }

  // The account of an answer: what wins, what it beats and why, and what almost applies.
  function accountOf(site, account, node) {
    const of = (verdicts) => account.bindings.filter((binding) => verdicts.includes(binding.verdict));
    const known = [...DECIDES, ...BEATEN, "optional"];
    const sections = [
      ["From", of(DECIDES)],
      ["Contributions", account.contributions.filter((binding) => binding.verdict === "used")],
      ["Above it, without a value", of(["optional"])],
      ["Beats", of(BEATEN)],
      ["Does not apply", [...account.bindings, ...account.contributions].filter((binding) => !known.includes(binding.verdict))],
    ];
    return [
      longList(["Binding", "Value", "Applies to", "Layer", ""],
        sections.filter(([, bindings]) => bindings.length).flatMap(([title, bindings]) => [title, ...bindings]),
        (row) => (typeof row === "string" ? h("tr", { class: "part" }, h("th", { colspan: "5" }, row)) : bindingRow(node, row))),
    ];
  }

  function layerTable(layers, effects) {
    return table(["", "Layer", "Bindings", effects ? "For this key" : "Files"], layers.map((layer, at) => h("tr", {},
      h("td", {}, String(at + 1)), h("td", { class: "name" }, layer.name, layer.place ? h("div", { class: "soft" }, layer.place) : null),
      h("td", {}, layer.locations.map((location) => h("div", {}, h("code", {}, location)))),
      h("td", {}, effects ? (effects[at] === "-" ? "" : tag(effects[at], effects[at] === "decides" || effects[at] === "contributes" ? "good" : "note"))
        : layer.files.map((file) => h("div", {}, place(file)))))));
  }

  // Links to the accounts of a key for some nodes.
  const whys = (site, key, nodes) => linkList(nodes, 12, (node) => h("a", { href: keyAddress(site, key, node) }, node.name));

  // What to write to change an answer for one node.
  function changeOf(account, node) {
    if (!account.change) return null;
    const { layer, file, start, end } = account.change;
    const name = start.startsWith("{") ? JSON.stringify(valueOf(node, "node", 0))
      : `'${valueOf(node, "node", 0).replace(/\\/g, "\\\\").replace(/'/g, "\\'")}'`;
    return [h("h3", {}, "To change it for this node only"), h("p", {}, h("code", {}, start + name + end)),
      h("p", { class: "soft" }, `in the layer ${layer}`, file ? [", such as in ", place(file)] : "")];
  }

  // Categories in order of precedence: where each value comes from, and which values bindings name.
  function categoryTable(nodes, categories, list) {
    return table(["", "Category", "Value", "Values that bindings name", nodes.length ? "Values of nodes" : ""], categories.map((category, at) => {
      const having = new Map();
      nodes.forEach((node) => having.set(node.values[list][at], (having.get(node.values[list][at]) || 0) + 1));
      const of = [...having].sort(([, a], [, b]) => b - a);
      return h("tr", {}, h("td", {}, String(at + 1)),
        h("td", { class: "name" }, category.name, category.place ? h("div", { class: "soft" }, category.place) : null),
        h("td", {}, expression(category.expression)),
        h("td", {}, category.values.slice(0, 12).map((value) => [tag(value), " "]),
          category.valueCount > 12 ? `and ${category.valueCount - 12} more` : category.valueCount ? "" : "none"),
        h("td", {}, of.slice(0, 6).map(([value, number]) => [tag(value === null ? "no value" : value, value === null ? "" : "good"), ` ${number} `]),
          of.length > 6 ? `and ${of.length - 6} more values` : ""));
    }));
  }

  function expression(text) {
    const lines = text.split("\n");
    if (lines.length < 3) return h("code", {}, text);
    return h("details", {}, h("summary", {}, h("code", {}, `${lines[0]} …`)), h("pre", {}, text));
  }

  const layerName = (node, binding) => node.environment.layers[binding.layer].name;
  const isGiven = (binding) => DECIDES.includes(binding.verdict);

  // ---- Causes -------------------------------------------------------------------------------------------------------
  // Two sides are compared: each is a site, a node and the account of a key. Bindings of two sites are the same if they
  // have the same layer and condition, and the same value or file, because lines move.
  function match(binding, from, to) {
    const same = [...to.account.bindings, ...to.account.contributions].filter((other) => other.condition === binding.condition
      && layerName(to.node, other) === layerName(from.node, binding));
    if (from.site === to.site) return same.find((other) => other.place === binding.place);
    const file = (it) => it.place.replace(/(:\d+)*$/, "");
    return same.find((other) => other.producer === binding.producer) || same.find((other) => file(other) === file(binding));
  }

  // A list with much text in each row, which breaks positions rather than be wider than the page.
  const sides = (...list) => h("div", { class: "sides" }, longList(...list));

  // Why the bindings that count on one side do not count on the other.
  function losses(from, to, name, lacks) {
    const [given, others] = [from, to].map(({ account }) => [...account.bindings, ...account.contributions].filter(isGiven));
    return given.flatMap((binding) => {
      // Of several bindings, one is not missed if another one has the same effect.
      if (given.length > 1 && others.some((other) => other.producer === binding.producer)) return [];
      const other = match(binding, from, to);
      if (other && isGiven(other)) return [];
      const isBeaten = Boolean(other) && BEATEN.includes(other.verdict);
      return [{ isBeaten, line: h("div", {}, place(binding.place || "Hiera data"), " ", other
        ? [h("span", { class: "soft" }, `for ${name}: `), reason(other, to.node)] : lacks) }];
    });
  }

  // The causes of a difference. That a binding is beaten explains nothing if the one that beats it is new.
  function causes(a, b) {
    const ofSites = a.site !== b.site;
    const [nameA, nameB] = ofSites ? [`${a.node.name} in ${a.site.name}`, `${b.node.name} in ${b.site.name}`] : [a.node.name, b.node.name];
    const isOneNode = ofSites && a.node.name === b.node.name;
    const lost = losses(a, b, nameB, isOneNode ? "is removed" : `is not in the environment of ${nameB}`);
    const won = losses(b, a, nameA, isOneNode ? "is new" : `is not in the environment of ${nameA}`);
    const all = [...lost, ...won];
    const needed = all.some((one) => !one.isBeaten) ? all.filter((one) => !one.isBeaten) : all;
    if (needed.length) return [needed.slice(0, 4).map((one) => one.line), needed.length > 4 ? `and ${needed.length - 4} more` : ""];
    const producers = ({ account }) => JSON.stringify([account.bindings, account.contributions].map((list) => list.filter(isGiven).map((it) => it.producer)));
    return producers(a) !== producers(b) && ofSites ? "the binding has a different value" : "the same binding, whose value depends on other values";
  }

  // ---- Pages --------------------------------------------------------------------------------------------------------
  const pages = {
    "": () => ["Overview", sites.map((site) => [
      h("h1", { class: site.number ? "next" : undefined }, site.name),
      h("div", { class: "cards" },
        card(address("keys", site.number), site.keys.length, "key"),
        card(address("nodes", site.number), site.nodes.length, "node"),
        card(address("problems", site.number), site.problemCount, "problem"),
        site.number > 0 ? card(address("changes", site.number), site.changeCount, "change") : null),
      site.environments.map((environment) => {
        const nodes = site.nodes.filter((node) => node.environment === environment);
        return [h("h2", {}, `Environment ${environment.name}`),
          h("p", { class: "soft" }, [count(environment.keys, "key"), count(environment.bindings, "binding"), count(nodes.length, "node")].join(", ")),
          h("h3", {}, "Layers, the highest precedence first"), layerTable(environment.layers),
          environment.categories.map((categories, list) => [
            h("h3", {}, list === 0 ? "Categories, the highest precedence first"
              : `Categories of the layer ${environment.layers.filter((layer) => layer.list === list).map((layer) => layer.name).join(", ")}`),
            categoryTable(nodes, categories, list)])];
      }),
    ])],

    keys: (site) => [`Keys of ${site.name}`, h("h1", {}, count(site.keys.length, "key")), inSites("keys", site),
      filtered(site.keys, "Filter keys", (key) => key, (keys) => longList(["Key", "Bindings", site.nodes.length ? "Answers" : ""], keys, async (key) => {
        const number = site.keyNumbers.get(key);
        const places = new Set((await bindingsReport.written(site, number)).flat().map((binding) => binding.place + binding.condition));
        const accounts = await bindingsReport.accounts(site, number);
        const answers = new Set(accounts.map(outcome));
        const problems = accounts.filter((account) => account.problem).flatMap((account) => account.nodes);
        return h("tr", {}, h("td", { class: "name" }, keyLink(site, key)), h("td", {}, String(places.size)),
          h("td", {}, answers.size === 0 ? "" : answers.size === 1 ? answer(accounts[0]) : `${answers.size} different`,
            answers.size > 1 && problems.length ? [" ", tag(`a problem for ${count(problems.length, "node")}`, "bad")] : null));
      }))],

    nodes: (site) => [`Nodes of ${site.name}`, h("h1", {}, count(site.nodes.length, "node")), inSites("nodes", site),
      site.nodes.length ? null : h("p", {}, "No nodes are given. Make the report with --nodes to see what each one gets."),
      filtered(site.nodes, "Filter nodes", (node) => `${node.name} ${node.environment.name} ${node.values.flat().join(" ")}`, (nodes) =>
        longList(["Node", "Environment", "Categories"], nodes, (node) => h("tr", {}, h("td", { class: "name" }, nodeLink(site, node)),
          h("td", {}, node.environment.name), h("td", {}, categories(node)))))],

    async key(site, name, query) {
      const key = site.keyNumbers.get(name);
      if (key === undefined) return [name, h("h1", {}, name), h("p", {}, `No binding of ${site.name} has this key.`), inSites("key", site, name)];
      const node = site.nodes.find((it) => it.name === query.get("node"));
      const accounts = await bindingsReport.accounts(site, key);
      const input = choice("Node", site.nodes.map((it) => it.name), query.get("node"), (chosen) => {
        location.hash = address("key", site.number, name) + (chosen ? `?node=${encodeURIComponent(chosen)}` : "");
      });
      const head = [name, h("h1", {}, h("code", {}, name)), inSites("key", site, name, node ? `?node=${encodeURIComponent(node.name)}` : ""),
        site.nodes.length === 0 ? null : h("div", { class: "tools" }, "What a node gets: ", input)];
      if (node) {
        const account = await bindingsReport.account(site, key, node);
        return [...head, h("h2", {}, nodeLink(site, node), " gets"), answer(account), accountOf(site, account, node), changeOf(account, node),
          h("h3", {}, "Layers, the highest precedence first"), layerTable(node.environment.layers, account.layers)];
      }
      return [...head, site.nodes.length ? answers(site, name, accounts) : null, await bindings(site, key)];
    },

    async node(site, name) {
      const node = site.nodes.find((it) => it.name === name);
      if (!node) return [name, h("h1", {}, name), h("p", {}, "This node is not in the report."), inSites("node", site, name)];
      const accounts = await Promise.all(site.keys.map((_, key) => bindingsReport.account(site, key, node)));
      const bound = site.keys.map((key, at) => ({ key, account: accounts[at] })).filter(({ account }) => "value" in account || account.problem);
      return [name, h("h1", {}, name), inSites("node", site, name),
        h("div", { class: "tools" }, h("a", { href: `#/compare/0?a=${site.number}:${encodeURIComponent(name)}` }, sites.length > 1 ? "Compare with another node or site" : "Compare with another node")),
        h("p", {}, `Environment ${node.environment.name}`, h("span", { class: "soft" }, ` (decided by: ${node.decidedBy})`)),
        table(["Category", "Value"], node.environment.categories.flatMap((list, number) => list.map((category, at) => h("tr", {},
          h("td", { class: "name" }, category.name), h("td", {}, node.values[number][at] === null ? tag("no value") : node.values[number][at]))))),
        h("h2", {}, count(bound.length, "key")),
        filtered(bound, "Filter keys", ({ key }) => key, (shown) => longList(["Key", "Value", "From", "Remarks"], shown, ({ key, account }) => {
          const from = winner(account);
          const beaten = account.bindings.filter((binding) => BEATEN.includes(binding.verdict)).length;
          return h("tr", {}, h("td", { class: "name" }, keyLink(site, key, node)), h("td", {}, answer(account)),
            h("td", {}, from ? [place(from.place), h("div", { class: "soft" }, from.condition || "all nodes")] : ""),
            h("td", {}, beaten ? h("a", { href: keyAddress(site, key, node) }, `beats ${beaten}`) : ""));
        }))];
    },

    // The values of answers, which are loaded part by part.
    values: (site, _, query) => valuePage(site, query, (text) => switcher(sites, site, (it) => `${address("values", it.number)}?${new URLSearchParams({ text })}`),
      async (has, add) => {
        for (const key of site.keyNumbers.keys()) {
          const accounts = await bindingsReport.accounts(site, site.keyNumbers.get(key));
          const found = grouped(accounts.filter((account) => "value" in account && has(account.value)), outcome);
          if (!found.every(({ account, nodes }) => add({ key, nodes, value: account.value }))) return;
        }
      },
      ["Key", "Value", "Nodes; follow one to see why"], ({ key, value, nodes }) => h("tr", {},
        h("td", { class: "name" }, keyLink(site, key)), h("td", { class: "value" }, yaml(value)), h("td", {}, `${nodes.length}: `, whys(site, key, nodes)))),

    problems: (site) => problemPage(site, (file, line) => place(`${file}:${line}`), inSites("problems", site)),

    async changes(site) {
      const before = sites[site.number - 1];
      if (!before) return ["Changes", h("h1", {}, "Changes"), h("p", {}, "Make the report of two sites to see what changes from the first to the second.")];
      const changes = await bindingsReport.changes(before, site);
      const side = async (from, key, node) => {
        const number = from.keyNumbers.get(key);
        const account = number === undefined ? NO_ACCOUNT : await bindingsReport.account(from, number, from.nodes[node.index]);
        return { site: from, node: from.nodes[node.index], account };
      };
      const cell = ({ value, place: at }) => [h("code", {}, value), at ? h("div", {}, place(at)) : null];
      return ["Changes", h("h1", {}, `From ${before.name} to ${site.name}`),
        h("h2", {}, changes.length ? count(changes.length, "change") : "All nodes have the same answers"),
        filtered(changes, "Filter", ({ key, old, now, nodes }) => [key, old.value, now.value, ...nodes.map((node) => node.name)].join(" "),
          (shown) => sides(["Key", "Before", "After", "Why", "Nodes"], shown, async ({ key, old, now, nodes }) => h("tr", {},
            h("td", { class: "name" }, keyLink(site, key)), h("td", {}, cell(old)), h("td", {}, cell(now)),
            h("td", {}, causes(await side(before, key, nodes[0]), await side(site, key, nodes[0]))),
            h("td", {}, `${nodes.length}: `, linkList(nodes, 6, (node) => h("a", {
              href: `#/compare/0?a=${before.number}:${encodeURIComponent(node.name)}&b=${site.number}:${encodeURIComponent(node.name)}` }, node.name))))))];
    },

    async compare(site, name, query) {
      const side = (text) => {
        const [number, ...rest] = (text || "").split(":");
        const found = sites[Number(number)];
        const node = found && found.nodes.find((it) => it.name === rest.join(":"));
        return node ? { site: found, node } : null;
      };
      const [a, b] = [side(query.get("a")), side(query.get("b"))];
      const sideName = ({ site: of, node }) => (sites.length > 1 ? `${node.name} in ${of.name}` : node.name);
      const values = new Map(sites.flatMap((of) => of.nodes.map((node) => [sideName({ site: of, node }), `${of.number}:${node.name}`])));
      const sideChoice = (label, which, present) => choice(label, [...values.keys()], present ? sideName(present) : query.get(which), (name) => {
        location.hash = `#/compare/0?${new URLSearchParams({ a: query.get("a") || "", b: query.get("b") || "", [which]: values.get(name) || name })}`;
      });
      const head = [h("h1", {}, "Compare"), h("div", { class: "tools" }, sideChoice("First node", "a", a), sideChoice("Second node", "b", b))];
      if (!a || !b) return ["Compare", head, h("p", {}, sites.length > 1 ? "Type part of a node's name on each side, and the site if both have it." : "Type part of a node's name on each side.")];
      const names = [...new Set([...a.site.keys, ...b.site.keys])].sort();
      const of = async ({ site: from, node }, key) => {
        const at = from.keyNumbers.get(key);
        return at === undefined ? NO_ACCOUNT : bindingsReport.account(from, at, node);
      };
      const both = await Promise.all(names.map(async (key) => ({ key, old: await of(a, key), now: await of(b, key) })));
      const changes = both.filter(({ old, now }) => outcome(old) !== outcome(now));
      const cell = (account) => [answer(account), winner(account) ? [h("div", {}, place(winner(account).place)),
        h("div", { class: "soft" }, winner(account).condition || "all nodes")] : null];
      return ["Compare", head, categoryDifferences(a.node, b.node),
        h("h2", {}, changes.length ? `${changes.length} of ${count(names.length, "key")} ${changes.length === 1 ? "differs" : "differ"}` : "All keys have the same answer"),
        filtered(changes, "Filter keys", ({ key }) => key, (shown) => sides(
          ["Key", sideName(a), sideName(b), "Why"],
          shown, ({ key, old, now }) => h("tr", {}, h("td", { class: "name" }, a.site.keyNumbers.has(key) ? keyLink(a.site, key, a.node) : keyLink(b.site, key, b.node)),
            h("td", {}, cell(old)), h("td", {}, cell(now)), h("td", {}, causes({ ...a, account: old }, { ...b, account: now })))))];
    },
  };

  // Accounts with the same text of a function, each with the nodes of all of them.
  function grouped(accounts, textOf) {
    const groups = new Map();
    for (const account of accounts) {
      const id = textOf(account);
      const group = groups.get(id) || { account, nodes: [] };
      groups.set(id, { ...group, nodes: group.nodes.concat(account.nodes) });
    }
    return [...groups.values()];
  }

  // What nodes get, and from which bindings.
  function answers(site, name, accounts) {
    const groups = grouped(accounts, (account) => outcome(account) + (winner(account) ? winner(account).place : ""));
    const different = new Set(accounts.map(outcome)).size;
    return [h("h2", {}, different === 1 ? "All nodes have the same answer" : `${different} different answers`),
      longList(["Answer", "From", "Applies to", "Nodes; follow one to see why"], groups, ({ account, nodes }) => {
        const from = winner(account);
        return h("tr", {}, h("td", { class: "value" }, answer(account)), h("td", {}, from ? place(from.place) : ""),
          h("td", {}, from ? from.condition || "all nodes" : ""), h("td", {}, `${nodes.length}: `, whys(site, name, nodes)));
      })];
  }

  // The bindings of a key as they are written, whatever the node.
  async function bindings(site, key) {
    const all = await bindingsReport.written(site, key);
    return site.environments.filter((environment) => all[environment.number].length).map((environment) => [
      h("h2", {}, `Bindings in the environment ${environment.name}, the highest precedence first`),
      longList(["Binding", "Value", "Applies to", "Layer"], all[environment.number], (binding) => h("tr", {},
        h("td", {}, binding.place ? place(binding.place) : "Hiera data"),
        h("td", {}, binding.producer === null ? tag("depends on the node") : h("code", {}, binding.producer)),
        h("td", {}, binding.condition || "all nodes"), h("td", {}, environment.layers[binding.layer].name)))]);
  }

  // The categories of which two nodes have different values.
  function categoryDifferences(a, b) {
    const names = [...new Set([a, b].flatMap((node) => node.environment.categories[0].map((category) => category.name)))];
    const shown = (value) => (value === null ? "no value" : value);
    const differing = names.filter((name) => valueOf(a, name, 0) !== valueOf(b, name, 0));
    if (!differing.length) return h("p", {}, "They are in the same categories.");
    return h("p", {}, "They differ in ", differing.map((name, at) => [at ? "; " : "", h("b", {}, name),
      ` (${shown(valueOf(a, name, 0))}, ${shown(valueOf(b, name, 0))})`]), ".");
  }

  const categories = (node) => node.environment.categories[0].map((category, at) => node.values[0][at] === null ? null
    : [at ? ", " : "", `${category.name} `, h("b", {}, node.values[0][at])]);

  // ---- Start --------------------------------------------------------------------------------------------------------
  function names(matches, text) {
    const found = [];
    for (const site of [...sites].reverse()) {
      const where = sites.length > 1 ? ` in ${site.name}` : "";
      site.nodes.filter((node) => matches(node.name)).slice(0, 15).forEach((node) =>
        found.push([node.name, `node${where}`, address("node", site.number, node.name)]));
      site.keys.filter(matches).slice(0, 25).forEach((key) => found.push([key, `key${where}`, address("key", site.number, key)]));
    }
    const last = sites[sites.length - 1];
    found.push(...pairs(text, last.nodes, last.keys).map(([node, key]) => [`${key} of ${node.name}`, "value", keyAddress(last, key, node)]));
    if (last.nodes.length) found.push([`Values that contain ${text}`, "search", `${address("values", last.number)}?${new URLSearchParams({ text })}`]);
    return found;
  }

  start("Bindings report", {
    ready: bindingsReport.ready(), pages, names, subject: (number) => sites[number] || sites[0], last: () => sites.length - 1,
    links: (site) => [
      h("a", { href: address("keys", site) }, "Keys"), sites[0].nodes.length ? h("a", { href: address("values", site) }, "Values") : null,
      h("a", { href: address("nodes", site) }, "Nodes"), h("a", { href: address("problems", site) }, "Problems"),
      sites.length > 1 ? h("a", { href: address("changes", 1) }, "Changes") : null, sites[0].nodes.length ? h("a", { href: "#/compare/0" }, "Compare") : null],
  });
})();
