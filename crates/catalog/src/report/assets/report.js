"use strict";
// The pages of the report: one function for each, chosen by what is behind # in the address.
(() => {
  const { h, count, tag, address, card, yaml, yamlPair, prose, longList, cards, filtered, choice, switcher, valuePage, pairs, problemTable, problemPage, linkList, start } = reportPages;
  const { withQuery, resourceAddress, resourceLink, nodeLink, place, breakable, nodes, accountOf } = catalogParts;
  const environments = catalogReport.list;
  const NODES = 20;

  // The same page of the other environment.
  const others = (kind, environment, ...rest) => switcher(environments, environment, (it) => address(kind, it.number, ...rest));
  const compared = (environment) => environment.changeCount !== null;
  const linePlace = (file, line) => place(line ? `${file}:${line}` : file);

  const pages = {
    "": () => ["Overview", h("h1", {}, "Catalogs"), environments.map((environment) => [
      h("h2", {}, environment.name),
      h("div", { class: "cards" },
        card(address("nodes", environment.number), environment.nodes.length, "node"),
        card(address("resources", environment.number), environment.names.length, "resource"),
        card(address("problems", environment.number), environment.problemCount, "problem"),
        compared(environment) ? card(address("changes", environment.number), environment.changeCount, "change") : null),
      nodeTable(environment, environment.nodes),
    ])],

    nodes: (environment) => [`Nodes of ${environment.name}`, h("h1", {}, count(environment.nodes.length, "node")), others("nodes", environment),
      filtered(environment.nodes, "Filter nodes", (node) => node.name, (shown) => nodeTable(environment, shown))],

    resources: (environment) => [`Resources of ${environment.name}`, h("h1", {}, count(environment.names.length, "resource")), others("resources", environment),
      h("p", {}, h("a", { href: address("values", environment.number) }, "Search in values")),
      filtered([...environment.names].sort(), "Filter resources", (name) => name, (names) => longList(["Resource", "Nodes", "Remarks"], names, async (name) => {
        const accounts = await catalogReport.accounts(environment, name);
        const having = accounts.reduce((sum, account) => sum + account.nodes.length, 0);
        return h("tr", {}, h("td", { class: "name" }, resourceLink(environment, name)), h("td", {}, `${having.toLocaleString("en")} of ${environment.nodes.length.toLocaleString("en")}`),
          h("td", {}, accounts.length > 1 ? `${accounts.length} different` : "", [...new Set(accounts.flatMap((account) => account.marks))].map((mark) => [" ", tag(mark, "note")])));
      }))],

    async node(environment, name) {
      const node = environment.nodeNumbers.get(name);
      if (!node) return [name, h("h1", {}, name), h("p", {}, "This node is not in the report."), others("node", environment, name)];
      const catalog = await catalogReport.catalog(environment, node);
      const changed = environments.find(compared);
      const head = [name, h("h1", {}, name), others("node", environment, name),
        changed ? h("p", {}, h("a", { href: withQuery(address("changes", changed.number), { node: name }) }, "Changes of this node")) : null];
      if (catalog.problems) {
        return [...head, h("p", {}, tag("error", "bad"), " Its catalog cannot be built. ", h("a", { href: address("problems", environment.number) }, "All problems")),
          problemTable(catalog.problems, linePlace)];
      }
      const numbered = catalog.resources.map((resource, at) => ({ resource, at }));
      return [...head,
        h("details", {}, h("summary", {}, `Classes (${catalog.classes.length.toLocaleString("en")})`),
          h("ul", { class: "plain" }, catalog.classes.map((one) => h("li", {}, resourceLink(environment, classReference(one), node))))),
        h("h2", {}, count(catalog.resources.length, "resource")),
        h("p", { class: "soft" }, catalog.isOrdered ? "In the order in which they are applied." : "They wait for each other, so that none is applied; they are in the order of their declarations."),
        filtered(numbered, "Filter resources", ({ resource }) => resource, (shown) => longList(["Position", "Resource", "Declared at"], shown, async ({ resource, at }) => {
          const accounts = await catalogReport.accounts(environment, resource);
          const account = accounts.find((one) => one.nodes.includes(node)) || { place: "" };
          return h("tr", {}, h("td", {}, String(at + 1)), h("td", { class: "name" }, resourceLink(environment, resource, node)), h("td", {}, place(account.place)));
        }))];
    },

    async resource(environment, name, query) {
      const head = [name, h("h1", {}, breakable(name)), others("resource", environment, name)];
      if (!environment.numbers.has(name)) return [...head, h("p", {}, `No node has this resource in ${environment.name}.`)];
      const accounts = await catalogReport.accounts(environment, name);
      const having = accounts.flatMap((account) => account.nodes);
      const typed = query.get("node");
      const node = environment.nodeNumbers.get(typed);
      const tools = h("div", { class: "tools" }, "What a node has: ", choice("Node", having.map((it) => it.name), typed, (chosen) => {
        location.hash = withQuery(address("resource", environment.number, name), chosen ? { node: chosen } : {});
      }));
      const account = node && accounts.find((one) => one.nodes.includes(node));
      if (node) {
        return [...head, tools, h("h2", {}, "On ", nodeLink(environment, node)),
          account ? accountOf(environment, name, account, node) : h("p", {}, "This node does not have the resource."),
          h("p", {}, h("a", { href: resourceAddress(environment, name) }, "All nodes"))];
      }
      if (accounts.length === 1) return [...head, tools, h("h2", {}, "The same on all nodes that have it"), nodes(environment, having), accountOf(environment, name, accounts[0])];
      return [...head, tools, h("h2", {}, `${accounts.length} different on ${count(having.length, "node")}`),
        cards(accounts, (one) => h("section", { class: "answer" }, nodes(environment, one.nodes), accountOf(environment, name, one)))];
    },

    // The values of parameters, which are loaded part by part.
    values: (environment, _, query) => valuePage(environment, query, (text) => switcher(environments, environment, (it) => withQuery(address("values", it.number), { text })),
      async (has, add) => {
        for (const name of environment.names) {
          const accounts = await catalogReport.accounts(environment, name);
          const found = accounts.flatMap((account) => account.parameters.filter(({ value }) => has(value)).map((parameter) => ({ name, parameter, nodes: account.nodes })));
          if (!found.every(add)) return;
        }
      },
      ["Resource", "Parameter", "Value", "Nodes"], ({ name, parameter, nodes: having }) => h("tr", {},
        h("td", { class: "name" }, resourceLink(environment, name)), h("td", {}, parameter.name), h("td", { class: "value" }, yaml(parameter.value)),
        h("td", {}, `${having.length}: `, linkList(having, 3, (node) => h("a", { href: resourceAddress(environment, name, node) }, node.name))))),

    problems: (environment) => problemPage(environment, linePlace, others("problems", environment)),

    async changes(environment, _, query) {
      const before = environments[environment.number - 1];
      if (!compared(environment) || !before) return ["Changes", h("h1", {}, "Changes"), h("p", {}, "Make the report of two environments to see what changes from the first to the second.")];
      const all = await catalogReport.changes(environment);
      const node = environment.nodeNumbers.get(query.get("node"));
      const chosen = node ? all.filter((change) => change.nodes.includes(node)) : all;
      const isBuilt = (node) => node && node.size >= 0;
      const failed = environment.nodes.filter((it) => !isBuilt(it) || !isBuilt(before.nodeNumbers.get(it.name)));
      const concerned = new Set(all.flatMap((change) => change.nodes));
      return [`Changes to ${environment.name}`, h("h1", {}, `From ${before.name} to ${environment.name}`),
        h("p", {}, all.length ? `${count(all.length, "change")} on ${concerned.size.toLocaleString("en")} of ${count(environment.nodes.length, "node")}` : `Nothing changes for ${count(environment.nodes.length, "node")}.`),
        node ? h("p", {}, h("b", {}, `${chosen.length} of them on ${node.name}. `), h("a", { href: address("changes", environment.number) }, "Show all changes")) : null,
        failed.length ? h("div", {}, tag("not compared, because a catalog cannot be built", "bad"), nodes(environment, failed)) : null,
        filtered(chosen, "Filter changes by resource, node, place or value",
          (change) => JSON.stringify([change.resource, change.kind, change.before, change.after, change.parameters]) + change.nodes.map((it) => it.name).join(" "),
          (shown) => cards(shown, (change) => changeCard(before, environment, change, node)))];
    },
  };

  // Nodes with the numbers of their resources, or with the first error of those whose catalogs cannot be built.
  function nodeTable(environment, shown) {
    return longList(["Node", "Resources"], shown, async (node) => {
      const failure = node.size < 0 && (await catalogReport.catalog(environment, node)).problems.find(([severity]) => severity === "error");
      return h("tr", {}, h("td", { class: "name" }, nodeLink(environment, node)),
        h("td", {}, node.size < 0 ? [tag("cannot be built", "bad"), " ", failure ? prose(failure[2]) : ""] : node.size.toLocaleString("en")));
    });
  }

  // The reference of a class, from its name.
  const classReference = (name) => `Class[${name.split("::").map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("::")}]`;

  // The places of a resource before and after.
  function places({ before, after }) {
    if (before && after && before !== after) return [place(before), ", now ", place(after)];
    return place(after || before);
  }

  // A change; `node` is left out of its nodes if only its changes are shown.
  function changeCard(before, environment, change, node) {
    const kinds = { added: "good", removed: "bad", changed: "note" };
    const own = change.kind === "removed" ? before : environment;
    const having = change.nodes.filter((it) => it !== node);
    return h("section", { class: "answer" },
      h("h2", {}, resourceLink(own, change.resource), " ", tag(change.kind, kinds[change.kind]), " ", tag(count(change.nodes.length, "node"))),
      h("p", { class: "soft" }, places(change)),
      change.parameters.map((parameter) => [h("h3", {}, h("code", {}, parameter.name)), parameterChange(parameter)]),
      having.length ? nodes(own, having) : null);
  }

  // The values of a parameter before and after, with the lines that differ marked.
  function parameterChange({ before, after, isHidden }) {
    if (isHidden) return h("p", {}, "Another secret.");
    const shown = yamlPair(before ? before.value : undefined, after ? after.value : undefined);
    const column = (title, value, text) => h("div", {}, h("b", {}, title), value ? text : h("p", {}, tag("not set")), value && value.place ? h("div", { class: "soft" }, place(value.place)) : null);
    return h("div", { class: "pair" }, column("Before", before, shown[0]), column("After", after, shown[1]));
  }

  // ---- Start --------------------------------------------------------------------------------------------------------
  // What of the last environment, and of the others if it has none with the name, a search finds.
  function named(kind, limit, listOf, matches) {
    const found = new Map();
    [...environments].reverse().forEach((environment) => listOf(environment).filter(matches).forEach((name) => found.has(name) || found.set(name, environment)));
    return [...found].slice(0, limit).map(([name, environment]) => [name, environments.length > 1 ? `${kind} in ${environment.name}` : kind, address(kind, environment.number, name)]);
  }

  function names(matches, text) {
    const last = environments[environments.length - 1];
    return [...named("node", 12, (environment) => environment.nodes.map((node) => node.name), matches), ...named("resource", 30, (environment) => environment.names, matches),
      ...pairs(text, last.nodes, last.names).map(([node, name]) => [`${name} on ${node.name}`, "resource", resourceAddress(last, name, node)]),
      [`Values that contain ${text}`, "search", withQuery(address("values", last.number), { text })]];
  }

  start("Catalog report", {
    ready: catalogReport.ready(), pages, names, subject: (number) => environments[number] || environments[0], last: () => environments.length - 1,
    links: (environment) => [
      h("a", { href: address("nodes", environment) }, "Nodes"), h("a", { href: address("resources", environment) }, "Resources"),
      h("a", { href: address("values", environment) }, "Values"), h("a", { href: address("problems", environment) }, "Problems"),
      environments.some(compared) ? h("a", { href: address("changes", 1) }, "Changes") : null],
  });
})();
