"""What holds for every record, sensible or not."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from service.engine.board import Direction, Square
from service.engine.errors import RuleError
from service.engine.game.record import (
    Adjusted,
    CalledTime,
    Challenged,
    Corrected,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    LostTurn,
    Misdrawn,
    Passed,
    Played,
    Record,
    Redeclared,
    Rejudged,
    Timed,
    name_players,
)
from service.engine.game.recount import additions, disagreements, position, recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.notation import Play, read_rack, read_tiles
from service.engine.rules import Correctable, Rules, TurnKind
from service.engine.settlement import Ending
from service.engine.tiles import Face
from service.schemas.fields import ShapeError
from service.schemas.game import read_game, write_game
from service.schemas.results import write_recount
from tests.data import TESTS
from tests.replay.rulebook import ENGLISH, RULEBOOK, edition

RULES = st.sampled_from(sorted(RULEBOOK.editions.values(), key=lambda rules: rules.id))
PLAYERS = name_players(["Ana", "Bo"])

# A busy machine breaks no law.
law = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

squares = st.builds(Square, st.integers(0, 14), st.integers(0, 14))
tiles = st.text("AEIORSTaeiorst.", min_size=1, max_size=6).map(
    lambda text: read_tiles(text, ENGLISH.alphabet)
)
plays = st.builds(Play, squares, st.sampled_from(Direction), tiles)
points = st.none() | st.integers(-20, 60)
players = st.none() | st.integers(0, 1)
racks = st.none() | st.text("AEIORST", min_size=1, max_size=4) | st.just("AEIRST?")
words = st.lists(st.text("AEIORST", min_size=2, max_size=4), max_size=2).map(tuple)
seconds = st.sampled_from([0, 0, 1, 61])


def tiles_of(text: str | None) -> tuple[object, ...] | None:
    return None if text is None else read_rack(text, ENGLISH.alphabet)


played = st.builds(
    Played,
    player=players,
    declared=points,
    total=points,
    rack=racks.map(tiles_of),
    play=plays,
    uncontested=st.booleans(),
)
challenged = st.builds(
    Challenged,
    player=players,
    declared=points,
    stands=st.booleans(),
    words=words,
    variant=st.sampled_from([None, "standard", "b", "d", "f"]),
    retracted=st.booleans(),
)
numbers = st.integers(-20, 20)
incidents = st.one_of(
    st.builds(Adjusted, player=st.integers(0, 1), points=numbers, spread=st.sampled_from([0, 5])),
    st.builds(Corrected, of=st.integers(1, 12), declared=numbers),
    st.builds(LostTurn, player=players),
    st.builds(
        Redeclared,
        square=squares,
        face=st.sampled_from([Face("A"), Face("T")]),
        article=st.sampled_from(["", "5.8 d"]),
    ),
    st.builds(
        Misdrawn,
        player=st.integers(0, 1),
        over=st.booleans(),
        tiles=st.integers(1, 3),
        corrected=st.booleans(),
        reason=st.sampled_from(["", "it's a mess", "a=b"]),
    ),
    st.builds(CalledTime, player=st.integers(0, 1), supplementary=st.just(True)),
    st.builds(Rejudged, stands=st.booleans(), racked=st.booleans()),
)
turns = st.one_of(
    incidents,
    played,
    played,
    challenged,
    st.builds(Exchanged, player=players, count=st.integers(0, 7)),
    st.builds(Passed, player=players, rack=racks.map(tiles_of)),
    st.builds(FreelyExchanged, player=players),
    st.builds(Timed, player=st.integers(0, 1), seconds=seconds),
)
ends = st.builds(
    Ended,
    ending=st.none() | st.sampled_from(Ending),
    players=st.sampled_from([(), (0,), (1,), (0, 1)]),
    racks=st.sampled_from([(), (None, None)]) | st.tuples(racks.map(tiles_of), racks.map(tiles_of)),
    overtime=st.just(()) | st.tuples(seconds, seconds),
    remaining=st.just(()) | st.tuples(seconds, seconds),
    excused=st.booleans() | st.tuples(st.booleans(), st.booleans()),
    called=st.booleans() | st.tuples(st.booleans(), st.booleans()),
    charged=st.just(()) | st.tuples(st.integers(-20, 20), st.integers(-20, 20)),
    finals=st.just(()) | st.tuples(points, points),
    article=st.sampled_from(["", "5.10.16 i"]),
)


def gives_three_verdicts(rules: Rules) -> bool:
    """Whether a challenge may be judged twice more."""
    return rules.later_verdicts.verdicts in (0, 3)


CARTE = Played(play=Play(Square(7, 5), Direction.ACROSS, read_tiles("CARTE", ENGLISH.alphabet)))


@st.composite
def records(draw: st.DrawFn) -> Record:
    events: list[Event] = draw(st.lists(turns, max_size=12))
    if draw(st.booleans()):
        events.append(draw(ends))
    return Record(PLAYERS, tuple(events))


@law
@given(st.lists(st.text("a_ :3", max_size=4) | st.just("player2"), max_size=4))
@example(["a_3", "a", "a"])
def test_no_two_players_have_the_same_nick(names: list[str]) -> None:
    nicks = [player.nick for player in name_players(names)]
    assert len(set(nicks)) == len(names)


@law
@given(RULES, records())
def test_replaying_a_prefix_gives_a_prefix_of_the_replay(rules: Rules, record: Record) -> None:
    whole = recount(record, rules).game
    for number in range(len(record.events)):
        part = recount(Record(PLAYERS, record.events[:number]), rules).game
        assert part.counted == whole.counted[: len(part.counted)]
        assert part.faults == whole.faults[: len(part.faults)]
        assert all(fault.number > number for fault in whole.faults[len(part.faults) :])


@law
@given(RULES, records(), played)
def test_a_play_that_is_taken_back_leaves_the_tiles_where_they_were(
    rules: Rules, record: Record, event: Played
) -> None:
    events = record.events
    before = recount(Record(PLAYERS, events), rules).game
    taken_back = (*events, event, Challenged(stands=False))
    after = recount(Record(PLAYERS, taken_back), rules).game
    if after.counted and after.counted[-1].number == len(taken_back):
        assert (after.board, after.bag, after.held) == (before.board, before.bag, before.held)
        assert after.turns == [*before.turns, TurnKind.WITHDRAWN]
        assert after.board.unseen == before.board.unseen
        racks = list(before.racks)
        if event.rack is not None:
            racks[after.counted[-2].player] = event.rack
        assert after.racks == tuple(racks)


@law
@given(RULES.filter(gives_three_verdicts), records(), played, st.booleans())
@example(edition("figs"), Record(PLAYERS, ()), CARTE, True)
@example(edition("frs"), Record(PLAYERS, ()), CARTE, False)
def test_a_verdict_that_is_replaced_twice_is_the_first_one(
    rules: Rules, record: Record, event: Played, stands: bool
) -> None:
    judged = (*record.events, event, Challenged(stands=stands))
    again = (*judged, Rejudged(stands=not stands), Rejudged(stands=stands))
    once, twice = (recount(Record(PLAYERS, events), rules).game for events in (judged, again))
    assert twice.board == once.board
    assert (twice.totals, twice.computed) == (once.totals, once.computed)
    assert (twice.bag, twice.held, twice.racks) == (once.bag, once.held, once.racks)
    assert (twice.turn, twice.turns, twice.unfounded) == (once.turn, once.turns, once.unfounded)
    assert (twice.challenges, twice.renamed) == (once.challenges, once.renamed)


@law
@given(RULES, records())
def test_the_totals_are_what_the_events_add_up_to(rules: Rules, record: Record) -> None:
    game = recount(record, rules).game
    assert sum(game.totals) == sum(counted.counts for counted in game.counted)
    scored = [c for c in game.counted if not isinstance(c.event, Corrected)]
    assert sum(game.computed) == sum(counted.score for counted in scored)
    if game.counted:
        assert game.counted[-1].totals == game.totals


@law
@given(RULES, records())
def test_what_the_sheet_declares_changes_no_true_total(rules: Rules, record: Record) -> None:
    silent = [
        replace(event, declared=None, total=None) if isinstance(event, Played) else event
        for event in record.events
    ]
    said, unsaid = recount(record, rules), recount(Record(PLAYERS, tuple(silent)), rules)
    assert said.game.computed == unsaid.game.computed
    if rules.corrections.scores is not Correctable.AT_THE_PLAY:
        assert said.game.totals == said.game.computed == unsaid.game.totals
        assert said.result == unsaid.result


@law
@given(RULES, records())
def test_writing_and_reading_changes_nothing(rules: Rules, record: Record) -> None:
    first = recount(record, rules)
    text = write_gcg(first, rules)
    again = recount(read_gcg(text, rules), rules)
    assert write_gcg(again, rules) == text
    assert again.game.totals == first.game.totals
    assert again.game.board == first.game.board
    if not first.game.stopped:
        assert (again.game.ending, again.result) == (first.game.ending, first.result)
    assert additions(again) == ()
    standing = [c.score for c in first.game.counted if c.made and c.announced is not None]
    assert [wrong.computed for wrong in disagreements(again)] == standing


@law
@given(RULES, records())
def test_every_answer_is_json_with_a_position_that_can_be_read(
    rules: Rules, record: Record
) -> None:
    counted = recount(record, rules)
    answer = json.loads(json.dumps(write_recount(counted, rules)))
    assert answer["position"] == position(counted.game, rules)
    assert answer["over"] == (counted.game.ending is not None and not counted.game.stopped)
    assert ("final" in answer) == (counted.result is not None)


@law
@given(records(), st.none() | st.just("b"))
def test_a_record_that_is_written_as_json_is_read_as_it_was(
    record: Record, variant: str | None
) -> None:
    given = replace(record, variant=variant, notes={1: "late " * 300}, headers=(("table", "3"),))
    # Whoever announces no variant for a challenge means that of the game.
    events = tuple(
        replace(event, variant=event.variant or variant) if isinstance(event, Challenged) else event
        for event in given.events
    )
    read = read_game(json.loads(json.dumps(write_game(given))), ENGLISH)
    assert replace(read, notes={}) == replace(given, events=events, notes={})
    assert read.notes[1].replace("\n", "") == given.notes[1]


WILD = (TESTS / "games/en-1.gcg").read_text(encoding="utf-8")
pieces = st.sampled_from(WILD.split()) | st.sampled_from(
    ["\n", "\n>Bob:", "#", "-", "--", "(", "+"]
)


@law
@given(st.lists(pieces | st.text(max_size=4), max_size=30).map(" ".join))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with suppress(RuleError):
        counted = recount(read_gcg(text.encode("utf-8", "replace"), ENGLISH), ENGLISH)
        assert write_gcg(counted, ENGLISH)


@law
@given(st.binary(max_size=200))
@example(b"")
@example(b"#note \xe0\xff")
@example(b">A: 8H \x00")
def test_any_bytes_are_a_record_or_refused(file: bytes) -> None:
    with suppress(RuleError):
        counted = recount(read_gcg(b"#player1 A Anna\n#player2 B Bo\n" + file, ENGLISH), ENGLISH)
        assert {"A", "B"} <= {player.nick for player in counted.record.players}


def test_strange_bytes_may_be_a_record_and_may_be_refused() -> None:
    head = b"#player1 A Anna\n#player2 B Bo\n"
    assert read_gcg(head + b"#note \xe0\xff", ENGLISH).events == ()
    with pytest.raises(RuleError):
        read_gcg(head + b">A: 8H \x00", ENGLISH)


FIELDS = """type player declared score total rack play start direction tiles placement words valid
variant retracted seconds ended_by racks overtime_seconds excused totals"""
names = st.sampled_from(FIELDS.split())
leaves = st.none() | st.booleans() | st.integers(-5, 600) | st.text(max_size=3)
leaves |= st.sampled_from(
    ["play", "pass", "challenge", "end", "time", "exchange", "8F MICIO", "out"]
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=4),
    max_leaves=6,
)


@law
@given(st.lists(st.dictionaries(names, values, max_size=6), max_size=4))
def test_any_json_is_a_record_or_refused(events: list[object]) -> None:
    with suppress(RuleError, ShapeError):
        record = read_game({"players": ["Ana", "Bo"], "events": events}, ENGLISH)
        json.dumps(write_recount(recount(record, ENGLISH), ENGLISH))
