"""The hall: devices come by codes, tables report results, players look at pages of the event.

Where the operator gave the service folders for it, and nowhere else. A one-time code is exchanged
once: the device makes the key, the code puts it in force. Nothing secret is ever in an address: a
code that a camera or a browser's history still shows has been used up. The organiser's PIN is
compared here and not on the device, which could be made to try them all. The director fetches what
tables report and leaves the document here. Nothing else of the service keeps anything, and nothing
of this judges.
"""

import hmac
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from logging import getLogger
from math import ceil
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, abort, current_app, request

from service.devices import (
    ClosedFolderError,
    Devices,
    NoSuchCodeError,
    Place,
    ReplacedCodeError,
    UsedCodeError,
)
from service.directing import publish
from service.event import Document, Entry, Folder, Kept, OftenReportedError, Report, game_at
from service.http.access import EVERY_ROLE, EVERYBODY, counted_address, open_to
from service.http.bodies import ASKING, GAME_LIMIT, answer, asked, calling, json_body, refuse
from service.http.pages import document, kept_page
from service.http.rates import Counting, Counts, Rate, TooManyError
from service.http.views import judge
from service.keyring import Role
from service.published import Pages
from service.schemas.event import (
    read_enrolment,
    read_names,
    read_number,
    read_pin,
    read_report,
    write_kept,
    write_place,
    write_report,
    write_reports,
    write_table,
    write_try,
)
from service.schemas.problems import Problem, ProblemError
from service.schemas.tournament import read_written
from service.settings import Settings
from service.texts import load_languages

WRONG_CODES = Rate(20, 60, "20 a minute")
"""How many codes that are not good an address may come with; forty bits are out of reach then."""
_DEVICES = "arbiter.devices"
_GUESSES = "arbiter.guesses"
_REFUSED = {
    NoSuchCodeError: (
        404,
        "no_such_code",
        "There is no such code: read it again, or ask the organiser for another.",
    ),
    ReplacedCodeError: (
        409,
        "code_used",
        "A newer sheet has replaced this code: take the one on the latest sheet.",
    ),
    UsedCodeError: (409, "code_used", "This code has been used: ask the organiser for another."),
}
_FOLDER, _PAGES = "arbiter.event", "arbiter.event.pages"
_TABLE = "table "
_LATER = 600.0  # Seconds; only the next game is reported anew.
_TABLES, _ARBITER = frozenset({Role.DEVICE, Role.ARBITER}), frozenset({Role.ARBITER})

_NOTHING = Kept(0, "", "", {"name": "", "rounds": 1, "players": [], "games": []})
_log = getLogger("service.enrolment")

enrolment = Blueprint("enrolment", __name__, url_prefix="/v1/devices")
event = Blueprint("event", __name__)


def install_hall(app: Flask, settings: Settings) -> None:
    """Exchange codes and keep an event, each if there is a folder to do it in."""
    app.register_error_handler(ClosedFolderError, _say_closed)
    app.register_blueprint(enrolment)
    if settings.devices is not None:
        app.extensions[_DEVICES] = settings.devices
        app.extensions[_GUESSES] = Guesses()
    if settings.event is not None:
        _install_event(app, settings, Folder(settings.event))


def _install_event(app: Flask, settings: Settings, kept_in: Folder) -> None:
    languages = load_languages(*settings.rulebook_path)

    @lru_cache(maxsize=1)
    def pages(_: int) -> Pages:
        kept = folder().kept() or _NOTHING
        edition = judge().find(kept.rules) if kept.rules else None
        return publish(kept.document, edition, languages, kept.names)

    app.extensions[_FOLDER], app.extensions[_PAGES] = kept_in, pages
    app.register_blueprint(event)


