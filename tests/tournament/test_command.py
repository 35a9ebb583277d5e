"""A director's file on the command line: nothing is lost, everything is one line."""

import json
import subprocess
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from service import directing
from service.command.base import CommandError
from service.command.output import Console, clipped, display_width
from service.command.tournament.file import read_document, write_document
from service.command.tournament.showing import say_table
from service.interchange.files import read_file, write_file
from service.terminal import main
from tests.data import RULEBOOK, table
from tests.support.serving import ARBITER
from tests.tournament.test_cases import DATA

Run = Callable[..., str]
FILE = table("tournament/command.toml")
GAMES = Path(__file__).parents[1] / "games"
PLAYERS = "name;rating;club\nAna Pop;1520;Argus\nBo Șerban;;\nDan Stan;1480;\nEva Ionescu;1400;\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITER_RULES", "frs")
    Path("players.csv").write_text(PLAYERS, encoding="utf-8")

    def call(*words: str, code: int = 0) -> str:
        assert main(["tournament", *words]) == code, capsys.readouterr()
        shown = capsys.readouterr()
        return shown.err if code == 2 else shown.out

    return call


@pytest.fixture
def begun(run: Run) -> Run:
    """A tournament of four players whose first round is paired."""
    run("new", "Cupa Dunării", "--rounds", "6")
    run("enter", "--from", "players.csv")
    run("pair", "--offline")
    return run


def document() -> dict[str, object]:
    read: dict[str, object] = json.loads(Path("tournament.json").read_text(encoding="utf-8"))
    return read


def test_conditions_are_announced_by_a_preset(run: Run) -> None:
    run("new", "Coppa", "--rounds", "6", "--rules", "figs", "--preset", "swiss")
    run("enter", "Ada", "Ugo")
    assert "decided by the director" in run("pair", "--offline", "--rules", "figs")
    refused = run("new", "Cupa", "--rounds", "6", "--preset", "swiss", "--file", "x.json", code=2)
    assert "offers none, not swiss" in refused


def test_a_place_is_explained_and_what_is_not_rated_named(begun: Run) -> None:
    begun("result", "1", "412", "380")
    begun("result", "2", "--ended-by", "absence", "--player", "Dan")
    assert begun("standings", "--offline", "--explain").splitlines()[-1] == (
        "not rated: round 1: Dan Stan - Eva Ionescu [4.4.6 e, 9.5.2]"
    )
    shown = begun("standings", "--offline", "--explain", "--rules", "fisc").splitlines()
    assert "Bo Șerban: nobody; cut: 1 Ana Pop" in shown


