def _by_key(*keys: str) -> Discriminator:
    """Find the classes of an object by the key that it has; without one it is of the feature's own class."""

    def key_of(value: Any) -> str:
        if isinstance(value, dict):
            return next((key for key in keys if key in value), "")
        field = getattr(type(value), "model_fields", {}).get("type_")
        return str(field.alias) if field else ""

    return Discriminator(key_of)