class Guesses:
    """Counts wrong and used codes by address; each worker counts for itself."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._counting = Counting("memory://")

    def check(self, address: str) -> None:
        """Refuse whoever has come with too many."""
        if self._counting.run(lambda counts: counts.has(address)):
            raise _too_many(WRONG_CODES.seconds)

    def count(self, address: str) -> None:
        """Count one; after one too many, no code from there is looked at for a while."""

        def hit(counts: Counts) -> float:
            if wait := counts.hit(address, WRONG_CODES):
                counts.put(address, ceil(wait))
            return wait

        if wait := self._counting.run(hit):
            raise _too_many(wait)


def _too_many(wait: float) -> TooManyError:
    return TooManyError("too_many_requests", "Too many wrong codes.", wait)


@enrolment.post("")
@open_to(EVERYBODY)
def enrol() -> Response:
    """Put a device's key in force for the place that its code is for."""
    devices = _devices()
    guesses = current_app.extensions[_GUESSES]
    address = counted_address(ASKING.get())
    guesses.check(address)
    code, key = read_enrolment(json_body())
    try:
        place = devices.exchange(code, key)
    except (NoSuchCodeError, UsedCodeError) as fault:
        guesses.count(address)
        raise ProblemError(*_REFUSED[type(fault)]) from None
    return answer(write_place(_as_announced(place)))


def _as_announced(place: Place) -> Place:
    """The place with the penalty, and the time of its clock, that the director's document has."""
    event: Folder | None = current_app.extensions.get(_FOLDER)
    told = _announced(event.kept() if event else None, place.choices.get("rules"))
    known = {name: told[name] for name in told.keys() & place.choices.keys()}
    return replace(place, choices={**place.choices, **known})


def _announced(kept: Kept | None, rules: str | None) -> dict[str, str]:
    """What a device of this edition goes by, as the director's document has it."""
    said = (kept.document.get("conditions") if kept and kept.rules == rules else None) or {}
    named = {"variant": "variant", "clock": "clock_seconds"}
    return {name: str(said[key]) for name, key in named.items() if said.get(key)}


@enrolment.post("/pin")
@open_to(EVERY_ROLE)
def try_pin() -> Response:
    """Say whether this is the organiser's PIN, or how long the device must wait."""
    devices, digest = _devices(), calling().counted_by.removeprefix("key ")
    if devices.holder(digest) is None:
        raise ProblemError(404, "not_found", "This key was not given for a code: it has no PIN.")
    return answer(write_try(devices.try_pin(digest, read_pin(json_body()))))


def _say_closed(fault: ClosedFolderError) -> Response:
    """Nobody is let in while nothing can be put on record."""
    _log.error("the folder of devices cannot be written: %s", fault)
    detail = "Nothing can be put on record now: tell the organiser to look at the laptop's disk."
    return refuse(Problem(503, "not_ready", detail))


def _devices() -> Devices:
    found: Devices | None = current_app.extensions.get(_DEVICES)
    if found is None:
        abort(404)
    return found


def folder() -> Folder:
    """The folder of the event."""
    found: Folder = current_app.extensions[_FOLDER]
    return found


@event.post("/v1/event/results")
@open_to(_TABLES)
def report_result() -> tuple[Response, int]:
    """Put what a table says of its game on record."""
    report = read_report(json_body())
    if report.table != _own_table(report.table):
        detail = f"This device is for {calling().label}, and may report for no other."
        raise ProblemError(403, "other_table", detail)
    return answer(write_report(_recorded(report, calling().label))), 202


@event.get("/v1/event/results")
@open_to(_ARBITER)
def list_results() -> Response:
    """List what tables have reported since, and on request which document is kept."""
    told = write_reports(folder().entries(read_number(asked("after", "0"))))
    if asked("document") == "true":
        told["document"] = (folder().kept() or _NOTHING).n
    return answer(told)


@event.get("/v1/event/table")
@open_to(_TABLES)
def show_table() -> Response:
    """Show the game that is paired at a table, and what was reported of it."""
    table = _own_table(read_number(asked("table", "0")))
    kept = folder().kept()
    told = _announced(kept, asked("rules"))
    shown = write_table(table, kept, folder().entries())
    return answer(shown | ({"announced": told} if told else {}))


