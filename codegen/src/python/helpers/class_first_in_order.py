def _class_first_in_order(
    self: Any, handler: SerializerFunctionWrapHandler
) -> dict[str, Any]:
    """Write the key that names the class of an object, and then its fields in the order of documents."""
    return _class_first(self, lambda value: _in_order(value, handler))
