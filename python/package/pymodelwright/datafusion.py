"""Validates the rows of a DataFusion frame: DataFusion carries the data, modelwright decides.

The frame is read as a stream, one batch after another, without the interpreter's lock. DataFusion must be
installed.
"""

from . import RowCheck

__all__ = ["validate"]


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
    **limits,
):
    """The violations of the rows of a frame, as a table with the interface of Arrow for C.

    The arguments are those of ``pymodelwright.spark.validate``. Without columns that name a row, all rows
    are of ``document``, and are numbered in the order in which DataFusion returns them; sort the frame if
    that order is to be the same each time.
    """
    check = RowCheck(
        metamodel, root, column, format, document_column=document_column, row_column=row_column, **limits
    )
    if column is not None:
        df = df.select(*(name for name in (column, document_column, row_column) if name is not None))
    return check.validate(df, document=document)