def test_a_round_in_part_and_an_end_that_has_not_come_are_named(
    begun: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    begun("result", "1", "412", "380")
    begun("result", "Dan", "300", "420")
    begun("pair", "--offline")
    begun("result", "1", "400", "390")
    assert main(["tournament", "standings", "--offline", "--final"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "round 2 is not counted: 1 of 2 games have no result",
        "not the end yet: 1 of 6 rounds are counted",
    ]


def test_every_writing_raises_the_version_and_keeps_the_former_file(begun: Run) -> None:
    before = document()
    begun("result", "1", "412", "380")
    assert document()["version"] == int(str(before["version"])) + 1
    assert json.loads(Path("tournament.json.bak").read_text(encoding="utf-8")) == before
    assert not [path for path in Path().iterdir() if path.name.startswith(".")]


def test_a_pair_is_one_entrant_and_who_left_it_loses_before_the_round(run: Run) -> None:
    run("new", "CNSP", "--rounds", "6")
    Path("pairs.csv").write_text(
        "name,rating,club,team\nAna,1500,x,A\nBo,1400,x,A\nCris,1300,y,B\nDan,1200,z,B\n",
        encoding="utf-8",
    )
    run("enter", "--from", "pairs.csv")
    run("enter", "Bo", "--left", "1", "--reason", "eliminated")
    assert "absent" in run("pair", "--offline")
    games: list[dict[str, Any]] = json.loads(Path("tournament.json").read_text("utf-8"))["games"]
    lost = [game for game in games if game.get("ended_by")]
    assert [(game["players"][game["player"]], game["ended_by"]) for game in lost] == [
        ("bo", "absence")
    ]
    run("result", "ana", "400", "300")
    assert "1  B  B       1     -25" in run("standings", "--offline")
    crosstable = run("crosstable", "--offline").splitlines()
    assert crosstable[2].split() == ["2", "A", "1+", "400", "1-", "absent", "1", "2"]
    assert "nothing is wrong" in run("check", "--offline")


def test_a_crosstable_numbers_its_rows_where_players_share_a_place(begun: Run) -> None:
    begun("result", "Ana", "400", "300")
    begun("result", "Dan", "400", "300")
    rows = begun("crosstable", "--offline", "--final").splitlines()[1:]
    opponents = [row.split()[3].rstrip("+-") for row in rows]
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "4"]
    assert sorted(opponents) == ["1", "2", "3", "4"]
    assert [row.split()[-1] for row in rows] == ["1", "1", "3", "3"]


def test_too_few_rounds_are_refused_at_once_where_the_rules_are_known(run: Run) -> None:
    said = "arbiter: 2 rounds: 5 is the least [C§1]\n"
    assert run("new", "Copa", "--rounds", "2", "--rules", "fisc", code=2) == said
    assert not Path("tournament.json").exists()


def test_whoever_comes_too_late_is_told_at_once(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    run("new", "Torneig", "--rounds", "6", "--rules", "fisc")
    told = "Eva: joined in round 5; round 3 is the last for it [C§4]\n"
    for name, number, said in (("Ana", "3", ""), ("Eva", "5", told)):
        assert main(["tournament", "enter", name, "--rules", "fisc", "--joined", number]) == 0
        assert capsys.readouterr().err == said


def test_the_number_of_rounds_can_be_changed(run: Run) -> None:
    run("new", "Copa", "--rounds", "2")
    run("enter", "--from", "players.csv")
    refused = run("pair", "--offline", "--rules", "fisc", code=2)
    assert "`arbiter tournament rounds N` changes their number" in refused
    assert "5 is the least" in run("rounds", "4", "--rules", "fisc", code=2)
    assert run("rounds", "5", "--rules", "fisc") == "tournament.json: 5 rounds (was 2)\n"
    run("pair", "--offline", "--rules", "fisc")
    assert "1 to 40" in run("rounds", "41", code=2)
    assert document()["rounds"] == 5


def test_a_round_that_is_paired_stays(begun: Run) -> None:
    begun("result", "1", "412", "380")
    begun("result", "2", "300", "420")
    begun("pair", "--offline")
    assert "round 2 is paired already" in begun("rounds", "1", code=2)


def test_a_newer_file_is_never_written_over(begun: Run) -> None:
    path = Path("tournament.json")
    mine = read_document(path)
    begun("result", "1", "412", "380")
    newer = document()
    with pytest.raises(CommandError, match="nothing is written"):
        write_document(path, mine)
    assert document() == newer


@pytest.mark.parametrize("row", FILE["fault"], ids=lambda row: " ".join(row["words"]))
def test_a_fault_is_one_line_and_nothing_is_written(begun: Run, row: dict[str, Any]) -> None:
    before = document()
    shown = begun(*row["words"], code=2)
    assert row["says"] in shown
    assert shown.count("\n") == 1
    assert document() == before


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"players": 1}', "ş".encode("latin2"), b""])
def test_a_file_half_written_is_said_to_be_so(run: Run, content: bytes) -> None:
    Path("tournament.json").write_bytes(content)
    assert run("standings", "--offline", code=2).count("\n") == 1
    assert Path("tournament.json").read_bytes() == content


@pytest.mark.parametrize("action", ["standings", "crosstable", "check", "pair"])
def test_before_anybody_is_entered_it_is_said_what_to_do(run: Run, action: str) -> None:
    run("new", "Cupa", "--rounds", "6")
    assert "`arbiter tournament enter` does it" in run(action, "--offline", code=2)


def test_a_key_that_is_there_twice_is_refused_and_not_written_over(begun: Run) -> None:
    path = Path("tournament.json")
    spoilt = path.read_text(encoding="utf-8").replace('"rounds": 6', '"rounds": 6, "rounds": 3')
    path.write_text(spoilt, encoding="utf-8")
    assert "the same key twice; the former file is" in begun("result", "1", "1", "2", code=2)
    assert path.read_text(encoding="utf-8") == spoilt


def test_the_highest_version_is_not_passed(begun: Run) -> None:
    path = Path("tournament.json")
    path.write_text(json.dumps(document() | {"version": 10**9}), encoding="utf-8")
    assert "version: Not between" in begun("result", "1", "400", "300", code=2)
    assert document()["version"] == 10**9


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
@pytest.mark.parametrize("lines", ["\n", "\r\n"])
def test_a_file_is_read_however_windows_wrote_it(begun: Run, encoding: str, lines: str) -> None:
    path = Path("tournament.json")
    text = path.read_text(encoding="utf-8").replace("\n", lines)
    path.write_bytes(text.encode(encoding))
    begun("result", "1", "400", "300")
    assert document()["name"] == "Cupa Dunării"


def test_a_table_of_an_older_spreadsheet_is_read_by_its_encoding(run: Run) -> None:
    run("new", "Cupa", "--rounds", "6")
    Path("old.csv").write_bytes("name;rating\r\nŢepeş Vlad;1500\r\n".encode("cp1250"))
    assert "not written in UTF-8" in run("enter", "--from", "old.csv", code=2)
    told = run("enter", "--from", "old.csv", "--encoding", "cp1250")
    assert told == "tepes: Ţepeş Vlad\n"
    assert "no encoding 'x'" in run("enter", "--from", "old.csv", "--encoding", "x", code=2)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("New\nLine", "New Line"),
        ("Tab\tName ", "Tab Name"),
        ("\x1b[31mRed", "[31mRed"),
        ("\u202eevil\u200b", "evil"),
        ("Z" * 200, "Z" * 200),
    ],
)
def test_a_name_is_one_line_that_does_nothing_to_a_terminal(
    run: Run, typed: str, kept: str
) -> None:
    run("new", "Cupa", "--rounds", "6")
    run("enter", typed, "Bo")
    assert document()["players"][0]["name"] == kept  # type: ignore[index]
    rows = run("standings", "--offline").splitlines()
    (row,) = [row for row in rows if clipped(kept, 40) in row]
    assert row.isprintable()


