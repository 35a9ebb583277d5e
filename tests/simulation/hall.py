"""Who is in a simulated hall, what they do, and what must be true of it whatever goes wrong.

Tables come with a code and a key, play their rounds and put challenges. The director pairs, types
the results from slips and keeps the document on the laptop. Somebody copies words with the key of
a table, somebody guesses PINs, a thief tries codes. The laptop goes dark in the middle of a write
and is started again, devices sleep, the disk is full for a while, Redis goes away.
"""

import errno
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from io import BytesIO
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service import devices
from service.command.base import CommandError
from service.command.tournament.file import read_document, write_document
from service.devices import ALPHABET, Devices, Place, digest_of
from service.http import app as application
from service.http import rates
from service.rulebook import load_rulebook
from service.serving.bridge import call, environment
from service.settings import read_settings
from tests.simulation.world import Receive, Reply, Storage, World

HOUR = 3600.0
ROUNDS = 3
WORDS = {"casă": True, "masă": True, "știință": True, "cassă": False, "țarră": False}
ARBITER, PROGRAM = "the key of the arbiter", "the key of a program"
CHALLENGE = "/v1/frs/challenge"


class PowerCutError(BaseException):
    """The laptop went dark in the middle of something."""


class Hall:
    """Everybody and everything, and what an onlooker knows who sees every answer."""

    def __init__(self, seed: int, folder: Path, lexicons: Path) -> None:
        self.world = world = World(seed)
        self.storage = Storage(world)
        self.folder, self.lexicons = folder, lexicons
        self.devices = Devices(folder / "devices")
        (folder / "devices").mkdir()
        self.app: Any = None
        self.full = False
        self.owner: dict[str, str] = {}
        """Whose each code was, once somebody came with it."""
        self.in_force: dict[str, str] = {}
        """The place for which each key is good."""
        self.told: defaultdict[str, set[str]] = defaultdict(set)
        """What each key was told about since the laptop was started."""
        self.looked = 0
        self.leaps = 0
        self.started = 0.0
        self.labels: dict[str, str] = {}
        number = world.lots.choice((4, 5, 8, 12, 40))
        self.tables = [Table(self, f"table {at}") for at in range(1, number + 1)]
        self.copier = Copier(self, "a copier")
        self.guesser = Guesser(self, "a guesser")
        self.director = Director(self, "the director", ARBITER)
        self.others = [Thief(self, "a thief"), Program(self, "a program", PROGRAM)]

    def live(self) -> None:
        """Let a day go by in which much goes wrong, then everything come to its end."""
        world = self.world
        self.devices.set_pin("481902")
        self.start()
        for caller in (*self.tables, self.copier, self.guesser, self.director, *self.others):
            world.after(world.lots.uniform(0, 300), caller.begin)
        for trouble in (
            self.go_dark,
            self.lose_redis,
            self.fill_disk,
            self.turn_clock,
            self.withdraw,
        ):
            self.again(trouble, 2 * HOUR)
        world.run(world.now + 5 * HOUR)
        world.calm = True
        self.storage.gone, self.storage.delay, self.full = False, 0.0, False
        if self.app is None:
            self.start()
        world.run(world.now + 6 * HOUR)
        self.director.conclude()
        most = 11 + 5 * HOUR / 512 + self.leaps
        assert self.looked <= most, f"{self.looked} PINs were looked at"

    def again(self, trouble: Callable[[], None], mean: float) -> None:
        """Let something go wrong now and then, as long as things may."""

        def strike() -> None:
            if not self.world.calm:
                trouble()
                self.again(trouble, mean)

        self.world.after(self.world.lots.expovariate(1 / mean), strike)

    def start(self) -> None:
        """Start the service, with what the folder holds and nothing else."""
        keys = (("arbiter", ARBITER), ("client", PROGRAM))
        settings = {
            "LEXICONS_PATH": str(self.lexicons),
            "DEVICES_PATH": str(self.folder / "devices"),
            "API_KEYS": ",".join(f"{role}:{digest_of(key)}" for role, key in keys),
            "RATE_LIMIT_STORAGE": "redis://127.0.0.1:1",
        }
        self.app = application.create_app(read_settings(settings))
        self.told.clear()
        self.started = self.world.now
        self.world.note("the laptop starts")
        self.see_who_is_in()

    def see_who_is_in(self, leaving: str = "") -> None:
        """Hold the folder to what was answered: nobody is out who was not withdrawn."""
        for caller in (*self.tables, self.copier, self.guesser, self.others[0]):
            place = self.devices.holder(digest_of(caller.key))
            known = self.in_force.pop(caller.key, None)
            if place:
                assert self.owner.setdefault(place.code, caller.key) == caller.key
                self.in_force[caller.key] = place.label
            else:
                assert known in (None, leaving), f"{caller.name} was put out of {known}"

    def go_dark(self) -> None:
        """Lose all that was not written; somebody starts the laptop again."""
        if self.app is not None:
            self.app = None
            self.world.note("the laptop is dark")
            self.world.after(self.world.lots.uniform(1, 120), self.start)

    def lose_redis(self) -> None:
        """Let Redis be gone, slow or well."""
        self.storage.gone = self.world.lots.random() < 0.4
        self.storage.delay = self.world.lots.choice((0.0, 0.1, 0.7))

    def fill_disk(self) -> None:
        """Let nothing be written for some minutes."""
        self.full = True
        self.world.after(self.world.lots.uniform(60, 600), lambda: setattr(self, "full", False))

    def turn_clock(self) -> None:
        """Set the clock of the laptop forward or back."""
        self.world.skew += self.world.lots.choice((-1, 1)) * self.world.lots.uniform(1, 2 * HOUR)
        self.leaps += 1

    def withdraw(self) -> None:
        """Take a table out, as an organiser does who sees somebody else's device there."""
        self.put_out(self.world.lots.choice(self.tables).name)

    def put_out(self, label: str) -> bool:
        """Withdraw a place and what waits for it; whether that could be done."""
        done = self.on_laptop(lambda: self.devices.withdraw(label))
        self.see_who_is_in(leaving=label)
        assert not done or label not in self.in_force.values(), f"{label} is still in"
        self.world.note(f"{label} was withdrawn: {done}")
        return done

    def new_code(self, label: str) -> str:
        """A code for a place, and no other any more; nothing while the laptop cannot be used."""
        code = "".join(self.world.lots.choices(ALPHABET, k=8))
        place = Place(code, "device", label, {"table": label})
        if self.put_out(label) and self.on_laptop(lambda: self.devices.issue(place)):
            self.labels[code] = label
            return code
        return ""

    def on_laptop(self, work: Callable[[], object]) -> bool:
        """Do something on the laptop itself, unless it is dark or goes dark over it."""
        if self.app is None:
            return False
        try:
            work()
        except PowerCutError:
            self.go_dark()
            return False
        except (OSError, CommandError):
            assert self.full
            return False
        return True

    def writes(self) -> None:
        """Something is put on record now: the disk may be full, the power may go."""
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.app is not None and self.world.fails(0.01):
            raise PowerCutError

    def serve(self, caller: "Caller", path: str, sent: bytes, key: str) -> Reply | None:
        """What the service answers, seen by an onlooker; nothing while there is no service."""
        if self.app is None:
            return None
        began = self.world.now
        environ = environment(_scope(path, caller.address, key))
        environ |= {"CONTENT_LENGTH": str(len(sent)), "wsgi.input": BytesIO(sent)}
        try:
            answered = call(self.app.wsgi_app, environ)
        except PowerCutError:
            self.go_dark()
            return None
        reply = Reply(answered.status, json.loads(answered.body))
        self.world.note(f"{caller.name} {path} {sent.decode()[:60]}: {reply.status}")
        assert reply.status < 500 or (reply.status == 503 and self.full), reply
        if path == CHALLENGE:
            self.witness_verdict(caller, json.loads(sent)["words"], key, reply)
        if path == "/v1/devices" and reply.status == 200:
            code = json.loads(sent)["code"]
            assert self.owner.setdefault(code, key) == key, "a code was good for two devices"
            self.in_force[key] = self.labels[code]
        if key in self.in_force:
            assert self.world.now == began, "a table waited for another server"
        return reply

    def witness_verdict(self, caller: "Caller", words: list[str], key: str, reply: Reply) -> None:
        """Who may ask gets the right answer and no more; nobody else gets any."""
        may = key in self.in_force or key == PROGRAM
        if reply.status == 200:
            assert may, f"{caller.name} has no key in force"
            assert reply.body == {"valid": all(WORDS.get(word, False) for word in words)}
            self.told[key].add(" ".join(words))
        elif reply.status == 429:
            assert not isinstance(caller, Table), f"{caller.name} is refused for what it asked"
        else:
            assert (reply.status, may) == (401, False), reply


