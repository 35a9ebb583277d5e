"""Other programs' files as they are found, not only as we write them."""

import csv
import io
from typing import Any

import pytest

from service.engine.errors import UnreadableError, UnwritableError
from service.interchange.files import PROGRAMS, UTF_8, Written, read_file, write_file
from service.interchange.tables import document_table, write_table
from tests.data import by_rule, table
from tests.tournament.building import DOCUMENTS

FORMS = {".t": "tsh", ".tou": "aupair", ".trf": "trf", ".csv": "csv"}
ENDINGS = [".t", ".tou", ".trf"]
DATA = table("tournament/formats.toml")
TSH, TOU, TRF = DATA["files"].values()
DOCUMENT, LATE, AWKWARD = (DOCUMENTS[name] for name in ("formats", "late", "awkward"))


def read(ending: str, text: str | bytes, encoding: str = UTF_8) -> dict[str, Any]:
    content = text.encode() if isinstance(text, str) else text
    return read_file(f"a{ending}", content, (encoding,)).document


def write(document: dict[str, Any], ending: str) -> Written:
    return write_file(document, FORMS[ending])


def told(file: Written) -> list[str]:
    return [remark.detail for remark in file.remarks]


def results(document: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (g["round"], *g["players"], g.get("scores") or g.get("ended_by"), g.get("first"))
        for g in document["games"]
    ]


def test_a_tsh_file_with_comments_fields_and_two_ratings() -> None:
    document = read(".t", TSH)
    ana = document["players"][0]
    assert ana == {"id": "pop", "name": "Pop, Ana", "rating": 1520, "club": "Club A"}
    assert "rating" not in document["players"][1]
    assert results(document) == [
        (1, "pop", "serban", [412, 380], "pop"),
        (1, "stan", "ionescu", [350, 350], None),
        (2, "pop", "stan", [377, 399], "stan"),
        (2, "serban", "ionescu", [401, 300], "serban"),
        (3, "pop", "bye", None),
        (3, "serban", "stan", [388, 391], "serban"),
        (3, "ionescu", "absence", None),
    ]


def test_an_aupair_file_whose_plus_signs_stand_on_either_side_of_the_gap() -> None:
    document = read(".tou", TOU)
    assert document["name"] == "Cupa Dunarii"
    assert results(document) == [
        (1, "ana", "bo", [412, 380], "ana"),
        (1, "dan", "eva", [391, 350], "dan"),
        (2, "ana", "dan", [377, 377], None),
        (2, "bo", "eva", [401, 300], "bo"),
    ]


def test_a_report_whose_starting_numbers_are_not_those_of_the_lines() -> None:
    document = read(".trf", TRF)
    assert (document["name"], document["rounds"]) == ("Cupa Dunării", 5)
    assert [p.get("joined") for p in document["players"]] == [None, None, 2]
    assert results(document) == [
        (1, "pop", "serban", [301, 299], "pop"),
        (2, "pop", "bye", None),
        (2, "serban", "stan", "absence", "serban"),
    ]
    forfeit = document["games"][-1]
    assert (forfeit["ended_by"], forfeit["player"]) == ("absence", 1)


@pytest.mark.parametrize("ending", ENDINGS)
def test_two_players_of_one_name_stay_two(ending: str) -> None:
    document = read(ending, DATA["same_name"][ending])
    assert len({player["id"] for player in document["players"]}) == 2
    assert len(document["games"]) == 1


@pytest.mark.parametrize("row", by_rule(DATA["refused"]))
def test_a_file_that_cannot_be_is_refused_with_a_sentence(row: dict[str, str]) -> None:
    with pytest.raises(UnreadableError) as fault:
        read(row["ending"], row["text"])
    assert row["says"] in str(fault.value)
    assert "invalid literal" not in str(fault.value)
    assert "out of range" not in str(fault.value)


@pytest.mark.parametrize("ending", ENDINGS)
def test_another_encoding_is_told_and_can_be_named(ending: str) -> None:
    content = DATA["same_name"][ending].replace("Ana", "Aña").encode("cp1252")
    with pytest.raises(UnreadableError, match="not written in UTF-8"):
        read(ending, content)
    assert read(ending, content, "cp1252")["players"][0]["name"].startswith(("Pop, Aña", "Aña"))
    with pytest.raises(UnreadableError, match="no encoding"):
        read(ending, content, "klingon")


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("cut", range(0, 260, 13))
def test_a_file_cut_off_anywhere_is_read_or_refused_in_one_line(ending: str, cut: int) -> None:
    text = DATA["files"][ending][:cut]
    fault = None
    try:
        read(ending, text)
    except UnreadableError as refused:
        fault = refused
    assert fault is None or "\n" not in str(fault)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_game_without_scores_does_not_shift_the_others(ending: str) -> None:
    again = read(ending, PROGRAMS[FORMS[ending]].write(DOCUMENT))
    second = {tuple(g["players"]): g["scores"] for g in again["games"] if g["round"] == 2}
    wanted = {("ana", "dan"): [412, 380], ("bo", "eva"): [350, 350]}
    if ending == ".trf":
        wanted = {("ana", "dan"): [301, 299], ("bo", "eva"): [300, 300]}
    assert second == wanted