def test_a_name_in_somebodys_file_does_nothing_to_a_terminal(begun: Run) -> None:
    spoilt = document()
    spoilt["players"][0]["name"] = "\x1b[2JAna\nPop\ud800"  # type: ignore[index]
    Path("tournament.json").write_text(json.dumps(spoilt), encoding="utf-8")
    shown = begun("standings", "--offline") + begun("slips") + begun("result", "1", "400", "300")
    assert "\x1b" not in shown
    assert "[2JAna Pop" in shown
    assert "Ana\nPop" in document()["players"][0]["name"]  # type: ignore[index]


def test_an_entry_of_a_file_written_by_hand_is_told_with_its_line(run: Run) -> None:
    head = 'name = "Hand"\nrounds = 6\n\n[[players]]\nid = "ana"\n\n[[players]]\n'
    for wrong, said in {
        'id = "dan"\nrating = "high"\n': "player 2, rating: Not a whole number. (line 7)",
        'id = "dan\n': "line 8",
    }.items():
        Path("hand.toml").write_text(head + wrong, encoding="utf-8")
        shown = run("standings", "--offline", "--file", "hand.toml", code=2)
        assert said in shown
        assert shown.count("\n") == 1


def test_a_pair_may_be_called_as_somebody_elses_id(run: Run) -> None:
    run("new", "CNSP", "--rounds", "6")
    Path("pairs.csv").write_text(
        "name,rating,club,team\nAna,1500,x,A\nBo,1400,x,A\nCris,1300,y,ana\nDan,1200,z,ana\n",
        encoding="utf-8",
    )
    run("enter", "--from", "pairs.csv")
    shown = run("standings", "--offline").splitlines()
    assert [line.split()[1] for line in shown[2:]] == ["A", "ana"]


