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


class Optional(Codec):
    """Null, or the values of another codec."""

    def __init__(self, value: Codec) -> None:
        self.value = value

    def read(self, value: Any, path: str) -> Any:
        return None if value is None else self.value.read(value, path)

    def write(self, value: Any, package: str) -> Any:
        return None if value is None else self.value.write(value, package)


class List(Codec):
    """Lists: the number of their items, and whether these differ."""

    def __init__(
        self,
        item: Codec,
        min_items: int = 0,
        max_items: int | None = None,
        unique: bool = False,
    ) -> None:
        self.item = item
        self.min_items = min_items
        self.max_items = max_items
        self.unique = unique

    def read(self, value: Any, path: str) -> Any:
        if not isinstance(value, list):
            raise error(path, "a list", value)
        check_size(value, self.min_items, self.max_items, path)
        items = [self.item.read(item, f"{path}[{at}]") for at, item in enumerate(value)]
        if self.unique:
            seen = set()
            for at, item in enumerate(value):
                written = without_decimals(self.item.write(items[at], ""))
                key = json.dumps(written, sort_keys=True)
                if key in seen:
                    raise error(
                        f"{path}[{at}]", "an item that differs from all others", item
                    )
                seen.add(key)
        return items

    def write(self, value: Any, package: str) -> Any:
        return [self.item.write(item, package) for item in value]


