"""What each action of `arbiter tournament` does to the file, and what it prints."""

from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from arbiter_client.tournaments import Pairings, Standings

from service.command.backend import Offline, open_service
from service.command.base import CommandError, Exit
from service.command.local import load_texts, local_judge, rulebook
from service.command.output import Console
from service.command.tournament import showing
from service.command.tournament.file import (
    Document,
    backup,
    read_bytes,
    read_document,
    replace_file,
    write_document,
    written,
)
from service.engine.errors import NotationError, UnreadableError, UnwritableError
from service.engine.gcg.reading import decode
from service.engine.tiles import folded
from service.engine.tournament.document import MOST_ROUNDS
from service.engine.tournament.provisions import Event
from service.interchange.document import Player, Remark, latest_round, printable, shown_name
from service.interchange.entrants import Entries
from service.interchange.entrants import enter as enter_all
from service.interchange.files import PROGRAMS, Reading, ending_of, read_file, write_file
from service.texts import Texts, load_languages

Game = dict[str, Any]
_RESULT = ("scores", "ended_by", "player", "excused")
Say = Callable[[Document, Standings, Texts, Console], None]
"""Prints what was counted."""


def new(options: Namespace, console: Console) -> Exit:
    """Begin a file; one that is there is left alone."""
    if options.file.exists():
        raise CommandError(f"{options.file} is there already: name another with --file")
    _check_length(options)
    name = printable(options.name)
    document: Document = {"name": name, "rounds": options.rounds, "version": 0}
    if options.preset is not None:
        document["conditions"] = _preset(options)
    write_document(options.file, document | {"players": [], "games": []})
    console.say(f"{options.file}: {name}, {options.rounds} rounds")
    return Exit.VALID


def change_rounds(options: Namespace, console: Console) -> Exit:
    """Make the event longer or shorter; what was paired stays."""
    document = read_document(options.file)
    _check_length(options)
    paired = latest_round(document)
    if options.rounds < paired:
        raise CommandError(f"round {paired} is paired already: {paired} rounds are the least")
    before = document.get("rounds")
    document["rounds"] = options.rounds
    write_document(options.file, document)
    console.say(f"{options.file}: {options.rounds} rounds (was {before})")
    return Exit.VALID


def enter(options: Namespace, console: Console) -> Exit:
    """Enter players, from the command line or from a file; or note that some left."""
    document = read_document(options.file)
    entries = Entries([(1, {"name": printable(name)}) for name in options.names])
    if options.table is not None:
        _add_from(options.table, options.encoding, entries)
    if not entries.entrants:
        raise CommandError("nobody is named: give names, or a table with --from")
    given = {name: getattr(options, name) for name in ("id", "rating", "club", "team", "joined")}
    given = {name: value for name, value in given.items() if value is not None}
    if "id" in given and len(entries.entrants) > 1:
        raise CommandError("--id is for one player at a time")
    if options.left is not None or options.shown is not None:
        if given or options.table is not None:
            raise CommandError("--left and --shown are for players by name, with --reason alone")
        told = [_change(document, name, options) for name in options.names]
    else:
        told = _enter(document, entries, given)
    write_document(options.file, document)
    _note(entries.remarks, options.table, console)
    for line in told:
        console.say(line)
    if options.joined is not None:
        _note_late_entry(options, document, {line.partition(":")[0] for line in told}, console)
    return Exit.VALID


def _note_late_entry(
    options: Namespace, document: Document, entered: set[str], console: Console
) -> None:
    """Say what the regulation has against coming so late, if it is on this machine."""
    rules = rulebook().find(options.rules or "")
    if rules is None:
        return
    for fault in Offline(local_judge()).check(rules.id, document)["faults"]:
        for player in entered.intersection(fault["players"]):
            name = showing.name_of(document, player)
            console.note(f"{name}: {fault['detail']} [{fault['article']}]")


