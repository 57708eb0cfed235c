def _names(kind: type[BaseModel]) -> list[str]:
    """Return the fields of a class, of which those of the first base come first."""
    if kind not in _NAMES:
        bases = [base for base in kind.__bases__ if issubclass(base, BaseModel)]
        inherited = [name for base in bases for name in _names(base)]
        _NAMES[kind] = list(dict.fromkeys([*inherited, *kind.model_fields]))
    return _NAMES[kind]