class Caller:
    """Somebody with a device, who asks until there is an answer."""

    def __init__(self, hall: Hall, name: str, key: str = "") -> None:
        self.hall, self.name = hall, name
        self.world = hall.world
        self.key = key or "".join(self.world.lots.choices("abcdefgh", k=43))
        self.address = f"192.0.2.{self.world.lots.randrange(256)}/{name}"
        self.wakes = 0.0

    def begin(self) -> None:
        """What is done first."""

    def ask(self, path: str, value: object, then: Receive) -> None:
        """Ask, again and again, and take the first answer that says more than *later*."""
        sent, key = json.dumps(value, ensure_ascii=False).encode(), self.key
        answered: list[Reply] = []

        def attempt() -> None:
            if answered:
                return
            if self.wakes <= self.world.now:
                self.world.carry(lambda: self.hall.serve(self, path, sent, key), receive)
            self.world.after(self.world.lots.uniform(3, 9), attempt)

        def receive(reply: Reply) -> None:
            if not answered and self.wakes <= self.world.now and reply.status != 503:
                answered.append(reply)
                then(reply)

        attempt()

    def nod_off(self) -> None:
        """Let the device sleep: it hears nothing and says nothing."""
        if not self.world.calm:
            self.wakes = self.world.now + self.world.lots.uniform(5, 300)