def _add_from(path: Path, encoding: str, entries: Entries) -> None:
    """Add whom a file names: a list of players, or another event's."""
    reading = _read_other(path, encoding)
    if reading.entries is not None:
        entries.entrants += reading.entries.entrants
        entries.remarks += reading.entries.remarks
        return
    for player in reading.document["players"]:
        known = {name: player[name] for name in ("rating", "club", "team") if name in player}
        entries.entrants.append((1, {"name": shown_name(player)} | known))


def _enter(document: Document, entries: Entries, given: dict[str, Any]) -> list[str]:
    """Enter players, all or none, and say by which ids they go."""
    before = len(document["players"])
    entrants = [(line, entrant | given) for line, entrant in entries.entrants]
    try:
        left = enter_all(document, Entries(entrants))
    except UnreadableError as fault:
        raise CommandError(str(fault)) from None
    if left.remarks:
        raise CommandError(left.remarks[0].detail)
    return [f"{player['id']}: {player['name']}" for player in document["players"][before:]]


def _note(remarks: Iterable[Remark], path: Path, console: Console) -> None:
    """Say what of a file was read in another way than it stands there."""
    for remark in remarks:
        line = f", line {remark.line}" if remark.line else ""
        console.note(f"{path}{line}: {remark.detail}")


def _change(document: Document, name: str, options: Namespace) -> str:
    """Note that a player leaves or is to be called otherwise, and say so."""
    player = _find_player(document, name)
    given = {field: getattr(options, field) for field in ("left", "reason", "shown")}
    player |= {field: value for field, value in given.items() if value is not None}
    told = [f"plays no more from round {options.left} on"] if options.left is not None else []
    told += [f"is shown {options.shown}"] if options.shown else []
    return f"{showing.name_of(document, player['id'])} {', '.join(told)}"


def pair(options: Namespace, console: Console) -> Exit:
    """Ask for the next round, print it and write it into the file."""
    document = _with_players(options)
    last = latest_round(document)
    number = last + 1 if options.round is None else options.round
    if number <= last:
        raise CommandError(
            f"round {number} is paired already; `arbiter tournament undo` takes back what was "
            "written last"
        )
    absent = [_find_player(document, name)["id"] for name in options.absent]
    question = document | {"round": number, "absent": absent} | _wishes(options, document)
    with open_service(options, console) as service:
        answer = service.pairings(options.rules, question)
    if not options.dry_run:
        _write_round(options, document, answer, absent)
    if options.json:
        console.say_json(answer)
    else:
        showing.say_round(document, answer, load_texts(options.lang), console)
    return Exit.VALID


def _write_round(
    options: Namespace, document: Document, answer: Pairings, absent: list[str]
) -> None:
    """Put a round into the file: its tables, who sits and who is absent. The one before is over."""
    number = answer["round"]
    games = [game for game in document["games"] if game["round"] == number - 1]
    if games:
        _act(document, "closed", "director", round=number - 1, after={"games": games})
    for table in answer["pairings"]:
        known = {name: value for name, value in table.items() if value is not None}
        document["games"].append({"round": number} | known)
    bye = answer["bye"]
    alone = [] if bye is None else bye.get("players") or [bye["player"]]
    seated = {player for table in answer["pairings"] for player in table["players"]}
    missed = [player for player in absent if player not in seated]
    for players, why in ((alone, "bye"), (missed, "absence")):
        for player in players:
            document["games"].append({"round": number, "players": [player], "ended_by": why})
    write_document(options.file, document)


