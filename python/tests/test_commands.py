"""Conversion, generation and evaluation: the results of the command's library."""

import pymodelwright as mw
import pytest


def test_conversion(examples, library, tmp_path):
    path = examples / "library" / "books.xmi"
    text = mw.convert(path, "json", metamodel=library)
    assert text == (examples / "library" / "books.json").read_text()
    out = tmp_path / "books.yaml"
    assert mw.convert(path, "yaml", metamodel=library, output=out) is None
    assert out.read_text() == (examples / "library" / "books.yaml").read_text()
    emf = mw.convert(path, "json", metamodel=library, dialect="emf")
    assert '"eClass"' in emf and mw.Model.from_text(emf, library, "json").roots[0].items[0].code == "B1"


def test_nothing_is_written_for_a_document_with_errors(tmp_path, library):
    (tmp_path / "a.json").write_text('{"$model": "urn:example:library:1", "$type": "Library", "nam": 1}')
    with pytest.raises(mw.Error, match="MW0107"):
        mw.convert(tmp_path / "a.json", "xmi", metamodel=library, output=tmp_path / "b.xmi")
    assert not (tmp_path / "b.xmi").exists()


def test_metamodels_are_converted(examples):
    text = mw.convert(examples / "library" / "library.pp", "ecore")
    assert '<eClassifiers xsi:type="ecore:EClass" name="Library">' in text


@pytest.mark.filterwarnings("ignore::pymodelwright.ProblemWarning")
def test_generation(library):
    files = mw.generate("json-schema", library, draft="07")
    ((name, text),) = files.items()
    assert name == "library.schema.json" and "draft-07" in text
    for target in mw.targets():
        assert mw.generate(target, library), target
    with pytest.raises(mw.Error, match="`ecore` has no option `draft`"):
        mw.generate("ecore", library, draft="07")
    with pytest.raises(mw.Error, match="there is no target `cobol`"):
        mw.generate("cobol", library)


def test_formats():
    formats = mw.formats()
    assert formats["xmi"] == (True, True) and formats["linkml"] == (True, False)


@pytest.mark.parametrize(
    "expression, value",
    [
        ("[1, 2, 3].map |$x| { $x * 2 }", [2, 4, 6]),
        ("{ a => 1.5, [1] => undef }", {"a": 1.5, "[1]": None}),
        ("'abc' =~ Pattern[/b/]", True),
        ("Integer[1, 2]", "Integer[1, 2]"),
        ("/a+/", "/a+/"),
        ("default", "default"),
    ],
)
def test_values_of_expressions(expression, value):
    assert mw.eval(expression) == value


def test_expressions_on_a_model(books):
    root = books.roots[0]
    assert mw.eval("all(Book).filter |$b| { $b[pages] > 1000 }", model=books) == [root.items[0]]
    assert mw.eval("$self[name]", model=books) == "Corner library"
    assert mw.eval("$title", object=root.items[1]) == "Roadside Picnic"
    assert mw.eval("container($self)", object=root.items[1]) == root
    with pytest.raises(mw.Error) as caught:
        mw.eval("$titel", object=root.items[1])
    assert "did you mean" in str(caught.value)


def test_created_objects_are_texts(library):
    assert mw.eval("new(Author, { name => x })", metamodel=library) == "Author({'name' => 'x'})"


def test_broken_expressions():
    with pytest.raises(mw.Error) as caught:
        mw.eval("[1, 2")
    assert caught.value.problems[0].path == "expression"
    with pytest.raises(mw.Error):
        mw.eval("range(1, 100000000).map |$x| { range(1, 100000000) }")


def test_options_that_name_metamodels_take_metamodels(library):
    older = mw.Metamodel.from_text(
        "package library { uri => 'urn:example:library:1' }\ntype Library {}", "pp"
    )
    files = mw.generate("docs", library, since=older)
    assert "changes.html" in files
    with pytest.raises(TypeError, match="since"):
        mw.generate("docs", library, since="old.pp")


def test_a_name_of_another_format_is_refused(library):
    with pytest.raises(ValueError, match="`pp`, not `ecore`"):
        mw.Metamodel.from_text("", "ecore", name="x.pp")