class Map(Codec):
    """Maps: the number of their entries."""

    def __init__(
        self, key: Codec, value: Codec, min_items: int = 0, max_items: int | None = None
    ) -> None:
        self.key = key
        self.value = value
        self.min_items = min_items
        self.max_items = max_items

    def read(self, value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise error(path, "a map", value)
        check_size(value, self.min_items, self.max_items, path)
        entries = {}
        for key, item in value.items():
            place = f"{path}[{json.dumps(key)}]"
            entries[self.key.read_key(key, place)] = self.value.read(item, place)
        return entries

    def write(self, value: Any, package: str) -> Any:
        return {
            self.key.write_key(key): self.value.write(item, package)
            for key, item in value.items()
        }


class Tuple(Codec):
    """Lists with a type for each item; missing items at the end are null, and `rest` are the further ones."""

    def __init__(
        self,
        *items: Codec,
        min_items: int = 0,
        max_items: int | None = None,
        rest: Codec | None = None,
    ) -> None:
        self.items = items
        self.min_items = min_items
        self.max_items = max_items
        self.rest = rest

    def read(self, value: Any, path: str) -> Any:
        if not isinstance(value, list):
            raise error(path, "a list", value)
        check_size(value, self.min_items, self.max_items, path)
        codecs = list(self.items)
        if self.rest is not None:
            codecs += [self.rest] * (len(value) - len(codecs))
        found = [
            codec.read(item, f"{path}[{at}]")
            for at, (codec, item) in enumerate(zip(codecs, value))
        ]
        return tuple(found + [None] * (len(self.items) - len(found)))

    def write(self, value: Any, package: str) -> Any:
        values = list(value)
        while len(values) > self.min_items and values[-1] is None:
            values.pop()
        codecs = list(self.items)
        if self.rest is not None:
            codecs += [self.rest] * (len(values) - len(codecs))
        return [
            None if item is None else codec.write(item, package)
            for codec, item in zip(codecs, values)
        ]


class Choice(Codec):
    """The values of one of several codecs, each with the Python types of its values."""

    def __init__(
        self, *alternatives: tuple[Callable[[], tuple[type, ...]], Codec]
    ) -> None:
        self.alternatives = alternatives

    def read(self, value: Any, path: str) -> Any:
        problems = []
        for _, codec in self.alternatives:
            try:
                return codec.read(value, path)
            except ValueError as problem:
                problems.append(str(problem))
        raise ValueError(
            "; or ".join(dict.fromkeys(problems)) or f"{path}: no value is allowed"
        )

    def write(self, value: Any, package: str) -> Any:
        for types, codec in self.alternatives:
            if (
                type(value) in types()
                or isinstance(value, Object)
                and isinstance(value, types())
            ):
                return codec.write(value, package)
        raise TypeError(
            f"a value of the type {type(value).__name__} is not one of the alternatives"
        )


class Later(Codec):
    """A codec that is defined after its use."""

    def __init__(self, codec: Callable[[], Codec]) -> None:
        self.codec = codec

    def read(self, value: Any, path: str) -> Any:
        return self.codec().read(value, path)

    def write(self, value: Any, package: str) -> Any:
        return self.codec().write(value, package)


class Part(Codec):
    """Objects of a class or of its subclasses, which their keys name; `others` are further classes."""

    def __init__(
        self,
        held: Callable[[], type[Object]],
        others: Callable[[], tuple[type[Object], ...]] = tuple,
    ) -> None:
        self.held = held
        self.others = others

    def read(self, value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            raise error(path, "an object", value)
        held = self.held()
        known = known_classes(held, *self.others())
        present = [key for key in known if key in value]
        for key in present:
            named = value[key]
            if isinstance(named, str) and named in known[key]:
                return known[key][named].read_object(value, path)
        for key in present:
            names = dict.fromkeys(one.name_in_document for one in known[key].values())
            raise error(join(path, key), listed(names), value[key])
        if held.name_in_document is None:
            keys = " or ".join(known) or "$type"
            raise ValueError(f"{join(path, keys)} is missing, which names the class")
        return held.read_object(value, path)

    def write(self, value: Any, package: str) -> Any:
        result = value.write_object(package)
        if value.key_in_document != "$type" or type(value) is self.held():
            return result
        is_short = value.package_of_document == package
        name = value.name_in_document if is_short else value.full_name()
        return {"$type": name, **result}


class Object:
    """An object whose fields have codecs."""

    key_in_document: ClassVar[str] = "$type"
    name_in_document: ClassVar[str | None] = None
    package_of_document: ClassVar[str] = ""
    has_one_key: ClassVar[bool] = False

    def __init_subclass__(
        cls,
        package: str = "",
        key: str = "$type",
        name: str | None = None,
        has_one_key: bool = False,
    ) -> None:
        super().__init_subclass__()
        cls.package_of_document = package
        cls.key_in_document = key
        cls.name_in_document = name
        cls.has_one_key = has_one_key
        KNOWN.clear()

    @classmethod
    def full_name(cls) -> str:
        """Return the name of the class with its package."""
        return f"{cls.package_of_document}#//{cls.name_in_document}"

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read an object from a text of JSON; raise `ValueError` if it is not one of the class."""
        try:
            value = json.loads(
                text,
                parse_float=Decimal,
                parse_constant=no_constant,
                object_pairs_hook=distinct_keys,
            )
            return cls.from_dict(value)
        except RecursionError as problem:
            raise ValueError("the text has too many levels") from problem

    @classmethod
    def from_dict(cls, value: Any) -> Self:
        """Read an object from the values that `json.loads` returns; raise `ValueError` if it is not one of the class."""
        result: Self = Part(lambda: cls).read(value, "")
        return result

    def to_dict(self) -> dict[str, Any]:
        """Return the object as values that `json.dumps` accepts."""
        members = self.write_object(self.package_of_document)
        result: dict[str, Any] = without_decimals(members)
        return result

    def to_json(self, indent: int | None = None) -> str:
        """Return the object as a text of JSON."""
        return text_of(self.write_object(self.package_of_document), indent)

    @classmethod
    def read_object(cls, value: Mapping[str, Any], path: str) -> Self:
        """Read an object of exactly this class."""
        known: dict[str, tuple[str, Codec]] = {}
        arguments: dict[str, Any] = {}
        for each in fields(cls):  # type: ignore[arg-type]
            known[each.metadata["key"]] = (each.name, each.metadata["codec"])
            is_required = each.default is MISSING and each.default_factory is MISSING
            if is_required and each.metadata["key"] not in value:
                raise ValueError(f"{join(path, each.metadata['key'])} is missing")
        for key, item in value.items():
            if key == cls.key_in_document:
                continue
            if key not in known:
                raise ValueError(f"{join(path, key)} is not a key of {cls.__name__}")
            name, codec = known[key]
            arguments[name] = codec.read(item, join(path, key))
        if cls.has_one_key and len(arguments) != 1:
            raise ValueError(
                f"{path or 'the value'}: expected exactly one of {', '.join(known)}"
            )
        return cls(**arguments)

    def write_object(self, package: str) -> dict[str, Any]:
        """Return the keys and values that differ from their defaults, or that have none."""
        result: dict[str, Any] = {}
        if self.key_in_document != "$type":
            result[self.key_in_document] = self.name_in_document
        for each in fields_in_order(type(self)):
            value = getattr(self, each.name)
            if each.default is not MISSING and same(value, each.default):
                continue
            if each.default_factory is not MISSING and same(
                value, each.default_factory()
            ):
                continue
            result[each.metadata["key"]] = each.metadata["codec"].write(value, package)
        return result


# The orders that are known, without `functools.cache`: type checkers do not accept classes as its arguments.
_ORDERS: dict[type[Any], tuple[Field[Any], ...]] = {}


def fields_in_order(kind: type[Any]) -> tuple[Field[Any], ...]:
    """Return the fields in the order of documents: the first base comes first."""
    if kind in _ORDERS:
        return _ORDERS[kind]
    known = {each.name: each for each in fields(kind)}
    names: dict[str, None] = {}
    for base in kind.__bases__:
        if issubclass(base, Object) and base is not Object:
            names |= dict.fromkeys(each.name for each in fields_in_order(base))
    names |= dict.fromkeys(known)
    _ORDERS[kind] = tuple(known[name] for name in names)
    return _ORDERS[kind]


BOOLEAN = Boolean()
INT8 = Integer(-(2**7), 2**7 - 1)
INT16 = Integer(-(2**15), 2**15 - 1)
INT32 = Integer(-(2**31), 2**31 - 1)
INT64 = Integer(-(2**63), 2**63 - 1)
INTEGER = Integer()
FLOAT32 = Number32()
FLOAT64 = Number()
DECIMAL = Exact()
TEXT = Text()
CHARACTER = Character()
MOMENT = Moment()
HEXADECIMAL = Hexadecimal()
BASE64 = Base64()
ANYTHING = Anything()
# The address of an object, such as `//@authors.0`, or its identifier.
REFERENCE = Text()
# The results of `known_classes`, until there is another class.
KNOWN: dict[tuple[type[Object], ...], dict[str, dict[str, type[Object]]]] = {}


def key(name: str, codec: Codec) -> dict[str, Any]:
    """Return the metadata of the field of a key."""
    return {"key": name, "codec": codec}


def error(path: str, expected: str, found: Any) -> ValueError:
    """Return the error of a value."""
    shown = json.dumps(found, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 60 else shown[:60] + "…"
    return ValueError(f"{path or 'the value'}: expected {expected}, found {shown}")


def join(path: str, key: str) -> str:
    """Return the path of a key."""
    return f"{path}.{key}" if path else key


def listed(values: Any) -> str:
    """Return the values that are expected, of many only the first."""
    texts = [json.dumps(value, ensure_ascii=False) for value in values]
    shown = texts if len(texts) <= 8 else [*texts[:8], "…"]
    return "one of " + ", ".join(shown) if shown else "no value"


def check_size(values: Any, low: int, high: int | None, path: str) -> None:
    """Compare the number of values with its bounds."""
    if len(values) < low:
        raise ValueError(f"{path}: expected at least {low} values, found {len(values)}")
    if high is not None and len(values) > high:
        raise ValueError(f"{path}: expected at most {high} values, found {len(values)}")


def same(value: Any, default: Any) -> bool:
    """Whether a value is the default; 0 and -0 differ, and so do 1 and true."""
    return type(value) is type(default) and (
        value is default or repr(value) == repr(default)
    )


def as_float(value: float | Decimal, path: str) -> float:
    """Return a number as a floating-point number, if it is not too large for one."""
    try:
        number = float(value)
    except OverflowError as problem:
        raise error(path, "a number of 64 bits", str(value)) from problem
    if math.isinf(number):
        raise error(path, "a number of 64 bits", str(value))
    return number


def without_fraction(value: Any) -> Any:
    """Return the integer of a number such as `1.0` or `1e2`, and other values as they are."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    # The digits of a larger one are not worth the memory.
    if isinstance(value, Decimal) and value.adjusted() < 400:
        return int(value) if value == value.to_integral_value() else value
    return value


def with_floats(value: Any, path: str) -> Any:
    """Return a value of any kind with floating-point numbers."""
    if isinstance(value, Decimal):
        return as_float(value, path)
    if isinstance(value, list):
        return [with_floats(item, path) for item in value]
    if isinstance(value, dict):
        return {key: with_floats(item, path) for key, item in value.items()}
    return value


def without_decimals(value: Any) -> Any:
    """Return a value of JSON with numbers that `json.dumps` accepts, or with a text where none has the digits."""
    if isinstance(value, Decimal):
        if value == value.to_integral_value() and value.adjusted() < 400:
            return int(value)
        number = float(value)
        return number if Decimal(repr(number)) == value else str(value)
    if isinstance(value, list):
        return [without_decimals(item) for item in value]
    if isinstance(value, dict):
        return {key: without_decimals(item) for key, item in value.items()}
    return value


def text_of(value: Any, indent: int | None, depth: int = 1) -> str:
    """Return a value of JSON as a text, as `json.dumps` does, but with all digits of decimal numbers."""
    if isinstance(value, dict):
        entries = [
            f"{text_of_key(key)}: {text_of(item, indent, depth + 1)}"
            for key, item in value.items()
        ]
        return enclosed("{", entries, "}", indent, depth)
    if isinstance(value, (list, tuple)):
        items = [text_of(item, indent, depth + 1) for item in value]
        return enclosed("[", items, "]", indent, depth)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"JSON has no number {value}")
        return str(value)
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Exponents have neither a plus nor zeros before them.
    return (
        text.replace("e+", "e").replace("e-0", "e-")
        if isinstance(value, float)
        else text
    )


def text_of_key(key: Any) -> str:
    """Return the key of a map as a text, as `json.dumps` makes it."""
    entry = json.dumps({key: 0}, ensure_ascii=False, allow_nan=False)
    return entry[1 : -len(": 0}")]


def enclosed(
    start: str, parts: list[str], end: str, indent: int | None, depth: int
) -> str:
    """Return the text of a list or a map, with an indented line for each part unless it is on one line."""
    if indent is None or not parts:
        return start + ", ".join(parts) + end
    line = "\n" + " " * (indent * depth)
    return f"{start}{line}{(',' + line).join(parts)}{line[: len(line) - indent]}{end}"


def known_classes(*classes: type[Object]) -> dict[str, dict[str, type[Object]]]:
    """Return the classes, and all of their subclasses, by the keys and the names that documents have for them."""
    if classes in KNOWN:
        return KNOWN[classes]
    found: dict[type[Object], None] = {}
    rest = list(reversed(classes))
    while rest:
        one = rest.pop()
        if one not in found:
            found[one] = None
            rest.extend(reversed(one.__subclasses__()))
    known: dict[str, dict[str, type[Object]]] = {}
    for one in found:
        if one.name_in_document is None:
            continue
        names = known.setdefault(one.key_in_document, {})
        # Names without a package are those of the root's package, which all of its objects have in common.
        names[one.name_in_document] = one
        if one.key_in_document == "$type":
            names[one.full_name()] = one
    KNOWN[classes] = known
    return known


def distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a map of entries whose keys differ."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise ValueError(
            f"the key {json.dumps(twice, ensure_ascii=False)} occurs twice in an object"
        )
    return entries


def no_constant(name: str) -> Any:
    """Reject what Python accepts as a number, but JSON does not."""
    raise ValueError(f"{name} is not JSON")
