"""Writes two environments of Hiera 5 that differ, for the measurement of comparisons and pages:
python3 hiera_diff.py DIR NODES KEYS ENTRIES

Keys are in common.yaml, and some of them again for a role, a place or a node; every seventh has the name of the node in its value. One line of
common.yaml differs, and with ENTRIES a hash of so many texts, each of which looks another key up. nodes.json has the facts of the nodes.
"""

import json
import os
import sys

directory, nodes, keys, entries = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
HIERARCHY = """version: 5
hierarchy:
  - {name: Node, path: "nodes/%{trusted.certname}.yaml"}
  - {name: Role, path: "roles/%{role}.yaml"}
  - {name: Place, path: "places/%{place}.yaml"}
  - {name: Common, path: common.yaml}
"""


def write(path, lines):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write("\n".join(lines) + "\n")


def name(key):
    return f"m{key % 40}::k{key}"


for side in ["before", "after"]:
    data = f"{directory}/{side}/data"
    is_after = side == "after"
    write(f"{directory}/{side}/hiera.yaml", [HIERARCHY])
    common = []
    for key in range(keys):
        value = "changed" if is_after and key == keys // 2 else key
        common.append(f"{name(key)}: {json.dumps(value if key % 7 else f'%{{facts.fqdn}} {value}')}")
    if entries:
        common += ["h:"] + [f'  e{at}: "%{{lookup(\'k.a{at}\')}}"' for at in range(entries)]
        common += ["k:"] + [f'  a{at}: "{at}{" changed" if is_after else ""}"' for at in range(entries)]
    write(f"{data}/common.yaml", common)
    for at in range(10):
        write(f"{data}/roles/r{at}.yaml", [f"{name(key)}: {at}" for key in range(at, keys, 20)])
    for at in range(5):
        write(f"{data}/places/p{at}.yaml", [f"{name(key)}: p{at}" for key in range(at, keys, 31)])
    for at in range(nodes):
        write(f"{data}/nodes/n{at}.yaml", [f"{name(key)}: n{at}" for key in range(at % 97, keys, 97)])
facts = {
    f"n{at}": {"trusted": {"certname": f"n{at}"}, "role": f"r{at % 10}", "place": f"p{at % 5}", "fqdn": f"n{at}.example.org"}
    for at in range(nodes)
}
write(f"{directory}/nodes.json", [json.dumps(facts)])
