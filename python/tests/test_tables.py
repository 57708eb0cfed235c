"""Rows of Arrow tables: the violations of columns and of texts, alone, in Spark and in DataFusion."""

import concurrent.futures
import pickle

import pymodelwright as mw
import pytest

pyarrow = pytest.importorskip("pyarrow")

GOOD = '{"name": "A"}'
ROWS = [
    GOOD,
    '{"nam": "A"}',
    '{"name": "A",\n "books": 3}',
    "{",
    None,
    '{"$type": "Library", "name": "A"}',
    "[" * 10_000,
    '{"name": "A", "name": "B"}',
    '{"name": "é", "books": ["B1"]}',
]


def table(texts):
    return pyarrow.table({"text": pyarrow.array(texts, pyarrow.string())})


def rows(violations):
    return pyarrow.table(violations).to_pylist()


def test_texts_in_a_column(library):
    found = mw.validate_batches(table(ROWS), library, "Author", "text", document="authors")
    assert (
        found.rows == len(ROWS) and found.faulty_rows == len({r["row"] for r in rows(found)}) == len(ROWS) - 1
    )
    assert found.left_out == 0 and len(found) == len(rows(found))
    first = rows(found)[0]
    assert first == {
        "document": "authors", "row": 1, "ordinal": 0, "code": "MW0107", "severity": "error", "path": "/", "line": 1,
        "column": 2, "message": "Author has no feature `nam`",
    }  # fmt: skip
    assert {r["row"] for r in rows(found)} == set(range(1, len(ROWS)))


def test_a_row_has_the_problems_of_its_text(library):
    for text in ROWS:
        if text is None:
            continue
        alone = mw.validate_text(text, library, "json", root_class="Author")
        found = rows(mw.validate_batches(table([text]), library, "Author", "text"))
        assert [(r["code"], r["line"], r["column"], r["message"]) for r in found] == [
            (p.code, p.line, p.column, p.message) for p in alone
        ], text


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "large_binary"])
def test_layouts_of_texts(kind, library):
    type_ = getattr(pyarrow, kind)()
    texts = [text.encode() if "binary" in kind and text is not None else text for text in ROWS]
    data = pyarrow.table({"text": pyarrow.array(texts, type_), "other": list(range(len(ROWS)))})
    expected = rows(mw.validate_batches(table(ROWS), library, "Author", "text"))
    assert rows(mw.validate_batches(data, library, "Author", "text")) == expected
    # A batch, and a stream of batches.
    assert rows(mw.validate_batches(data.to_batches()[0], library, "Author", "text")) == expected
    stream = pyarrow.RecordBatchReader.from_batches(data.schema, iter(data.to_batches(max_chunksize=2)))
    assert rows(mw.validate_batches(stream, library, "Author", "text")) == expected


def test_bytes_that_are_no_text(library):
    data = pyarrow.table({"text": [b"\xff\xfe\x00", GOOD.encode(), b'{"name": "\xff"}']})
    assert {r["row"] for r in rows(mw.validate_batches(data, library, "Author", "text"))} == {0, 2}


@pytest.mark.parametrize(
    "format, good, bad",
    [
        ("yaml", "name: A", "name: A\nbook: x"),
        (
            "xmi",
            '<l:Author xmlns:l="urn:example:library:1" name="A"/>',
            '<l:Author xmlns:l="urn:example:library:1"/>',
        ),
    ],
)
def test_other_formats(format, good, bad, library):
    found = mw.validate_batches(table([good, bad]), library, "Author", "text", format)
    assert [r["row"] for r in rows(found)] == [1]


def test_rows_that_are_metamodels():
    types = "package cars { uri => 'urn:cars' } type Car { attr name, String }"
    (text,) = mw.generate("ecore", mw.Metamodel.from_text(types, "pp")).values()
    none = mw.Metamodel.from_text("package none { uri => 'urn:none' }", "pp")
    ecore = "http://www.eclipse.org/emf/2002/Ecore"
    package = f"{ecore}#//EPackage"
    data = table([text, text.replace(f"{ecore}#//EString", "other.ecore#//EString")])
    found = rows(mw.validate_batches(data, none, package, "text", "xmi"))
    assert [(r["row"], r["code"]) for r in found] == [(1, "MW0604")]


def test_columns_of_a_class(library):
    data = pyarrow.table({"name": ["A", None, "C"]})
    (found,) = rows(mw.validate_batches(data, library, "Author"))
    assert (found["row"], found["code"], found["line"]) == (1, "MW0601", None)
    orders = pyarrow.table(
        {
            "code": ["x", "y"],
            "title": ["t", "u"],
            "pages": [1, 2],
            "genre": pyarrow.array(["novel", "poem"]).dictionary_encode(),
        }
    )
    assert {
        r["row"] for r in rows(mw.validate_batches(orders, library, "Book")) if "poem" in r["message"]
    } == {1}


