"use strict";
// The sites of the report.
const bindingsReport = (() => {
  const sites = [];
  const { load, item, starts, add } = reportData;

  // A position below the directory of the site, so that positions are short and equal in both revisions of a site.
  const below = (site, place) => (place.startsWith(`${site.name}/`) ? place.slice(site.name.length + 1) : place);

  function prepare(site, number) {
    site.number = number;
    site.keyNumbers = new Map(site.keys.map((key, at) => [key, at]));
    site.environments.forEach((environment, at) => {
      environment.number = at;
      // The first list of categories is that of the site; layers may have their own.
      environment.categories = environment.categories.map((list) => list.map(([name, expression, place, values, valueCount]) =>
        ({ name, expression, place: below(site, place), values, valueCount })));
      environment.layers = environment.layers.map(([name, locations, files, place, list]) =>
        ({ name, locations, files: files.map((file) => below(site, file)), place: below(site, place), list }));
    });
    site.nodes = site.nodes.map(([name, environment, decidedBy, values], index) => ({
      name, environment: site.environments[environment], decidedBy: below(site, decidedBy), values, index,
    }));
    site.problems = site.problems.map(([severity, code, message, file, line, help]) => [severity, code, message, below(site, file), line, help]);
    return site;
  }

  const written = (site) => ([layer, condition, place, producer]) => ({ layer, condition, place: below(site, place), producer });
  const MISSING = "does not apply";
  // A binding: a number if it is as written and the node is in none of its categories.
  const binding = (site, all, producers) => (row) => {
    const [from, producer, verdict] = typeof row === "number" ? [row, null, all[row][4].map((_, at) => at)] : row;
    const [layer, condition, place, asWritten, categories] = typeof from === "number" ? all[from] : from;
    const missing = Array.isArray(verdict);
    return {
      layer, condition, place: below(site, place), producer: producer === null ? asWritten : producers[producer],
      verdict: missing ? MISSING : verdict, needs: missing ? verdict.map((at) => categories[at]) : [],
    };
  };
  // An account: its outline, which nodes share, with its values.
  const prepared = (site, found, number) => {
    const [outline, own, environment] = found.accounts[number];
    const { change, layers, bindings, contributions } = found.outlines[outline];
    const { producers, ...answer } = found.values[own];
    const shown = binding(site, found.written[environment], producers);
    return {
      ...answer, layers, bindings: bindings.map(shown), contributions: contributions.map(shown),
      change: change && { layer: change[0], file: change[1] && below(site, change[1]), start: change[2], end: change[3] },
    };
  };
  // Without numbers, all nodes have the first account.
  const numberOf = (found, node) => (found.nodes ? found.nodes[node] : 0);

  return {
    list: sites,
    ready: () => load("data/index.js"),
    // Called by the files of data.
    sites: (all) => all.forEach((site) => sites.push(prepare(site, sites.length))),
    starts, part: add,

    // The accounts of a key, each with the nodes that have it.
    async accounts(site, key) {
      const found = await item(site.number, "accounts", key);
      const nodes = found.accounts.map(() => []);
      site.nodes.forEach((node) => nodes[numberOf(found, node.index)].push(node));
      return nodes.map((those, number) => ({ ...prepared(site, found, number), nodes: those }));
    },

    // The account of a key for a node.
    async account(site, key, node) {
      const found = await item(site.number, "accounts", key);
      return prepared(site, found, numberOf(found, node.index));
    },

    // The bindings of a key as they are written, for each environment.
    async written(site, key) {
      return (await item(site.number, "accounts", key)).written.map((bindings) => bindings.map(written(site)));
    },

    // The changes from the site before a site.
    async changes(before, site) {
      const numbers = Array.from({ length: site.changeCount }, (_, number) => number);
      const found = await Promise.all(numbers.map((number) => item(site.number, "changes", number)));
      return found.map(([key, old, now, nodes]) => ({
        key, old: { value: old[0], place: below(before, old[1]) }, now: { value: now[0], place: below(site, now[1]) },
        nodes: nodes.map((node) => site.nodes[node]),
      }));
    },
  };
})();
