"""Edits: attributes, references with opposites, lists that behave as Python's, and saving."""

import concurrent.futures
import os
import stat

import pymodelwright as mw
import pytest


def test_attributes(books):
    book = books.roots[0].items[0]
    book.title, book.pages, book.genre = "New", 3, "science fiction"
    assert (book.title, book.pages, book.genre) == ("New", 3, "science fiction")
    book.genre = "science_fiction"
    assert book.genre == "science fiction"
    del book.pages
    assert not book.eIsSet("pages")
    book.keywords = ["a", "b"]
    assert book.keywords == ["a", "b"]
    book.keywords += ("c",)
    assert book.keywords == ["a", "b", "c"]


@pytest.mark.parametrize(
    "feature, value, error",
    [
        ("pages", "three", mw.EditError),
        ("pages", 1 << 70, OverflowError),
        ("pages", 1.5, mw.EditError),
        ("pages", True, mw.EditError),
        ("title", 3, mw.EditError),
        ("title", b"bytes", TypeError),
        ("genre", "poem", mw.EditError),
        ("authors", ["Victor Hugo"], TypeError),
        ("authors", 3, TypeError),
        ("library", "Corner library", TypeError),
        ("acquired", "yesterday", mw.EditError),
        ("eClass", None, AttributeError),
    ],
)
def test_a_wrong_value_changes_nothing(books, feature, value, error):
    book, before = books.roots[0].items[0], books.to_text("json")
    with pytest.raises(error):
        setattr(book, feature, value)
    assert books.to_text("json") == before


def test_an_edit_error_is_a_value_error_with_a_problem(books):
    with pytest.raises(ValueError, match="one of novel, science fiction, reference") as caught:
        books.roots[0].items[0].genre = "poem"
    assert isinstance(caught.value, mw.Error) and caught.value.problems[0].code == "MW0202"


def test_opposites_and_containment(books):
    root = books.roots[0]
    first, second, _ = root.items
    hugo, arkady, boris = root.authors
    first.authors.append(arkady)
    assert arkady.books == [second, first]
    arkady.books = []
    assert first.authors == [hugo] and second.authors == [boris]
    other = books.create("Library", name="Second")
    other.items.append(first)
    assert root.items == [second, root.items[1]] and first.eContainer() == other and first.library == other
    with pytest.raises(mw.EditError):
        root.items.append(root)
    second.eDelete()
    assert boris.books == [] and len(root.items) == 1


def test_objects_of_other_models_are_rejected(books, examples, library):
    other = mw.Model.load(examples / "library" / "books.json", library)
    with pytest.raises(ValueError, match="belongs to another model"):
        books.roots[0].items.append(other.roots[0].items[0])
    assert other.roots[0] not in books.roots


def test_lists_behave_as_those_of_python(library):
    model = mw.Model(library)
    book = model.create("Book", code="x", title="t")
    words, expected = book.keywords, []
    for change in [
        lambda l: l.append("d"),
        lambda l: l.extend(["b", "a"]),
        lambda l: l.insert(0, "c"),
        lambda l: l.insert(-1, "e"),
        lambda l: l.insert(99, "f"),
        lambda l: l.insert(-99, "g"),
        lambda l: l.remove("b"),
        lambda l: l.__setitem__(1, "h"),
        lambda l: l.__setitem__(-1, "i"),
        lambda l: l.__setitem__(slice(1, 3), ["j", "k", "l"]),
        lambda l: l.__delitem__(0),
        lambda l: l.__delitem__(slice(0, None, 2)),
        lambda l: l.reverse(),
        lambda l: l.sort(key=str.upper, reverse=True),
        lambda l: l.__iadd__(["m"]),
    ]:
        change(words)
        change(expected)
        assert words == expected and list(words) == expected and len(words) == len(expected)
    assert words.pop() == expected.pop() and words.pop(0) == expected.pop(0)
    assert words == expected and not words != expected and expected == words
    assert words[::-1] == expected[::-1] and words[-1] == expected[-1] and words[5:] == []
    last = len(expected) - 1
    assert words.index(expected[last], 1) == words.index(expected[last], -1, 99) == last
    with pytest.raises(ValueError):
        words.index(expected[0], 1)
    assert words.index(expected[-1]) == len(expected) - 1 and words.count("zz") == 0
    assert words + ["n"] == expected + ["n"] and words.copy() == expected and words == tuple(expected)
    assert repr(words) == repr(expected) and "zz" not in words and 3 not in words and words != 3
    for wrong in [lambda: words[99], lambda: words[-99], lambda: words.pop(99)]:
        with pytest.raises(IndexError):
            wrong()
    with pytest.raises(ValueError):
        words.remove("zz")
    with pytest.raises(TypeError):
        words["a"]
    with pytest.raises(TypeError):
        hash(words)
    words.clear()
    assert words == [] and not words


def test_an_object_is_once_in_a_containment(books):
    items = books.roots[0].items
    with pytest.raises(mw.EditError, match="each value once"):
        items.append(items[0])
    items.reverse()
    assert [i.code for i in items] == ["J1", "B2", "B1"]
    items[:] = items[:1]
    assert [i.code for i in items] == ["J1"]


def test_roots_are_a_list(library):
    model = mw.Model(library)
    one, two = (model.create("Library", name=name) for name in ["one", "two"])
    model.roots.append(one)
    model.roots.insert(0, two)
    assert [r.name for r in model.roots] == ["two", "one"]
    with pytest.raises(mw.EditError):
        model.roots.append(one)
    with pytest.raises(TypeError):
        model.roots.append("three")
    model.roots[0] = model.create("Library", name="three")
    del model.roots[1]
    assert [r.name for r in model.roots] == ["three"]
    one.eRemove()
    assert repr(one) == "<Library in no document>"