def test_dates_and_timestamps_are_columns():
    import datetime

    events = mw.Metamodel.from_text(
        "package events { uri => 'urn:example:events' } type Event { attr at, EDate { min => 1 } }", "pp"
    )
    day = datetime.date(2026, 11, 29)
    moment = datetime.datetime(1969, 12, 31, 23, 59, 59, 999_000, tzinfo=datetime.UTC)
    for values in [[day, None], [moment, None]]:
        found = rows(mw.validate_batches(pyarrow.table({"at": values}), events, "Event"))
        assert [(r["row"], r["code"]) for r in found] == [(1, "MW0601")]


def test_rows_with_names_are_the_same_in_any_order(library):
    data = pyarrow.table(
        {"text": ROWS, "file": [f"f{n % 2}" for n in range(len(ROWS))], "line": list(range(len(ROWS)))}
    )
    check = mw.RowCheck(library, "Author", "text", document_column="file", row_column="line")
    key = lambda r: (r["document"], r["row"], r["ordinal"])
    expected = sorted(rows(check.validate(data)), key=key)
    assert {r["document"] for r in expected} == {"f0", "f1"}
    mixed = data.take(list(reversed(range(len(ROWS)))))
    assert sorted(rows(check.validate(mixed)), key=key) == expected
    halves = [check.validate(data.slice(0, 4)), check.validate(data.slice(4))]
    assert sorted((r for half in halves for r in rows(half)), key=key) == expected
    counted = mw.RowCheck(library, "Author", "text").validate(data.slice(4), document="d", first_row=4)
    assert [r["row"] for r in rows(counted)][0] == 4


def test_what_does_not_depend_on_rows_is_an_exception(library):
    with pytest.raises(mw.Error, match="Autor"):
        mw.RowCheck(library, "Autor")
    with pytest.raises(mw.Error, match="the format `csv`"):
        mw.RowCheck(library, "Author", "text", "csv")
    with pytest.raises(TypeError):
        mw.RowCheck(library, "Author", document_column="a")
    check = mw.RowCheck(library, "Author", "text")
    with pytest.raises(mw.Error, match="no column `text`; its columns are other"):
        check.validate(pyarrow.table({"other": [1]}))
    with pytest.raises(mw.Error, match="texts or bytes"):
        check.validate(pyarrow.table({"text": [1]}))
    with pytest.raises(mw.Error):
        mw.validate_batches(pyarrow.table({"nam": ["x"]}), library, "Author")
    for wrong in [3, [1], object()]:
        with pytest.raises((TypeError, ValueError)):
            check.validate(wrong)


def test_limits(library):
    check = mw.RowCheck(library, "Author", "text", row_limit=1, limit=3)
    found = check.validate(table(['{"a": 1, "b": 2, "c": 3}'] * 10))
    assert len(found) == 3 and found.left_out > 0 and found.faulty_rows == 10


def test_a_check_can_be_pickled_and_shared(library):
    check = pickle.loads(pickle.dumps(mw.RowCheck(library, "Author", "text", row_limit=7)))
    expected = rows(mw.validate_batches(table(ROWS), library, "Author", "text"))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: rows(check.validate(table(ROWS))), range(50)):
            assert found == expected


def test_an_exception_of_a_stream_is_raised(library):
    def batches():
        yield from table(ROWS).to_batches()
        raise ValueError("the stream failed")

    stream = pyarrow.RecordBatchReader.from_batches(table(ROWS).schema, batches())
    with pytest.raises(RuntimeError, match="the stream failed"):
        mw.validate_batches(stream, library, "Author", "text")


PEOPLE = """package people { uri => 'urn:example:people' }
type Being { attr id, String { id => true } }
type Person inherits Being { has boss, Person { containment => false } has pet, Animal { containment => false } }
type Manager inherits Person {}
type Animal inherits Being {}
"""

PEOPLE_ROWS = [
    '{"$type": "Person", "id": "a", "boss": "b"}',
    '{"$type": "Manager", "id": "b", "pet": "rex"}',
    '{"$type": "Animal", "id": "rex"}',
    '{"$type": "Person", "id": "c", "boss": "rex"}',
    '{"$type": "Person", "id": "d",\n "boss": "nobody", "pet": "rex", "age": 3}',
    '{"$type": "Person", "id": "a", "boss": "d"}',
    '{"$type": "Person", "id": "c", "boss": "c"}',
    "{",
    '{"$type": "Person", "id": "a", "pet": "a"}',
]
# The row, the code, the line and the message of violations.
PEOPLE_VIOLATIONS = [
    (0, "MW0606", None, "/8 also has the id `a`"),
    (3, "MW0202", 1, "Person.boss requires objects of class Person, but `rex` is of class Animal"),
    (3, "MW0606", None, "/6 also has the id `c`"),
    (4, "MW0107", 2, "Person has no feature `age`"),
    (4, "MW0109", 2, "Person.boss refers to `nobody`, which is not in the document"),
    (5, "MW0606", None, "/8 also has the id `a`"),
    (7, "MW0300", 1, "expected a key in double quotes, found the end of the text"),
    (8, "MW0202", 1, "Person.pet requires objects of class Animal, but `a` is of class Person"),
]


