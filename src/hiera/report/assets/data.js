"use strict";
// The trees of the report.
const hieraReport = (() => {
  const trees = [];
  const { load, item, starts, part } = reportData;

  function prepare(tree, number) {
    tree.number = number;
    tree.keyFiles = tree.keys.map(() => []);
    tree.fileKeys = tree.fileKeys.map((distances, file) => {
      if (!distances) return null;
      let key = 0;
      return distances.map((distance) => {
        key += distance;
        tree.keyFiles[key].push(file);
        return key;
      });
    });
    tree.nodes = tree.nodes.map(([name, variables, reached], index) => ({
      name, variables, index,
      reached: reached.map(([position, path, file]) => ({ position, path, file })),
    }));
    return tree;
  }

  return {
    list: trees,
    ready: () => load("data/index.js"),
    // Called by the files of data.
    trees: (all) => all.forEach((tree) => trees.push(prepare(tree, trees.length))),
    starts, part,

    // What files have the key: file, line and value as written.
    async values(tree, key) {
      const found = await item(tree.number, "values", key);
      return found.map(([file, line, value]) => ({ file, line, value }));
    },

    // For each key of a node, the levels whose files have it, the one that counts first.
    sources(tree, node) {
      const sources = new Map();
      for (const level of node.reached) {
        if (level.file < 0 || !tree.fileKeys[level.file]) continue;
        for (const key of tree.fileKeys[level.file]) {
          if (!sources.has(key)) sources.set(key, []);
          sources.get(key).push(level);
        }
      }
      return sources;
    },

    // The answers of a node that differ from what is written: by key, the answer or why there is none.
    async answers(tree, node) {
      const found = await item(tree.number, "answers", node.index);
      return new Map(found.map(([key, value, error]) => [key, { value, error }]));
    },
  };
})();
