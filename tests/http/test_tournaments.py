"""The four operations over HTTP: every refusal, tables both ways, and what FIGS does not say."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.interchange.tables import read_table
from tests.http.test_problems import problem

PLAYERS = [
    {"id": name, "rating": rating} for name, rating in zip("abcd", (4, 3, 2, 1), strict=True)
]
FIRST = [
    {"round": 1, "players": ["a", "c"], "scores": [400, 300]},
    {"round": 1, "players": ["b", "d"], "scores": [350, 350]},
]
DOCUMENT: dict[str, Any] = {"rounds": 6, "players": PLAYERS, "games": FIRST}
STANDINGS, PAIRINGS = "tournament/standings", "tournament/pairings"
SCHEDULE, CHECK = "tournament/schedule", "tournament/check"


def played(*rounds: list[list[str]]) -> list[dict[str, Any]]:
    return [
        {"round": number, "players": pair, "scores": [300, 300]}
        for number, pairs in enumerate(rounds, 1)
        for pair in pairs
    ]


NEAR = [
    [[str(k), str(k + step)] for k in range(400 - step) if k // step % 2 == turn]
    for step in range(1, 20)
    for turn in (0, 1)
]
"""Rounds in which everybody met everybody who stands within nineteen places."""
DENSE = {
    "rounds": 40,
    "players": [{"id": str(n), "rating": 2000 - n} for n in range(400)],
    "games": played(*NEAR),
    "round": 39,
}


def test_a_round_that_is_too_hard_to_pair_is_refused(client: FlaskClient) -> None:
    problem(client.post(f"/v1/fisc/{PAIRINGS}", json=DENSE), 422, "too_hard")


@pytest.mark.parametrize("operation", [STANDINGS, PAIRINGS, CHECK])
@pytest.mark.parametrize("edition", ["figs-2008", "figs-2012", "figs-75min"])
def test_figs_says_nothing_of_tournaments(
    client: FlaskClient, edition: str, operation: str
) -> None:
    body = DOCUMENT | ({"round": 2} if operation == PAIRINGS else {})
    told = problem(client.post(f"/v1/{edition}/{operation}", json=body), 422, "silent")
    assert "director" in told["detail"]
    problem(client.post(f"/v1/{edition}/{SCHEDULE}", json={"players": 4}), 422, "silent")


def test_the_same_body_gives_the_same_bytes(client: FlaskClient) -> None:
    body = DOCUMENT | {"round": 1, "games": [], "players": [{"id": n} for n in "abcdefgh"]}
    answers = {client.post(f"/v1/frs/{PAIRINGS}", json=body | {"seed": 5}).data for _ in range(3)}
    assert len(answers) == 1
    others = {client.post(f"/v1/frs/{PAIRINGS}", json=body | {"seed": s}).data for s in range(9)}
    assert len(others) == 9


TABLE = """\
tournament;Open;6
kind;id;name;rating
player;a;Ana;4
player;b;Ștefan;3
player;c;Cai;2
player;d;"Dan; Dan";1
game;1;1;a;c;a;400;300
game;1;2;b;d;;350;350
adjustment;a;spread;-10;1;4.4.6 h
option;round;2
option;fixed;["a", "d"];["b", "c"]
"""


def test_a_table_is_taken_and_given(client: FlaskClient) -> None:
    accept = {"Accept": "text/csv"}
    table = TABLE.partition("option")[0]
    path = f"/v1/frs/{STANDINGS}"
    response = client.post(path, headers=accept, data="\ufeff" + table, content_type="text/csv")
    assert response.mimetype == "text/csv"
    assert response.text.splitlines() == [
        "place,player,points,spread,name,games",
        "1,a,1,90,Ana,1",
        "2,d,0.5,0,Dan; Dan,1",
        "3,b,0.5,0,Ștefan,1",
        "4,c,0,-100,Cai,1",
    ]
    response = client.post(
        f"/v1/frs/{PAIRINGS}", headers=accept, data=TABLE, content_type="text/csv"
    )
    assert response.text.splitlines() == [
        "round,table,player 1,player 2,first",
        "2,1,a,d,d",
        "2,2,b,c,",
    ]


def test_a_name_cannot_be_a_formula_in_a_spreadsheet(client: FlaskClient) -> None:
    body = {"rounds": 6, "players": [{"id": "a", "name": "=1+1"}]}
    response = client.post(f"/v1/frs/{STANDINGS}", json=body, headers={"Accept": "text/csv"})
    assert "'=1+1" in response.text


def test_the_arbiters_report_tells_decisions_notes_who_left_and_what_is_unrated(
    client: FlaskClient,
) -> None:
    about = {"act": "correction", "by": "chief_arbiter", "article": "8.5 d", "reason": "swapped"}
    scores = {"before": {"scores": [1, 2]}, "after": {"ended_by": "absence"}}
    body = {
        "rounds": 6,
        "players": [{"id": "ana", "name": "Ana"}, {"id": "bo", "left": 2}],
        "games": [{"round": 1, "players": ["ana", "bo"], "ended_by": "absence", "player": 1}],
        "adjustments": [{"player": "bo", "kind": "technical_warning", "round": 1}],
        "record": [{"n": 1, "round": 1, "table": 3, "player": "ana", **about, **scores}],
    }
    written = client.post("/v1/frs/tournament/write?format=report", json=body)
    act = ["Runda 1 · Masa 3", "rezultat corectat Ana", "arbitrul principal șef"]
    assert [part["rows"] for part in written.get_json()["report"]] == [
        [[*act, "1–2 → neprezentat · [8.5 d] · swapped"]],
        [["bo", "avertisment tehnic Runda 1"]],
        [["bo", "Runda 2", ""]],
        [["Runda 1", "Ana – bo", "neprezentat"]],
    ]


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ("option,absent,ion", {"absent": ["ion"]}),
        ("option,absent,7,8", {"absent": ["7", "8"]}),
        ('option,absent,"[""ion""]"', {"absent": ["ion"]}),
        ("option,fixed,ana,7\noption,fixed,bo,ion", {"fixed": [["ana", "7"], ["bo", "ion"]]}),
        ('option,fixed,"[[""a"",""b""]]"', {"fixed": [["a", "b"]]}),
        ("option,proposed,a,b\noption,proposed,c", {"proposed": [["a", "b"], ["c"]]}),
        ("option,players,1,2,3", {"players": ["1", "2", "3"]}),
        ("option,players,6", {"players": 6}),
        ("option,days,7,6", {"days": [7, 6]}),
        ('option,gibson,"{""places"":1,""prizes"":2}"', {"gibson": {"places": 1, "prizes": 2}}),
    ],
)
def test_what_is_asked_beside_a_table_is_written_as_in_a_spreadsheet(
    lines: str, fields: dict[str, Any]
) -> None:
    assert read_table(lines.encode()) == fields


@pytest.mark.parametrize(
    ("table", "status", "code"),
    [
        ("player;a\ngame;x;1;a;b", 422, "shape"),
        ("", 422, "shape"),
        ("nothing at all", 422, "shape"),
        ("tournament,Open,6\nplayer,a\nplayer,a\n", 422, "record"),
        ("tournament,Open,6\nplayer,a\noption,gibson,[1,2", 422, "shape"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(
    client: FlaskClient, table: str, status: int, code: str
) -> None:
    response = client.post(f"/v1/frs/{STANDINGS}", data=table, content_type="text/csv")
    problem(response, status, code)


def test_a_table_of_another_encoding_is_refused(client: FlaskClient) -> None:
    body = "player;a;Ștefan".encode("utf-16")
    response = client.post(f"/v1/frs/{STANDINGS}", data=body, content_type="text/csv")
    assert response.status_code in (400, 422)
