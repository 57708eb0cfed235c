"""Validates the rows of a Spark data frame: Spark carries the data, modelwright decides.

The metamodel is sent to the executors as text. Each task checks its batches without the interpreter's lock.
A broken row is a violation and never a failed job; a wrong class or column fails before the job starts.
PySpark and pyarrow must be installed.
"""

import itertools

from pyspark.sql.pandas.types import to_arrow_schema

from . import RowCheck

__all__ = ["SCHEMA", "validate"]

SCHEMA = (
    "document string, row bigint, ordinal int, code string, severity string, path string, line int, `column` int, "
    "message string"
)
"""The schema of violations."""


def validate(
    df, metamodel, root, column=None, format="json", *, document_column=None, row_column=None, **limits
):
    """The violations of the rows of a data frame, as a data frame.

    ``root`` is the class of the rows. With ``column``, the rows are texts in that column; otherwise the
    columns of the class, without which a feature has no value. ``document_column`` and ``row_column`` name
    columns that identify a row: with them, the violations are the same however Spark divides the rows.
    Otherwise, ``document`` is the number of the partition, and ``row`` the number in it. ``limits`` are
    those of ``RowCheck``.
    """
    if column is not None:
        names = [name for name in (column, document_column, row_column) if name is not None]
        # Other columns are not sent to Python.
        df = df.select(*names)
    check = RowCheck(
        metamodel, root, column, format, document_column=document_column, row_column=row_column, **limits
    )
    # Without rows, to find wrong columns before any task starts.
    check.validate(to_arrow_schema(df.schema).empty_table())
    return df.mapInArrow(_Task(check), SCHEMA)


class _Task:
    """What an executor does with the batches of a partition."""

    def __init__(self, check):
        self._check = check

    def __call__(self, batches):
        import pyarrow
        from pyspark import TaskContext

        context = TaskContext.get()
        document = str(context.partitionId()) if context is not None else ""
        batches = iter(batches)
        first = next(batches, None)
        if first is None:
            return
        # One stream, so that the limit is that of the partition.
        stream = pyarrow.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
        found = self._check.validate(stream, document=document)
        violations = pyarrow.table(found)
        if found.left_out:
            violations = pyarrow.concat_tables([violations, _left_out(found.left_out, document, violations.schema)])
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
