"""Other programs' files as they are found, not only as we write them."""

from pathlib import Path
from typing import Any

import pytest

from service.command.base import CommandError
from service.command.tournament.formats import FORMATS, read

ENDINGS = [".t", ".tou", ".trf"]
TSH = (
    "# division A\r\n"
    "Pop, Ana                 1520+1490 2 3 0; 412 377 50; board 1 1 2; p12 1 2 0; team Club A\r\n"
    "Serban, Bo               0 1 4 3; 380 401 388; p12 2 1 1;off -50\r\n"
    "\r\n"
    "Stan, Dan                1480 4 1 2; 350 399 391;rcrank 1 1 1; p12 3 1 2\r\n"
    "Ionescu, Eva             1400 3 2 0; 350 300 -50;\r\n"
)
TOU = (
    "*M21.03.2026 Cupa Dunarii\r\n"
    "*A\r\n"
    "                                      0\r\n"
    "Ana Pop              2412+  2 1377   3\r\n"
    "Bo Serban             380   1 2401  +4\r\n"
    "Dan Stan             2391  +4 1377   1\r\n"
    "Eva Ionescu           350   3  300   2\r\n"
    "*** END OF FILE ***\r\n"
)


def report(number: int, name: str, rating: str, *rounds: str, tag: str = "001") -> str:
    head = f"{tag} {number:>4} m    {name:<33} {rating:>4} ROU             1999/00/00"
    return f"{head:<80} 1.0 {number:>4}  " + "  ".join(rounds)


TRF = "\r".join(
    [
        "### a comment",
        "012 Cupa Dunării",
        "022 Galați",
        "142 5",
        report(7, "Pop,Ana", "1520", "   9 w 1", "0000 - U"),
        report(9, "Șerban,Bo", "", "   7 b 0", "  12 w +"),
        report(12, "Stan,Dan", "1480", "0000 - H", "   9 b -"),
        "013 a team that nobody asked for   7 9",
        "DAT 0007 EMAIL nobody",
        "",
    ]
)


