def _class_first(self: Any, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
    """Write the key that names the class of an object, and then its fields."""
    key = self.__class__.model_fields["type_"].alias
    return {key: self.type_, **handler(self)}
