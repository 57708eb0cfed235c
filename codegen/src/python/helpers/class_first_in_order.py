def _class_first_in_order(
    self: Any, handler: SerializerFunctionWrapHandler
) -> dict[str, Any]:
    """Write the key that names the class of an object, and then its fields in the order of documents."""
    key = self.__class__.model_fields["type_"].alias
    return {key: self.type_, **_in_order(self, handler)}