class Device(Caller):
    """A device that comes with a code, and with another one when that is not good."""

    is_in = False

    def begin(self) -> None:
        self.come(self.hall.new_code(self.name))

    def come(self, code: str) -> None:
        """Come with a code; without one, look for the organiser again in a minute."""
        if code:
            self.ask("/v1/devices", {"code": code, "key": self.key}, self.is_told)
        else:
            self.world.after(60, self.begin)

    def is_told(self, reply: Reply) -> None:
        """Be in, or see the organiser, who gives out another code."""
        self.is_in = reply.status == 200
        if self.is_in:
            self.work()
        else:
            self.key = "".join(self.world.lots.choices("abcdefgh", k=43))
            self.world.after(60, self.begin)

    def work(self) -> None:
        """What is done once it is in."""


class Table(Device):
    """Two players and their tablet."""

    def __init__(self, hall: Hall, name: str) -> None:
        super().__init__(hall, name)
        self.to_ask: list[tuple[str, ...]] = []
        self.asking = False
        self.finish: Callable[[], None] | None = None

    def play(self, slip: dict[str, Any]) -> None:
        """Play a game with some challenges, then hand in the slip."""
        lots = self.world.lots
        for _ in range(lots.randrange(4)):
            self.to_ask.append(tuple(lots.sample(sorted(WORDS), lots.randint(1, 3))))
            self.world.after(lots.uniform(60, 1200), self.work)
        if lots.random() < 0.2:
            self.world.after(lots.uniform(60, 1200), self.nod_off)
        slip["scores"] = [lots.randint(250, 500), lots.randint(250, 500)]
        self.world.after(1500, lambda: self.end(slip))

    def work(self) -> None:
        """Put the next challenge, one at a time."""
        if self.to_ask and self.is_in and not self.asking:
            self.asking = True
            self.ask(CHALLENGE, {"words": self.to_ask[0]}, self.hear)

    def hear(self, reply: Reply) -> None:
        """Both players have their verdict, or the table has been put out and comes again."""
        self.asking = False
        if reply.status == 200:
            self.to_ask.pop(0)
            self.work()
        else:
            self.is_in = False
            self.begin()

    def end(self, slip: dict[str, Any]) -> None:
        """Hand in the slip once every challenge was answered; some hand it in twice."""
        if self.to_ask:
            self.work()
            self.world.after(60, lambda: self.end(slip))
            return
        for _ in range(2 if self.world.fails(0.1) else 1):
            hand_in = partial(self.hall.director.type_in, slip)
            self.world.after(self.world.lots.uniform(1, 600), hand_in)