def test_whoever_left_is_no_longer_to_be_eliminated(begun: Run) -> None:
    for number in range(1, 5):
        if number > 1:
            begun("pair", "--offline", "--absent", "Dan", "--repeats", "if_needed")
        for game in document()["games"]:  # type: ignore[attr-defined]
            if game["round"] == number and len(game["players"]) == 2:
                begun("result", str(game["table"]), "400", "300")
    assert begun("check", "--offline") == "to be eliminated: Dan Stan\n"
    begun("enter", "Dan", "--left", "5", "--reason", "eliminated")
    assert begun("check", "--offline") == "nothing is wrong\n"


def test_the_last_writing_can_be_taken_back_and_given_again(begun: Run) -> None:
    begun("result", "1", "412", "380")
    written = document()
    begun("undo")
    assert "scores" not in document()["games"][0]  # type: ignore[index]
    begun("undo")
    assert document() == written | {"version": 6}


def test_another_events_former_file_is_not_put_back(begun: Run) -> None:
    Path("tournament.json").unlink()
    begun("new", "Next", "--rounds", "6")
    assert "nothing to take back" in begun("undo", code=2)
    assert document()["name"] == "Next"


def test_points_are_written_as_on_the_page(begun: Run) -> None:
    begun("result", "1", "400", "400")
    begun("result", "2", "--ended-by", "arbiter_draw")
    assert "dan       ½            0        1" in begun("standings", "--offline", "--lang", "ro")
    assert "4= draw" in begun("crosstable", "--offline")


def test_a_result_says_who_was_at_fault_and_whether_they_were_excused(begun: Run) -> None:
    told = begun("result", "1", "--ended-by", "absence", "--player", "Bo", "--excused")
    assert told == "round 1: Ana Pop - Bo Șerban excused absence (Bo Șerban)\n"
    told = begun("result", "1", "400", "300")
    assert told.endswith("400-300 (was excused absence (Bo Șerban))\n")


def test_a_link_stays_one_and_its_file_is_written(begun: Run) -> None:
    Path("real").mkdir()
    Path("tournament.json").rename("real/cup.json")
    Path("tournament.json").symlink_to("real/cup.json")
    begun("result", "1", "400", "300")
    assert Path("tournament.json").is_symlink()
    assert sorted(path.name for path in Path("real").iterdir()) == ["cup.json", "cup.json.bak"]


