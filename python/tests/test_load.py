"""Loading and looking: metamodels, documents in each format, objects, classes and addresses."""

import pymodelwright as mw
import pytest


def test_classes_and_features_of_a_metamodel(library):
    assert [c.name for c in library.classes] == ["Library", "Item", "Book", "Journal", "Author"]
    assert library.namespaces == ["urn:example:library:1"]
    book = library["Book"]
    assert book is not library["Book"] and book == library["library.Book"]
    assert book == library["urn:example:library:1#//Book"] and hash(book) == hash(library["Book"])
    assert [c.name for c in book.supertypes] == ["Item"] and library["Item"].is_abstract
    assert book.conforms_to(library["Item"]) and not library["Item"].conforms_to(book)
    assert [f.name for f in book.own_features] == ["pages", "genre", "authors"]
    assert book.documentation == "A printed book."
    authors = book["authors"]
    assert authors.is_reference and authors.is_many and not authors.is_containment
    assert (authors.lower, authors.upper, authors.target.name) == (1, -1, "Author")
    assert authors.opposite == library["Author"]["books"]
    assert book["code"].is_id and book["code"].owner.name == "Item"
    assert book["genre"].literals == ["novel", "science fiction", "reference"]
    assert "genre" in book and "genr" not in book and "Book" in library and "Boo" not in library
    with pytest.raises(KeyError, match="no class `Boo`"):
        library["Boo"]


def test_objects_of_a_document(books):
    (root,) = books.roots
    assert root.name == "Corner library" and root.eClass.name == "Library"
    first = root.items[0]
    assert first.title == "Les Misérables" and first.pages == 1900 and first.genre == "novel"
    assert list(first.keywords) == ["Paris", "justice"]
    assert first.library == root == first.eContainer() and first.eContainingFeature() == "items"
    assert [a.name for a in first.authors] == ["Victor Hugo"] and first.authors[0].books[0] == first
    assert root.items[2].eGet("issue") == 7
    assert first.eIsSet("pages") and not first.eIsSet("genre")
    assert [o.eClass.name for o in books.walk()] == ["Library", "Book", "Book", "Journal"] + ["Author"] * 3
    assert list(root.eAllContents()) == list(books.walk())[1:] and root.eContents[0] == first
    assert [b.code for b in books.all("Book")] == ["B1", "B2"]
    assert len(books.all(books.metamodel["Item"])) == 3
    assert books.find("B2").title == "Roadside Picnic" and books.find("//@authors.0").name == "Victor Hugo"
    assert first.eURIFragment() == "B1" and first.eProxyURI is None and first.eModel == books
    with pytest.raises(KeyError):
        books.find("B9")
    with pytest.raises(AttributeError, match="Book has no feature `titel`; did you mean `title`?"):
        first.titel
    assert "title" in dir(first) and "eClass" in dir(first)
    assert repr(first) == "<Book B1>"


def test_every_format_gives_the_same_objects(examples, library, books):
    for name in ["books.xmi", "books.json", "books.yaml"]:
        path = examples / "library" / name
        by_path = mw.Model.load(path, library)
        by_text = mw.Model.from_text(path.read_text(), library, by_path.format)
        by_bytes = mw.Model.from_bytes(path.read_bytes(), library)
        for model in [by_path, by_text, by_bytes]:
            assert model.to_text("json") == books.to_text("json")


def test_metamodels_from_texts_and_bytes(examples, library):
    path = examples / "library" / "library.pp"
    for other in [
        mw.Metamodel.from_text(path.read_text()),
        mw.Metamodel.from_bytes(path.read_bytes(), "pp"),
        mw.Metamodel.from_text(mw.generate("ecore", library)["library.ecore"], "ecore"),
    ]:
        assert [c.name for c in other.classes] == [c.name for c in library.classes]
        model = mw.Model.load(examples / "library" / "books.json", other)
        assert model.roots[0].items[1].title == "Roadside Picnic"


def test_metamodels_that_need_each_other(tmp_path):
    ecore = """<ecore:EPackage xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" xmlns:xmi="http://www.omg.org/XMI"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmi:version="2.0" name="{0}" nsURI="urn:{0}" nsPrefix="{0}">
      <eClassifiers xsi:type="ecore:EClass" name="{1}">{2}</eClassifiers></ecore:EPackage>"""
    part = '<eStructuralFeatures xsi:type="ecore:EReference" name="part" containment="true" eType="ecore:EClass b.ecore#//B"/>'
    (tmp_path / "a.ecore").write_text(ecore.format("a", "A", part))
    (tmp_path / "b.ecore").write_text(ecore.format("b", "B", ""))
    metamodel = mw.Metamodel.load(tmp_path / "a.ecore")
    assert metamodel["A"]["part"].target == metamodel["B"]
    # A metamodel is a value: it is not read again, even for documents that are loaded later.
    (tmp_path / "a.ecore").write_text("gone")
    (tmp_path / "b.ecore").unlink()
    model = mw.Model(metamodel)
    whole = model.create("A", part=model.create("B"))
    model.roots.append(whole)
    text = model.to_text("xmi")
    assert mw.Model.from_text(text, metamodel).roots[0].part.eClass.name == "B"


def test_a_metamodel_is_a_model_of_ecore(examples, library, tmp_path):
    path = tmp_path / "library.ecore"
    path.write_text(mw.generate("ecore", library)["library.ecore"])
    model = mw.Model.load(path)
    (package,) = model.roots
    assert package.eClass.name == "EPackage" and package.nsURI == "urn:example:library:1"
    assert [c.name for c in package.eClassifiers][:2] == ["Library", "Item"]
    item = package.eClassifiers[1]
    # Names of features win only by `eGet` where an object has a member of the same name.
    assert item.eGet("abstract") is True and item.eContainer() == package


def test_references_to_other_documents_stay_addresses(tmp_path, library):
    text = '<lib:Library xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:lib="urn:example:library:1" name="n"><items xsi:type="lib:Book" code="c" title="t"><authors href="other.xmi#//@authors.0"/></items></lib:Library>'
    model = mw.Model.from_text(text, library, name=tmp_path / "one.xmi", lax=True)
    author = model.roots[0].items[0].authors[0]
    assert author.eProxyURI.endswith("other.xmi#//@authors.0") and author.name is None
    with pytest.raises(mw.EditError):
        author.name = "x"


def test_the_metamodel_of_a_model_reads_other_documents(examples, library):
    text = (examples / "library" / "books.xmi").read_bytes()
    found = mw.Model.load(examples / "library" / "books.xmi").metamodel
    assert mw.validate_text(text, found, "xmi").to_dicts() == []
    assert mw.Model.from_bytes(text, found, "xmi").roots[0].eClass.name == "Library"
    wrong = text.replace(b"code=", b"coed=", 1)
    problems = mw.validate_text(wrong, found, "xmi").to_dicts()
    assert problems == mw.validate_text(wrong, library, "xmi").to_dicts() != []