@pytest.mark.parametrize("ending", ENDINGS)
def test_who_came_late_keeps_their_games_and_their_first_round(ending: str) -> None:
    again = read(ending, PROGRAMS[FORMS[ending]].write(LATE))
    assert [player.get("joined") for player in again["players"]] == [None, None, None, 2]
    assert [(g["round"], g["players"]) for g in again["games"]] == [
        (g["round"], g["players"])
        for g in LATE["games"]
        if ending != ".tou" or g.get("scores") or g.get("ended_by")  # It has no open games.
    ]
    won = {tuple(g["players"]): g.get("scores") for g in again["games"]}
    assert won["ana", "bo"][0] == won["ana", "bo"][1]
    if ending != ".trf":
        assert won["ana", "late"] == [333, 444]
    assert [g["first"] for g in again["games"] if "first" in g] == ["late"]


NAMES = ["Player 10", "#hash", "*A", "Ana; Maria", "New\nLine", "\x1b[31mRed", "日本 太郎"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_no_name_breaks_a_line(ending: str) -> None:
    players = [{"id": str(n), "name": name, "rating": 1500} for n, name in enumerate(NAMES)]
    games = [{"round": 1, "players": [str(n)], "ended_by": "bye"} for n in range(len(NAMES))]
    document = {"name": "Two\nlines", "rounds": 1, "players": players, "games": games}
    again = read(ending, PROGRAMS[FORMS[ending]].write(document))
    assert [player["name"] for player in again["players"]] == [
        *("Player 10", "hash", "A", "Ana, Maria", "New Line", "[31mRed", "日本 太郎")
    ]
    assert len(again["games"]) == len(NAMES)


@pytest.mark.parametrize("name", ["x.tou", "x.csv"])
def test_more_players_than_an_event_has_are_refused_before_anybody_gets_an_id(name: str) -> None:
    with pytest.raises(UnreadableError, match="1000 are the most"):
        read_file(name, b"A;1\n" * 20_000)


def test_what_is_left_out_is_told_and_only_that() -> None:
    plain = {"name": "Cupa", "rounds": 1, "players": [{"id": "ana"}], "games": []}
    assert told(write(plain, ".trf")) == []
    assert told(write(plain, ".t")) == ["the event's name and length"]
    long = {"id": "ana", "name": "A" * 40, "team": "A", "left": 2}
    left_out = told(write(plain | {"players": [long]}, ".trf"))
    assert left_out == ["pairs", "who left", f"the whole name of {'A' * 40!r}"]


@pytest.mark.parametrize(
    "game",
    [
        {"round": 1, "players": ["ana", "nobody"], "scores": [1, 2]},
        {"round": 1, "players": ["ana", "ana"], "scores": [1, 2]},
        {"round": 1, "players": ["ana", "bo"], "ended_by": "bye"},
        {"round": 1, "players": ["ana", "bo"], "ended_by": "scoreless"},
    ],
)
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_game_that_cannot_be_is_named_and_not_written(ending: str, game: dict[str, Any]) -> None:
    document = {"name": "", "rounds": 1, "players": [{"id": "ana"}, {"id": "bo"}], "games": [game]}
    with pytest.raises(UnwritableError, match="round 1, ana - "):
        write(document, ending)


def test_capitals_of_an_ending_and_spaces_before_a_number_are_read() -> None:
    assert read(".TOU", TOU)["name"] == "Cupa Dunarii"
    assert read(".TRF", TRF.replace("142 5", "142    5"))["rounds"] == 5


def test_a_report_tells_who_won_on_time_and_who_did_not_come() -> None:
    again = read(".trf", PROGRAMS["trf"].write(DOCUMENT))
    first = {tuple(g["players"]): g for g in again["games"] if g["round"] == 1}
    assert first["dan", "eva"]["scores"] == [301, 299]
    assert (first["ana", "bo"]["ended_by"], first["ana", "bo"]["player"]) == ("absence", 1)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_carries_everything_and_no_formula(separator: str) -> None:
    text = write_table(document_table(AWKWARD), separator)
    assert read(".csv", text) == AWKWARD
    rows = csv.reader(io.StringIO(text.decode(), newline=""), delimiter=separator)
    cells = [cell for row in rows for cell in row]
    formulas = [cell for cell in cells if cell[:1] in ("=", "+", "@", "-")]
    assert formulas == ["-12", "-5"]


def test_a_table_is_written_as_spreadsheets_with_a_decimal_comma_open_it() -> None:
    content, _, _, left_out = write(LATE, ".csv")
    assert content.startswith("\ufefftournament;Cupa;3;0\r\n".encode())
    assert left_out == ()
    assert read(".csv", content) == LATE


def test_a_table_of_another_encoding_is_read_by_its_name() -> None:
    content = write(LATE, ".csv").content.decode("utf-8-sig").encode("cp1250")
    assert read(".csv", content, "cp1250") == LATE
    with pytest.raises(UnreadableError, match="not written in UTF-8"):
        read(".csv", content)
