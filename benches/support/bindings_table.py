"""Writes a tree of Hiera data of version 5 (`tree`) or a site of bindings (`site`), and the facts of its nodes as JSON lines.

    python3 benches/support/bindings_table.py tree|site OUT NODES GROUPS KEYS

Groups of nodes differ in a class, a role, a zone and a family, each of which has values for some of the keys. A tenth of the values
of the site are expressions that read facts. Facts such as the uptime differ for all nodes, but nothing reads them. The same arguments give the
same files.
"""

import json
import random
import sys
from pathlib import Path

ROLES, ZONES, FAMILIES = 50, 20, 6


class Generator:
    def __init__(self, out, groups, keys):
        self.out, self.random = Path(out), random.Random(7)
        self.keys = [f"profile::m{at // 20}::k{at}" for at in range(keys)]
        # Names of facts, how many values each has, and the part of the keys that each value has data for.
        self.facts = [("class", max(groups // 10, 1), 20), ("role", ROLES, 10), ("zone", ZONES, 20), ("family", FAMILIES, 10)]
        self.groups = groups

    def write(self, name, text):
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def some_keys(self, part):
        return sorted(self.random.sample(range(len(self.keys)), len(self.keys) // part))

    def value(self, at):
        number = self.random.randrange
        return (number(10_000), f"v{number(1_000)}.example.org", [number(100), number(100)],
                {"port": number(10_000), "user": f"u{number(100)}"}, number(2) == 1)[at % 5]

    def tree(self):
        levels = "".join(f'  - {{name: {name}, path: "{name}/%{{facts.{name}}}.yaml"}}\n' for name, _, _ in self.facts)
        self.write("hiera.yaml", "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n"
                   + levels + "  - {name: common, path: common.yaml}\n")
        data = lambda keys: "".join(f"{self.keys[at]}: {json.dumps(self.value(at))}\n" for at in keys) or "{}\n"
        for name, count, part in self.facts:
            for at in range(count):
                self.write(f"data/{name}/{name}{at}.yaml", data(self.some_keys(part)))
        self.write("data/common.yaml", data(range(len(self.keys))))

    def site(self):
        categories = "".join(f"    {name} => $::{name},\n" for name, _, _ in self.facts)
        self.write("manifests/site.pp", f"site {{\n  categories {{\n    node => $::fqdn,\n{categories}    environment => true,\n  }}\n}}\n")

        def bindings(keys, indent):
            for at in keys:
                text = json.dumps(self.value(at)).replace('": ', '" => ').replace('"', "'")
                if at % 10 == 9:
                    text = '"in ${zone} of ${family}"'
                yield f"{indent}bind '{self.keys[at]}' to {text}\n"

        lines = ["bindings default {\n", *bindings(range(len(self.keys)), "  ")]
        for name, count, part in self.facts:
            for at in range(count):
                lines += [f"  when {name} '{name}{at}' {{\n", *bindings(self.some_keys(part), "    "), "  }\n"]
        self.write("bindings/default.pp", "".join(lines) + "}\n")

    def nodes(self, nodes):
        known = set()
        while len(known) < self.groups:
            known.add(tuple(self.random.randrange(count) for _, count, _ in self.facts))
        known = sorted(known)
        lines = []
        for at in range(nodes):
            chosen = known[at] if at < len(known) else self.random.choice(known)
            name = f"node{at:06}.example.org"
            facts = {"certname": name, "fqdn": name}
            facts |= {fact: f"{fact}{value}" for (fact, _, _), value in zip(self.facts, chosen)}
            facts |= {"uptime": self.random.randrange(10**6), "memory": {"total": self.random.randrange(2**36)},
                      "networking": {"ip": f"10.0.{at // 256 % 256}.{at % 256}", "mtu": 1500}, "kernel": "Linux"}
            lines.append(json.dumps(facts) + "\n")
        self.write("facts.jsonl", "".join(lines))


def main():
    kind, out, nodes, groups, keys = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
    generator = Generator(out, groups, keys)
    {"tree": generator.tree, "site": generator.site}[kind]()
    generator.nodes(nodes)


main()
