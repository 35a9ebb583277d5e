"""The event of a hall, where the operator gave the service a folder for it, and nowhere else.

Tables report their results, the director fetches them and leaves the document here, and players
look at pages of it. Nothing else of the service keeps anything, and nothing of this judges.
"""

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO

from flask import Blueprint, Flask, Response, abort, current_app, request

from service.devices import ClosedFolderError
from service.directing import publish
from service.event import Folder, Kept
from service.http.access import EVERYBODY, open_to
from service.http.bodies import GAME_LIMIT, answer, asked, calling, json_body
from service.http.enrolment import say_closed
from service.http.keyring import Role
from service.http.pages import kept_page
from service.http.views import judge
from service.published import Pages, Words
from service.schemas.event import (
    read_number,
    read_report,
    write_kept,
    write_report,
    write_reports,
    write_table,
)
from service.schemas.problems import ProblemError
from service.schemas.tournament import read_written
from service.settings import Settings
from service.texts import load_languages

_FOLDER, _PAGES = "arbiter.event", "arbiter.event.pages"
_TABLE = "table "
_TABLES, _ARBITER = frozenset({Role.DEVICE, Role.ARBITER}), frozenset({Role.ARBITER})

_NOTHING = Kept(0, "", "", {"name": "", "rounds": 1, "players": [], "games": []})

event = Blueprint("event", __name__)


def install_event(app: Flask, settings: Settings) -> None:
    """Mount what keeps an event, if there is a folder to do it in."""
    if settings.event is None:
        return
    app.extensions[_FOLDER] = Folder(settings.event)
    languages = load_languages(*settings.rulebook_path)

    @lru_cache(maxsize=1)
    def pages(_: int) -> Pages:
        return _published(folder().kept() or _NOTHING, languages)

    app.extensions[_PAGES] = pages
    app.register_error_handler(ClosedFolderError, say_closed)
    app.register_blueprint(event)


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
    return answer(write_report(folder().report(report, calling().label))), 202


@event.get("/v1/event/results")
@open_to(_ARBITER)
def list_results() -> Response:
    """List what tables have reported since."""
    return answer(write_reports(folder().entries(read_number(asked("after", "0")))))


@event.get("/v1/event/table")
@open_to(_TABLES)
def show_table() -> Response:
    """Show the game that is paired at a table, and what was reported of it."""
    table = _own_table(read_number(asked("table", "0")))
    return answer(write_table(table, folder().kept(), folder().entries()))


@event.put("/v1/event/document")
@open_to(_ARBITER)
def keep_document() -> Response:
    """Keep the director's document, unless a newer one is here."""
    document = read_written(json_body(GAME_LIMIT))
    rules, over = asked("rules"), asked("over")
    named = judge().find(rules).id if rules else ""
    return answer(write_kept(folder().keep(document, named, read_number(over) if over else None)))


@event.get("/v1/event/document")
@open_to(_ARBITER)
def show_document() -> Response:
    """Give the document that is kept."""
    kept = folder().kept()
    if kept is None:
        raise ProblemError(404, "not_found", "No document has been left here yet.")
    return answer(kept.document)


@event.get("/event/")
@event.get("/event/<path:name>")
@open_to(EVERYBODY)
def players_page(name: str = "index.html") -> Response:
    """Show the players a page of the event."""
    if name == "code.svg":
        import segno  # Only here: no other page draws a code.

        drawn = BytesIO()
        segno.make(f"{request.url_root}event/").save(drawn, kind="svg", scale=4, light="#fff")
        return kept_page(drawn.getvalue(), ".svg")
    kept = folder().kept()
    pages: Pages = current_app.extensions[_PAGES](kept.n if kept else 0)
    content = pages.write(name)
    return abort(404) if content is None else kept_page(content, f".{name.rpartition('.')[2]}")


def _own_table(named: int) -> int:
    """The table that a device is for; a key that is for none may name any."""
    label = calling().label
    own = label.removeprefix(_TABLE)
    return int(own) if label.startswith(_TABLE) and own.isdecimal() else named


def _published(kept: Kept, languages: Mapping[str, Words]) -> Pages:
    """The pages of a document, with its classification where its edition gives one."""
    edition = judge().find(kept.rules) if kept.rules else None
    return publish(kept.document, edition, languages)
