"use strict";
// The pages of the report: one function for each, chosen by what is behind # in the address.
(() => {
  const { h, count, tag, address, card, table, json, longList, filtered, start } = reportPages;
  const sites = bindingsReport.list;
  const DECIDES = ["used", "in conflict", "requires another binding", "has another name now"];
  const BEATEN = ["lower layer", "lower category", "has another name", "a binding with a value has the same precedence", "excluded"];

  // ---- Parts of pages -----------------------------------------------------------------------------------------------
  const keyLink = (site, key, node) =>
    h("a", { href: address("key", site.number, key) + (node ? `?node=${encodeURIComponent(node.name)}` : "") }, key);
  const nodeLink = (site, node) => h("a", { href: address("node", site.number, node.name) }, node.name);
  const place = (text) => h("span", { class: "place" }, text);
  const inSites = (kind, site, name, query) => sites.length < 2 ? null : h("p", { class: "soft" }, "In ", sites.map((it) =>
    [it === site ? h("b", {}, it.name) : h("a", { href: address(kind, it.number, name) + (query || "") }, it.name), " "]));

  // What a node gets: a value, a problem, or nothing.
  function answer(account) {
    if (account.problem) return [tag("problem", "bad"), " ", account.problem];
    return "value" in account ? json(account.value) : tag("not bound");
  }

  const outcome = (account) => JSON.stringify(account.problem ? ["problem", account.problem] : "value" in account ? ["value", account.value] : null);
  const winner = (account) => account.bindings.find((binding) => DECIDES.includes(binding.verdict));

  // Why a binding does not count: for a node, also the value that it has instead.
  function reason(binding, node) {
    if (!binding.needs.length) return binding.verdict;
    return binding.needs.map(([category, value]) => {
      const has = node && node.values[node.environment.categories.indexOf(category)];
      const but = !node ? "" : has === null || has === undefined ? ", it has no value" : `, it is ${has}`;
      return `${category} must be ${value}${but}`;
    }).join("; ");
  }

  function bindingTable(site, account, node, bindings) {
    const layers = (node || site.nodes[account.nodes[0]]).environment.layers;
    return longList(["Binding", "Value", "Applies to", "Layer", ""], bindings, (binding) => {
      const kind = DECIDES.includes(binding.verdict) ? (binding.verdict === "used" ? "good" : "bad") : "note";
      return h("tr", { class: binding.needs.length ? "off" : undefined }, h("td", {}, place(binding.place)),
        h("td", {}, h("code", {}, binding.producer)), h("td", {}, binding.condition || "all nodes"),
        h("td", {}, layers[binding.layer] ? layers[binding.layer].name : ""), h("td", {}, tag(reason(binding, node), kind)));
    });
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
      ["Almost applies", [...account.bindings, ...account.contributions].filter((binding) => !known.includes(binding.verdict))],
    ];
    return [
      sections.filter(([, bindings]) => bindings.length).map(([title, bindings]) => [
        h("h3", {}, title), bindingTable(site, account, node, bindings)]),
      account.plain ? h("p", {}, "No binding of the parameter has a value, so its plain name is looked up: ", keyLink(site, account.plain, node)) : null,
    ];
  }

  function layerTable(layers, effects) {
    return table(["", "Layer", "Bindings", effects ? "For this key" : "Files"], layers.map((layer, at) => h("tr", {},
      h("td", {}, String(at + 1)), h("td", { class: "name" }, layer.name, layer.place ? h("div", { class: "soft" }, layer.place) : null),
      h("td", {}, layer.locations.map((location) => h("div", {}, h("code", {}, location)))),
      h("td", {}, effects ? (effects[at] === "-" ? "" : tag(effects[at], effects[at] === "decides" || effects[at] === "contributes" ? "good" : "note"))
        : layer.files.map((file) => h("div", {}, place(file)))))));
  }

  // Links to the accounts of a key for some nodes, or for the first of them.
  function whys(site, key, nodes) {
    const link = (index) => [h("a", { href: `${address("key", site.number, key)}?node=${encodeURIComponent(site.nodes[index].name)}` },
      site.nodes[index].name), " "];
    return [nodes.slice(0, 12).map(link), nodes.length > 12 ? `and ${nodes.length - 12} more` : ""];
  }

  // ---- Pages --------------------------------------------------------------------------------------------------------
  const pages = {
    "": () => ["Overview", sites.map((site) => [
      h("h1", {}, site.name),
      h("div", { class: "cards" },
        card(address("keys", site.number), site.keys.length, "key"),
        card(address("nodes", site.number), site.nodes.length, "node"),
        card(address("problems", site.number), site.problemCount, "problem")),
      site.environments.map((environment) => {
        const nodes = site.nodes.filter((node) => node.environment === environment);
        return [h("h2", {}, `Environment ${environment.name}: ${count(nodes.length, "node")}`),
          h("p", {}, "Layers, the highest first. In each, a binding for a category beats those for the categories that follow: ",
            environment.categories.map((category, at) => [at ? ", " : "", h("b", {}, category)]), "."),
          layerTable(environment.layers)];
      }),
    ])],

    keys: (site) => [`Keys of ${site.name}`, h("h1", {}, count(site.keys.length, "key")),
      filtered(site.keys, "Filter keys", (key) => key, (keys) => longList(["Key", "Answers"], keys, async (key) => {
        const accounts = await bindingsReport.accounts(site, site.keys.indexOf(key));
        const answers = new Set(accounts.map(outcome));
        return h("tr", {}, h("td", { class: "name" }, keyLink(site, key)),
          h("td", {}, answers.size === 1 ? answer(accounts[0]) : `${answers.size} different`));
      }))],

    nodes: (site) => [`Nodes of ${site.name}`, h("h1", {}, count(site.nodes.length, "node")),
      filtered(site.nodes, "Filter nodes", (node) => `${node.name} ${node.environmentName} ${node.values.join(" ")}`, (nodes) =>
        longList(["Node", "Environment", "Categories"], nodes, (node) => h("tr", {}, h("td", { class: "name" }, nodeLink(site, node)),
          h("td", {}, node.environmentName), h("td", {}, categories(node)))))],

    async key(site, name, query) {
      const key = site.keys.indexOf(name);
      if (key < 0) return [name, h("h1", {}, name), h("p", {}, `No node of ${site.name} has this key.`), inSites("key", site, name)];
      const node = site.nodes.find((it) => it.name === query.get("node"));
      const accounts = await bindingsReport.accounts(site, key);
      const list = h("datalist", { id: "nodes" }, site.nodes.map((it) => h("option", { value: it.name })));
      const input = h("input", { list: "nodes", type: "search", placeholder: "for a node", "aria-label": "Node", value: node ? node.name : "",
        onchange: () => { location.hash = address("key", site.number, name) + (input.value ? `?node=${encodeURIComponent(input.value)}` : ""); } });
      const head = [name, h("h1", {}, h("code", {}, name)), inSites("key", site, name, node ? `?node=${encodeURIComponent(node.name)}` : ""),
        h("div", { class: "tools" }, h("label", {}, "What does "), input, h("span", {}, "get?"), list, node ? nodeLink(site, node) : null)];
      if (node) {
        const account = accounts.find((it) => it.nodes.includes(node.index));
        return [...head, h("h2", {}, `${node.name} gets`), answer(account), accountOf(site, account, node),
          h("h3", {}, "Layers, the highest first"), layerTable(node.environment.layers, account.layers)];
      }
      const groups = new Map();
      for (const account of accounts) {
        const id = outcome(account) + (winner(account) ? winner(account).place : "");
        if (!groups.has(id)) groups.set(id, { account, nodes: [] });
        groups.get(id).nodes.push(...account.nodes);
      }
      const answers = new Set(accounts.map(outcome)).size;
      return [...head, h("h2", {}, answers === 1 ? "All nodes have the same answer" : `${answers} different answers`),
        longList(["Answer", "From", "Applies to", "Nodes; follow one to see why"], [...groups.values()], ({ account, nodes }) => {
          const from = winner(account);
          return h("tr", {}, h("td", {}, answer(account)), h("td", {}, from ? place(from.place) : ""),
            h("td", {}, from ? from.condition || "all nodes" : ""), h("td", {}, `${nodes.length}: `, whys(site, name, nodes)));
        })];
    },

    async node(site, name) {
      const node = site.nodes.find((it) => it.name === name);
      if (!node) return [name, h("h1", {}, name), h("p", {}, "This node is not in the report."), inSites("node", site, name)];
      const accounts = await Promise.all(site.keys.map((_, key) => bindingsReport.account(site, key, node)));
      const bound = site.keys.map((key, at) => ({ key, account: accounts[at] })).filter(({ account }) => "value" in account || account.problem);
      return [name, h("h1", {}, name), inSites("node", site, name),
        h("div", { class: "tools" }, h("a", { href: `#/compare?a=${site.number}:${encodeURIComponent(name)}` }, "Compare with another node or site")),
        h("p", {}, `Environment ${node.environmentName}, decided by ${node.decidedBy}. `),
        table(["Category", "Value"], node.environment.categories.map((category, at) => h("tr", {},
          h("td", { class: "name" }, category), h("td", {}, node.values[at] === null ? tag("none") : node.values[at])))),
        h("h2", {}, count(bound.length, "key")),
        filtered(bound, "Filter keys", ({ key }) => key, (shown) => longList(["Key", "Value", "From", ""], shown, ({ key, account }) => {
          const from = winner(account);
          const beaten = account.bindings.filter((binding) => BEATEN.includes(binding.verdict)).length;
          return h("tr", {}, h("td", { class: "name" }, keyLink(site, key, node)), h("td", {}, answer(account)),
            h("td", {}, from ? [place(from.place), h("div", { class: "soft" }, from.condition || "all nodes")] : ""),
            h("td", {}, beaten ? tag(`beats ${beaten}`, "note") : ""));
        }))];
    },

    problems: (site) => [`Problems of ${site.name}`, h("h1", {}, count(site.problemCount, "problem")),
      site.problemCount > site.problems.length ? h("p", {}, `The first ${site.problems.length} are listed.`) : null,
      filtered(site.problems, "Filter problems", (problem) => problem.join(" "), (problems) =>
        longList(["", "Problem", "Place"], problems, ([severity, code, message, file, line, help]) => h("tr", {},
          h("td", {}, tag(severity, severity === "error" ? "bad" : "note")),
          h("td", {}, message, " ", h("span", { class: "soft" }, code), help ? h("div", { class: "soft" }, help) : null),
          h("td", {}, file ? place(`${file}:${line}`) : ""))))],

    async compare(site, name, query) {
      const side = (text) => {
        const [number, ...rest] = (text || "").split(":");
        const found = sites[Number(number)];
        const node = found && found.nodes.find((it) => it.name === rest.join(":"));
        return node ? { site: found, node } : null;
      };
      const [a, b] = [side(query.get("a")), side(query.get("b"))];
      const choice = (which, present) => h("select", { "aria-label": which, onchange: (event) => {
        location.hash = `#/compare?${new URLSearchParams({ a: query.get("a") || "", b: query.get("b") || "", [which]: event.target.value })}`;
      } }, h("option", { value: "" }, "choose a node"), sites.map((it) => it.nodes.map((node) => h("option", {
        value: `${it.number}:${node.name}`, selected: present && present.site === it && present.node === node,
      }, sites.length > 1 ? `${node.name} in ${it.name}` : node.name))));
      const head = [h("h1", {}, "Compare"), h("div", { class: "tools" }, choice("a", a), "with", choice("b", b))];
      if (!a || !b) return ["Compare", head];
      const names = [...new Set([...a.site.keys, ...b.site.keys])].sort();
      const none = { bindings: [], contributions: [] };
      const of = async ({ site: from, node }, key) => {
        const at = from.keys.indexOf(key);
        return at < 0 ? none : bindingsReport.account(from, at, node);
      };
      const both = await Promise.all(names.map(async (key) => ({ key, old: await of(a, key), now: await of(b, key) })));
      const changes = both.filter(({ old, now }) => outcome(old) !== outcome(now));
      const cell = (account) => [answer(account), winner(account) ? h("div", {}, place(winner(account).place), " ",
        h("span", { class: "soft" }, winner(account).condition || "all nodes")) : null];
      const differing = a.node.environment.categories.filter((category, at) =>
        b.node.environment.categories.includes(category) && a.node.values[at] !== b.node.values[b.node.environment.categories.indexOf(category)]);
      return ["Compare", head,
        h("p", {}, differing.length ? ["They differ in ", differing.map((category, at) => [at ? ", " : "", h("b", {}, category)]), "."] : "They are in the same categories."),
        h("h2", {}, changes.length ? `${count(changes.length, "key")} of ${names.length} differ` : "All keys have the same answer"),
        filtered(changes, "Filter keys", ({ key }) => key, (shown) => longList(
          ["Key", sites.length > 1 ? `${a.node.name} in ${a.site.name}` : a.node.name, sites.length > 1 ? `${b.node.name} in ${b.site.name}` : b.node.name],
          shown, ({ key, old, now }) => h("tr", {}, h("td", { class: "name" }, a.site.keys.includes(key) ? keyLink(a.site, key, a.node) : keyLink(b.site, key, b.node)),
            h("td", {}, cell(old)), h("td", {}, cell(now)))))];
    },
  };

  const categories = (node) => node.environment.categories.map((category, at) => node.values[at] === null ? null : [at ? ", " : "", `${category} `, h("b", {}, node.values[at])]);

  // ---- Start --------------------------------------------------------------------------------------------------------
  function names(matches) {
    const found = [];
    for (const site of sites) {
      const where = sites.length > 1 ? ` in ${site.name}` : "";
      site.nodes.filter((node) => matches(node.name)).slice(0, 15).forEach((node) =>
        found.push([node.name, `node${where}`, address("node", site.number, node.name)]));
      site.keys.filter(matches).slice(0, 40).forEach((key) => found.push([key, `key${where}`, address("key", site.number, key)]));
    }
    return found;
  }

  start("Bindings report", {
    ready: bindingsReport.ready(), pages, names, subject: (number) => sites[number],
    links: () => [
      h("a", { href: address("keys", 0) }, "Keys"), h("a", { href: address("nodes", 0) }, "Nodes"),
      h("a", { href: address("problems", 0) }, "Problems"), h("a", { href: "#/compare" }, "Compare")],
  });
})();
