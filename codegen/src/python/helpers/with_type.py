def _with_type(own: str = "") -> WrapSerializer:
    """Write the name of an object's class, unless it is the feature's own class."""

    def write(value: Any, handler: SerializerFunctionWrapHandler) -> Any:
        name = value.type_
        return handler(value) if name == own else {"$type": name, **handler(value)}

    return WrapSerializer(write)
