"""Lists of players as people have them: each is read in one way, and nothing is lost in silence."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.errors import UnreadableError
from service.engine.tournament.document import MOST_PLAYERS
from service.interchange.entrants import Entries, enter, read_list, write_list
from service.interchange.files import UTF_8, read_file

LISTS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("entry_lists.toml").read_text(encoding="utf-8")
)["list"]


def entry(cells: Any) -> dict[str, Any]:
    if isinstance(cells, dict):
        return cells
    named = zip(("name", "rating", "club", "team"), cells, strict=False)
    return {name: cell for name, cell in named if cell != ""}


@pytest.mark.parametrize("case", LISTS, ids=lambda case: case["rule"])
def test_a_list_is_read_in_one_way(case: dict[str, Any]) -> None:
    reading = read_file("list.csv", case["text"].encode())
    players = [
        {name: player[name] for name in player if name != "id" or isinstance(wanted, dict)}
        for player, wanted in zip(reading.document["players"], case["players"], strict=True)
    ]
    assert players == [entry(cells) for cells in case["players"]]
    told = [[remark.line or 0, remark.code] for remark in reading.remarks]
    assert told == [[0, "rounds"], *sorted(case["remarks"])]


@pytest.mark.parametrize("case", LISTS, ids=lambda case: case["rule"])
def test_what_was_read_is_written_and_read_the_same_again(case: dict[str, Any]) -> None:
    once = [player for _, player in read_list(case["text"]).entrants]
    assert [player for _, player in read_list(write_list(once)).entrants] == once


CELL = st.text(
    st.characters(exclude_categories=("C", "Z")) | st.sampled_from(" ;,'\"1"), max_size=9
)


@given(st.lists(st.tuples(CELL, st.integers(0, 9999) | st.none(), CELL), min_size=1, max_size=6))
def test_any_entrants_are_written_and_read_the_same_again(cells: list[Any]) -> None:
    head = "name;rating;club\n"
    typed = [{"name": name, "rating": rating, "club": club} for name, rating, club in cells]
    once = [player for _, player in read_list(head + write_list(typed)).entrants]
    again = read_list(head + write_list(once)).entrants
    assert [player for _, player in again] == once


def test_a_namesake_enters_with_an_id_of_their_own() -> None:
    document: dict[str, Any] = {"players": [{"id": "ana", "name": "Ana"}], "games": []}
    left = enter(document, Entries([(1, {"name": "ANA", "id": "ana2"})]))
    assert [player["id"] for player in document["players"]] == ["ana", "ana2"]
    assert left == Entries()


@pytest.mark.parametrize("encoding", ["cp1250", "utf-16", "utf-8-sig", "utf-8"])
def test_a_list_is_read_as_windows_writes_it_and_told_so(encoding: str) -> None:
    content = "Nume;Club\r\nŢepeş Vlad;Galaţi\r\n".encode(encoding)
    reading = read_file("list.csv", content, (UTF_8, "cp1250"))
    guessed = [remark for remark in reading.remarks if remark.code == "encoding"]
    assert len(guessed) == (encoding == "cp1250")
    name = "Țepeș Vlad" if guessed else "Ţepeş Vlad"
    assert reading.document["players"][0]["name"] == name


@pytest.mark.parametrize("name", ["x", "x.txt", "x.csv", "x.XYZ", "x.tsv"])
def test_a_list_is_known_by_what_stands_in_it(name: str) -> None:
    assert read_file(name, b"Ana Pop\t1500\n").format == "entries"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no player"),
        (b"name;rating\n", "no player"),
        (b'Ana;"Argus\n', "unexpected end of data"),
        (b"x" * 200_000, "field limit"),
        (b"%PDF-1.7\n", "printing"),
        (b"\xd0\xcf\x11\xe0rest", "password"),
        (b"Ana\0Bo\n", "not written in UTF-8"),
        (b"Ana\xff\n", "not written in UTF-8"),
        (b"".join(b"Ana %d\n" % n for n in range(MOST_PLAYERS + 1)), "are the most"),
    ],
    ids=range(9),
)
def test_a_list_that_cannot_be_is_refused_in_one_line(content: bytes, said: str) -> None:
    with pytest.raises(UnreadableError, match=said) as fault:
        read_file("x.csv", content)
    assert "\n" not in str(fault.value)


def test_a_thousand_namesakes_by_their_first_name_have_short_ids() -> None:
    text = "".join(f"Ana {n}\n" for n in range(MOST_PLAYERS))
    ids = [player["id"] for player in read_file("x", text.encode()).document["players"]]
    assert len(set(ids)) == MOST_PLAYERS