def result(options: Namespace, console: Console) -> Exit:
    """Write a result into the file."""
    document = read_document(options.file)
    number = _paired_round(document, options.round)
    game = _find_game(document, number, options.where)
    scores = options.scores
    _check_result(options, game)
    if not options.where.isdecimal() and len(game["players"]) == 2:
        player = _find_player(document, options.where)["id"]
        scores = scores if game["players"][0] == player else scores[::-1]
    at_fault = [_side(document, game, name) for name in options.player]
    written = {
        "scores": scores or None,
        "ended_by": options.ended_by,
        "player": None if not at_fault else at_fault[0] if len(at_fault) == 1 else [0, 1],
        "excused": options.excused,
    }
    before, former = _shown(document, game), _outcome(game)
    _put_result(game, written)
    if before and number < latest_round(document):
        _put_on_record(options, document, (game, former), console)
    write_document(options.file, document)
    names = " - ".join(showing.name_of(document, player) for player in game["players"])
    was = f" (was {before})" if before else ""
    console.say(f"round {number}: {names} {_shown(document, game)}{was}")
    return Exit.VALID


def _outcome(game: Game) -> dict[str, Any]:
    """The result of a game, as the record has it."""
    return {name: game[name] for name in _RESULT if name in game}


def _act(document: Document, what: str, by: str, **about: Any) -> None:
    """Add a line to the record, which only grows."""
    record = document.setdefault("record", [])
    at = datetime.now(UTC).isoformat(timespec="seconds")
    record.append({"n": len(record) + 1, "act": what, "by": by, "at": at} | about)


def _put_on_record(
    options: Namespace, document: Document, change: tuple[Game, dict[str, Any]], console: Console
) -> None:
    """Note who changes a past result and why, if the regulation lets them."""
    game, was = change
    number, players = game["round"], game["players"]
    if not (options.by and options.reason):
        raise CommandError(
            f"round {number} is over: say who changes its result and why, --by chief_arbiter "
            "--reason TEXT"
        )
    states = {"reason": options.reason, "before": was, "after": _outcome(game)}
    _act(document, "correction", options.by, round=number, player=players[0], **states)
    about = {"rounds": document["rounds"], "players": [{"id": player} for player in players]}
    closed = {"n": 1, "act": "closed", "by": "director", "round": number}
    asked = [closed, document["record"][-1] | {"n": 2}]
    conditions = {name: document[name] for name in ("conditions",) if name in document}
    with open_service(options, console) as service:
        answer = service.check(options.rules, about | conditions | {"record": asked})
    for fault in answer["faults"]:
        if fault["code"] in ("not_entitled", "too_late"):
            raise CommandError(f"{fault['detail'].partition(': ')[2]} [{fault['article']}]")


def _check_result(options: Namespace, game: Game) -> None:
    """Refuse what no regulation could count, before it is in the file."""
    ending, two = options.ended_by, len(game["players"]) == 2
    if len(options.scores) not in (0, 2) or not (options.scores or ending):
        raise CommandError("give both scores, or how the game ended with --ended-by")
    if not ending and (options.player or options.excused):
        raise CommandError("--player and --excused need --ended-by")
    if not two and (options.scores or ending not in ("bye", "absence")):
        raise CommandError("who sits alone has --ended-by bye or --ended-by absence, and no scores")
    if two and ending == "bye":
        raise CommandError("a bye is for one player")
    if two and ending in ("absence", "time", "abandon") and not options.player:
        raise CommandError(f"{ending} of whom? say it with --player NAME, or both names")


def _shown(document: Document, game: Game) -> str:
    """A result as it is typed, nothing while there is none."""
    scores = "-".join(map(str, game.get("scores") or ()))
    at_fault = game.get("player", [])
    sides = [at_fault] if isinstance(at_fault, int) else at_fault
    whose = " and ".join(showing.name_of(document, game["players"][side]) for side in sides)
    excused = "excused" if game.get("excused") else ""
    ending = [excused, game.get("ended_by"), whose and f"({whose})"]
    return " ".join(filter(None, [scores, *ending]))


