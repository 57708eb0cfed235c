"use strict";
// The environments of the report.
const catalogReport = (() => {
  const environments = [];
  const { load, item, starts, add } = reportData;

  function prepare(environment, number) {
    environment.number = number;
    environment.numbers = new Map(environment.names.map((name, at) => [name, at]));
    // Without a catalog, the number of resources is -1.
    environment.nodes = environment.nodes.map(([name, size], index) => ({ name, size, index }));
    environment.nodeNumbers = new Map(environment.nodes.map((node) => [node.name, node]));
    return environment;
  }

  // The nodes of ranges: the number of a first node and how many follow it, again and again.
  function nodesOf(environment, ranges) {
    const nodes = [];
    for (let at = 0; at < ranges.length; at += 2) nodes.push(...environment.nodes.slice(ranges[at], ranges[at] + ranges[at + 1] + 1));
    return nodes;
  }

  function prepared(environment, { account, nodes }) {
    const link = ([number, why]) => ({ name: environment.names[number], why });
    const names = (numbers) => numbers.map((number) => environment.names[number]);
    return {
      ...account, nodes: nodesOf(environment, nodes), containers: names(account.containers), contents: names(account.contents),
      parameters: account.parameters.map(([name, value, origin, place]) => ({ name, value, origin, place })),
      after: account.after.map(link), before: account.before.map(link),
    };
  }

  const side = (found) => found && { value: found[0], place: found[1] };

  return {
    list: environments,
    ready: () => load("data/index.js"),
    // Called by the files of data.
    environments: (all) => all.forEach((environment) => environments.push(prepare(environment, environments.length))),
    starts, part: add,

    // The different accounts of a resource, each with the nodes that have it.
    async accounts(environment, name) {
      const found = await item(environment.number, "resources", environment.numbers.get(name));
      return found.map((one) => prepared(environment, one));
    },

    // The catalog of a node; only problems if it cannot be built.
    async catalog(environment, node) {
      const found = await item(environment.number, "nodes", node.index);
      return found.problems ? found : { ...found, resources: found.resources.map((number) => environment.names[number]) };
    },

    // The changes from the environment before.
    async changes(environment) {
      const numbers = Array.from({ length: environment.changeCount }, (_, number) => number);
      const found = await Promise.all(numbers.map((number) => item(environment.number, "changes", number)));
      return found.map(([resource, kind, before, after, parameters, nodes]) => ({
        resource, kind, before, after, nodes: nodes.map((node) => environment.nodes[node]),
        parameters: parameters.map(([name, old, now, isHidden]) => ({ name, before: side(old), after: side(now), isHidden })),
      }));
    },
  };
})();
