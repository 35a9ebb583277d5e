"""Laws of the request schemas."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from service.engine.board import Direction
from service.schemas.fields import (
    Checked,
    ObjectSchema,
    ShapeError,
    flag,
    listed,
    load,
    one_of,
    pair,
    text,
    whole,
)
from service.schemas.text import JsonError, read_json, write_json


class Everything(ObjectSchema):
    number = Checked(whole(-3, 3), required=True)
    name = Checked(text(3))
    yes = Checked(flag)
    one = Checked(one_of({"a": 1, "b": 2}))
    several = Checked(listed(text(2), 1, 2))
    two = Checked(pair(whole(0, 9)))


SCHEMA = Everything()
values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from(["", "a", "b", "abc", "abcd"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)
names = st.sampled_from([*SCHEMA.fields, "other"])
bodies = st.dictionaries(names, values, max_size=4) | values


def outcome(read: Callable[[Any], object], body: object) -> object:
    """What is read, or everything that is wrong."""
    try:
        return read(body)
    except ValidationError as fault:
        return fault.messages if isinstance(body, dict) else "no object"


@given(bodies)
def test_an_object_inside_a_body_is_read_as_a_body_is(body: Any) -> None:
    assert outcome(SCHEMA.read, body) == outcome(SCHEMA.load, body)


def test_a_field_that_may_be_left_out_may_be_null() -> None:
    assert SCHEMA.read({"number": 1, "name": None, "two": None}) == {"number": 1}
    with pytest.raises(ValidationError):
        SCHEMA.read({"number": None})


def test_unknown_fields_are_reported_in_the_order_of_the_body() -> None:
    unknown = "zyxwvuts"
    with pytest.raises(ShapeError) as refused:
        load(SCHEMA, {**dict.fromkeys(unknown, 1), "number": "one"})
    assert [fault.pointer for fault in refused.value.faults] == [
        "/number",
        *map("/{}".format, unknown),
    ]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(json_values)
def test_what_is_written_is_read_again(value: Any) -> None:
    assert read_json(write_json(value)) == value


# JSON as people write it: keys given twice, escapes, colons in texts, long numbers, half a sign.
_keys = st.sampled_from(['"a"', '"b"', '"a:"', r'"\u0061"', r'"a\u003a"', r'"\u003A\":"'])
_leaves = _keys | st.sampled_from(
    ["0", "-0", "1.5", "-1e3", "1e400", "null", "true", "NaN", "-Infinity", '""', r'"\ud800"', "01"]
    + [str(sign * 2**bits + one) for sign in (1, -1) for bits in (53, 63, 64) for one in (-1, 0, 1)]
)
_blanks = st.sampled_from(["", " ", "\n\t", "\f"])
json_texts = st.recursive(
    _leaves,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(st.tuples(_keys, _blanks, inner), max_size=4).map(
            lambda pairs: f"{{{','.join(f'{key}{gap}:{gap}{value}' for key, gap, value in pairs)}}}"
        )
    ),
    max_leaves=12,
)


def as_python_reads(text: str) -> str:
    """What Python's own reader makes of the text, or that it is refused."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)

    def number(constant: str) -> None:
        raise ValueError(constant)

    try:
        return repr(json.loads(text, object_pairs_hook=once, parse_constant=number))
    except ValueError:
        return "refused"


@settings(max_examples=500)
@given(json_texts)
@example('{"a": 1, "a": ":"}')
@example(r'{"b": "\u003a", "a": 1, "a": 2}')
@example(r'{"a": ":", "a": "\u003a\u003A"}')
@example('{"a": 18446744073709551616}')
@example(f"{'[' * 300}{']' * 300}")
def test_a_body_is_read_as_python_would_or_refused(text: str) -> None:
    try:
        found = repr(read_json(text.encode()))
    except JsonError:
        found = "refused"
    assert found == as_python_reads(text)


quarters = st.integers(-4000, 4000).map(lambda number: number / 4)
answers = st.recursive(
    st.none() | st.booleans() | st.integers() | quarters | st.text() | st.sampled_from(Direction),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(answers)
def test_an_answer_has_the_bytes_that_python_would_write(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert write_json(value) == text.encode("utf-8", "backslashreplace")


@pytest.mark.parametrize("half", ["\ud800", "a\udfff", "\udc00\ud800"])
def test_half_a_character_is_written_as_an_escape(half: str) -> None:
    assert read_json(write_json(half)) == half


@pytest.mark.parametrize("body", [b"", b"NaN", b'{"a": 1, "a": 1}', b"[" * 99_999, b"\xff"])
def test_a_fault_in_json_never_quotes_the_body(body: bytes) -> None:
    with pytest.raises(JsonError) as refused:
        read_json(body)
    assert len(str(refused.value)) < 100


def test_only_the_first_faults_are_told() -> None:
    with pytest.raises(ShapeError) as refused:
        load(SCHEMA, {f"unknown{number}": 1 for number in range(1000)})
    assert len(refused.value.faults) == 20
