def _number(value: Decimal) -> int | float | str:
    if value == value.to_integral_value() and value.adjusted() < 400:
        return int(value)
    number = float(value)
    return number if Decimal(repr(number)) == value else str(value)


_Exact = Annotated[Decimal, PlainSerializer(_number, when_used="json")]
