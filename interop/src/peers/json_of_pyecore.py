"""Compares documents in XMI, as PyEcore reads them, with modelwright's form of them in the `emf` dialect of JSON, and writes
them as JSON with PyEcore. For each line `XMI TAB METAMODELS TAB OURS TAB THEIRS` on standard input, prints one line
`ok TAB SAVED` or `no TAB REASON`, in which SAVED is whether THEIRS was written."""
import signal
import sys

from pyecore.ecore import EEnumLiteral, EObject, EPackage, EProxy
from pyecore.resources import URI, ResourceSet
from pyecore.resources.json import JsonResource

LONGEST = 20  # seconds for one document


def register(resources, package):
    resources.metamodel_registry[package.nsURI] = package
    for part in package.eSubpackages:
        register(resources, part)


def opened(metamodels):
    resources = ResourceSet()
    resources.resource_factory["json"] = lambda uri: JsonResource(uri)
    for metamodel in metamodels:
        for root in resources.get_resource(URI(metamodel)).contents:
            if isinstance(root, EPackage):
                register(resources, root)
    return resources


def spelled(value, places):
    """A value as text; an object by its position, an object of another document by its address."""
    if isinstance(value, EProxy):
        try:
            value.force_resolve()
        except Exception:
            return "-> nowhere"
    if isinstance(value, EEnumLiteral):
        return value.name
    if isinstance(value, EObject):
        return f"-> {places.get(id(getattr(value, '_wrapped', None) or value), 'elsewhere')}"
    return repr(value)


def features(one):
    stored = (f for f in one.eClass.eAllStructuralFeatures() if not f.derived and not f.transient)
    return sorted(stored, key=lambda feature: feature.name)


def shown(roots):
    """The complete content of a document, one line for each value."""
    objects = []
    open_ones = list(reversed(roots))
    while open_ones:
        one = open_ones.pop()
        objects.append(one)
        inner = []
        # PyEcore stores features in the order in which they were set.
        for feature in features(one):
            if feature.is_reference and feature.containment:
                value = one.eGet(feature)
                inner.extend(value if feature.many else [value])
        open_ones.extend(one for one in reversed(inner) if one is not None and not isinstance(one, EProxy))
    places = {id(one): at for at, one in enumerate(objects)}
    lines = []
    for at, one in enumerate(objects):
        lines.append(f"{at} {one.eClass.name}")
        for feature in features(one):
            value = one.eGet(feature)
            values = list(value) if feature.many else [value]
            if getattr(feature, "eOpposite", None) and feature.many:
                # PyEcore adds the other end of a proxy a second time, and does not preserve the order.
                lines.append(f"{at} {feature.name} {sorted({spelled(v, places) for v in values})}")
            else:
                lines.append(f"{at} {feature.name} {[spelled(v, places) for v in values]}")
    return lines


def compared(xmi, metamodels, ours, theirs):
    try:
        document = opened(metamodels).get_resource(URI(xmi))
        expected = shown(document.contents)
    except Exception as problem:
        return f"no\tnot read: {type(problem).__name__} {problem}"
    found = shown(opened(metamodels).get_resource(URI(ours)).contents)
    if found != expected:
        lines = [pair for pair in zip(expected, found) if pair[0] != pair[1]]
        first = lines[0] if lines else (len(expected), len(found))
        return f"no\tdiffers: {first[0]} / {first[1]}"
    try:
        copy = JsonResource(URI(theirs))
        copy.contents.extend(document.contents)
        for root in document.contents:
            root._eresource = copy
        copy.save()
        return "ok\tsaved"
    except Exception as problem:
        return f"ok\tnot saved: {type(problem).__name__} {problem}"


def late(*_):
    raise TimeoutError("takes too long")


signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    xmi, metamodels, ours, theirs = line.rstrip("\n").split("\t")
    signal.alarm(LONGEST)
    try:
        answer = compared(xmi, [name for name in metamodels.split(",") if name], ours, theirs)
    except Exception as problem:
        answer = f"no\tfails: {type(problem).__name__} {problem}"
    finally:
        signal.alarm(0)
    head, _, tail = answer.partition("\t")
    print(head, tail.replace("\n", " ").replace("\t", " ")[:160], sep="\t", flush=True)