@event.put("/v1/event/document")
@open_to(_ARBITER)
def keep_document() -> Response:
    """Keep the director's document, unless a newer one is here."""
    document = read_written(json_body(GAME_LIMIT))
    rules, over = asked("rules"), asked("over")
    named = judge().find(rules).id if rules else ""
    version = read_number(over) if over else None
    return answer(write_kept(folder().keep(document, named, version, read_names(asked("names")))))


@event.get("/v1/event/document")
@open_to(_ARBITER)
def show_document() -> Response:
    """Give the document that is kept."""
    kept = folder().kept()
    if kept is None:
        raise ProblemError(404, "not_found", "No document has been left here yet.")
    return answer(kept.document)


@event.get("/event/code")
@open_to(_ARBITER)
def form_code() -> Response:
    """Draw what stands on the form of a game for one of its players."""
    number, table, side = (read_number(asked(name)) for name in ("round", "table", "side"))
    code = folder().code(_game(number, table), side)
    about = urlencode({"round": number, "table": table, "side": side, "code": code})
    return _drawn(f"event/table#{about}")


@event.get("/event/table")
@open_to(EVERYBODY)
def form_page() -> Response:
    """Show a player the page on which a result is reported by the code of a form."""
    return document("table.html")


@event.get("/event/form")
@open_to(EVERYBODY)
def show_form() -> Response:
    """Show the game that a form is of, and what was reported of it."""
    game, _ = _form()
    return answer(write_table(game["table"], folder().kept(), folder().entries(), game["round"]))


@event.post("/event/form")
@open_to(EVERYBODY)
def report_form() -> tuple[Response, int]:
    """Put on record what one player says by the code of a form; it confirms for nobody else."""
    game, side = _form()
    said = replace(read_report(json_body()), round=game["round"], table=game["table"])
    mine = replace(said, players=tuple(game["players"]), confirmed=(side == 0, side == 1))
    return answer(write_report(_recorded(mine, f"form {game['table']}"))), 202


@event.get("/event/")
@event.get("/event/<path:name>")
@open_to(EVERYBODY)
def players_page(name: str = "index.html") -> Response:
    """Show the players a page of the event."""
    if name == "code.svg":
        return _drawn("event/")
    kept = folder().kept()
    pages: Pages = current_app.extensions[_PAGES](kept.n if kept else 0)
    content = pages.write(name)
    return abort(404) if content is None else kept_page(content, f".{name.rpartition('.')[2]}")


def _drawn(path: str) -> Response:
    """An address of this service as a code for a camera."""
    import segno  # Only here: nothing else draws a code.

    drawn = BytesIO()
    segno.make(f"{request.url_root}{path}").save(drawn, kind="svg", scale=4, light="#fff")
    return kept_page(drawn.getvalue(), ".svg")


def _game(number: int, table: int) -> Document:
    kept = folder().kept()
    game = game_at(kept.document, number, table) if kept else None
    if game is None:
        raise ProblemError(
            422, "no_such_game", f"round {number}, table {table}: nobody plays there."
        )
    return game


def _form() -> tuple[Document, int]:
    """The game of a form and which player it is for, by the code on it."""
    number, table, side = (read_number(asked(name)) for name in ("round", "table", "side"))
    game = _game(number, table)
    code = folder().code(game, side).encode()
    if side > 1 or not hmac.compare_digest(code, asked("code").encode()):
        raise ProblemError(409, "other_pairing", "This form is of another game; look at a new one.")
    return game, side


def _recorded(report: Report, by: str) -> Entry:
    try:
        return folder().report(report, by)
    except OftenReportedError as fault:
        raise TooManyError("too_many_requests", str(fault), _LATER) from None


def _own_table(named: int) -> int:
    """The table that a device is for; a key that is for none may name any."""
    label = calling().label
    own = label.removeprefix(_TABLE)
    return int(own) if label.startswith(_TABLE) and own.isdecimal() else named
