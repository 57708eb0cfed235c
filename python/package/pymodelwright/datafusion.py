"""Validates the rows of a DataFusion frame: DataFusion carries the data, modelwright decides.

The frame is read as a stream, one batch after another, without the interpreter's lock. DataFusion must be
installed.
"""

from . import RowCheck

__all__ = ["validate"]

# A reference finds the last object with its id, as in one document with all rows. A class of another name may be a
# subclass.
_DOUBTFUL = """
SELECT uses.*, ids.class FROM uses LEFT JOIN (
  SELECT id, last_value(class ORDER BY document, "row", ordinal) AS class FROM keys GROUP BY id
) AS ids ON uses.id = ids.id WHERE ids.class IS NULL OR ids.class <> uses.target
"""

_DEFINED_BY_SEVERAL_ROWS = """
SELECT * FROM keys WHERE id IN (
  SELECT id FROM keys GROUP BY id HAVING min(document) <> max(document) OR min("row") <> max("row")
)
"""


def validate(
    df,
    metamodel,
    root,
    column=None,
    format="json",
    *,
    document="",
    document_column=None,
    row_column=None,
    references_between_rows=False,
    **limits,
):
    """The violations of the rows of a frame, as a table with the interface of Arrow for C.

    The arguments are those of ``pymodelwright.spark.validate``. Without columns that name a row, all rows
    are of ``document``, and are numbered in the order in which DataFusion returns them; sort the frame if
    that order is to be the same each time.

    With ``references_between_rows``, the frame is computed three times, and the ids of all rows are kept in
    memory.
    """
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
    if column is not None:
        df = df.select(*(name for name in (column, document_column, row_column) if name is not None))
    violations = check.validate(df, document=document)
    if references_between_rows:
        violations += _between_rows(df, check, document)
    return violations


def _between_rows(df, check, document):
    """The violations of references between rows, and of ids that several rows define."""
    from datafusion import SessionContext

    context = SessionContext()
    context.from_arrow(check.keys(df, document=document), name="keys")
    context.from_arrow(check.uses(df, document=document), name="uses")
    unresolved = check.resolve(context.sql(_DOUBTFUL))
    return unresolved + check.duplicates(context.sql(_DEFINED_BY_SEVERAL_ROWS))
