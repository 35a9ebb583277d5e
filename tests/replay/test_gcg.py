"""GCG as found in the wild: what is read, what is refused, and what is written back."""

import codecs
import time
from typing import Any

import pytest

from service.engine.errors import NotationError, RuleError, TooLongError
from service.engine.game.recount import additions, disagreements, recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.rules import Rules
from tests.data import table
from tests.replay.rulebook import ENGLISH, edition

GCG = table("replay/gcg.toml")


def rows(name: str, content: dict[str, Any]) -> list[Any]:
    return [pytest.param(edition(r["edition"]), r, id=r["rule"]) for r in content[name]]


@pytest.mark.parametrize(("rules", "row"), rows("recount", GCG))
def test_recount(rules: Rules, row: dict[str, Any]) -> None:
    counted = recount(read_gcg(row["text"], rules), rules)
    game, result = counted.game, counted.result
    assert list(game.totals) == row["totals"]
    assert game.ending == row.get("reason")
    assert row.get("unsettled", "") in str(counted.unsettled or "")
    assert (list(result.final) if result else None) == row.get("final")
    assert [fault.code for fault in game.faults] == row.get("faults", [])
    wrong = [[d.number, d.declared, d.computed] for d in disagreements(counted)]
    assert wrong == row.get("disagreements", [])
    sums = [[d.number, d.player, d.declared, d.computed] for d in additions(counted)]
    assert sums == row.get("additions", [])
    written = write_gcg(counted, rules).splitlines()
    assert [line for line in row.get("writes", []) if line not in written] == []


