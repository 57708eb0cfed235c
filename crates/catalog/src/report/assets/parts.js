"use strict";
// The parts of the pages of a catalog report: links, and what is known about a resource.
const catalogParts = (() => {
  const { h, count, tag, address, yaml, prose, placeText, longList, linkList } = reportPages;
  // The number of links that are shown at once.
  const LINKS = 12;

  const withQuery = (href, choices) => {
    const text = String(new URLSearchParams(choices));
    return text ? `${href}?${text}` : href;
  };
  const resourceAddress = (environment, name, node) => withQuery(address("resource", environment.number, name), node ? { node: node.name } : {});
  // A resource of the environment is a link; others, which only the other environment has, are texts.
  const resourceLink = (environment, name, node) => (environment.numbers.has(name)
    ? h("a", { href: resourceAddress(environment, name, node) }, breakable(name)) : breakable(name));
  const nodeLink = (environment, node) => h("a", { href: address("node", environment.number, node.name) }, node.name);
  const place = (text) => (text ? h("span", { class: "place" }, placeText(text)) : "");

  // A name that lines may break after slashes and colons.
  const breakable = (name) => h("code", {}, name.split(/(?<=[/:])(?![/:])/).flatMap((part, at) => (at ? [h("wbr", {}), part] : part)));

  const nodes = (environment, all) => h("p", {}, h("span", { class: "soft" }, `${count(all.length, "node")}: `), linkList(all, LINKS, (node) => nodeLink(environment, node)));

  // The resources that links lead to, with the reason of each.
  function links(environment, title, all, node) {
    if (!all.length) return null;
    return [h("h3", {}, `${title} ${count(all.length, "resource")}`), longList(["Resource", "Why"], all, ({ name, why }) => h("tr", {},
      h("td", { class: "name" }, resourceLink(environment, name, node)), h("td", {}, prose(why))))];
  }

  // An account; if it is that of one node, links stay with this node.
  function accountOf(environment, name, account, node) {
    const { parameters, containers, contents, marks, tags } = account;
    const drawing = catalogDrawing.draw(name, account, (other) => resourceAddress(environment, other, node));
    return [
      h("p", {}, account.place ? ["Declared at ", place(account.place)] : "No manifest declares it.", " ", marks.map((mark) => [tag(mark, "note"), " "])),
      containers.length ? h("p", {}, "Contained in ", containers.map((container, at) => [at ? ", in " : "", resourceLink(environment, container, node)])) : null,
      parameters.length ? longList(["Parameter", "Value", "How it was set", "Place"], parameters, (parameter) => h("tr", {},
        h("td", { class: "name" }, parameter.name), h("td", { class: "value" }, yaml(parameter.value)),
        h("td", {}, parameter.origin), h("td", {}, place(parameter.place)))) : h("p", { class: "soft" }, "It has no parameters."),
      drawing ? [h("h3", {}, "Neighbours"), h("div", { class: "drawing", tabindex: "0", role: "region", "aria-label": `Drawing of ${name}` }, drawing)] : null,
      links(environment, "Comes after", account.after, node),
      links(environment, "Comes before", account.before, node),
      contents.length ? [h("h3", {}, `Contains ${count(contents.length, "resource")}`),
        h("p", {}, linkList(contents, LINKS, (content) => resourceLink(environment, content, node)))] : null,
      tags.length ? [h("h3", {}, "Tags"), h("p", {}, tags.map((one) => [tag(one), " "]))] : null,
    ];
  }

  return { withQuery, resourceAddress, resourceLink, nodeLink, place, breakable, nodes, accountOf };
})();
