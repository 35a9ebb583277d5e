"""The parts that request schemas are made of, and how a wrong shape is reported.

marshmallow reads every body, good or bad, field by field. A field is one function from JSON to a
value; a list is one field that reads its items itself, because a nested schema for each of them is
what a request's time would go into.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from marshmallow import Schema, ValidationError, pre_load
from marshmallow.fields import Field

from service.engine.errors import Value

T = TypeVar("T")
Fields = dict[str, Any]
"""An object of JSON by its members; what they may be, the contract says."""

Read = Callable[[object], T]

_REPORTED = 20
PART = 200  # The longest part of a sentence that anybody reads, in characters.
_ONE_OF = {
    "adjustments": "adjustment",
    "before": "play before this one",
    "contested": "contested word",
    "events": "event",
    "games": "game",
    "headers": "header",
    "nicks": "nick",
    "notes": "note",
    "players": "player",
    "racks": "rack",
    "scores": "score",
    "words": "word",
}


_NOTHING: Mapping[str, Value] = {}


class Told(str):
    """A message for marshmallow to carry, with what it is made of: see `RuleError`."""

    reason: str
    values: Mapping[str, Value]

    def __new__(cls, told: str, reason: str, /, **values: Value) -> Self:
        """The sentence, why, and the values in it."""
        message = super().__new__(cls, told)
        message.reason = reason
        message.values = values
        return message


class Said(Protocol):
    """Anything that tells what its sentence is made of."""

    @property
    def reason(self) -> str:
        """Which of the things that its code stands for."""

    @property
    def values(self) -> Mapping[str, Value]:
        """What is put into the sentence, by name."""


class Fault(NamedTuple):
    """What is wrong with one part of a body; the pointer is a JSON pointer."""

    pointer: str
    detail: str
    reason: str = ""
    values: Mapping[str, Value] = _NOTHING

    def sentence(self) -> str:
        """The fault for people, who count from one: /words/0 is word 1."""
        place = ""
        for part in self.pointer.split("/")[1:]:
            if part.isdecimal() and place:
                place = f"{_ONE_OF.get(place, place)} {int(part) + 1}"
            else:
                place = f"{place}, {part}" if place else part.replace("_", " ")
        return f"{place or 'the body'}: {self.detail}"


class ShapeError(Exception):
    """A body of the wrong shape."""

    code = "shape"

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the first faults and say the first one."""
        self.faults = tuple(islice(faults, _REPORTED))
        super().__init__(self.faults[0].sentence())


class Checked(Field[T]):
    """A field that one function reads; the function raises `ValidationError`."""

    def __init__(self, read: Read[T], *, required: bool = False) -> None:
        """Read values with the function."""
        super().__init__(required=required)
        self.read = read

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> T:
        return self.read(value)


class ObjectSchema(Schema):
    """The fields of a body, or of an object inside one; what may be left out may be null.

    `second_names` are those that some fields have beside their own.
    """

    error_messages = {"type": "Not an object."}  # noqa: RUF012  # as marshmallow declares it
    second_names: ClassVar[Mapping[str, str]] = {}

    def __init__(self) -> None:
        """Look up once what is asked of every object."""
        super().__init__()
        self._readers = {n: f.read for n, f in self.fields.items() if isinstance(f, Checked)}
        self._required = {name for name, field in self.fields.items() if field.required}
        self._second = self.second_names.keys()

    def read(self, value: object) -> Fields:
        """The fields of an object; of one with a fault, marshmallow says what it is.

        It takes its time for every field, there or not: a record of 25 plays is read here in a
        third of the time (350 µs, not 970).
        """
        if isinstance(value, dict):
            readers = self._readers
            given = value if self._second.isdisjoint(value) else self._said(value)
            try:
                read = {name: readers[name](raw) for name, raw in given.items() if raw is not None}
            except (KeyError, ValidationError):
                pass
            else:
                known = len(read) == len(given) or given.keys() <= readers.keys()
                if known and self._required <= read.keys():
                    return read
        found: Fields = self.load(value)  # type: ignore[arg-type]  # it refuses what is no object
        return found

    @pre_load
    def _said(self, given: Any, **_: object) -> Any:
        """The object by the fields' own names, without what is null and may be left out."""
        if not isinstance(given, dict):
            return given
        named = self._own_names(given)
        may = self._second | (self.fields.keys() - self._required)
        said = ((n, raw) for n, raw in given.items() if raw is not None or n not in may)
        return {named.get(name, name): raw for name, raw in said}

    def _own_names(self, given: Fields) -> Mapping[str, str]:
        """The second names in an object, and what they stand for."""
        used = ((n, name) for n, name in self.second_names.items() if given.get(n) is not None)
        return {n: name for n, name in used if given.get(name) is None}

    def handle_error(self, error: ValidationError, data: Any, **_: object) -> None:
        """Name what is wrong as the object does, and in its order."""
        messages = error.messages
        if isinstance(data, dict) and isinstance(messages, dict):
            named = self._own_names(data)
            about = {name: named.get(name, name) for name in data}
            about |= {name: name for name in messages if name not in about.values()}
            error.messages = {n: messages[own] for n, own in about.items() if own in messages}


