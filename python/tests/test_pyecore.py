"""Objects of PyEcore and back; the same objects as PyEcore's for documents of the corpus."""

import datetime

import pymodelwright as mw
import pytest

pyecore = pytest.importorskip("pyecore.ecore")
bridge = pytest.importorskip("pymodelwright.pyecore")
from pyecore.resources import URI, ResourceSet

LIMIT = 50


def test_a_model_becomes_objects_of_pyecore(books):
    (root,) = bridge.to_pyecore(books)
    assert root.eClass.name == "Library" and root.name == "Corner library"
    assert [i.title for i in root.items] == ["Les Misérables", "Roadside Picnic", "Nature"]
    assert root.items[1].genre.name == "science_fiction" and root.items[0].authors[0] is root.authors[0]
    assert root.authors[1].books[0] is root.items[1] and root.items[0].library is root


def test_and_is_the_same_when_it_is_converted_back(books, library):
    roots = bridge.to_pyecore(books)
    # PyEcore does not have the encoding of the document.
    expected = books.to_text("json").replace('  "$encoding": "UTF-8",\n', "")
    assert bridge.from_pyecore(roots, library).to_text("json") == expected
    again = bridge.from_pyecore(roots[0])
    assert (
        mw.generate("ecore", again.metamodel)["library.ecore"]
        == mw.generate("ecore", library)["library.ecore"]
    )
    assert mw.Model.from_text(again.to_text("json"), library, "json").to_text("json") == expected


def test_packages_of_pyecore_become_a_metamodel():
    class_ = pyecore.EClass("Car")
    class_.eStructuralFeatures.append(pyecore.EAttribute("name", pyecore.EString, lower=1))
    package = pyecore.EPackage("cars", nsURI="urn:cars", nsPrefix="cars")
    package.eClassifiers.append(class_)
    metamodel = bridge.metamodel_from_pyecore(package)
    assert metamodel["Car"]["name"].type_name == "EString" and metamodel["Car"]["name"].lower == 1
    car = class_(name="Beetle")
    model = bridge.from_pyecore(car, metamodel)
    assert model.roots[0].name == "Beetle" and not model.validate()


def test_what_cannot_be_converted_is_an_error(library, tmp_path):
    head = '<lib:Library xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:lib="urn:example:library:1" name="n">'
    text = (
        head + '<items xsi:type="lib:Book" code="c" title="t"><authors href="o.xmi#/"/></items></lib:Library>'
    )
    model = mw.Model.from_text(text, library, name=tmp_path / "one.xmi", lax=True)
    with pytest.raises(ValueError, match="not loaded"):
        bridge.to_pyecore(model)


def documents(corpus):
    """Documents that EMF loads without unresolved references, each with its metamodels."""
    verdicts = {}
    for line in (corpus / "emf" / "instances.verdicts.tsv").read_text().splitlines():
        name, *fields = line.split("\t")
        verdicts[name] = fields
    for line in (corpus / "instances.txt").read_text().splitlines():
        name, *needs = line.split("\t")
        metamodels = [corpus / "models" / path for path in needs[0].split(",")] if needs else []
        if metamodels and verdicts.get(name, [""])[0] == "OK" and verdicts[name][2] == "0":
            yield corpus / "models" / name, metamodels


def opened(metamodels):
    resources = ResourceSet()
    for path in metamodels:
        for root in resources.get_resource(URI(str(path))).contents:
            pending = [root]
            while pending:
                package = pending.pop()
                resources.metamodel_registry[package.nsURI] = package
                pending.extend(package.eSubpackages)
    return resources


def spelled(value, places):
    if isinstance(value, mw.Object):
        return places.get(value, "elsewhere")
    if isinstance(value, pyecore.EProxy):
        try:
            value.force_resolve()
        except Exception:
            return "elsewhere"
        value = value._wrapped
    if isinstance(value, pyecore.EObject) and not isinstance(value, pyecore.EEnumLiteral):
        return places.get(value, "elsewhere")
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.000+0000")
    return str(value)


