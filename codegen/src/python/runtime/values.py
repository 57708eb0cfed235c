"""Reads and writes the ordinary JSON of generated classes.

Each field of a class has a codec, which checks a value of JSON and converts it. A value that a codec rejects is a
`ValueError` that names its path, such as `items[0].pages`.
"""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from typing_extensions import Self  # noqa: UP035

UTC = timezone(timedelta(0))


class Codec:
    """Checks and converts the values of one type."""

    def read(self, value: Any, path: str) -> Any:
        """Return the value that a value of JSON represents."""
        raise NotImplementedError

    def write(self, value: Any, package: str) -> Any:
        """Return a value as JSON, inside of an object of a package."""
        return value

    def read_key(self, text: str, path: str) -> Any:
        """Return the value that a key represents."""
        return self.read(text, path)

    def write_key(self, value: Any) -> str:
        """Return a value as a key."""
        return str(self.write(value, ""))


class Boolean(Codec):
    """Truth values."""

    def __init__(self, values: tuple[bool, ...] = (False, True)) -> None:
        self.values = values

    def read(self, value: Any, path: str) -> bool:
        if not isinstance(value, bool):
            raise error(path, "true or false", value)
        if value not in self.values:
            raise error(path, listed(self.values), value)
        return value

    def read_key(self, text: str, path: str) -> bool:
        if text not in ("true", "false"):
            raise error(path, "true or false", text)
        return self.read(text == "true", path)

    def write_key(self, value: Any) -> str:
        return "true" if value else "false"


class Integer(Codec):
    """Integers between two bounds, both of which are allowed."""

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low = low
        self.high = high

    def read(self, value: Any, path: str) -> int:
        value = without_fraction(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise error(path, "an integer", value)
        if self.low is not None and value < self.low:
            raise error(path, f"an integer of at least {self.low}", value)
        if self.high is not None and value > self.high:
            raise error(path, f"an integer of at most {self.high}", value)
        return value

    def read_key(self, text: str, path: str) -> int:
        # Other spellings, such as `007` and `+7`, would make two keys of one.
        if not re.fullmatch("0|-?[1-9][0-9]{0,4000}", text):
            raise error(path, "an integer", text)
        return self.read(int(text), path)


class Number(Codec):
    """Floating-point numbers; `above` and `below` are bounds that are not allowed themselves."""

    def __init__(
        self,
        low: float | None = None,
        high: float | None = None,
        above: float | None = None,
        below: float | None = None,
    ) -> None:
        self.low = low
        self.high = high
        self.above = above
        self.below = below

    def read(self, value: Any, path: str) -> Any:
        # JSON has no numbers for these.
        if isinstance(value, str) and value in ("NaN", "Infinity", "-Infinity"):
            number = float(value)
        elif isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
            number = as_float(value, path)
        else:
            raise error(path, "a number", value)
        self.check(number, value, path)
        return number

    def check(self, number: float | Decimal, value: Any, path: str) -> None:
        """Compare a number with the bounds."""
        if self.low is not None and not number >= self.low:
            raise error(path, f"a number of at least {self.low}", value)
        if self.high is not None and not number <= self.high:
            raise error(path, f"a number of at most {self.high}", value)
        if self.above is not None and not number > self.above:
            raise error(path, f"a number above {self.above}", value)
        if self.below is not None and not number < self.below:
            raise error(path, f"a number below {self.below}", value)

    def write(self, value: Any, package: str) -> Any:
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return value


class Number32(Number):
    """Floating-point numbers of 32 bits."""

    def read(self, value: Any, path: str) -> Any:
        number = super().read(value, path)
        # The largest number of 32 bits, and half of the distance to the next one.
        if math.isfinite(number) and abs(number) >= 3.4028235677973366e38:
            raise error(path, "a number of 32 bits", value)
        return number


class Exact(Number):
    """Decimal numbers with all of their digits."""

    def read(self, value: Any, path: str) -> Any:
        if isinstance(value, str) and re.fullmatch(
            r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,9})?", value
        ):
            number = Decimal(value)
        elif isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
            number = (
                Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
            )
        else:
            raise error(path, "a decimal number", value)
        self.check(number, value, path)
        # There is only one zero.
        return number if number else number.copy_abs()

    def write(self, value: Any, package: str) -> Any:
        if not value.is_finite():
            raise ValueError(f"JSON has no number {value}")
        return value


