def _moment(value: datetime) -> str:
    moment = value.astimezone(_UTC).replace(tzinfo=None)
    precision = "milliseconds" if moment.microsecond // 1000 else "seconds"
    return moment.isoformat(timespec=precision) + "Z"


def _no_number(value: Any) -> Any:
    is_text = isinstance(value, str) and value[4:5] == "-"
    if not is_text and not isinstance(value, datetime):
        raise ValueError("expected a date such as 2026-11-23T10:00:00Z")
    return value


_Moment = Annotated[
    datetime,
    Field(strict=False),
    BeforeValidator(_no_number),
    PlainSerializer(_moment, when_used="json"),
]
