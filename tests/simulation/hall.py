"""Who is in a simulated hall, what they do, and what must be true of it whatever goes wrong.

Tables come with a code and a key, play their rounds, put challenges and report their results. The
director pairs, fetches the results and leaves the document at the box; another laptop takes over.
Somebody copies words with the key of a table, somebody guesses PINs, a thief tries codes. The box
goes dark in the middle of a write and is started again, devices sleep, the disk is full for a
while, Redis goes away.
"""

import errno
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
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
from service.event import Folder, Kept
from service.http import app as application
from service.http import rates
from service.rulebook import load_rulebook
from service.serving.bridge import call, environment
from service.settings import read_settings
from tests.simulation.world import Disk, Receive, Reply, Storage, World

HOUR = 3600.0
ROUNDS = 3
PIN = "481902"
WORDS = {"casă": True, "masă": True, "știință": True, "cassă": False, "țarră": False}
ARBITER, PROGRAM = "the key of the arbiter", "the key of a program"
CHALLENGE = "POST /v1/frs/challenge"


class PowerCutError(BaseException):
    """The laptop went dark in the middle of something."""


class Hall:
    """Everybody and everything, and what an onlooker knows who sees every answer."""

    def __init__(self, seed: int, folder: Path, lexicons: Path) -> None:
        self.world = world = World(seed)
        self.storage, self.disk = Storage(world), Disk(world.lots)
        self.folder, self.lexicons = folder, lexicons
        self.devices = Devices(folder / "devices")
        for name in ("devices", "event"):
            (folder / name).mkdir()
        self.event = Folder(folder / "event")
        self.kept: Kept | None = None
        self.app: Any = None
        self.full = False
        self.owner: dict[str, str] = {}
        """Whose each code was, once somebody came with it."""
        self.keys: set[str] = set()
        """Every key that somebody came with."""
        self.in_force: dict[str, str] = {}
        """The place for which each key is good."""
        self.told: defaultdict[str, set[str]] = defaultdict(set)
        """What each key was told about since the box was started."""
        self.free: dict[tuple[str, str], float] = {}
        """Until when a question is free that a key has asked once."""
        self.looked = self.verdicts = 0
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
        self.devices.set_pin(PIN)
        self.start()
        for caller in (*self.tables, self.copier, self.guesser, self.director, *self.others):
            world.after(world.lots.uniform(0, 300), caller.begin)
        box = (self.go_dark, self.lose_redis, self.fill_disk, self.turn_clock, self.withdraw)
        for trouble in (*box, self.director.be_replaced):
            self.again(trouble, 2 * HOUR)
        world.run(world.now + 5 * HOUR)
        world.calm = True
        self.storage.gone, self.storage.delay, self.full = False, 0.0, False
        if self.app is None:
            self.start()
        world.run(world.now + HOUR)
        assert self.guesser.is_opened, "the right PIN opens nothing"
        world.run(world.now + 5 * HOUR)
        self.director.conclude()
        most = 12 + 5 * HOUR / 512 + self.leaps
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
            "EVENT_PATH": str(self.folder / "event"),
            "API_KEYS": ",".join(f"{role}:{digest_of(key)}" for role, key in keys),
            "RATE_LIMIT_STORAGE": "redis://127.0.0.1:1",
        }
        self.app = application.create_app(read_settings(settings))
        self.told.clear()
        self.free.clear()
        self.started = self.world.now
        self.world.note("the box starts")
        self.see_who_is_in()

    def see_who_is_in(self, leaving: str = "") -> None:
        """Hold the folder to what was answered: nobody is out who was not withdrawn."""
        for key in self.keys:
            place = self.devices.holder(digest_of(key))
            known = self.in_force.pop(key, None)
            if place:
                assert self.owner.setdefault(place.code, key) == key
                self.in_force[key] = place.label
            else:
                assert known in (None, leaving), f"a device was put out of {known}"

    def go_dark(self) -> None:
        """Lose all that was not written; somebody starts the laptop again."""
        if self.app is not None:
            self.app = None
            self.disk.lose()
            self.world.note("the box is dark")
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
        left = {*self.in_force.values(), *(place.label for place in self.devices.waiting())}
        assert not done or label not in left, f"{label} is still in"
        self.world.note(f"{label} was withdrawn: {done}")
        return done

    def new_code(self, label: str) -> str:
        """A code for a place, sometimes with a spare one; none while the laptop cannot be used."""
        code = ""
        for _ in range(self.world.lots.choice((1, 1, 1, 2)) if self.put_out(label) else 0):
            code = "".join(self.world.lots.choices(ALPHABET, k=8))
            self.labels[code] = label
            place = Place(code, "device", label, {"table": label})
            if not self.on_laptop(partial(self.devices.issue, place)):
                return ""
        return code

    def on_laptop(self, work: Callable[[], object]) -> bool:
        """Do something on the laptop itself, unless it is dark or goes dark over it."""
        if self.app is None:
            return False
        try:
            work()
        except PowerCutError:
            self.go_dark()
            return False
        except (OSError, CommandError, devices.ClosedFolderError):
            assert self.full
            return False
        return True

    def is_of_box(self, path: str) -> bool:
        """Whether a file is the box's, and not the director's own."""
        return path.startswith((f"{self.folder}/devices", f"{self.folder}/event"))

    def writes(self, path: str) -> None:
        """Something is put on record: the box's disk may be full, the power may go."""
        if self.full and self.is_of_box(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.app is not None and path.startswith(f"{self.folder}/") and self.world.fails(0.01):
            raise PowerCutError

    def serve(self, caller: "Caller", path: str, sent: bytes, key: str) -> Reply | None:
        """What the service answers, seen by an onlooker; nothing while there is no service."""
        if self.app is None:
            return None
        began = self.world.now
        environ = environment(_scope(path, caller.address, key))
        environ |= {"CONTENT_LENGTH": str(len(sent)), "wsgi.input": BytesIO(sent)}
        if path == "POST /v1/devices":
            self.keys.add(key)
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
        if path == "POST /v1/devices":
            code = json.loads(sent)["code"]
            if reply.status == 200:
                assert self.owner.setdefault(code, key) == key, "a code was good for two devices"
                self.in_force[key] = self.labels[code]
            elif reply.status != 503:
                is_in = self.owner.get(code) == key and key in self.in_force
                assert not is_in, "a device could not come again"
        if path.startswith("PUT"):
            before, self.kept = self.kept, self.event.kept()
            if before and self.kept and self.kept.document != before.document:
                assert self.kept.version > before.version, "a document was written over"
        if path.startswith("GET /v1/event/results"):
            entries = self.event.entries()
            told = [entry.report for entry in entries]
            assert self.director.reported <= {(one.round, one.table) for one in told}, "one is gone"
            assert len(set(told)) == len(told) == entries[-1].n if entries else True
        if key in self.in_force:
            assert self.world.now == began, "a table waited for another server"
        return reply

    def witness_verdict(self, caller: "Caller", words: list[str], key: str, reply: Reply) -> None:
        """Who may ask gets the right answer and no more; nobody else gets any."""
        may, asked = key in self.in_force or key == PROGRAM, (key, " ".join(words))
        if reply.status == 200:
            assert may, f"{caller.name} has no key in force"
            assert reply.body == {"valid": all(WORDS.get(word, False) for word in words)}
            self.verdicts += 1
            self.told[key].add(" ".join(words))
            self.free[asked] = 0.0 if asked in self.free else self.world.now + 60
        elif reply.status == 429:
            assert self.free.get(asked, 0.0) <= self.world.now or key == PROGRAM, "not free"
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
        sent = b"" if value is None else json.dumps(value, ensure_ascii=False).encode()
        key = self.key
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
            self.ask("POST /v1/devices", {"code": code, "key": self.key}, self.is_told)
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
        self.phone = Caller(hall, f"a phone at {name}")
        self.phone.key = ""

    def play(self, slip: dict[str, Any]) -> None:
        """Play a game with some challenges, then report the result."""
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
        """Report the result once every challenge was answered, and until it is on record."""
        if self.to_ask or not self.is_in:
            self.work()
            self.world.after(60, lambda: self.end(slip))
            return
        about = {name: slip[name] for name in ("round", "table", "scores")}
        report = {**about, "ended_by": "out", "confirmed": [True, True]}
        misread = {**report, "scores": [slip["scores"][0] + 10, slip["scores"][1]]}
        tablet: tuple[Caller, str] = self, "POST /v1/event/results"
        codes: list[str] = []

        def print_forms() -> None:
            codes.extend(self.hall.event.code(slip, side) for side in (0, 1))

        if not self.hall.on_laptop(print_forms):
            self.world.after(60, lambda: self.end(slip))
            return
        asked = f"POST /event/form?round={slip['round']}&table={slip['table']}"
        one, other = ((self.phone, f"{asked}&side={n}&code={codes[n]}") for n in (0, 1))
        # Each may confirm for themselves by the code on the slip, or one may misread it.
        ways = {
            0: [(*one, misread, "half"), (*tablet, report, "waiting")],
            1: [(*one, report, "half"), (*other, report, "agreed")],
            2: [(*other, misread, "half"), (*one, report, "waiting"), (*other, report, "waiting")],
        }
        left = ways.get(sum(slip["scores"]) % 6, [(*tablet, report, "agreed")])

        def say() -> None:
            caller, path, said, state = left[0]
            caller.ask(path, said, lambda reply: is_told(reply, state))

        def is_told(reply: Reply, state: str) -> None:
            # The director may have read the slip already, and paired the next round.
            is_settled = state == "waiting" and reply.body.get("code") == "too_late"
            if reply.status == 202 or is_settled:
                assert is_settled or reply.body["state"] == state
                left.pop(0)
                if left:
                    say()
                else:
                    self.hall.director.reported.add(_place(slip))
            else:
                assert reply.status == 401, reply
                self.is_in = False
                self.begin()
                self.world.after(60, lambda: self.end(slip))

        say()


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
    """Tries PINs as fast as it can, until the organiser comes and types the right one."""

    is_opened = False

    def work(self) -> None:
        guess = f"{self.world.lots.randrange(400_000):06}"
        pin = PIN if self.world.calm else guess
        self.ask("POST /v1/devices/pin", {"pin": pin}, lambda reply: self.hear_of(pin, reply))

    def hear_of(self, pin: str, reply: Reply) -> None:
        """Go on as soon as that may be worth it; nobody is locked out for longer than he earned."""
        if reply.status == 401:
            self.world.after(60, self.begin)
            return
        assert reply.body["wait"] <= 513, reply
        assert pin == PIN or not reply.body["right"]
        self.is_opened = reply.body["right"]
        if not self.is_opened:
            self.world.after(self.world.lots.uniform(0.5, 90), self.work)


class Thief(Device):
    """Has a place of its own, and comes with codes that others were given."""

    def work(self) -> None:
        if self.world.calm:
            return
        seen = {"code": self.world.lots.choice(sorted(self.hall.labels)), "key": self.key}
        self.ask("POST /v1/devices", seen, lambda _: None)
        stranger = Caller(self.hall, "a stranger")
        stranger.ask("POST /v1/devices", {**seen, "key": stranger.key}, lambda _: None)
        stranger.ask(CHALLENGE, {"words": ["casă"]}, lambda _: None)
        self.world.after(self.world.lots.uniform(60, 900), self.work)


class Program(Caller):
    """Asks with a client's key, which is counted in Redis."""

    def begin(self) -> None:
        if not self.world.calm:
            self.ask(CHALLENGE, {"words": ["masă"]}, lambda _: None)
            self.world.after(self.world.lots.uniform(5, 60), self.begin)


class Director(Caller):
    """Pairs the rounds on a laptop of its own, and leaves the document at the box.

    What is to be done next is read from the document, so that another laptop may take over.
    """

    def __init__(self, hall: Hall, name: str, key: str) -> None:
        super().__init__(hall, name, key)
        self.path = hall.folder / "laptop.json"
        self.laptop = 0
        self.slips: dict[tuple[int, int], dict[str, Any]] = {}
        """What was played at each table, by what the players know."""
        self.reported: set[tuple[int, int]] = set()
        self.heard = 0
        """The last report that this laptop was told of."""
        self.is_over = False

    def begin(self) -> None:
        if self.laptop == 0:
            self.enter_players()

    def enter_players(self) -> None:
        """Begin the document."""
        players = [{"id": f"p{n}", "name": f"P {n}"} for n in range(2 * len(self.hall.tables))]
        self.save({"name": "Cupa", "rounds": ROUNDS, "players": players, "games": []})

    def be_replaced(self) -> None:
        """Lose the laptop with its file; another one fetches the document from the box."""
        self.laptop, self.heard = self.laptop + 1, 0
        self.path.unlink(missing_ok=True)
        self.world.note("the director takes another laptop")
        self.later(lambda: self.say("GET /v1/event/document", None, self.take_over))

    def later(self, action: Callable[[], None]) -> None:
        """Do something in a minute, unless there is another laptop by then."""
        laptop = self.laptop
        self.world.after(60, lambda: action() if laptop == self.laptop else None)

    def say(self, path: str, value: object, then: Receive) -> None:
        """Ask, and let only this laptop hear the answer."""
        laptop = self.laptop
        self.ask(path, value, lambda reply: then(reply) if laptop == self.laptop else None)

    def take_over(self, reply: Reply) -> None:
        """Go on from the document that the box keeps."""
        if reply.status == 404:
            self.enter_players()
            return
        self.path.write_text(json.dumps(reply.body), encoding="utf-8")
        self.go_on()

    def save(self, document: dict[str, Any]) -> None:
        """Write the document into the file and leave it at the box, then go on."""
        try:
            write_document(self.path, document)
        except PowerCutError:
            self.be_replaced()
            return
        self.say("PUT /v1/event/document?rules=frs", read_document(self.path), self.is_kept)

    def is_kept(self, reply: Reply) -> None:
        """Go on with what is kept; where that is newer, with what the box has."""
        if reply.status == 409:
            self.be_replaced()
        else:
            assert reply.status == 200, reply
            self.go_on()

    def go_on(self) -> None:
        """Do what the document says is to be done next."""
        document = read_document(self.path)
        number = max((game["round"] for game in document["games"]), default=0)
        for game in document["games"]:
            if _place(game) not in self.slips:
                slip = self.slips[_place(game)] = {**game}
                self.hall.tables[game["table"] - 1].play(slip)
        if any("scores" not in game for game in document["games"]):
            fetch = f"GET /v1/event/results?after={self.heard}"
            self.later(lambda: self.say(fetch, None, self.take_results))
        elif number == 0:
            self.pair()
        else:
            asked = {**document, "final": number == ROUNDS}
            self.check(lambda: self.say("POST /v1/frs/tournament/standings", asked, self.compare))

    def take_results(self, reply: Reply) -> None:
        """Put what tables have reported into the document; what waits is looked up on the slip."""
        told = {_place(entry): entry for entry in reply.body["results"] if entry["state"] != "half"}
        self.heard = max((entry["n"] for entry in reply.body["results"]), default=self.heard)
        document = read_document(self.path)
        fresh = [g for g in document["games"] if "scores" not in g and _place(g) in told]
        for game in fresh:
            entry = told[_place(game)]
            assert entry["players"] == game["players"]
            game["scores"] = (entry if entry["state"] == "agreed" else self.slips[_place(game)])[
                "scores"
            ]
        if fresh:
            self.save(document)
        else:
            self.go_on()

    def pair(self) -> None:
        """Have the next round paired, checked and kept."""
        document = read_document(self.path)
        number = max((game["round"] for game in document["games"]), default=0) + 1

        def is_told(reply: Reply) -> None:
            assert reply.status == 200, reply
            tables = reply.body["pairings"]
            everybody = [player["id"] for player in document["players"]]
            seated = chain(*(table["players"] for table in tables))
            assert sorted(seated) == sorted(everybody), "everybody plays once"
            for table in tables:
                known = {name: value for name, value in table.items() if value is not None}
                document["games"].append({"round": number, **known})
            self.save(document)

        self.say("POST /v1/frs/tournament/pairings", {**document, "round": number}, is_told)

    def check(self, then: Callable[[], None]) -> None:
        """Have the document looked through: of what was done here nothing is faulted."""

        def is_told(reply: Reply) -> None:
            assert (reply.status, reply.body["faults"]) == (200, [])
            then()

        self.say("POST /v1/frs/tournament/check", read_document(self.path), is_told)

    def compare(self, reply: Reply) -> None:
        """Hold the standings to what everybody can count on the slips, then pair again."""
        points: Counter[str] = Counter()
        spread: Counter[str] = Counter()
        for slip in self.slips.values():
            (one, other), (won, lost) = slip["players"], slip["scores"]
            points[one] += 2 * (won > lost) + (won == lost)
            points[other] += 2 * (won < lost) + (won == lost)
            spread[one] += won - lost
            spread[other] += lost - won
        for row in reply.body["standings"]:
            assert 2 * row["points"] == points[row["player"]]
            assert row["spread"] == spread[row["player"]]
        if reply.body["after"] < ROUNDS:
            self.pair()
        else:
            self.is_over = True

    def conclude(self) -> None:
        """Every table had its verdicts, every result is there once, and nothing is faulted."""
        waiting = [table.name for table in self.hall.tables if table.to_ask]
        assert not waiting, f"no verdict came to {waiting}"
        assert self.is_over, f"it never ends: {len(self.reported)} results were reported"
        kept = self.hall.event.kept()
        games = read_document(self.path)["games"]
        assert kept
        assert kept.document["games"] == games
        assert games == sorted(self.slips.values(), key=_place)


def _place(game: dict[str, Any]) -> tuple[int, int]:
    return game["round"], game["table"]


def _scope(asked: str, address: str, key: str) -> dict[str, Any]:
    method, _, target = asked.partition(" ")
    path, _, query = target.partition("?")
    headers = [(b"host", b"box"), (b"content-type", b"application/json")]
    if key:
        headers.append((b"authorization", f"Bearer {key}".encode()))
    return {
        "method": method,
        "scheme": "http",
        "http_version": "1.1",
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "client": (address, 1),
        "headers": headers,
    }


@contextmanager
def _in_this_world(hall: Hall) -> Iterator[None]:
    """Let the service live by the clock, the disk and the Redis of this hall."""
    world = hall.world
    rename, opened, stretched = os.replace, os.open, devices._stretched

    def replace(source: Any, target: Any) -> None:
        hall.writes(str(target))
        rename(source, target)
        if hall.is_of_box(str(target)):
            hall.disk.renamed(str(source), str(target))
        hall.writes(str(target))

    def open_file(path: Any, flags: int, *mode: int) -> int:
        if not (flags & os.O_CREAT and hall.is_of_box(str(path))):
            return opened(path, flags, *mode)
        hall.writes(str(path))
        size = os.stat(path).st_size if os.path.exists(path) else None
        number = opened(path, flags, *mode)
        hall.disk.opened(str(path), size)
        return number

    def settle(number: int) -> None:
        path = os.readlink(f"/proc/self/fd/{number}")
        hall.writes(path)
        hall.disk.settled(path)

    def look(pin: str, salt: str) -> str:
        hall.looked += 1
        return stretched(pin, salt)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", replace)
        patch.setattr(os, "open", open_file)
        patch.setattr(os, "fsync", settle)
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
