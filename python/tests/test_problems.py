"""Problems: their places, exceptions with all of them, warnings, and hostile inputs."""

import pickle
import warnings

import pymodelwright as mw
import pytest

WRONG = """$model: urn:example:library:1
$type: Library
name: Corner library
items:
  - $type: Book
    code: B1
    title: One
    genr: novel
    pages: many
    authors: ["//@authors.0"]
authors: [{ name: A }]
"""


def test_all_problems_of_a_document_are_raised(library):
    with pytest.raises(mw.Error) as caught:
        mw.Model.from_text(WRONG, library, "yaml", name="wrong.yaml")
    codes = [(p.code, p.severity, p.path, p.line, p.column) for p in caught.value.problems]
    assert codes == [("MW0107", "error", "wrong.yaml", 8, 5), ("MW0108", "error", "wrong.yaml", 9, 12)]
    first, second = caught.value.problems
    assert first.message == "Book has no feature `genr`" and first.help == "did you mean `genre`?"
    assert first.object == "B1" and first.end == (8, 9)
    assert str(caught.value) == f"{first}\n{second}"


def test_what_could_be_read_is_returned_if_asked_for(library):
    model = mw.Model.from_text(WRONG, library, "yaml", lax=True)
    assert model.roots[0].items[0].title == "One" and model.problems.errors == 2
    model.roots[0].items[0].authors = []
    # The missing author is a problem of validation, after those of reading.
    assert [p.code for p in model.validate()] == ["MW0107", "MW0108", "MW0602"]


def test_problems_are_values(library):
    found = mw.validate_text(WRONG, library, "yaml", name="wrong.yaml")
    assert found.errors == 2 and found.left_out == 0 and found.has_errors and len(found) == 2
    assert found[-1] == found[1] and found[0] != found[1] and len({*found, *found}) == 2
    with pytest.raises(IndexError):
        found[2]
    again = pickle.loads(pickle.dumps(found))
    assert again == found and str(again) == str(found)
    error = pickle.loads(pickle.dumps(mw.Error(found)))
    assert error.problems == found
    row = found.to_dicts()[0]
    assert row["code"] == "MW0107" and row["line"] == 8 and list(row) == [
        "code", "severity", "message", "path", "line", "column", "object", "feature", "help",
    ]  # fmt: skip


def test_files_are_validated_as_by_the_command(examples, library, tmp_path):
    assert not mw.validate(examples / "library" / "books.xmi", metamodel=library)
    (tmp_path / "a.yaml").write_text(WRONG)
    (tmp_path / "b.xmi").write_text((examples / "library" / "books.xmi").read_text())
    found = mw.validate(tmp_path, metamodel=library)
    assert [(p.code, p.line) for p in found] == [("MW0107", 8), ("MW0108", 9)]
    assert mw.validate(tmp_path / "a.yaml", tmp_path / "b.xmi", metamodel=library) == found
    (missing,) = mw.validate(tmp_path / "none.xmi", metamodel=library)
    assert missing.severity == "error" and "none.xmi" in missing.message
    with pytest.raises(TypeError):
        mw.validate()


def test_too_many_problems_are_counted(library):
    items = ",".join('{"$type": "Book", "code": 1}' for _ in range(20_000))
    text = f'{{"$model": "urn:example:library:1", "$type": "Library", "name": "n", "items": [{items}]}}'
    found = mw.validate_text(text, library, "json")
    assert len(found) == 10_000 and found.left_out > 0 and found.errors == len(found) + found.left_out
    assert str(found).endswith(f"… and {found.left_out} more")


