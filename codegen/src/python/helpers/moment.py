def _moment(value: datetime) -> str:
    moment = value.astimezone(_UTC).replace(tzinfo=None)
    precision = "milliseconds" if moment.microsecond // 1000 else "seconds"
    return moment.isoformat(timespec=precision) + "Z"


_Moment = Annotated[datetime, PlainSerializer(_moment, when_used="json")]