def load(schema: ObjectSchema, body: object) -> Fields:
    """The body's fields as the schema reads them."""
    try:
        return schema.read(body)
    except ValidationError as fault:
        messages = fault.messages
        if isinstance(messages, dict):
            messages = {n: messages[n] for n in (*schema.fields, *messages) if n in messages}
        raise ShapeError(_faults(messages, "")) from None


def write_reason(said: Said) -> Fields:
    """What a sentence is made of, where that is known."""
    if not said.reason and not said.values:
        return {}
    reason = {"reason": said.reason} if said.reason else {}
    values = {
        name: shortened(value, PART) if isinstance(value, str) else value
        for name, value in said.values.items()
    }
    return reason | {"values": values}


def shortened(text: str, most: int) -> str:
    """The text, with its end left out if it is longer."""
    return text if len(text) <= most else f"{text[:most]}…"


def whole(least: int, most: int) -> Read[int]:
    """Reads a whole number within bounds."""

    def read(value: object) -> int:
        if type(value) is not int:
            raise ValidationError(Told("Not a whole number.", "number"))
        if not least <= value <= most:
            told = Told(f"Not between {least} and {most}.", "between", least=least, most=most)
            raise ValidationError(told)
        return value

    return read


def text(most: int) -> Read[str]:
    """Reads a text that is not too long."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValidationError("Not a text.")
        if len(value) > most:
            raise ValidationError(Told(f"Longer than {most} characters.", "long", most=most))
        return value

    return read


def matching(pattern: str, fault: str) -> Read[str]:
    """Reads a text of a certain form; `fault` says that it has another."""
    form = re.compile(pattern)

    def read(value: object) -> str:
        if not isinstance(value, str) or not form.fullmatch(value):
            raise ValidationError(fault)
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
    """Reads a list whose items one function reads; of faults, as many as are reported."""

    def read(value: object) -> list[T]:
        if not isinstance(value, list):
            raise ValidationError("Not a list.")
        if not least <= len(value) <= most:
            span = str(most) if least == most else f"{least} to {most}"
            told = Told(f"Not a list of {span}.", "list", least=least, most=most)
            raise ValidationError(told)
        items, faults = [], {}
        for index, item in enumerate(value):
            try:
                items.append(read_item(item))
            except ValidationError as fault:
                faults[index] = fault.messages
                if len(faults) == _REPORTED:
                    break
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


def plain(value: Any) -> Any:
    """A value of the engine as JSON values, its fields by their names."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _faults(messages: object, pointer: str) -> Iterator[Fault]:
    """Every message of marshmallow's nested report with the place it is about."""
    match messages:
        case dict():
            for key, nested in messages.items():
                yield from _faults(nested, pointer if key == "_schema" else _below(pointer, key))
        case list():
            for nested in messages:
                yield from _faults(nested, pointer)
        case Told():
            yield Fault(pointer, str(messages), messages.reason, messages.values)
        case _:
            yield Fault(pointer, str(messages))


def _below(pointer: str, key: object) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