def objects(roots, features):
    """All objects in the order of containment."""
    order, pending = [], list(reversed(roots))
    while pending:
        one = pending.pop()
        order.append(one)
        inner = [
            v
            for _, f, values in features(one)
            if getattr(f, "containment", False)
            for v in values
            if v is not None
        ]
        pending.extend(reversed(inner))
    return order


def contents(roots, features):
    """All values of all objects; objects are numbers in the order of containment."""
    order = objects(roots, features)
    places = {one: at for at, one in enumerate(order)}
    shown = []
    for one in order:
        row = {"class": one.eClass.name}
        for name, feature, values in features(one):
            found = [spelled(v, places) for v in values]
            if isinstance(feature.eType, pyecore.EEnum) and any(
                v.literal != v.name for v in feature.eType.eLiterals
            ):
                # PyEcore does not find literals by their spelling in documents.
                continue
            # PyEcore does not keep the order of both ends.
            row[name] = sorted(found, key=str) if feature.is_reference and feature.eOpposite else found
        shown.append(row)
    return shown


class Both:
    """A document in PyEcore and here."""

    def __init__(self, theirs, model):
        self.theirs, self.model, self.classes = theirs, model, {}

    def contents(self):
        """All values of all objects, of PyEcore and here."""
        expected = contents(list(self.theirs.contents), self.stored)
        return contents(list(self.model.roots), self.ours), expected

    def stored(self, one):
        found = sorted(
            (f for f in one.eClass.eAllStructuralFeatures() if not f.derived and not f.transient),
            key=lambda f: f.name,
        )
        self.classes[one.eClass.name] = found
        return [(f.name, f, list(one.eGet(f)) if f.many else [one.eGet(f)]) for f in found]

    def ours(self, one):
        return [
            (f.name, f, list(one.eGet(f.name)) if f.many else [one.eGet(f.name)])
            for f in self.classes[one.eClass.name]
        ]

    def edit(self):
        """Sets a text of every object of a class that has one, in both; returns how many."""
        theirs = objects(list(self.theirs.contents), self.stored)
        edited = 0
        for number, (one, other) in enumerate(zip(objects(list(self.model.roots), self.ours), theirs)):
            name = next((f.name for f in one.eClass.features if is_text(f)), None)
            if name is None:
                continue
            one.eSet(name, f"edited {number}")
            other.eSet(name, f"edited {number}")
            edited += 1
        return edited


def is_text(feature):
    return not feature.is_reference and feature.type_name == "EString" and not feature.is_many


def both(path, metamodels):
    """A document in both; `None` if PyEcore cannot read it."""
    try:
        theirs = opened(metamodels).get_resource(URI(str(path)))
    except Exception:
        return None
    # In PyEcore, a root whose container is in another document leaves its own.
    return Both(theirs, mw.Model.load(path, mw.Metamodel.load(*metamodels))) if theirs.contents else None


def test_documents_of_the_corpus_have_the_objects_of_pyecore(corpus, tmp_path):
    compared, unread, edited = 0, 0, 0
    for path, metamodels in documents(corpus):
        if path.stat().st_size > 300_000:
            continue
        pair = both(path, metamodels)
        if pair is None:
            unread += 1
            continue
        bytes, model = path.read_bytes(), pair.model
        ours, theirs = pair.contents()
        assert ours == theirs, path
        assert len(list(model.walk())) == len(ours)
        found = len(model.validate())
        edited += pair.edit()
        ours, theirs = pair.contents()
        assert ours == theirs, path
        # Saved and read again: the same objects, and the same text.
        copy = tmp_path / "copy.xmi"
        model.save(copy)
        assert len(list(mw.Model.load(copy, model.metamodel).walk())) == len(ours)
        again = mw.Model.from_text(model.to_text("xmi"), model.metamodel, "xmi", name=path)
        assert again.to_text("xmi") == model.to_text("xmi")
        # The document itself is unchanged, and so are its problems.
        assert path.read_bytes() == bytes
        assert len(mw.validate(path, metamodel=model.metamodel)) == found
        compared += 1
        if compared == LIMIT:
            assert edited > 1_000
            return
    pytest.fail(f"only {compared} documents could be compared; PyEcore read {unread} not")