def test_a_disk_that_is_full_leaves_both_files_as_they_were(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = {path: path.read_bytes() for path in Path().iterdir()}
    for step in ("os.fsync", "shutil.copy2", "os.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(step, refuse)
            said = "tournament.json cannot be written: No space left on device"
            assert said in begun("result", "1", "400", "300", code=2)
        assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_of_two_who_write_at_once_none_is_lost_in_silence(begun: Run) -> None:
    command = (*ARBITER, "tournament", "note", "Ana", "spread")
    running = [
        subprocess.Popen((*command, str(n)), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for n in range(1, 5)
    ]
    told = [process.communicate()[1].decode() for process in running]
    written = sum(process.returncode == 0 for process in running)
    assert len(document()["adjustments"]) == written >= 1  # type: ignore[arg-type]
    refused = [line for line in told if line]
    assert len(refused) == len(running) - written
    assert all("nothing is written, try again" in line for line in refused)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (b'name,rating\n"Ana,1500\n', "more.csv cannot be read: unexpected end of data (line 2)"),
        (b"x" * 200_000, "field larger than field limit"),
        (b"name\nAna Pop\x80\n", "not written in UTF-8; name another, such as --encoding"),
        (b"id,name\n\x1b[2J,Zoe\n", "cannot be printed as it is"),
    ],
    ids=range(4),
)
def test_a_table_that_cannot_be_is_refused_in_one_line(begun: Run, table: bytes, said: str) -> None:
    before = document()
    Path("more.csv").write_bytes(table)
    shown = begun("enter", "--from", "more.csv", code=2)
    assert said in shown
    assert shown.count("\n") == 1
    assert document() == before


@pytest.mark.parametrize("width", [30, 40, 60, 100])
def test_columns_that_do_not_fit_follow_below_with_the_names(width: int) -> None:
    rows = [["", "", *map(str, range(1, 15))]]
    rows += [[str(n), name, *["12+ 400"] * 14] for n, name in ((1, "Ana"), (2, "日本 太郎"))]
    out = StringIO()
    say_table(rows, Console(out, out, width=width), right=(0,))
    lines = [line for line in out.getvalue().splitlines() if line]
    assert max(map(display_width, lines)) <= width
    assert [n for line in lines[::3] for n in line.split()] == [str(n) for n in range(1, 15)]
    assert all("日本 太郎" in line for line in lines[2::3])


ACTIONS = ("standings --offline", "result 1 400 300", "slips", "enter Zoe", "note ana spread 5")


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("row", FILE["spoilt"], ids=lambda row: row["says"])
def test_a_file_spoilt_by_hand_is_refused_in_one_line(
    begun: Run, row: dict[str, str], action: str
) -> None:
    path = Path("tournament.json")
    path.write_text(json.dumps(document() | json.loads(row["fields"])), encoding="utf-8")
    before = path.read_bytes()
    shown = begun(*action.split(), code=2)
    assert row["says"] in shown
    assert "tournament.json" in shown
    assert shown.count("\n") == 1
    assert path.read_bytes() == before


def test_two_of_one_name_in_a_table_are_refused_together(begun: Run) -> None:
    before = document()
    Path("more.csv").write_text("Zoe Pop\nZoe Pop\n", encoding="utf-8")
    assert "in a column id" in begun("enter", "--from", "more.csv", code=2)
    assert document() == before
    Path("more.csv").write_text("id,name\nz1,Zoe Pop\nz2,Zoe Pop\n", encoding="utf-8")
    assert begun("enter", "--from", "more.csv") == "z1: Zoe Pop\nz2: Zoe Pop\n"


def test_a_list_of_players_becomes_a_tournament_that_has_not_begun(run: Run) -> None:
    run("convert", "players.csv", "tournament.json")
    assert [player["id"] for player in document()["players"]] == ["ana", "bo", "dan", "eva"]  # type: ignore[attr-defined]
    assert document()["games"] == []


@pytest.mark.parametrize(("name", "side"), [("Ana", 0), ("Bo", 1)])
def test_whoever_was_absent_is_written_down(begun: Run, name: str, side: int) -> None:
    begun("result", name, "--ended-by", "absence", "--player", name)
    (game,) = [g for g in document()["games"] if g.get("ended_by")]  # type: ignore[attr-defined]
    assert (game["player"], game["players"][side]) == (side, name.lower())


def test_a_namesake_needs_an_id_of_their_own(begun: Run) -> None:
    begun("enter", "Ana Pop", "--id", "ana2")
    assert "could be" in begun("enter", "Ana", "--left", "3", code=2)
    begun("enter", "ana2", "--left", "3", "--reason", "withdrawn")


def test_a_file_written_by_hand_is_read_and_not_written(run: Run) -> None:
    Path("hand.toml").write_text(
        'name = "Hand"\nrounds = 6\n[[players]]\nid = "ana"\n[[players]]\nid = "dan"\n'
        '[[games]]\nround = 1\nplayers = ["ana", "dan"]\nscores = [400, 300]\n',
        encoding="utf-8",
    )
    assert "1  ana  ana" in run("standings", "--offline", "--file", "hand.toml")
    assert "by hand" in run("result", "ana", "1", "2", "--file", "hand.toml", code=2)
    run("convert", "hand.toml", "hand.json")
    assert "1  ana  ana" in run("standings", "--offline", "--file", "hand.json")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("it", ("Turno 1   Tavolo 1", "Vincitore", "Classifica finale", "Differenza", "Posto")),
        ("ca", ("Ronda 1   Taula 1", "Guanyador", "Classificació final", "Diferencial", "Lloc")),
        ("ro", ("Runda 1   Masa 1", "Învingător", "Clasament final", "Punctaveraj", "Loc")),
    ],
)
def test_what_players_see_speaks_their_language(
    begun: Run, lang: str, words: tuple[str, ...]
) -> None:
    begun("result", "1", "412", "380", "--ended-by", "out")
    begun("result", "2", "--ended-by", "absence", "--player", "Dan")
    paper = begun("slips", "--lang", lang)
    paper += begun("standings", "--offline", "--final", "--lang", lang)
    paper += begun("crosstable", "--offline", "--lang", lang)
    assert [word for word in words if word not in paper] == []
    assert "+ 412" in paper
    assert "Ana Pop (ana)  –  Bo Șerban (bo)" in paper
    assert "absen" in paper or "neprezentat" in paper or "assente" in paper


