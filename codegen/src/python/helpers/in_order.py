def _in_order(
    self: BaseModel, handler: SerializerFunctionWrapHandler
) -> dict[str, Any]:
    """Write an object in the order of documents: the first base comes first."""
    values: dict[str, Any] = handler(self)
    kind = self.__class__
    known = kind.model_fields
    order = [key for name in _names(kind) for key in (known[name].alias, name)]
    return {key: values[key] for key in order if key in values}
