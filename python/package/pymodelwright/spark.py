"""Validates the rows of a Spark data frame: Spark carries the data, modelwright decides.

The metamodel is sent to the executors as text, and prepared once in each process. Each task checks its batches
without the interpreter's lock.
A broken row is a violation and never a failed job; a wrong class or column fails before the job starts.
PySpark and pyarrow must be installed; references between rows need PySpark 4.
"""

import itertools
import pickle

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
    # A table without rows is checked, so that wrong columns are found before any task starts.
    check.validate(to_arrow_schema(df.schema).empty_table())

    pickled = pickle.dumps(check)

    def check_partition(batches):
        from pyspark import TaskContext

        check = _restore(pickled)
        context = TaskContext.get()
        document = str(context.partitionId()) if context is not None else ""
        yield from _violations(lambda stream: check.validate(stream, document=document), batches, document)

    violations = df.mapInArrow(check_partition, SCHEMA)
    if references_between_rows:
        violations = violations.unionByName(_between_rows(df, pickled))
    return violations


_RESTORED: dict = {}
"""The last check of this process, by its pickled form."""


def _restore(pickled):
    """The check of a job, kept for the next task of this process: restoring it reads the metamodel again."""
    check = _RESTORED.get(pickled)
    if check is None:
        check = pickle.loads(pickled)
        _RESTORED.clear()
        _RESTORED[pickled] = check
    return check


def _between_rows(df, pickled):
    """The violations of references between rows, and of ids that several rows define."""

    def list_keys(batches):
        for batch in batches:
            yield from _batches(_restore(pickled).keys(batch))

    def list_uses(batches):
        for batch in batches:
            yield from _batches(_restore(pickled).uses(batch))

    def resolve(batches):
        yield from _violations(_restore(pickled).resolve, batches, "")

    def find_duplicates(keys):
        return _table(_restore(pickled).duplicates(keys), "")

    keys, uses = df.mapInArrow(list_keys, _KEYS), df.mapInArrow(list_uses, _USES)
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
    several = keys.join(ids.where("has_several").select("id"), "id", "left_semi")
    duplicates = several.groupBy("id").applyInArrow(find_duplicates, SCHEMA)
    return doubtful.mapInArrow(resolve, SCHEMA).unionByName(duplicates)


def _batches(table):
    """The batches of a table of this package."""
    import pyarrow

    return pyarrow.table(table).to_batches()


def _violations(find, batches, document):
    """The batches of the violations that a function finds in a partition."""
    import pyarrow

    batches = iter(batches)
    first = next(batches, None)
    if first is None:
        return
    # All batches are one stream, so that the limit is that of the partition.
    stream = pyarrow.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
    yield from _table(find(stream), document).to_batches()


def _table(found, document):
    """Violations as a table; a note, which belongs to no row, counts those that the limits left out."""
    import pyarrow

    violations = pyarrow.table(found)
    if not found.left_out:
        return violations
    note = {
        "document": document,
        "row": -1,
        "ordinal": 0,
        "code": "MW0004",
        "severity": "note",
        "message": f"{found.left_out} more violations of the partition are left out",
    }
    note = pyarrow.Table.from_pylist([note], schema=violations.schema)
    return pyarrow.concat_tables([violations, note])
