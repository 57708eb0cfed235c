"""Writes a site of bindings for the measurement of reports: python3 bindings_report.py DIR NODES KEYS

Keys are bound for all nodes, and some of them again for an environment, a role, a node or a pair of both; every tenth has the name of the node in its
value, and every twentieth is a parameter. nodes.json has the facts of the nodes, in 40 roles and 5 places.
"""

import json
import os
import sys

directory, nodes, keys = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
os.makedirs(f"{directory}/bindings/p", exist_ok=True)
os.makedirs(f"{directory}/manifests", exist_ok=True)
for file in range(0, keys, 100):
    lines = [f"bindings p::f{file // 100} {{"]
    for key in range(file, min(file + 100, keys)):
        value = f"'value {key}'"
        bind = f"bind parameters m{key} to {{ x => VALUE }}" if key % 20 == 0 else f"bind 'key_{key}' to VALUE"
        lines.append("  " + bind.replace("VALUE", f'"{key} of ${{fqdn}}"' if key % 10 == 5 else value))
        conditions = [f"role role{key % 40}"] if key % 2 else []
        conditions += [f"place place{at}" for at in range(5)] if key % 3 == 0 else []
        conditions += [f"node 'node{(key * 7 + at * 13) % nodes}.example.org'" for at in range(key % 8)]
        conditions += [f"role role{at} and place place{at % 5}" for at in range(key % 40)] if key % 7 == 0 else []
        for at, condition in enumerate(dict.fromkeys(conditions)):
            lines.append(f"  when {condition} {{ {bind.replace('VALUE', str(at))} }}")
    with open(f"{directory}/bindings/p/f{file // 100}.pp", "w") as out:
        out.write("\n".join(lines) + "\n}\n")
with open(f"{directory}/manifests/site.pp", "w") as out:
    out.write(
        "site {\n  categories { 'node' => $::fqdn, 'role' => $::role, 'place' => $::place }\n"
        "  bindings => [layer { 'site': include => 'confdir:/p::*' }]\n}\n"
    )
with open(f"{directory}/nodes.json", "w") as out:
    facts = {
        f"node{at}": {"fqdn": f"node{at}.example.org", "role": f"role{at % 40}", "place": f"place{at % 5}"}
        for at in range(nodes)
    }
    json.dump(facts, out, indent=1)