@pytest.fixture(scope="module")
def people():
    return mw.Metamodel.from_text(PEOPLE, "pp", name="people.pp")


def people_table():
    count = len(PEOPLE_ROWS)
    return pyarrow.table({"text": PEOPLE_ROWS, "file": ["f"] * count, "line": list(range(count))})


def joined(check, data):
    """The violations of rows and between rows, joined in Python."""
    key = lambda r: (r["document"], r["row"], r["ordinal"])
    keys = sorted(rows(check.keys(data)), key=key)
    classes = {r["id"]: r["class"] for r in keys}
    uses = pyarrow.table(check.uses(data))
    uses = uses.append_column("class", pyarrow.array([classes.get(id) for id in uses["id"].to_pylist()]))
    return sorted(
        rows(check.validate(data) + check.resolve(uses) + check.duplicates(check.keys(data))), key=key
    )


def between(people):
    return mw.RowCheck(
        people, "Being", "text", document_column="file", row_column="line", references_between_rows=True
    )


def test_references_between_rows(people):
    check, data = between(people), people_table()
    found = joined(check, data)
    assert [(r["row"], r["code"], r["line"], r["message"]) for r in found] == PEOPLE_VIOLATIONS
    # Without the option, every reference to another row is a violation.
    alone = mw.RowCheck(people, "Being", "text", document_column="file", row_column="line").validate(data)
    assert {r["row"] for r in rows(alone) if r["code"] == "MW0109"} == {0, 1, 3, 4, 5}
    assert joined(pickle.loads(pickle.dumps(check)), data) == found
    mixed = data.take([8, 1, 7, 0, 3, 2, 6, 5, 4])
    assert joined(check, mixed) == found


def test_references_in_datafusion(people):
    datafusion = pytest.importorskip("datafusion")
    from pymodelwright.datafusion import validate

    frame = datafusion.SessionContext().from_arrow(people_table(), name="people")
    names = {"document_column": "file", "row_column": "line"}
    found = validate(frame, people, "Being", "text", references_between_rows=True, **names)
    key = lambda r: (r["document"], r["row"], r["ordinal"])
    assert sorted(rows(found), key=key) == joined(between(people), people_table())


def test_datafusion(library):
    datafusion = pytest.importorskip("datafusion")
    from pymodelwright.datafusion import validate

    context = datafusion.SessionContext()
    data = pyarrow.table({"text": ROWS, "file": ["f"] * len(ROWS), "line": list(range(len(ROWS)))})
    frame = context.from_arrow(data, name="authors")
    expected = rows(mw.validate_batches(table(ROWS), library, "Author", "text", document="f"))
    found = rows(validate(frame, library, "Author", "text", document_column="file", row_column="line"))
    assert sorted(found, key=lambda r: (r["row"], r["ordinal"])) == expected
    columns = context.from_arrow(pyarrow.table({"name": ["A", None]}), name="columns")
    assert [r["row"] for r in rows(validate(columns, library, "Author"))] == [1]


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql")
    import os
    import shutil
    import sys

    os.environ["PYSPARK_PYTHON"] = sys.executable

    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    session = sql.SparkSession.builder.master("local[2]").appName("pymodelwright")
    session = (
        session.config("spark.ui.enabled", "false").config("spark.driver.host", "localhost").getOrCreate()
    )
    yield session
    session.stop()


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_spark(partitions, spark, library):
    from pymodelwright.spark import validate

    texts = ROWS * 20
    data = [(text, "f", number) for number, text in enumerate(texts)]
    frame = spark.createDataFrame(data, "text string, file string, line bigint").repartition(partitions)
    violations = validate(frame, library, "Author", "text", document_column="file", row_column="line")
    found = [row.asDict() for row in violations.collect()]
    expected = rows(mw.validate_batches(table(texts), library, "Author", "text", document="f"))
    assert sorted(found, key=lambda r: (r["row"], r["ordinal"])) == expected


def test_spark_with_columns(spark, library):
    from pymodelwright.spark import validate

    frame = spark.createDataFrame([("A",), (None,)], "name string")
    (found,) = validate(frame, library, "Author").collect()
    assert found["code"] == "MW0601"
    with pytest.raises(mw.Error):
        validate(frame, library, "Autor")
    with pytest.raises(mw.Error):
        validate(spark.createDataFrame([(1,)], "text int"), library, "Author", "text")


@pytest.mark.parametrize("partitions", [1, 3])
def test_references_in_spark(partitions, spark, people):
    from pymodelwright.spark import validate

    data = [(text, "f", number) for number, text in enumerate(PEOPLE_ROWS)]
    frame = spark.createDataFrame(data, "text string, file string, line bigint").repartition(partitions)
    names = {"document_column": "file", "row_column": "line"}
    found = validate(frame, people, "Being", "text", references_between_rows=True, **names).collect()
    key = lambda r: (r["document"], r["row"], r["ordinal"])
    assert sorted((row.asDict() for row in found), key=key) == joined(between(people), people_table())
    with pytest.raises(TypeError, match="document_column"):
        validate(frame, people, "Being", "text", references_between_rows=True)