def note(options: Namespace, console: Console) -> Exit:
    """Write what arbiters noted of a player into the file."""
    document = read_document(options.file)
    player = _find_player(document, options.player)["id"]
    kind: str = options.kind
    entry: dict[str, Any] = {"player": player, "kind": kind}
    if kind in ("compensation", "spread"):
        if options.amount is None:
            raise CommandError(f"{kind} needs an amount")
        entry["play" if kind == "compensation" else "amount"] = options.amount
    elif options.amount is not None:
        raise CommandError(f"{kind} takes no amount")
    given = {"round": options.round, "article": options.article}
    entry |= {name: value for name, value in given.items() if value is not None}
    document.setdefault("adjustments", []).append(entry)
    write_document(options.file, document)
    amount = "" if options.amount is None else f" {options.amount}"
    console.say(f"{showing.name_of(document, player)}: {kind}{amount}")
    return Exit.VALID


def standings(options: Namespace, console: Console) -> Exit:
    """Print the classification."""
    return _classified(options, console, showing.say_standings)


def crosstable(options: Namespace, console: Console) -> Exit:
    """Print everybody's rounds."""
    return _classified(options, console, showing.say_crosstable)


def report(options: Namespace, console: Console) -> Exit:
    """Print the arbiters' report on the event (FRS 8.2.4 h)."""
    options.after, options.final, options.explain = None, False, True
    return _classified(options, console, showing.say_report)


def _classified(options: Namespace, console: Console, say: Say) -> Exit:
    document = _with_players(options)
    with open_service(options, console) as service:
        answer = service.standings(options.rules, document | _moment(options))
    if options.json:
        console.say_json(answer)
    else:
        say(document, answer, load_texts(options.lang), console)
        _note_what_is_left_out(document, answer, console)
    return Exit.VALID


def _note_what_is_left_out(document: Document, answer: Standings, console: Console) -> None:
    """Name a round that is entered in part, and an end that has not come yet."""
    after = answer["after"]
    rounds = {game["round"] for game in document["games"] if game["round"] > after}
    for number in sorted(rounds):
        games = [game for game in document["games"] if game["round"] == number]
        still = [game for game in games if "scores" not in game and "ended_by" not in game]
        if 0 < len(still) < len(games):
            console.note(
                f"round {number} is not counted: {len(still)} of {len(games)} games have no result"
            )
    if answer["final"] and after < document["rounds"]:
        console.note(f"not the end yet: {after} of {document['rounds']} rounds are counted")


def check(options: Namespace, console: Console) -> Exit:
    """Print everything that is wrong; nothing is the good answer."""
    document = _with_players(options)
    with open_service(options, console) as service:
        answer = service.check(options.rules, document)
    if options.json:
        console.say_json(answer)
    else:
        showing.say_check(document, answer, console)
    return Exit.NOT_VALID if answer["faults"] else Exit.VALID


def slips(options: Namespace, console: Console) -> Exit:
    """Print the result forms of a round."""
    document = read_document(options.file)
    number = _paired_round(document, options.round)
    forms = showing.result_forms(document, number, load_texts(options.lang))
    if not forms:
        raise CommandError(f"nobody meets in round {number}")
    console.say(forms.rstrip())
    return Exit.VALID


def prizes(options: Namespace, console: Console) -> Exit:
    """Print who has won which side prize."""
    document = _with_players(options)
    wanted: dict[str, Any] = {"games": [_text_of(path) for path in options.games]}
    if options.among:
        wanted["among"] = [_find_player(document, name)["id"] for name in options.among]
    with open_service(options, console) as service:
        won = service.standings(options.rules, {**document, "prizes": wanted})["prizes"]
    texts = load_texts(options.lang)
    rows = [[texts("tour.prize.title"), texts("tour.player"), "", texts("tour.round")]]
    for prize in won:
        names = ", ".join(showing.name_of(document, player) for player in prize["players"])
        told = str(prize["figure"]), str(prize["round"] or "")
        rows.append([texts(f"tour.prize.{prize['kind']}"), names, *told])
    showing.say_table(rows, console, right=(2, 3))
    return Exit.VALID