class Text(Codec):
    """Texts: their number of characters, the patterns that all match, and the only values."""

    def __init__(
        self,
        min_length: int = 0,
        max_length: int | None = None,
        patterns: tuple[str, ...] = (),
        values: tuple[str, ...] | None = None,
    ) -> None:
        self.min_length = min_length
        self.max_length = max_length
        self.patterns = tuple(re.compile(pattern) for pattern in patterns)
        self.values = values

    def read(self, value: Any, path: str) -> Any:
        if not isinstance(value, str):
            raise error(path, "a text", value)
        if len(value) < self.min_length:
            raise error(path, f"a text of at least {self.min_length} characters", value)
        if self.max_length is not None and len(value) > self.max_length:
            raise error(path, f"a text of at most {self.max_length} characters", value)
        for pattern in self.patterns:
            if not pattern.search(value):
                raise error(path, f"a text that matches {pattern.pattern}", value)
        if self.values is not None and value not in self.values:
            raise error(path, listed(self.values), value)
        return value


class Character(Codec):
    """One character, or the number of one."""

    def read(self, value: Any, path: str) -> str:
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and 0 <= value <= 0xFFFF
        ):
            return chr(value)
        if not isinstance(value, str) or len(value) != 1 or ord(value) > 0xFFFF:
            raise error(path, "one character", value)
        return value

    def write(self, value: Any, package: str) -> Any:
        code = ord(value)
        is_control = code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000
        return code if is_control else value


class Moment(Text):
    """Moments in UTC, with milliseconds; a time without an offset is in UTC."""

    def __init__(self) -> None:
        date = "([0-9]{4})-([0-9]{2})-([0-9]{2})"
        time = r"T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?"
        offset = "Z|([+-])([0-9]{2}):?([0-9]{2})"
        super().__init__()
        self.form = re.compile(f"{date}(?:{time}(?:{offset})?)?")

    def read(self, value: Any, path: str) -> Any:
        found = self.form.fullmatch(super().read(value, path))
        if found is None:
            raise error(path, "a date such as 2026-11-23T10:00:00Z", value)
        year, month, day, hour, minute, second = (
            int(part or 0) for part in found.groups()[:6]
        )
        fraction, sign, hours, minutes = found.groups()[6:]
        if int(hours or 0) > 23 or int(minutes or 0) > 59:
            raise error(path, "a date such as 2026-11-23T10:00:00Z", value)
        offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0)) * (
            -1 if sign == "-" else 1
        )
        millis = int(f"{fraction or '':0<3}"[:3])
        try:
            moment = datetime(
                year, month, day, hour, minute, second, millis * 1000, UTC
            )
            return moment - offset
        except (ValueError, OverflowError) as problem:
            raise error(path, "a date such as 2026-11-23T10:00:00Z", value) from problem

    def write(self, value: Any, package: str) -> Any:
        moment = (
            value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
        )
        precision = "milliseconds" if moment.microsecond // 1000 else "seconds"
        return moment.replace(tzinfo=None).isoformat(timespec=precision) + "Z"


class Hexadecimal(Text):
    """Bytes as hexadecimal digits."""

    def read(self, value: Any, path: str) -> Any:
        text = super().read(value, path)
        if not re.fullmatch("([0-9A-Fa-f]{2})*", text):
            raise error(path, "bytes in hexadecimal, such as 00FF10", value)
        return bytes.fromhex(text)

    def write(self, value: Any, package: str) -> Any:
        return value.hex().upper()


class Base64(Text):
    """Bytes in Base64."""

    def read(self, value: Any, path: str) -> Any:
        text = super().read(value, path)
        try:
            return base64.b64decode("".join(text.split()), validate=True)
        except ValueError as problem:
            raise error(path, "bytes in Base64, such as AP8Q", value) from problem

    def write(self, value: Any, package: str) -> Any:
        return base64.b64encode(value).decode("ascii")


class Literal(Codec):
    """The literals of an enumeration."""

    def __init__(self, literals: type[Enum]) -> None:
        self.literals = literals

    def read(self, value: Any, path: str) -> Any:
        spellings = [literal.value for literal in self.literals]
        if not isinstance(value, str) or value not in spellings:
            raise error(path, listed(spellings), value)
        return self.literals(value)

    def write(self, value: Any, package: str) -> Any:
        return value.value


class Anything(Codec):
    """Values of any kind, or of some kinds of JSON."""

    def __init__(
        self,
        scalars: bool = True,
        lists: bool = True,
        maps: bool = True,
        null: bool = True,
    ) -> None:
        self.scalars = scalars
        self.lists = lists
        self.maps = maps
        self.null = null

    def read(self, value: Any, path: str) -> Any:
        if value is None:
            is_accepted = self.null
        elif isinstance(value, list):
            is_accepted = self.lists
        elif isinstance(value, dict):
            is_accepted = self.maps
        else:
            is_accepted = self.scalars
        if not is_accepted:
            raise error(path, "a value of another kind", value)
        return with_floats(value, path)
