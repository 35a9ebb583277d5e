"""The parts that request schemas are made of, and how a wrong shape is reported.

A field is one function from JSON to a value. A list is checked by one call, not by a nested schema
for each item, because that is what a request's time goes into.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, TypeVar

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

T = TypeVar("T")
Fields = dict[str, Any]
"""An object of JSON by its members; what they may be, the contract says."""

Read = Callable[[object], T]

_REPORTED = 20


class Fault(NamedTuple):
    """What is wrong with one part of a body; the pointer is a JSON pointer."""

    pointer: str
    detail: str


class ShapeError(Exception):
    """A body of the wrong shape."""

    code = "shape"

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the first faults and say the first one."""
        self.faults = tuple(faults)[:_REPORTED]
        first = self.faults[0]
        super().__init__(f"{first.pointer or 'the body'}: {first.detail}")


class Checked(Field[T]):
    """A field that one function reads; the function raises `ValidationError`."""

    def __init__(self, read: Read[T], *, required: bool = False) -> None:
        """Read values with the function."""
        super().__init__(required=required)
        self.read = read

    def _deserialize(self, value: object, *_args: object, **_kwargs: object) -> T:
        return self.read(value)


def load(schema: Schema, body: object) -> Fields:
    """The body's fields as the schema reads them."""
    try:
        return read_fields(schema, body)
    except ValidationError as fault:
        raise ShapeError(_faults(fault.messages, "")) from None


def read_fields(schema: Schema, value: object) -> Fields:
    """The fields of an object.

    A good one is read field by field. Only one with a fault goes through marshmallow, which takes
    longer and tells everything that is wrong with it.
    """
    if not isinstance(value, dict):
        raise ValidationError("Not an object.")
    readers, required = _readers(schema)
    if required <= value.keys() <= readers.keys():
        with suppress(ValidationError):
            return {name: readers[name](given) for name, given in value.items()}
    fields: Fields = schema.load(value)
    return fields


@cache
def _readers(schema: Schema) -> tuple[dict[str, Read[Any]], set[str]]:
    """What reads each field of a schema, and which fields it needs."""
    fields = {name: field for name, field in schema.fields.items() if isinstance(field, Checked)}
    readers = {name: field.read for name, field in fields.items()}
    return readers, {name for name, field in fields.items() if field.required}


def whole(least: int, most: int) -> Read[int]:
    """Reads a whole number within bounds."""

    def read(value: object) -> int:
        if type(value) is not int:
            raise ValidationError("Not a whole number.")
        if not least <= value <= most:
            raise ValidationError(f"Not between {least} and {most}.")
        return value

    return read


def text(most: int) -> Read[str]:
    """Reads a text that is not too long."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValidationError("Not a text.")
        if len(value) > most:
            raise ValidationError(f"Longer than {most} characters.")
        return value

    return read


def one_of(known: Mapping[str, T]) -> Read[T]:
    """Reads one of a few words."""

    def read(value: object) -> T:
        if not isinstance(value, str) or value not in known:
            raise ValidationError("Not one of: " + ", ".join(known) + ".")
        return known[value]

    return read


def flag(value: object) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise ValidationError("Not true or false.")
    return value


def listed(read_item: Read[T], least: int, most: int) -> Read[list[T]]:
    """Reads a list whose items one function reads."""

    def read(value: object) -> list[T]:
        if not isinstance(value, list):
            raise ValidationError("Not a list.")
        if not least <= len(value) <= most:
            span = str(most) if least == most else f"{least} to {most}"
            raise ValidationError(f"Not a list of {span}.")
        items, faults = [], {}
        for index, item in enumerate(value):
            try:
                items.append(read_item(item))
            except ValidationError as fault:
                faults[index] = fault.messages
        if faults:
            raise ValidationError(faults)
        return items

    return read


def pair(read_item: Read[T]) -> Read[tuple[T, T]]:
    """Reads one value for each player."""
    read_list = listed(read_item, 2, 2)

    def read(value: object) -> tuple[T, T]:
        first, second = read_list(value)
        return first, second

    return read


def _faults(messages: object, pointer: str) -> Iterator[Fault]:
    """Every message of marshmallow's nested report with the place it is about."""
    match messages:
        case dict():
            for key, nested in messages.items():
                yield from _faults(nested, pointer if key == "_schema" else _below(pointer, key))
        case list():
            for nested in messages:
                yield from _faults(nested, pointer)
        case _:
            yield Fault(pointer, str(messages))


def _below(pointer: str, key: object) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
