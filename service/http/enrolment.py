"""How a device gets its key: a one-time code is exchanged once, where the operator gave a folder.

The device makes the key, the code puts it in force. Nothing secret is ever in an address: a code
that a camera or a browser's history still shows has been used up. The organiser's PIN is compared
here and not on the device, which could be made to try them all.
"""

from dataclasses import replace
from logging import getLogger
from math import ceil

from flask import Blueprint, Flask, Response, abort, current_app

from service.devices import (
    ClosedFolderError,
    Devices,
    NoSuchCodeError,
    Place,
    ReplacedCodeError,
    UsedCodeError,
)
from service.event import Folder
from service.http.access import EVERY_ROLE, EVERYBODY, counted_address, open_to
from service.http.bodies import answer, asking, calling, json_body, refuse
from service.http.rates import Counting, Counts, Rate, TooManyError
from service.schemas.event import read_enrolment, read_pin, write_place, write_try
from service.schemas.problems import Problem, ProblemError
from service.settings import Settings

WRONG_CODES = Rate(20, 60, "20 a minute")
"""How many codes that are not good an address may come with; forty bits are out of reach then."""
_DEVICES = "arbiter.devices"
_GUESSES = "arbiter.guesses"
_EVENT = "arbiter.enrolment.event"
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
_log = getLogger("service.enrolment")

enrolment = Blueprint("enrolment", __name__, url_prefix="/v1/devices")


def install_enrolment(app: Flask, settings: Settings) -> None:
    """Exchange codes, if there is a folder to do it in."""
    if settings.devices is None:
        return
    app.extensions[_DEVICES] = settings.devices
    app.extensions[_GUESSES] = Guesses()
    app.extensions[_EVENT] = Folder(settings.event) if settings.event else None
    app.register_error_handler(ClosedFolderError, say_closed)


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
    address = counted_address(asking())
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
    folder: Folder | None = current_app.extensions[_EVENT]
    kept = folder and folder.kept()
    if not kept or kept.rules != place.choices.get("rules"):
        return place
    said = kept.document.get("conditions") or {}
    named = {"variant": "variant", "clock": "clock_seconds"}
    told = {
        name: str(said[key])
        for name, key in named.items()
        if name in place.choices and said.get(key)
    }
    return replace(place, choices={**place.choices, **told})


@enrolment.post("/pin")
@open_to(EVERY_ROLE)
def try_pin() -> Response:
    """Say whether this is the organiser's PIN, or how long the device must wait."""
    devices, digest = _devices(), calling().counted_by.removeprefix("key ")
    if devices.holder(digest) is None:
        raise ProblemError(404, "not_found", "This key was not given for a code: it has no PIN.")
    return answer(write_try(devices.try_pin(digest, read_pin(json_body()))))


def say_closed(fault: ClosedFolderError) -> Response:
    """Nobody is let in while nothing can be put on record."""
    _log.error("the folder of devices cannot be written: %s", fault)
    detail = "Nothing can be put on record now: tell the organiser to look at the laptop's disk."
    return refuse(Problem(503, "not_ready", detail))


def _devices() -> Devices:
    found: Devices | None = current_app.extensions.get(_DEVICES)
    if found is None:
        abort(404)
    return found