def test_losses_are_warnings(library):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        mw.generate("rust", library)
    assert all(type(w.message) is mw.ProblemNote for w in caught)
    assert {w.message.problem.code for w in caught} == {"MW0715"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(mw.ProblemWarning, match="MW0715"):
            mw.generate("rust", library)


def test_a_broken_metamodel_raises_its_problems():
    with pytest.raises(mw.Error) as caught:
        mw.Metamodel.from_text(
            "package p { uri => 'urn:p' }\ntype A { attr x, Strin }\ntype B inherits C {}", "pp"
        )
    assert [(p.path, p.line) for p in caught.value.problems] == [("<metamodel>.pp", 2), ("<metamodel>.pp", 3)]
    with pytest.raises(mw.Error):
        mw.Metamodel.load("no such file.ecore")
    with pytest.raises(TypeError):
        mw.Metamodel.load()
    with pytest.raises(ValueError, match="there is no format"):
        mw.Metamodel.from_text("", "jsonn")


LIBRARY = '{"$model": "urn:example:library:1", "$type": "Library", "name": "n"'
HOSTILE = {
    "empty": b"",
    "not text": bytes(range(256)),
    "not UTF-8": LIBRARY.encode() + b', "x": "\xff"}',
    "null bytes": b"\0" * 1000,
    "ten thousand levels of JSON": b"[" * 10_000,
    "ten thousand levels of objects": b'{"items":' * 10_000,
    "ten thousand levels of XML": b"<a>" * 10_000,
    "ten thousand levels of YAML": b"- " * 10_000,
    "an open string": LIBRARY.encode() + b', "name": "',
    "a key twice": LIBRARY.encode() + b', "name": "m"}',
    "a lone surrogate": LIBRARY.encode() + rb', "items": "\ud800"}',
    "a large number": LIBRARY.encode() + b', "items": ' + b"9" * 100_000 + b"}",
    "an unknown class": b'{"$model": "urn:example:library:1", "$type": "Shop"}',
    "an unknown metamodel": b'{"$model": "urn:none", "$type": "Shop"}',
    "many aliases": b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [%s]\n" % (98 + i, 98 + i, b",".join([b"*%c" % (97 + i)] * 9)) for i in range(9)
    ),
    "many entities": b'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9)
    ) + b"]><l>&j;</l>",
    "an external entity": b'<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>',
}  # fmt: skip


@pytest.mark.parametrize("hazard", HOSTILE)
@pytest.mark.parametrize("format", ["xmi", "json", "yaml", "ecore", "pp", None])
def test_hostile_documents_are_problems(hazard, format, library):
    data = HOSTILE[hazard]
    found = mw.validate_text(data, library, format)
    if hazard == "a lone surrogate" or not found.has_errors:
        # A few of them are documents in some format, and none may crash.
        assert mw.Model.from_bytes(data, library, format, lax=True) is not None
        return
    with pytest.raises(mw.Error) as caught:
        mw.Model.from_bytes(data, library, format)
    # Problems of validation are not errors of loading.
    assert 0 < caught.value.problems.errors <= found.errors
    if format in ("ecore", "pp"):
        with pytest.raises(mw.Error):
            mw.Metamodel.from_bytes(data, format)


@pytest.mark.parametrize("length", range(0, 700, 7))
def test_cut_documents_are_problems(length, examples, library):
    data = (examples / "library" / "books.json").read_bytes()
    found = mw.validate_text(data[:length], library, "json")
    assert found.has_errors and all(p.code.startswith("MW") for p in found)


def test_wrong_arguments(library):
    with pytest.raises(TypeError):
        mw.Model.from_text(3, library)
    with pytest.raises(TypeError):
        mw.Model.load("x.xmi", metamodel="library.pp")
    with pytest.raises(mw.Error, match="no option `root-clas`"):
        mw.Model.from_text("{}", library, "json", root_clas="Library")
    for call in [mw.Object, mw.List, mw.Problem, mw.Class, mw.Metamodel]:
        with pytest.raises(TypeError):
            call()


def test_classes_are_frozen(library, books):
    for value, name in [
        (library, "x"),
        (books, "roots"),
        (books.problems, "errors"),
        (library["Book"], "name"),
    ]:
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
