"""The box in any order: codes, devices, PINs, damage, restarts keep what SECURITY.md promises."""

from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from service.devices import (
    Devices,
    NoSuchCodeError,
    Place,
    ReplacedCodeError,
    UsedCodeError,
    back_off,
    digest_of,
)

PIN = "481902"
KEYS = tuple(letter * 43 for letter in "abcd")
TABLES = tuple(f"table {number}" for number in range(1, 4))
CHEAP = {"n": 2, "r": 8, "p": 1}
"""What it costs to try a PIN is no matter here."""


class Box(RuleBasedStateMachine):
    """A folder of devices beside what anybody may know of it."""

    def __init__(self) -> None:
        super().__init__()
        self.home = TemporaryDirectory()
        self.patch = pytest.MonkeyPatch()
        self.now = 1_000_000.0
        self.patch.setattr("service.devices.time.time", lambda: self.now)
        self.patch.setattr("service.devices._STRETCHED", CHEAP)
        self.restart()
        self.box.set_pin(PIN)
        self.label: dict[str, str] = {}
        self.state: dict[str, str] = {}
        self.holds: dict[str, str] = {}
        self.wrong: defaultdict[str, int] = defaultdict(int)
        self.until: defaultdict[str, float] = defaultdict(float)

    def teardown(self) -> None:
        self.patch.undo()
        self.home.cleanup()

    @rule()
    def restart(self) -> None:
        self.box = Devices(Path(self.home.name))

    @rule(label=st.sampled_from(TABLES))
    def give_out(self, label: str) -> None:
        code = f"{len(self.label):08}"
        self.box.issue(Place(code, "device", label, {"table": label}))
        self.label[code], self.state[code] = label, "waits"

    @precondition(lambda self: self.label)
    @rule(data=st.data(), key=st.sampled_from(KEYS))
    def come(self, data: st.DataObject, key: str) -> None:
        """A code works once and for one device, which may come again with the same key."""
        code = data.draw(st.sampled_from(sorted(self.label)))
        held = self.holds.get(key)
        expected = {"waits": None, "replaced": ReplacedCodeError, "lost": NoSuchCodeError}.get(
            self.state[code], UsedCodeError
        )
        if held is not None:
            expected = None if held == code else UsedCodeError
        if expected is None:
            assert self.box.exchange(code, key).label == self.label[code]
            self.holds[key], self.state[code] = code, "used"
            return
        with pytest.raises(NoSuchCodeError if expected is NoSuchCodeError else UsedCodeError) as no:
            self.box.exchange(code, key)
        if held is None:
            assert no.type is expected

    @rule(key=st.sampled_from(KEYS))
    def guess(self, key: str) -> None:
        with suppress(UsedCodeError), pytest.raises(NoSuchCodeError):
            self.box.exchange("ZZZZZZZZ", key)

    @rule(label=st.sampled_from(TABLES))
    def withdraw(self, label: str) -> None:
        """Every device of the table is out at once."""
        out = {key for key, code in self.holds.items() if self.label[code] == label}
        waiting = {
            c for c, state in self.state.items() if (state, self.label[c]) == ("waits", label)
        }
        assert self.box.withdraw(label) == len(out) + len(waiting)
        for key in out:
            del self.holds[key]
        for code in waiting:
            self.state[code] = "withdrawn"

    @rule()
    def print_anew(self) -> None:
        self.box.replace_codes()
        for code, state in self.state.items():
            if state == "waits":
                self.state[code] = "replaced"

    @precondition(lambda self: self.holds)
    @rule(data=st.data(), content=st.sampled_from(["", "{}", "[", "null"]))
    def damage_a_device(self, data: st.DataObject, content: str) -> None:
        key = data.draw(st.sampled_from(sorted(self.holds)))
        path = self.box.folder / "devices" / digest_of(key)
        path.write_text(content, encoding="utf-8")
        del self.holds[key]

    @precondition(lambda self: "waits" in self.state.values())
    @rule(data=st.data())
    def damage_a_code(self, data: st.DataObject) -> None:
        waiting = sorted(code for code, state in self.state.items() if state == "waits")
        code = data.draw(st.sampled_from(waiting))
        (self.box.folder / "codes" / code).write_text("", encoding="utf-8")
        self.state[code] = "lost"

    @rule(key=st.sampled_from(KEYS), right=st.booleans())
    def type_a_pin(self, key: str, right: bool) -> None:
        """Each wrong PIN makes that device wait 1, 2, 4 … 512 seconds, the right one too."""
        tried = self.box.try_pin(digest_of(key), PIN if right else "000000")
        if self.now < self.until[key]:
            assert not tried.right
            assert 0 <= tried.wait - (self.until[key] - self.now) <= 1
        elif right:
            assert tried.right
            self.wrong[key] = 0
        else:
            self.wrong[key] += 1
            assert (tried.right, tried.wait) == (False, back_off(self.wrong[key]))
            self.until[key] = self.now + tried.wait

    @rule(seconds=st.sampled_from([0.5, 1, 3, 60, 600]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @invariant()
    def only_who_came_with_a_code_of_its_own_may_ask(self) -> None:
        for key in KEYS:
            place = self.box.holder(digest_of(key))
            assert (place.code if place else None) == self.holds.get(key)
        assert len(set(self.holds.values())) == len(self.holds)

    @invariant()
    def what_is_printed_is_what_waits(self) -> None:
        waits = {code for code, state in self.state.items() if state == "waits"}
        assert {place.code for place in self.box.waiting()} == waits

    @invariant()
    def nothing_that_is_kept_is_a_key_or_the_pin(self) -> None:
        for path in self.box.folder.rglob("*"):
            kept = path.name + (path.read_text(encoding="utf-8") if path.is_file() else "")
            assert not any(secret in kept for secret in (*KEYS, PIN))


TestBox = Box.TestCase
TestBox.settings = settings(max_examples=80, stateful_step_count=50, deadline=None)