def test_a_bye_and_an_absence_are_written_with_the_round(begun: Run) -> None:
    begun("result", "1", "412", "380")
    begun("result", "2", "300", "420")
    begun("pair", "--offline", "--absent", "Dan")
    games = [game for game in document()["games"] if game["round"] == 2]  # type: ignore[attr-defined]
    assert {"round": 2, "players": ["dan"], "ended_by": "absence"} in games
    assert sum(game.get("ended_by") == "bye" for game in games) == 1


@pytest.fixture
def second(begun: Run) -> Run:
    """The same with a first round that is over, since the second is paired."""
    begun("result", "1", "412", "380")
    begun("result", "2", "400", "300")
    begun("pair", "--offline")
    return begun


def record() -> Any:
    return document()["record"]


def test_to_pair_a_round_closes_the_one_before(second: Run) -> None:
    (closed,) = record()
    assert (closed["n"], closed["act"], closed["round"]) == (1, "closed", 1)
    assert [game["scores"] for game in closed["after"]["games"]] == [[412, 380], [400, 300]]
    assert "nothing is wrong" in second("check", "--offline")


def test_a_past_result_changes_with_who_and_why_and_stays_on_record(second: Run) -> None:
    assert "say who" in second("result", "1", "380", "412", "--round", "1", "--offline", code=2)
    why = ["--by", "chief_arbiter", "--reason", "swapped"]
    second("result", "1", "380", "412", "--round", "1", "--offline", *why)
    act = record()[-1]
    assert (act["act"], act["by"], act["reason"]) == ("correction", "chief_arbiter", "swapped")
    assert (act["before"]["scores"], act["after"]["scores"]) == ([412, 380], [380, 412])
    assert "nothing is wrong" in second("check", "--offline")
    second("undo")
    assert [act["act"] for act in record()] == ["closed", "correction", "undo"]
    second("note", "Ana", "technical_warning", "--round", "2")
    second("undo")
    assert record()[-1]["before"] == {"kind": "technical_warning"}
    second("note", "Ana", "compensation", "24", "--round", "1")
    second("enter", "Ana", "--left", "3", "--reason", "ill")
    report = second("report", "--offline", "--lang", "ro").splitlines()
    assert [" ".join(line.split()) for line in report if "Ana" in line] == [
        "Runda 1 rezultat corectat Ana Pop arbitrul principal șef 412–380 → 380–412 · swapped",
        "Runda 2 anulat: avertisment tehnic Ana Pop director",
        "Ana Pop compensare de punctaveraj pentru o depunere de 24 Runda 1",
        "Ana Pop Runda 3 ill",
    ]


def test_a_ruling_stands_in_the_report_with_its_table_and_so_does_its_undoing(second: Run) -> None:
    said = {"table": 2, "article": "8.4", "reason": "tiles drawn"}
    ruling = {"n": 2, "act": "ruling", "by": "arbiter", "round": 2, **said}
    undone = {"n": 3, "act": "undo", "by": "director", **said}
    path = Path("tournament.json")
    write_document(path, read_document(path) | {"record": [*record(), ruling, undone]})
    assert "nothing is wrong" in second("check", "--offline")
    report = second("report", "--offline", "--lang", "ro").splitlines()
    assert [" ".join(line.split()) for line in report if "tiles drawn" in line] == [
        "Runda 2 · Masa 2 decizie arbitru [8.4] · tiles drawn",
        "Runda – · Masa 2 anulat: decizie director [8.4] · tiles drawn",
    ]