class Copier(Device):
    """Asks for other words without end, with the key of a table."""

    def work(self) -> None:
        if self.world.calm:
            return
        words = ["".join(self.world.lots.choices("abcdeilmnoprstuvz", k=3))]
        self.ask(CHALLENGE, {"words": words}, self.hear)

    def hear(self, reply: Reply) -> None:
        """Go on, and on; a table is given 120 new ones an hour."""
        got = len(self.hall.told[self.key])
        hours = (self.world.now - self.hall.started) / HOUR
        assert got <= 120 * (1 + hours), f"{got} were given to a copier"
        soon = 4.0 if reply.status == 200 else 600.0
        self.world.after(soon, self.work if reply.status in (200, 429) else self.begin)


class Guesser(Device):
    """Tries PINs as fast as it can."""

    def work(self) -> None:
        if not self.world.calm:
            self.ask(
                "/v1/devices/pin", {"pin": f"{self.world.lots.randrange(400_000):06}"}, self.hear
            )

    def hear(self, reply: Reply) -> None:
        """Go on as soon as that may be worth it."""
        assert reply.status == 401 or not reply.body["right"]
        self.world.after(self.world.lots.uniform(0.5, 90), self.work)


class Thief(Device):
    """Has a place of its own, and comes with codes that others were given."""

    def work(self) -> None:
        if self.world.calm:
            return
        seen = {"code": self.world.lots.choice(sorted(self.hall.labels)), "key": self.key}
        self.ask("/v1/devices", seen, lambda _: None)
        stranger = Caller(self.hall, "a stranger")
        stranger.ask("/v1/devices", {**seen, "key": stranger.key}, lambda _: None)
        stranger.ask(CHALLENGE, {"words": ["casă"]}, lambda _: None)
        self.world.after(self.world.lots.uniform(60, 900), self.work)


class Program(Caller):
    """Asks with a client's key, which is counted in Redis."""

    def begin(self) -> None:
        if not self.world.calm:
            self.ask(CHALLENGE, {"words": ["masă"]}, lambda _: None)
            self.world.after(self.world.lots.uniform(5, 60), self.begin)


class Director(Caller):
    """Pairs the rounds, types what the slips say, and keeps the document on the laptop."""

    def __init__(self, hall: Hall, name: str, key: str) -> None:
        super().__init__(hall, name, key)
        self.path = hall.folder / "event.json"
        self.round = 0
        self.slips: dict[tuple[int, int], dict[str, Any]] = {}
        self.typed: set[tuple[int, int]] = set()
        self.is_over = False

    def begin(self) -> None:
        players = [{"id": f"p{n}", "name": f"P {n}"} for n in range(2 * len(self.hall.tables))]
        document = {"name": "Cupa", "rounds": ROUNDS, "players": players, "games": []}
        if self.hall.on_laptop(lambda: write_document(self.path, document)):
            self.pair()
        else:
            self.world.after(60, self.begin if not self.path.exists() else self.pair)

    def pair(self) -> None:
        """Have the next round paired."""
        asked = {**read_document(self.path), "round": self.round + 1}
        self.ask("/v1/frs/tournament/pairings", asked, self.publish)

    def publish(self, reply: Reply) -> None:
        """Send everybody to a table, once the round was checked."""
        assert reply.status == 200, reply
        paired = [pairing["players"] for pairing in reply.body["pairings"]]
        everybody = [player["id"] for player in read_document(self.path)["players"]]
        assert sorted(chain(*paired)) == sorted(everybody), "everybody plays once"
        self.check({"round": self.round + 1, "proposed": paired}, lambda: self.send_out(paired))

    def check(self, asked: dict[str, Any], then: Callable[[], None]) -> None:
        """Have the document looked through: of what was done here nothing is faulted."""

        def is_told(reply: Reply) -> None:
            assert (reply.status, reply.body["faults"]) == (200, [])
            then()

        document = read_document(self.path)
        self.ask("/v1/frs/tournament/check", {**document, **asked}, is_told)

    def send_out(self, paired: Sequence[Sequence[str]]) -> None:
        """Let every table begin."""
        self.round += 1
        for number, (table, players) in enumerate(zip(self.hall.tables, paired, strict=True), 1):
            slip = {"round": self.round, "table": number, "players": players}
            self.slips[self.round, number] = slip
            table.play(slip)

    def type_in(self, slip: dict[str, Any]) -> None:
        """Put a result into the document, where it is not there yet; later, if that cannot be."""
        at = slip["round"], slip["table"]
        document = read_document(self.path)
        here = {(game["round"], game["table"]) for game in document["games"]}
        assert self.typed <= here, "a result that was saved is gone"
        if at not in here:
            document["games"].append(slip)
            if not self.hall.on_laptop(lambda: write_document(self.path, document)):
                self.world.after(60, lambda: self.type_in(slip))
                return
        if at not in self.typed:
            self.typed.add(at)
            if len(self.typed) == self.round * len(self.hall.tables):
                self.check({}, self.go_on)

    def go_on(self) -> None:
        """Have the standings counted, then pair again while there are rounds."""
        asked = {**read_document(self.path), "final": self.round == ROUNDS}
        self.ask("/v1/frs/tournament/standings", asked, self.compare)

    def compare(self, reply: Reply) -> None:
        """Hold the standings to what everybody can count on the slips."""
        points: Counter[str] = Counter()
        spread: Counter[str] = Counter()
        for slip in self.slips.values():
            (one, other), (won, lost) = slip["players"], slip["scores"]
            points[one] += 2 * (won > lost) + (won == lost)
            points[other] += 2 * (won < lost) + (won == lost)
            spread[one] += won - lost
            spread[other] += lost - won
        rows = {row["player"]: row for row in reply.body["standings"]}
        assert {name: 2 * row["points"] for name, row in rows.items()} == {
            n: points[n] for n in rows
        }
        assert {name: row["spread"] for name, row in rows.items()} == {n: spread[n] for n in rows}
        if self.round < ROUNDS:
            self.pair()
        else:
            self.is_over = True

    def conclude(self) -> None:
        """Every table had its verdicts, every result is there once, and nothing is faulted."""
        waiting = [table.name for table in self.hall.tables if table.to_ask]
        assert not waiting, f"no verdict came to {waiting}"
        assert self.is_over, f"round {self.round} never ends: {len(self.typed)} results are there"
        games = read_document(self.path)["games"]
        assert sorted(games, key=_place) == sorted(self.slips.values(), key=_place)


