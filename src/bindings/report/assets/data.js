"use strict";
// The sites of the report.
const bindingsReport = (() => {
  const sites = [];
  const { load, item, starts, part } = reportData;

  function prepare(site, number) {
    site.number = number;
    site.environments.forEach((environment) => {
      environment.layers = environment.layers.map(([name, locations, files, place]) => ({ name, locations, files, place }));
    });
    site.nodes = site.nodes.map(([name, environment, environmentName, decidedBy, values], index) => ({
      name, environment: site.environments[environment], environmentName, decidedBy, values, index,
    }));
    return site;
  }

  const binding = ([layer, condition, place, producer, verdict, needs]) =>
    ({ layer, condition, place, producer, verdict, needs });

  return {
    list: sites,
    ready: () => load("data/index.js"),
    // Called by the files of data.
    sites: (all) => all.forEach((site) => sites.push(prepare(site, sites.length))),
    starts, part,

    // The accounts of a key, each with the numbers of its nodes.
    async accounts(site, key) {
      const found = await item(site.number, "accounts", key);
      const accounts = found.accounts.map((account) => ({
        ...account, bindings: account.bindings.map(binding), contributions: account.contributions.map(binding), nodes: [],
      }));
      found.nodes.forEach((account, node) => accounts[account].nodes.push(node));
      return accounts;
    },

    // The account of a key for a node.
    async account(site, key, node) {
      const accounts = await this.accounts(site, key);
      return accounts.find((account) => account.nodes.includes(node.index));
    },
  };
})();
