def _differ(values: list[Any]) -> list[Any]:
    for at, value in enumerate(values):
        if value in values[:at]:
            raise ValueError("expected values that differ")
    return values


_distinct = AfterValidator(_differ)