def _text_of(game: Path) -> str:
    """A recorded game as text."""
    try:
        return decode(read_bytes(game))
    except NotationError as fault:
        raise CommandError(f"{game}: {fault}") from None


def publish(options: Namespace, console: Console) -> Exit:
    """Write the players' pages of the event as it is now."""
    from service import directing  # Only here: no other action of a director needs them.

    document = _with_players(options)
    rules = rulebook().find(options.rules)
    if rules is None:
        raise CommandError(f"there are no rules called {options.rules!r}")
    pages = directing.publish(document, rules, load_languages(), options.names)
    if options.to.suffix == ".zip":
        replace_file(options.to, pages.packed())
    else:
        _write_all(options.to, {name: pages.write(name) or b"" for name in pages.names()})
    console.say(f"{options.to}: {len(pages.names())} files, version {document.get('version', 0)}")
    return Exit.VALID


def _write_all(folder: Path, files: dict[str, bytes]) -> None:
    try:
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    except OSError as fault:
        raise CommandError(f"{folder} cannot be written: {fault.strerror}") from None


def convert(options: Namespace, console: Console) -> Exit:
    """Write a file in another format; what that one cannot carry is said."""
    source, target = options.source, options.target
    if target.exists() and target.suffix == ".json":
        raise CommandError(f"{target} is there already: it is not written over")
    if ending_of(source.name) in (".json", ".toml"):
        document = read_document(source)
    else:
        reading = _read_other(source, options.encoding)
        document = reading.document
        _note(reading.remarks, source, console)
    content, lost = _written_as(document, ending_of(target.name), target.name)
    replace_file(target, content)
    for remark in lost:
        console.note(f"arbiter: {target.suffix} does not carry {remark.detail}")
    console.say(f"{target}: {len(document['players'])} players, {len(document['games'])} games")
    return Exit.VALID


def _read_other(path: Path, encoding: str) -> Reading:
    """What another program's file says."""
    try:
        return read_file(path.name, read_bytes(path), (encoding,))
    except UnreadableError as fault:
        other = "; name another, such as --encoding cp1250" if fault.values else ""
        raise CommandError(f"{path} cannot be read: {fault}{other}") from None


def _written_as(document: Document, ending: str, name: str) -> tuple[bytes, Sequence[Remark]]:
    """The document as a file of another kind, and what that one does not carry."""
    if ending == ".json":
        return written(document), ()
    forms = {".csv": "csv", ".zip": "swissperfect"}
    forms |= {e: form for form, p in PROGRAMS.items() for e in p.endings}
    if ending not in forms:
        raise CommandError(f"{name}: the ending must be one of {', '.join(('.json', *forms))}")
    try:
        file = write_file(document, forms[ending])
    except UnwritableError as fault:
        raise CommandError(str(fault)) from None
    return file.content, file.remarks


def undo(options: Namespace, console: Console) -> Exit:
    """Put the former file back, as a new version; what is undone becomes the former one."""
    document, kept = read_document(options.file), backup(options.file)
    former = read_document(kept) if kept.exists() else {}
    version = document.get("version", 0)
    if former.get("version") != version - 1:
        raise CommandError(f"there is nothing to take back: {kept} is not version {version - 1}")
    if record := document.get("record"):
        about = _undone(document, former)
        former["record"] = record
        _act(former, "undo", "director", **about)
    write_document(options.file, former | {"version": version})
    console.say(f"{options.file}: as in version {version - 1}; undo again takes this back")
    return Exit.VALID


def _undone(document: Document, former: Document) -> dict[str, Any]:
    """What is taken back, as the record has it: a note that was written, or else a round."""
    notes = document.get("adjustments", [])
    if len(notes) <= len(former.get("adjustments", [])):
        return {"round": document["record"][-1].get("round")}
    note = notes[-1]
    about = {"player": note["player"], "before": {"kind": note["kind"]}}
    return about | {name: note[name] for name in ("round",) if name in note}


