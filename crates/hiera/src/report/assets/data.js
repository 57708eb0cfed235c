"use strict";
// The trees of the report: what is written here are the answers of lookups, so that no page computes one.
const hieraReport = (() => {
  const trees = [];
  const { load, item, part, firsts, starts, add } = reportData;

  // Ascending numbers that are written as differences.
  function numbers(differences) {
    let last = 0;
    return differences.map((difference) => (last += difference));
  }

  function prepare(tree, number) {
    tree.number = number;
    tree.levels = tree.levels.map(([layer, name, path]) => ({ layer, name, path }));
    tree.keyNumbers = new Map(tree.keys.map((key, at) => [key, at]));
    tree.mostlyAbsent = new Set(numbers(tree.mostlyAbsent));
    tree.fileKeys = tree.fileKeys.map((differences) => differences && numbers(differences));
    tree.keyFiles = tree.keys.map(() => 0);
    tree.fileKeys.forEach((keys) => keys && keys.forEach((key) => tree.keyFiles[key]++));
    tree.facts = tree.facts.map(([name, values, of]) => ({ name, values, of }));
    tree.nodes = tree.nodes.map(([name, reached], index) => ({
      name, index, reached: reached.map(([position, path, file]) => ({ position, path, file })),
    }));
    tree.nodeNumbers = new Map(tree.nodes.map((node) => [node.name, node]));
    return tree;
  }

  const place = ([file, line, level]) => ({ file, line, level });

  function answer(written) {
    return {
      value: written.v, error: written.e, none: Boolean(written.none), hidden: Boolean(written.hidden),
      merge: written.merge, convert: written.convert, from: written.from.map(place), nodes: [],
      parts: (written.parts || []).map(([path, from]) => ({ path, from })),
      rejected: (written.rejected || []).map(([file, line, reason]) => ({ file, line, reason })),
    };
  }

  const writtenOf = (found) => found.written.map((one) => ({ file: one[0], line: one[1], value: one[2], hidden: one.length < 3 }));

  // The answers of a key, each with its nodes, and where the key is.
  function keyOf(tree, found) {
    const answers = found.answers.map(answer);
    const others = new Map();
    (found.nodes || []).forEach((differences, at) => numbers(differences).forEach((node) => others.set(node, at + 1)));
    if (answers.length) tree.nodes.forEach((node) => answers[others.get(node.index) || 0].nodes.push(node));
    return { answers, written: writtenOf(found) };
  }

  return {
    list: trees,
    ready: () => load("data/index.js"),
    // Called by the files of data.
    trees: (all) => all.forEach((tree) => trees.push(prepare(tree, trees.length))),
    starts, part: add,

    key: async (tree, key) => keyOf(tree, await item(tree.number, "answers", key)),
    // One answer of a key, without its nodes.
    answer: async (tree, key, number) => answer((await item(tree.number, "answers", key)).answers[number]),

    // The variables of a node, and for each key the number of the answer that it gets; -1 if it gets none.
    async node(tree, node) {
      const { variables, special } = await item(tree.number, "nodes", node.index);
      const of = tree.keys.map((_, key) => (tree.mostlyAbsent.has(key) ? -1 : 0));
      for (let at = 0, key = -1; at < special.length; at += 2) of[(key += special[at])] = special[at + 1];
      return { variables, of };
    },

    // Where a key is, without its answers.
    written: async (tree, key) => writtenOf(await item(tree.number, "answers", key)),

    // Calls a function with the number and the answers of each key whose data is accepted, part by part, until it returns
    // false.
    async eachKey(tree, accepts, visit) {
      const begins = await firsts(tree.number, "answers");
      for (let number = 0; number < begins.length; number++) {
        const items = await part(tree.number, "answers", number);
        if (!items.every((found, at) => !accepts(found) || visit(begins[number] + at, keyOf(tree, found)))) return;
      }
    },

    change: async (tree, number) => {
      const [key, before, after, causes, nodes] = await item(tree.number, "changes", number);
      const side = ({ v, e, none, hidden, from }) => ({ value: v, error: e, none: Boolean(none), hidden: Boolean(hidden), from: from.map(place) });
      return { key, before: side(before), after: side(after), causes, nodes: nodes.map((node) => tree.nodes[node]) };
    },
  };
})();
