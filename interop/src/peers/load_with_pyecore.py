"""Reports which documents PyEcore loads: for each line `FILE TAB METAMODELS` on standard input one line
`ok TAB OBJECTS` or `no TAB REASON`."""
import signal
import sys

from pyecore.ecore import EPackage
from pyecore.resources import URI, ResourceSet

LONGEST = 20  # seconds for one document


def register(resources, package):
    resources.metamodel_registry[package.nsURI] = package
    for part in package.eSubpackages:
        register(resources, part)


def load(path, metamodels):
    resources = ResourceSet()
    for metamodel in metamodels:
        for root in resources.get_resource(URI(metamodel)).contents:
            if isinstance(root, EPackage):
                register(resources, root)
    roots = resources.get_resource(URI(path)).contents
    return sum(1 + sum(1 for _ in root.eAllContents()) for root in roots)


def late(*_):
    raise TimeoutError("takes too long")


signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    path, _, metamodels = line.rstrip("\n").partition("\t")
    signal.alarm(LONGEST)
    try:
        print("ok", load(path, [name for name in metamodels.split(",") if name]), sep="\t")
    except Exception as problem:
        print("no", f"{type(problem).__name__} {problem}".replace("\n", " ").replace("\t", " ")[:100], sep="\t")
    finally:
        signal.alarm(0)
