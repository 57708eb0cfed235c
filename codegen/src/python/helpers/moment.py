def _moment(value: datetime) -> str:
    moment = value.astimezone(_UTC).replace(tzinfo=None)
    precision = "milliseconds" if moment.microsecond // 1000 else "seconds"
    return moment.isoformat(timespec=precision) + "Z"


def _no_number(value: Any) -> Any:
    if isinstance(value, str) and value[4:5] != "-":
        raise ValueError("expected a date such as 2026-11-23T10:00:00Z")
    return value


_Moment = Annotated[
    datetime, BeforeValidator(_no_number), PlainSerializer(_moment, when_used="json")
]