def written(folder: Path, ending: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / f"a{ending}"
    path.write_bytes(text.encode(encoding))
    return path


def results(document: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [
        (g["round"], *g["players"], g.get("scores") or g.get("ended_by"), g.get("first"))
        for g in document["games"]
    ]


def test_a_tsh_file_with_comments_fields_and_two_ratings(tmp_path: Path) -> None:
    document = read(written(tmp_path, ".t", TSH))
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


def test_an_aupair_file_whose_plus_signs_stand_on_either_side_of_the_gap(tmp_path: Path) -> None:
    document = read(written(tmp_path, ".tou", TOU))
    assert document["name"] == "Cupa Dunarii"
    assert results(document) == [
        (1, "ana", "bo", [412, 380], "ana"),
        (1, "dan", "eva", [391, 350], "dan"),
        (2, "ana", "dan", [377, 377], "dan"),
        (2, "bo", "eva", [401, 300], "bo"),
    ]


def test_a_report_whose_starting_numbers_are_not_those_of_the_lines(tmp_path: Path) -> None:
    document = read(written(tmp_path, ".trf", TRF))
    assert (document["name"], document["rounds"]) == ("Cupa Dunării", 5)
    assert [p.get("joined") for p in document["players"]] == [None, None, 2]
    assert results(document) == [
        (1, "pop", "serban", [301, 299], "pop"),
        (2, "pop", "bye", None),
        (2, "serban", "stan", "absence", "serban"),
    ]
    forfeit = document["games"][-1]
    assert (forfeit["ended_by"], forfeit["player"]) == ("absence", 1)


SAME_NAME = {
    ".t": "Pop, Ana 1500 2; 400; p12 1\nPop, Ana 1400 1; 300; p12 2\n",
    ".tou": "*M1.1.2026 X\n*A\nAna Pop              2400  +2\nAna Pop               300   1\n",
    ".trf": "\n".join(
        [report(1, "Ana Pop", "1500", "   2 w 1"), report(2, "Ana Pop", "1400", "   1 b 0")]
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_two_players_of_one_name_stay_two(tmp_path: Path, ending: str) -> None:
    document = read(written(tmp_path, ending, SAME_NAME[ending]))
    assert len({player["id"] for player in document["players"]}) == 2
    assert len(document["games"]) == 1


REFUSED = {
    ("nothing", ".t"): ("", "it has no player"),
    ("nothing", ".tou"): ("*M1.1.2026 X\n*A\n", "it has no player"),
    ("nothing", ".trf"): ("012 X\n", "it has no player"),
    ("no rating", ".t"): ("Pop, Ana\n", "no name with a rating"),
    ("half a line", ".t"): ("Pop, Ana 1500 2; 4o0; p12 1\nStan 1 1; 300\n", "no numbers"),
    ("cut off", ".t"): ("Pop, Ana 1500 2; 400; p12 1\n", "meets number 2, whom there is not"),
    ("cut off", ".tou"): ("Ana Pop              2400  +2\n", "meets number 2"),
    ("half a cell", ".tou"): ("Ana Pop              2400  +2 2\n", "'2' is no score"),
    ("two divisions", ".tou"): ("*A\nAna Pop   \n*B\nBo Pop  \n", "2 divisions"),
    ("cut off", ".trf"): (report(1, "Ana", "", "   2 w 1"), "against number 2, whom there is not"),
    ("cut off in a cell", ".trf"): (report(1, "Ana", "", "   1")[:-1] + "x", "is no result"),
    ("a number twice", ".trf"): (
        report(1, "Ana", "") + "\n" + report(1, "Bo", ""),
        "two players have the starting number 1",
    ),
    ("no rounds", ".trf"): ("142 many\n" + report(1, "Ana", ""), "number of rounds) is 'many'"),
    ("a rating", ".trf"): (report(1, "Ana", "12x"), "the rating of Ana is '12x'"),
    ("half a point", ".trf"): (
        report(1, "Ana", "", "   2 w 1", "0000 - H") + "\n" + report(2, "Bo", "", "   1 b 0"),
        "half a point without a game",
    ),
    ("a quarrel", ".t"): ("A 1 2; 400\nB 1 3; 300\nC 1 2; 300\n", "A and B do not agree"),
    ("oneself", ".t"): ("Pop, Ana 1500 1; 400\n", "meets number 1, whom there is not"),
}


@pytest.mark.parametrize(("what", "ending"), REFUSED, ids=" ".join)
def test_a_file_that_cannot_be_is_refused_with_a_sentence(
    tmp_path: Path, what: str, ending: str
) -> None:
    text, sentence = REFUSED[what, ending]
    with pytest.raises(CommandError) as fault:
        read(written(tmp_path, ending, text))
    assert sentence in str(fault.value)
    assert "invalid literal" not in str(fault.value)
    assert "out of range" not in str(fault.value)


@pytest.mark.parametrize("ending", ENDINGS)
def test_another_encoding_is_told_and_can_be_named(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path, ending, SAME_NAME[ending].replace("Ana", "Aña"), "cp1252")
    with pytest.raises(CommandError, match="not written in UTF-8"):
        read(path)
    assert read(path, "cp1252")["players"][0]["name"].startswith(("Pop, Aña", "Aña"))
    with pytest.raises(CommandError, match="no encoding"):
        read(path, "klingon")


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("cut", range(0, 260, 13))
def test_a_file_cut_off_anywhere_is_read_or_refused_in_one_line(
    tmp_path: Path, ending: str, cut: int
) -> None:
    text = {".t": TSH, ".tou": TOU, ".trf": TRF}[ending][:cut]
    fault = None
    try:
        read(written(tmp_path, ending, text))
    except CommandError as refused:
        fault = refused
    assert fault is None or "\n" not in str(fault)


DOCUMENT: dict[str, Any] = {
    "name": "Cupa",
    "rounds": 3,
    "version": 0,
    "players": [{"id": n, "name": n.title(), "club": "Argus"} for n in ("ana", "bo", "dan", "eva")],
    "games": [
        {"round": 1, "players": ["ana", "bo"], "ended_by": "absence", "player": 1},
        {
            "round": 1,
            "players": ["dan", "eva"],
            "scores": [300, 420],
            "ended_by": "time",
            "player": 1,
        },
        {"round": 2, "players": ["ana", "dan"], "scores": [412, 380], "first": "dan"},
        {"round": 2, "players": ["bo", "eva"], "scores": [350, 350]},
        {"round": 3, "players": ["ana", "eva"]},
        {"round": 3, "players": ["bo"], "ended_by": "bye"},
        {"round": 3, "players": ["dan"], "ended_by": "absence"},
    ],
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_game_without_scores_does_not_shift_the_others(tmp_path: Path, ending: str) -> None:
    again = read(written(tmp_path, ending, FORMATS[ending].write(DOCUMENT)))
    second = {tuple(g["players"]): g["scores"] for g in again["games"] if g["round"] == 2}
    wanted = {("ana", "dan"): [412, 380], ("bo", "eva"): [350, 350]}
    if ending == ".trf":
        wanted = {("ana", "dan"): [301, 299], ("bo", "eva"): [300, 300]}
    assert second == wanted


def test_a_report_tells_who_won_on_time_and_who_did_not_come(tmp_path: Path) -> None:
    again = read(written(tmp_path, ".trf", FORMATS[".trf"].write(DOCUMENT)))
    first = {tuple(g["players"]): g for g in again["games"] if g["round"] == 1}
    assert first["dan", "eva"]["scores"] == [301, 299]
    assert (first["ana", "bo"]["ended_by"], first["ana", "bo"]["player"]) == ("absence", 1)
