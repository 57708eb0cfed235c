"""Validates the rows of a Spark data frame: Spark carries the data, modelwright decides.

The metamodel is sent to the executors as text. Each task checks its batches without the interpreter's lock.
A broken row is a violation and never a failed job; a wrong class or column fails before the job starts.
PySpark and pyarrow must be installed; references between rows need PySpark 4.
"""

import itertools

from pyspark.sql import functions
from pyspark.sql.pandas.types import to_arrow_schema

from . import RowCheck

__all__ = ["SCHEMA", "validate"]

SCHEMA = (
    "document string, row bigint, ordinal int, code string, severity string, path string, line int, `column` int, "
    "message string"
)
"""The schema of violations."""

_KEYS = "id string, class string, document string, row bigint, ordinal int, path string"
_USES = (
    "id string, target string, feature string, document string, row bigint, ordinal int, path string, line int, "
    "`column` int"
)


def validate(
    df,
    metamodel,
    root,
    column=None,
    format="json",
    *,
    document_column=None,
    row_column=None,
    references_between_rows=False,
    **limits,
):
    """The violations of the rows of a data frame, as a data frame.

    ``root`` is the class of the rows. With ``column``, the rows are texts in that column; otherwise the
    columns of the class, without which a feature has no value. ``document_column`` and ``row_column`` name
    columns that identify a row: with them, the violations are the same however Spark divides the rows.
    Otherwise, ``document`` is the number of the partition, and ``row`` the number in it.

    With ``references_between_rows``, a reference may have its target in any row, and an id must be that of
    one object in all rows. Both are computed by joins of Spark, and both columns must be named.

    ``limits`` are those of ``RowCheck``, for each partition.
    """
    names = [name for name in (document_column, row_column) if name is not None]
    if references_between_rows and len(names) < 2:
        raise TypeError("references between rows require document_column and row_column")
    if column is not None:
        # Other columns are not sent to Python.
        df = df.select(column, *names)
    check = RowCheck(
        metamodel,
        root,
        column,
        format,
        document_column=document_column,
        row_column=row_column,
        references_between_rows=references_between_rows,
        **limits,
    )
    # Without rows, to find wrong columns before any task starts.
    check.validate(to_arrow_schema(df.schema).empty_table())
    violations = df.mapInArrow(_Task(check), SCHEMA)
    if references_between_rows:
        violations = violations.unionByName(_between_rows(df, check))
    return violations


def _between_rows(df, check):
    """The violations of references between rows, and of ids that several rows define."""
    keys = df.mapInArrow(_List(check, "keys"), _KEYS)
    uses = df.mapInArrow(_List(check, "uses"), _USES)
    row = functions.struct("document", "row")
    ids = keys.groupBy("id").agg(
        # A reference finds the last object with its id, as in one document with all rows.
        functions.max_by("class", functions.struct("document", "row", "ordinal")).alias("class"),
        (functions.min(row) != functions.max(row)).alias("has_several"),
    )
    targets = uses.join(ids.select("id", "class"), "id", "left")
    # A class of another name may be a subclass.
    doubtful = targets.where(
        functions.col("class").isNull() | (functions.col("class") != functions.col("target"))
    )
    unresolved = doubtful.mapInArrow(_Resolution(check), SCHEMA)
    several = keys.join(ids.where("has_several").select("id"), "id", "left_semi")

    def find_duplicates(keys):
        import pyarrow

        return pyarrow.table(check.duplicates(keys))

    return unresolved.unionByName(several.groupBy("id").applyInArrow(find_duplicates, SCHEMA))


class _Task:
    """What an executor does with the batches of a partition."""

    def __init__(self, check):
        self._check = check

    def __call__(self, batches):
        from pyspark import TaskContext

        context = TaskContext.get()
        document = str(context.partitionId()) if context is not None else ""
        yield from _found(lambda stream: self._check.validate(stream, document=document), batches, document)


class _Resolution:
    """The violations of the uses of a partition."""

    def __init__(self, check):
        self._check = check

    def __call__(self, batches):
        yield from _found(self._check.resolve, batches, "")


class _List:
    """What the rows of a partition define or refer to; ``method`` is the name of the check's method."""

    def __init__(self, check, method):
        self._check, self._method = check, method

    def __call__(self, batches):
        import pyarrow

        list_of = getattr(self._check, self._method)
        for batch in batches:
            yield from pyarrow.table(list_of(batch)).to_batches()


def _found(find, batches, document):
    """The batches of the violations that a function finds in a partition."""
    import pyarrow

    batches = iter(batches)
    first = next(batches, None)
    if first is None:
        return
    # One stream, so that the limit is that of the partition.
    stream = pyarrow.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
    found = find(stream)
    violations = pyarrow.table(found)
    if found.left_out:
        violations = pyarrow.concat_tables(
            [violations, _left_out(found.left_out, document, violations.schema)]
        )
    yield from violations.to_batches()


def _left_out(count, document, schema):
    """A note, which belongs to no row, that the limits left violations out."""
    import pyarrow

    note = {
        "document": document,
        "row": -1,
        "ordinal": 0,
        "code": "MW0004",
        "severity": "note",
        "message": f"{count} more violations of the partition are left out",
    }
    return pyarrow.Table.from_pylist([note], schema=schema)
