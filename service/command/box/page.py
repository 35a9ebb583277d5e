"""The page of the laptop: what `arbiter box` asks and shows, for the browser beside it.

It is served to this machine alone (loopback.py), at an address that nobody guesses and that changes
with every start: the page gives out codes and ends the day. It knows counts, and of words only the
sheet of short ones that lies on every table, where the list is an open one.
"""

import secrets
import signal
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Blueprint, Flask, Response, abort, jsonify, request
from werkzeug.exceptions import BadRequest, HTTPException

from service.command import loopback
from service.command.answers import hash_lines
from service.command.base import CommandError
from service.command.box.folder import (
    ARBITER,
    Folder,
    add_tables,
    give_codes,
    label,
    sheet_of,
    take_out,
)
from service.command.box.hall import ASKS, Day, Table, said, tables_of, totals
from service.command.box.plan import choose, find_rules
from service.command.box.sheet import announced, checklist, link, write_sheet
from service.command.local import languages, local_judge, places
from service.command.tournament.showing import name_of
from service.event import Folder as Event
from service.event import merged
from service.http.pages import POLICY, document, install_languages, install_pages, web
from service.interchange.document import latest_round

_PAPER = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
_CHOICES = ("rules", "lang", "procedure", "variant", "clock", "pin", "wifi_name", "wifi_password")
_NEWS = 12
_LOOKS_EVERY = 0.2
"""Seconds after which the server sees that it is to end."""


@dataclass(slots=True)
class Page:
    """The page of one box: before the choice a form, then the hall as it is."""

    folder: Folder
    options: Namespace
    address: str = ""
    is_open: bool = False
    """Whether a browser was told to show it."""
    day: Day | None = None
    _chosen: "Future[Namespace]" = field(default_factory=Future)
    _ready: "Future[None]" = field(default_factory=Future)
    """Done once the box serves, or once it is clear that it cannot."""

    @contextmanager
    def served(self) -> Iterator["Page"]:
        """Answer the browser of this laptop meanwhile."""
        key = secrets.token_urlsafe(16)
        server = loopback.server(_app(self, key), threaded=True)
        self.address = f"http://{loopback.HOST}:{server.port}/{key}/"
        Thread(target=server.serve_forever, args=(_LOOKS_EVERY,), daemon=True).start()
        try:
            yield self
        except CommandError as fault:
            if not self._ready.done():
                self._ready.set_exception(fault)
            raise
        finally:
            server.shutdown()

    def open(self) -> None:
        """Show it, where there is a screen."""
        self.is_open = loopback.shown(self.address)

    def choices(self) -> Namespace:
        """What the organiser chooses on it; whoever presses is answered once the box serves."""
        while True:
            with suppress(TimeoutError):  # Not for ever at once: Ctrl-C ends it everywhere.
                return self._chosen.result(timeout=1)

    def show(self, day: Day) -> None:
        """Show the hall from now on."""
        self.day = day
        self._ready.set_result(None)

    def offer(self, given: Mapping[str, Any]) -> None:
        """Take a choice, if a box could be set up by it, and wait until it serves."""
        if self.day is not None or self._chosen.done():
            raise CommandError("the box is set up already")
        told = {name: str(given.get(name) or "") for name in _CHOICES}
        tables = _number(given.get("tables"))
        wanted = Namespace(**vars(self.options) | told | {"tables": tables})
        choose(wanted)
        self._chosen.set_result(wanted)
        self._ready.result()


def _app(page: Page, key: str) -> Flask:
    """The application: the page, the files that every page is made of, and what it asks."""
    app = loopback.application(static_folder=None)
    install_languages(app, places())
    install_pages(app)
    app.register_error_handler(HTTPException, _refuse)
    app.register_error_handler(CommandError, _refuse)
    app.register_error_handler(RecursionError, lambda _: _refuse(BadRequest()))
    app.add_url_rule("/web/<path:name>", view_func=web)
    app.register_blueprint(_pages(page), url_prefix=f"/{key}")
    return app


def _refuse(fault: Exception) -> Response:
    """A failure as the service tells it."""
    status = fault.code or 500 if isinstance(fault, HTTPException) else 422
    code = "key" if status in (403, 404) else "box"
    answer = jsonify({"status": status, "code": code, "detail": str(fault)})
    answer.status_code, answer.mimetype = status, "application/problem+json"
    return answer