def test_what_cannot_be_created(library):
    model = mw.Model(library)
    with pytest.raises(mw.EditError, match="abstract"):
        model.create("Item")
    with pytest.raises(KeyError):
        model.create("Magazine")
    with pytest.raises(AttributeError):
        model.create("Book", pagess=1)


def test_values_of_all_kinds(tmp_path):
    names = [
        "EBoolean",
        "EByte",
        "EShort",
        "EInt",
        "ELong",
        "EFloat",
        "EDouble",
        "EChar",
        "EString",
        "EBigInteger",
        "EBigDecimal",
        "EDate",
        "EByteArray",
    ]
    attributes = "".join(
        f'<eStructuralFeatures xsi:type="ecore:EAttribute" name="{n}" eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//{n}"/>'
        for n in names
    )
    metamodel = mw.Metamodel.from_text(
        f"""<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="v" nsURI="urn:v" nsPrefix="v">
        <eClassifiers xsi:type="ecore:EClass" name="V">{attributes}</eClassifiers></ecore:EPackage>"""
    )
    from decimal import Decimal

    values = dict(
        EBoolean=True, EByte=-128, EShort=300, EInt=-(2**31), ELong=2**63 - 1, EFloat=0.5, EDouble=1e300, EChar="é",
        EString="x\ny", EBigInteger=10**40, EBigDecimal=Decimal("1.50"), EByteArray="0AFF",
        EDate="2020-01-02T03:04:05.000+0000",
    )  # fmt: skip
    model = mw.Model(metamodel)
    model.roots.append(model.create("V", **values))
    read = mw.Model.from_text(model.to_text(), metamodel).roots[0]
    for name, value in values.items():
        assert read.eGet(name) == model.roots[0].eGet(name), name
        assert type(read.eGet(name)) is type(value), name
        if name not in ("EDate", "EByteArray"):
            assert read.eGet(name) == value, name
    for name, value in [
        ("EByte", 128),
        ("EChar", "ab"),
        ("EBigInteger", "x"),
        ("EDate", "x"),
        ("EByteArray", "xyz"),
    ]:
        with pytest.raises(ValueError):
            model.roots[0].eSet(name, value)
    model.roots[0].EDouble = 3
    assert model.roots[0].EDouble == 3.0
    model.roots[0].EChar = None


def test_saving(books, tmp_path, library):
    path = tmp_path / "books.json"
    books.save(path)
    assert mw.Model.load(path, library).to_text("yaml") == books.to_text("yaml")
    os.chmod(path, 0o640)
    books.roots[0].name = "Other"
    books.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640 and '"Other"' in path.read_text()
    books.save(tmp_path / "copy", "xmi")
    assert (tmp_path / "copy").read_text() == books.to_text("xmi")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["books.json", "copy"]
    with pytest.raises(FileNotFoundError):
        books.save(tmp_path / "none" / "x.json")
    with pytest.raises(mw.Error, match="no option `dialec`"):
        books.save(path, dialec="emf")
    with pytest.raises(mw.Error, match="there is no format `jsonn`"):
        books.to_text("jsonn")


def test_a_document_that_cannot_be_expressed_is_not_saved(books, tmp_path):
    path = tmp_path / "x.ecore"
    path.write_text("before")
    with pytest.raises(mw.Error):
        books.save(path)
    assert path.read_text() == "before" and len(list(tmp_path.iterdir())) == 1


def test_options_are_keyword_arguments(books, library):
    text = books.to_text("json", dialect="emf")
    assert '"eClass"' in text
    untyped = books.to_text("json", untyped=True)
    assert "$model" not in untyped
    again = mw.Model.from_text(untyped, library, "json", root_class="Library")
    assert again.to_text("json", untyped=True) == untyped and again.roots[0].items[2].code == "J1"


def test_validation_after_edits(books):
    assert len(books.validate()) == 0
    books.roots[0].items[0].authors = []
    del books.roots[0].name
    found = books.validate()
    assert found.has_errors and {(p.object, p.feature) for p in found} == {("B1", "authors"), ("/", "name")}


def test_an_object_with_an_invalid_value_leaves_no_trace(library):
    model = mw.Model.from_text('<l:Library xmlns:l="urn:example:library:1" name="L"/>', library, "xmi")
    author = model.create("Author", name="A")
    with pytest.raises(AttributeError):
        model.create("Book", authors=[author], bogus=1)
    with pytest.raises((mw.Error, TypeError, ValueError)):
        model.create("Book", authors=[author], pages="many")
    assert len(author.books) == 0


def test_a_rejected_object_returns_the_parts_that_it_took(books):
    items, before = list(books.roots[0].items), books.to_text("json")
    with pytest.raises(mw.EditError):
        books.create("Library", items=items, authors=items)
    assert books.to_text("json") == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path, library):
    model = mw.Model.from_text('<l:Library xmlns:l="urn:example:library:1" name="L"/>', library, "xmi")
    pipe = tmp_path / "pipe.xmi"
    os.mkfifo(pipe)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text)
        model.save(pipe)
        assert 'name="L"' in read.result()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_to_nothing_is_followed(tmp_path, library):
    model = mw.Model.from_text('<l:Library xmlns:l="urn:example:library:1" name="L"/>', library, "xmi")
    link = tmp_path / "link.xmi"
    link.symlink_to(tmp_path / "target.xmi")
    model.save(link)
    assert link.is_symlink() and 'name="L"' in (tmp_path / "target.xmi").read_text()
