"""No input is worth more than its size: every text is bounded before anything is done with it.

Bringing combining marks into order takes the square of their number with the interpreter's lock
held, so a text that is normalised must be short; and a body may cost memory only in proportion.
"""

import json
import tracemalloc
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from service.engine.tiles import LONGEST_TEXT

SPEC: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[2] / "openapi.yaml").read_text(encoding="utf-8")
)
MARKS = "A" + "\u0301" * 130_000 + "\u0323" * 130_000
LETTERS = "A" * 500_000
GCG = {
    "a play": ">A: 8H {}\n>B: - +0 0\n",
    "a rack": ">A: {} 8H AA +4 4\n>B: - +0 0\n",
    "an exchange": ">A: -{} +0 0\n>B: - +0 0\n",
    "contested words": ">A: 8H AA +4 4\n>B: (challenge) +5 5\n#contested {}\n",
    "a variant": ">A: 8H AA +4 4\n>B: (challenge) +5 5\n#variant {}\n",
    "a rack that is left": ">A: 8H AA +4 4\n>B: ({}) +4 4\n",
    "the rack of a player": ">A: 8H AA +4 4\n>B: - +0 0\n#rack1 {}\n",
    "a name": "#player1 A {}\n#player2 B B\n>A: 8H AA +4 4\n",
    "a nick": "#player1 {} A\n#player2 B B\n>B: 8H AA +4 4\n",
    "a note": ">A: 8H AA +4 4\n#note {}\n>B: - +0 0\n",
    "an incident": ">A: 8H AA +4 4\n>B: - +0 0\n#note event adjustment player=A reason='{}'\n",
    "a header": "#title {}\n>A: 8H AA +4 4\n>B: - +0 0\n",
}
MEMORY = 24
"""A body may take so many times its size."""


@pytest.fixture
def normalised(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long the texts were that were normalised."""
    lengths: list[int] = []
    real = unicodedata.normalize

    def watched(form: Any, text: str) -> str:
        lengths.append(len(text))
        return real(form, text[: 4 * LONGEST_TEXT])  # A failure need not take minutes.

    monkeypatch.setattr(unicodedata, "normalize", watched)
    return lengths


@pytest.mark.parametrize("text", [MARKS, LETTERS], ids=["marks", "letters"])
@pytest.mark.parametrize("place", GCG)
def test_a_token_of_a_file_is_bounded_before_it_is_read(
    client: FlaskClient, normalised: list[int], place: str, text: str
) -> None:
    body = GCG[place].format(text).encode()
    tracemalloc.start()
    try:
        answer = client.post("/v1/frs/replay", data=body, content_type="text/plain")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer.status_code in (200, 422)
    assert max(normalised, default=0) <= LONGEST_TEXT
    assert peak < MEMORY * len(body)


def examples() -> Iterator[tuple[str, str, Any]]:
    """Every request that the contract shows: its name, its path and its body."""
    for path, item in SPEC["paths"].items():
        shown = item.get("post", {}).get("requestBody", {}).get("content", {})
        for name, example in shown.get("application/json", {}).get("examples", {}).items():
            rules = name if name in ("fisc-2023", "frs-2019") else "frs-2019"
            if "{rules}" in path and "{incident}" not in path:
                yield f"{path} {name}", path.replace("{rules}", rules), example["value"]


def spoiled(value: Any, text: str) -> Iterator[Any]:
    """The value with each of its texts, one at a time, replaced."""
    if isinstance(value, str):
        yield text
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from ([*value[:i], other, *value[i + 1 :]] for other in spoiled(part, text))
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from ({**value, name: other} for other in spoiled(part, text))


EXAMPLES = list(examples())


@pytest.mark.parametrize(("path", "body"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_a_text_of_a_question_is_bounded_before_it_is_read(
    client: FlaskClient, normalised: list[int], path: str, body: Any
) -> None:
    for text in ("A" + "\u0301\u0323" * 10_000, "Ș" * 20_000):
        for other in spoiled(body, text):
            data = json.dumps(other, ensure_ascii=False).encode()
            answer = client.post(path, data=data, content_type="application/json")
            assert answer.status_code in (200, 413, 422)
    assert max(normalised, default=0) <= LONGEST_TEXT