def _pages(page: Page) -> Blueprint:
    """What the page is and asks, below its own address."""
    part = Blueprint("hall", __name__)

    @part.after_request
    def never_kept(answer: Response) -> Response:
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Referrer-Policy"] = "no-referrer"
        answer.headers["X-Content-Type-Options"] = "nosniff"
        return answer

    @part.get("/")
    def home() -> Response:
        answer = document("hall.html")
        answer.headers["Content-Security-Policy"] = f"{POLICY}; frame-src 'self'"
        return answer

    @part.get("/v1/rules")
    def rules() -> Response:
        return jsonify(local_judge().rules())

    @part.get("/v1/rules/<name>")
    def edition(name: str) -> Response:
        return jsonify(local_judge().edition(find_rules(name).id))

    @part.get("/hall")
    def hall() -> Response:
        lang = request.args.get("lang", "")
        return jsonify(_state(page, lang if lang in languages() else page.options.lang or "en"))

    @part.get("/sheet")
    def sheet() -> Response:
        now = sheet_of(page.folder, _day(page).sheet.plan)
        paper = write_sheet(now, request.args.get("code", ""))
        answer = Response(paper, mimetype="text/html")
        answer.headers["Content-Security-Policy"] = _PAPER
        return answer

    @part.get("/words")
    def words() -> Response:
        from service.command.lexicon.command import short_words  # Only here: it needs the builder.

        # Only on this laptop, which has the list: the service never lists a word.
        answer = Response(short_words(_day(page).sheet.lexicon.id), mimetype="text/html")
        answer.headers["Content-Security-Policy"] = _PAPER
        return answer

    @part.post("/choose")
    def choice() -> Response:
        page.offer(_given())
        return jsonify({})

    @part.post("/tables")
    def tables() -> Response:
        add_tables(page.folder, _number(_given().get("count")))
        return _changed(page)

    @part.post("/code")
    def code() -> Response:
        (new,) = give_codes(page.folder, [str(_given().get("place"))])
        _changed(page)
        return jsonify({"code": new.code, "link": link(_day(page).sheet.plan, new)})

    @part.post("/withdraw")
    def withdraw() -> Response:
        take_out(page.folder, [str(_given().get("place"))])
        return _changed(page)

    @part.post("/end")
    def end() -> Response:
        state = _state(page, str(_given().get("lang")))
        signal.raise_signal(signal.SIGTERM)
        _day(page).look_again()
        return jsonify(state)

    return part


def _day(page: Page) -> Day:
    if page.day is None:
        raise CommandError("the box is not set up yet")
    return page.day


def _changed(page: Page) -> Response:
    """The hall after something was changed in its folder."""
    _day(page).look_again()
    return jsonify({})


def _given() -> Mapping[str, Any]:
    given = request.get_json()
    return given if isinstance(given, dict) else abort(400)


def _number(given: object) -> int:
    return int(given) if isinstance(given, int | str) and str(given).isdecimal() else 0


def _state(page: Page, lang: str) -> dict[str, Any]:
    """All that the page shows, its sentences in a language; nothing before the choice."""
    if page.day is None:
        return {"ready": False}
    hall, devices, now = page.day.hall, page.folder.devices, time.time()
    plan = replace(page.day.sheet.plan, lang=lang)
    sheet, texts = replace(page.day.sheet, plan=plan), plan.texts
    tables, games, out = tables_of(plan, hall), _games(page.folder.event), devices.withdrawn()
    return {
        "ready": True,
        "rules": plan.edition.id,
        "title": plan.edition.title,
        "lexicon": sheet.lexicon_name,
        "hash": hash_lines(sheet.lexicon.sha256),
        "open": not sheet.lexicon.guarded,
        "announced": [*announced(sheet), (texts("sheet.pin"), plan.pin)],
        "notes": page.day.notes,
        "todo": [] if all(one.seen for one in tables.values()) else checklist(sheet),
        "here": sum(one.is_here for one in tables.values()),
        "tables": [
            {"table": number, "challenges": one.challenges}
            | {"state": "out" if label(number) in out else _seen(one, now)}
            | games.get(number, {})
            for number, one in tables.items()
        ],
        "news": [said(event, texts) for event in reversed(hall.events[-_NEWS:])],
        "totals": totals(hall, texts),
        "address": plan.address,
        "arbiter": ARBITER,
    }


def _games(folder: Path) -> dict[str, dict[str, str]]:
    """Who plays at each table of the round at hand, and the sums; `?` if not confirmed yet."""
    event = Event(folder)
    kept = event.kept()
    if kept is None:
        return {}
    reports = event.entries()
    document = merged(kept.document, reports)
    number, found = latest_round(document), {}
    told = {one.report.table: one.report.scores for one in reports if one.report.round == number}
    for game in document["games"]:
        table = game.get("table")
        if game["round"] == number and table:
            sums = game.get("scores") or told.get(table)
            open_ = "" if "scores" in game else " ?"
            names = " – ".join(name_of(document, player) for player in game["players"])
            score = f"{sums[0]} – {sums[1]}{open_}" if sums else ""
            found[str(table)] = {"game": names, "score": score}
    return found


def _seen(one: Table, now: float) -> str:
    """How a table stands: `hall.state.` and this is its text."""
    if not one.is_here:
        return "lost" if one.lost else "away"
    return "asks" if now - one.asked < ASKS else "here"