@pytest.mark.parametrize(("rules", "row"), rows("refuse", GCG))
def test_refuse(rules: Rules, row: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as fault:
        recount(read_gcg(row["text"].encode(), rules), rules)
    assert fault.value.code == row["code"]
    assert row["says"] in str(fault.value)


@pytest.mark.parametrize(("rules", "row"), rows("same", table("replay/same.toml")))
def test_same(rules: Rules, row: dict[str, Any]) -> None:
    texts = [f">Ana: {row['head']}\n>Bo: {text}" for text in row["texts"]]
    first, *others = [write_gcg(recount(read_gcg(text, rules), rules), rules) for text in texts]
    assert "on the sheet" not in first
    assert others == [first] * len(others)


CATALAN = ">Núria: 8D LLENYA +30 30\n#note bé, col·legi\n>Bo: H8 .[L·L]A +12 12\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
@pytest.mark.parametrize("named", [True, False])
def test_an_encoding_is_named_or_found_out(encoding: str, named: bool) -> None:
    rules = edition("fisc-2023")
    name = "ISO-8859-1" if encoding in ("cp1252", "latin-1") else "UTF-8"
    text = (f"#character-encoding {name}\n" if named else "") + CATALAN
    assert read_gcg(text.encode(encoding), rules) == read_gcg(CATALAN, rules)


def test_romanian_letters_come_in_the_encodings_of_central_europe() -> None:
    rules, text = edition("frs-2019"), ">Ștefan: 8G CASĂ\n>Ion: -\n".replace("Ș", "Ş")
    expected = read_gcg(text, rules)
    for encoding in ("iso8859-2", "cp1250"):
        file = f"#character-encoding {encoding}\n{text}".encode(encoding)
        assert read_gcg(file, rules) == expected


NAMES = [(row["encoding"], name) for row in GCG["encoding"] for name in row["names"]]


@pytest.mark.parametrize(("encoding", "name"), NAMES)
def test_an_encoding_goes_by_many_names(encoding: str, name: str) -> None:
    text = ">Ana: 8F CABLE\n>Bo: -\n#note é\n"
    file = f"#character-encoding {name}\n{text}".encode(encoding)
    assert read_gcg(file, ENGLISH) == read_gcg(text, ENGLISH)


@pytest.mark.parametrize("name", ["no-such-encoding", "utf" + "-" * 60 + "8"])
def test_an_encoding_we_do_not_read_is_not_looked_up(name: str) -> None:
    # Python keeps every name that it could not find, for as long as it runs.
    looked_up: list[str] = []
    search = looked_up.append
    codecs.register(search)
    try:
        with pytest.raises(NotationError, match=name[:40]) as fault:
            read_gcg(f"#character-encoding {name}\n>Ana: -\n".encode(), ENGLISH)
    finally:
        codecs.unregister(search)
    assert looked_up == []
    assert len(str(fault.value)) < 120


def test_a_file_that_is_not_what_it_says_is_refused_with_its_line() -> None:
    file = b"#character-encoding UTF-8\n>Ana: 8F CABLE\n#note \xe9\n"
    with pytest.raises(RuleError, match="line 3"):
        read_gcg(file, ENGLISH)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_do_on_any_machine(ending: str) -> None:
    file = CATALAN.replace("\n", ending).encode()
    assert read_gcg(file, edition("fisc-2023")) == read_gcg(CATALAN, edition("fisc-2023"))


def test_five_hundred_events_are_enough() -> None:
    passes = ">Ana: - +0 0\n>Bo: - +0 0\n" * 250
    assert len(read_gcg(passes, ENGLISH).events) == 500
    with pytest.raises(TooLongError):
        read_gcg(passes + ">Ana: - +0 0\n", ENGLISH)


def test_notes_and_headers_survive() -> None:
    text = "#title Final\n#note hello\n>Ana: 8F CABLE\n#note one\ntwo\n>Bo: -\n"
    record = read_gcg(text, ENGLISH)
    assert record.headers == (("title", "Final"),)
    assert record.notes == {0: "hello", 1: "one\ntwo"}
    written = write_gcg(recount(record, ENGLISH), ENGLISH)
    again = read_gcg(written, ENGLISH)
    assert (again.notes, again.headers) == (record.notes, record.headers)


def test_a_line_that_a_note_repeats_is_kept_and_a_note_that_is_repeated_is_not() -> None:
    text = ">Ana: O15 CABLE\n#note so\nso\n>Bo: -\n#note so\n>Ana: -\n#note and on\n"
    written = write_gcg(recount(read_gcg(text, ENGLISH), ENGLISH), ENGLISH).splitlines()
    off_board = "off_board: 'CABLE' from O15 leaves the board at O16"
    stopped = f"{off_board}; nothing is counted from here on (Placing tiles)"
    assert written[3:] == ["#note so", "#note so", "#note and on", f"#note {stopped}"]


def _numbers(event: int) -> str:
    return "\n".join(str(event * 300 + line) for line in range(300))


MEGABYTE = 1 << 20
NOTED = {
    "a note of many lines": ">Ana: -\n>Bo: -\n#note\n" + "a\n" * (MEGABYTE // 2),
    "many notes in one place": ">Ana: -\n>Bo: -\n" + "#note another\n" * (MEGABYTE // 14),
    "notes on passes after a play off the board": ">Ana: O15 CABLE\n>Bo: -\n"
    + "".join(f">Ana: -\n#note\n{_numbers(event)}\n" for event in range(498)),
}


@pytest.mark.parametrize("text", NOTED.values(), ids=NOTED)
def test_the_time_for_notes_is_in_proportion_to_their_length(text: str) -> None:
    started = time.process_time()
    write_gcg(recount(read_gcg(text, ENGLISH), ENGLISH), ENGLISH)
    assert time.process_time() - started < 5


def test_what_the_recount_finds_is_noted_under_the_line() -> None:
    text = ">Ana: 8F CABLE +16 16\n>Bo: A1 FAR +7 7\n>Ana: J8 .ND +8 24\n>Bo: 8F CARLE +9 16\n"
    written = write_gcg(recount(read_gcg(text, ENGLISH), ENGLISH), ENGLISH).splitlines()
    assert written[3:] == [
        ">Ana: 8F CABLE +18 18",
        "#note Ana: +16 on the sheet, +18 counted",
        ">Bo: A1 FAR +18 18",
        "#note Bo: +7 on the sheet, +18 counted",
        "#note not_connected: the play touches no tile on the board (Placing tiles)",
        ">Ana: J8 .ND +8 26",
        "#note square_taken: H8 already holds 'B', not 'R'; nothing is counted from here on"
        " (Placing tiles)",
    ]


@pytest.mark.parametrize(
    "note",
    [
        "all well\n#note >Bo: J8 .ND +8 8",
        "all well\nevent turn_lost player=Ana",
        "event cancelled because of rain",
        "a\n#note #player1 Eva",
    ],
)
def test_a_note_never_becomes_an_event(note: str) -> None:
    text = f">Ana: 8F CABLE +18 18\n#note {note}\n>Bo: -\n"
    once = recount(read_gcg(text, ENGLISH), ENGLISH)
    again = read_gcg(write_gcg(once, ENGLISH), ENGLISH)
    assert len(once.record.events) == len(again.events) == 2
    assert recount(again, ENGLISH).game.totals == once.game.totals