@pytest.mark.parametrize(
    ("rules", "by", "article"), [("frs", "director", "7.4.1 b"), ("fisc", "chief_arbiter", "G§4")]
)
def test_who_may_not_change_a_past_result_is_told_by_which_article(
    second: Run, rules: str, by: str, article: str
) -> None:
    before = document()
    asked = ["result", "1", "380", "412", "--round", "1", "--by", by, "--reason", "swapped"]
    assert article in second(*asked, "--offline", "--rules", rules, code=2)
    assert document() == before


def test_what_is_changed_in_the_file_by_hand_is_told(second: Run) -> None:
    changed: Any = document()
    changed["games"][0]["scores"] = [500, 300]
    Path("tournament.json").write_text(json.dumps(changed), encoding="utf-8")
    assert "7.4.1 b" in second("check", "--offline", code=1)


def test_a_figs_tournament_says_on_every_sheet_that_its_director_decided(begun: Run) -> None:
    club: Any = document() | {"games": [], "conditions": DATA["conditions"]["club"]}
    Path("tournament.json").write_text(json.dumps(club), encoding="utf-8")
    figs = ("--offline", "--rules", "figs", "--lang", "it")
    assert "[42: deciso dal direttore di gara]" in begun("pair", *figs)
    begun("result", "1", "400", "300")
    begun("result", "2", "400", "300")
    assert "[42: deciso dal direttore di gara]" in begun("standings", "--final", *figs)


@pytest.mark.parametrize(
    ("names", "shown"), [("whole", "Ana Pop"), ("short", "Ana P."), ("none", "1")]
)
def test_pages_of_players_are_written_to_a_folder_or_as_one_file(
    begun: Run, names: str, shown: str
) -> None:
    begun("publish", "--to", "pages", "--names", names)
    begun("publish", "--to", "pages.zip", "--names", names)
    with ZipFile("pages.zip") as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    written = [path for path in Path("pages").rglob("*") if path.is_file()]
    assert {str(path.relative_to("pages")): path.read_bytes() for path in written} == packed
    page = packed["index.html"].decode()
    assert f">{shown}</a>" in page
    assert ("Pop" in page) == (names == "whole")


def test_whoever_wishes_it_is_called_otherwise_on_pages_and_whole_in_the_federations_book(
    begun: Run,
) -> None:
    assert begun("enter", "Ana", "--shown", "short") == "Ana Pop is shown short\n"
    begun("enter", "Bo", "--shown", "whole")
    for names, called in (("whole", ["Ana P.", "Bo Șerban", "Eva Ionescu"]), ("none", ["Bo Ș"])):
        begun("publish", "--to", "pages", "--names", names)
        page = Path("pages/index.html").read_text(encoding="utf-8")
        assert [name in page for name in called] == [True] * len(called)
        assert "Ana Pop" not in page
    document = json.loads(Path("tournament.json").read_bytes())
    assert read_file("x.csv", write_file(document, "csv").content).document == document
    book = directing.write_file(document, "xlsx", RULEBOOK.editions["frs-2019"]).content
    sheets = load_workbook(BytesIO(book), read_only=True).worksheets
    assert "Ana Pop" in {cell for sheet in sheets for row in sheet.values for cell in row}


def test_side_prizes_are_shared_by_who_is_level_and_are_won_in_a_category(begun: Run) -> None:
    begun("result", "Ana", "412", "380")
    begun("result", "Dan", "380", "412")
    shown = [line.split("  ") for line in begun("prizes", "--offline").splitlines()]
    told = {row[0]: [cell.strip() for cell in row[1:] if cell] for row in shown}
    assert told["Highest game"] == ["Ana Pop, Eva Ionescu", "412"]
    assert told["Highest losing score"] == ["Bo Șerban, Dan Stan", "380"]
    assert told["Best without a rating"][0] == "Bo Șerban"
    category = begun("prizes", "--offline", "--among", "Dan", "Bo")
    assert "Highest game" in category
    assert "Eva" not in category
    game = str(GAMES / "ro-1.gcg")
    assert "Best play" in begun("prizes", "--offline", "--games", game)