def _place(slip: dict[str, Any]) -> tuple[int, int]:
    return slip["round"], slip["table"]


def _scope(path: str, address: str, key: str) -> dict[str, Any]:
    headers = [(b"host", b"box"), (b"content-type", b"application/json")]
    if key:
        headers.append((b"authorization", f"Bearer {key}".encode()))
    return {
        "method": "POST",
        "scheme": "http",
        "http_version": "1.1",
        "raw_path": path.encode(),
        "query_string": b"",
        "client": (address, 1),
        "headers": headers,
    }


@contextmanager
def _in_this_world(hall: Hall) -> Iterator[None]:
    """Let the service live by the clock, the disk and the Redis of this hall."""
    world = hall.world
    rename, opened, stretched = os.replace, os.open, devices._stretched

    def replace(source: Any, target: Any) -> None:
        hall.writes()
        rename(source, target)
        hall.writes()

    def open_file(path: Any, flags: int, *mode: int) -> int:
        if flags & os.O_CREAT and str(path).startswith(str(hall.folder)):
            hall.writes()
        return opened(path, flags, *mode)

    def look(pin: str, salt: str) -> str:
        hall.looked += 1
        return stretched(pin, salt)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", replace)
        patch.setattr(os, "open", open_file)
        patch.setattr(os, "fsync", lambda _: hall.writes())
        patch.setattr(devices, "_STRETCHED", {"n": 2, "r": 8, "p": 1})
        patch.setattr(devices, "_stretched", look)
        patch.setattr(devices, "time", SimpleNamespace(time=lambda: world.now + world.skew))
        patch.setattr(rates, "time", lambda: world.now + world.skew)
        patch.setattr(rates, "monotonic", lambda: world.now)
        patch.setattr(rates.OwnCounts.__init__, "__defaults__", (lambda: world.now,))
        patch.setattr("limits.storage.storage_from_string", lambda *_, **__: hall.storage)
        patch.setattr("limits.storage.Storage", Storage)
        patch.setattr(application, "load_rulebook", _rulebook)
        yield


_rulebook = cache(load_rulebook)


def live(seed: int, folder: Path, lexicons: Path) -> Hall:
    """A day of the hall that this seed makes; what fails says how to see it again."""
    hall = Hall(seed, folder, lexicons)
    try:
        with _in_this_world(hall):
            hall.live()
    except Exception as fault:
        for line in hall.world.journal:
            fault.add_note(line)
        fault.add_note(f"again: python -m tests.simulation {seed}")
        raise
    return hall
