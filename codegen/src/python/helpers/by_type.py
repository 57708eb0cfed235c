def _by_type(own: str) -> Discriminator:
    """Find the class of an object by its name; without one it is the feature's own."""

    def name(value: Any) -> str:
        if isinstance(value, dict):
            return str(value.get("$type", own))
        return str(getattr(value, "type_", own))

    return Discriminator(name)
