"""Writes a site of bindings for measurements: python3 bindings_site.py DIR FILES NODES

Each file has 100 bindings, of which 30 are in conditions on the environment, a role and a node. nodes.json has the facts of the nodes, in 40 roles.
"""

import json
import os
import sys

directory, files, nodes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.makedirs(f"{directory}/bindings/p", exist_ok=True)
os.makedirs(f"{directory}/manifests", exist_ok=True)
for file in range(files):
    lines = [f"bindings p::f{file} {{"]
    for key in range(100):
        value = f"'value number {key} of file {file}'"
        before = {3: "when environment 'dev' { ", 6: f"when role 'role{file % 40}' {{ ", 9: f"when node 'node{file}.example.org' {{ "}
        condition = before.get(key % 10, "")
        name = key - 1 if condition else key
        lines.append(f"  {condition}bind 'key_{file}_{name}' to {value}{' }' if condition else ''}")
    with open(f"{directory}/bindings/p/f{file}.pp", "w") as out:
        out.write("\n".join(lines) + "\n}\n")
with open(f"{directory}/manifests/site.pp", "w") as out:
    out.write("site {\n  categories { 'node' => $::fqdn, 'role' => $::role }\n  bindings => [layer { 'site': include => 'confdir:/p::*' }]\n}\n")
with open(f"{directory}/nodes.json", "w") as out:
    facts = {f"node{at}": {"fqdn": f"node{at}.example.org", "role": f"role{at % 40}"} for at in range(nodes)}
    json.dump(facts, out, indent=1)
