"""Read models and metamodels, check them, edit them, convert them, and generate text from them.

Everything is computed by modelwright's Rust library, without the interpreter's lock. ``pymodelwright.pyecore`` converts
to and from objects of PyEcore; it is only imported if you import it.
"""

from collections.abc import MutableSequence as _MutableSequence

from ._errors import EditError, Error, ProblemNote, ProblemWarning
from ._native import (
    Class,
    Feature,
    List,
    Metamodel,
    Model,
    Object,
    Objects,
    Problem,
    Problems,
    RowCheck,
    Table,
    Violations,
    __version__,
    convert,
    eval,
    formats,
    generate,
    targets,
    validate,
    validate_batches,
    validate_text,
)

_MutableSequence.register(List)

__all__ = [
    "Class",
    "EditError",
    "Error",
    "Feature",
    "List",
    "Metamodel",
    "Model",
    "Object",
    "Objects",
    "Problem",
    "ProblemNote",
    "ProblemWarning",
    "Problems",
    "RowCheck",
    "Table",
    "Violations",
    "__version__",
    "convert",
    "eval",
    "formats",
    "generate",
    "targets",
    "validate",
    "validate_batches",
    "validate_text",
]