def _with_players(options: Namespace) -> Document:
    """The document, in which somebody is entered."""
    document = read_document(options.file)
    if not document["players"]:
        raise CommandError("nobody is entered yet: `arbiter tournament enter` does it")
    return document


def _check_length(options: Namespace) -> None:
    """Refuse what no event has, and what the edition finds too short, if it is on this machine."""
    rounds = options.rounds
    if not 1 <= rounds <= MOST_ROUNDS:
        raise CommandError(f"a tournament has 1 to {MOST_ROUNDS} rounds")
    rules = rulebook().find(options.rules or "")
    event = rules and rules.tournament.event
    if isinstance(event, Event) and rounds < event.least_rounds:
        raise CommandError(f"{rounds} rounds: {event.least_rounds} is the least [{event.article}]")


def _preset(options: Namespace) -> dict[str, Any]:
    """The conditions that an edition offers by this name."""
    rules = rulebook().find(options.rules or "")
    presets = rules.presets if rules else {}
    if options.preset not in presets:
        known = ", ".join(presets) or "none"
        raise CommandError(f"{options.rules or 'no edition'} offers {known}, not {options.preset}")
    return dict(presets[options.preset])


def _wishes(options: Namespace, document: Document) -> dict[str, Any]:
    """The fields beside the document that were asked for."""
    names = ("system", "repeats", "seed", "factor", "groups", "clubs")
    wishes = {name: getattr(options, name) for name in names}
    if options.fixed:
        pairs = [[_find_player(document, name)["id"] for name in p] for p in options.fixed]
        wishes["fixed"] = pairs
    if options.gibson is not None:
        wishes["gibson"] = dict(zip(("places", "prizes"), options.gibson, strict=True))
    return {name: value for name, value in wishes.items() if value is not None}


def _moment(options: Namespace) -> dict[str, Any]:
    asked: dict[str, Any] = {"final": options.final}
    asked |= {"explain": True} if getattr(options, "explain", False) else {}
    return asked if options.after is None else asked | {"after": options.after}


def _side(document: Document, game: Game, name: str) -> int:
    player = _find_player(document, name)["id"]
    if player not in game["players"]:
        raise CommandError(f"{name!r} does not play in this game")
    return int(game["players"].index(player))


def _find_player(document: Document, text: str) -> Player:
    """The player with this id or name, or whose name begins so."""
    players: list[Player] = document["players"]
    wanted = folded(text)
    exact = [p for p in players if text == p["id"] or wanted == folded(shown_name(p))]
    found = exact or [p for p in players if folded(shown_name(p)).startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError(f"nobody is called {text!r}; `arbiter tournament standings` lists them")
    names = ", ".join(f"{shown_name(p)} ({printable(p['id'])})" for p in found[:5])
    raise CommandError(f"{text!r} could be {names}: give the id")


def _paired_round(document: Document, wanted: int | None) -> int:
    """The round that is meant, unless said the last one that was paired."""
    number = latest_round(document) if wanted is None else wanted
    if number not in {game["round"] for game in document["games"]}:
        raise CommandError(f"round {number or 1} is not paired yet")
    return number


def _find_game(document: Document, number: int, where: str) -> Game:
    """The game of a round at this table, or of this player."""
    games = [game for game in document["games"] if game["round"] == number]
    if where.isdecimal():
        found = [game for game in games if game.get("table") == int(where)]
    else:
        player = _find_player(document, where)["id"]
        found = [game for game in games if player in game["players"]]
    if not found:
        raise CommandError(f"round {number} has no game for {where!r}")
    game: Game = found[0]
    return game


def _put_result(game: Game, result: dict[str, Any]) -> None:
    """Write a result into a game; what was there before of a result goes."""
    for name in _RESULT:
        game.pop(name, None)
    # By identity: the first player is number 0, which equals False.
    game |= {n: value for n, value in result.items() if value is not None and value is not False}
