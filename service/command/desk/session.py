"""The desk at work: keys change the desk, questions go out, verdicts come in and clear themselves.

Questions are asked in a thread, so that the screen stays alive; one at a time, and nothing can be
typed meanwhile. Nothing typed for one table can be brought back at another: there is no history,
no undo across tables and no clipboard.
"""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from arbiter_client import ArbiterError
from arbiter_client.answers import Spelled
from arbiter_client.catalogue import Edition
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import DummyClipboard
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, Filter, has_focus
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth

from service.command.answers import short_hash, standing, verdict_word
from service.command.backend import Service
from service.command.base import CommandError
from service.command.desk import state
from service.command.desk.command import RecordError, Records, Ruling, what_follows
from service.command.desk.screen import STYLE, Facts, desk_layout, tiles_on_show
from service.command.desk.state import Desk, Entry, Stage
from service.command.faults import desk_line
from service.texts import Texts


def desk_keys(session: "Session", yes: str) -> KeyBindings:
    """The keys of a session; while it asks whether to leave, only the answer counts.

    `y` agrees everywhere, and so does the first letter of yes in the language of the desk.
    """
    keys = KeyBindings()
    asked = Condition(lambda: session.desk.asks)
    free = ~asked & Condition(lambda: not session.desk.busy)
    typing = free & Condition(lambda: session.desk.stage is not Stage.VERDICT)

    def bind(key: str, where: Filter, change: Callable[[Desk], Desk]) -> None:
        # Eager: nothing here begins with Escape, so it need not wait for a second key.
        @keys.add(key, filter=where, eager=key == "escape")
        def move(_event: KeyPressEvent) -> None:
            session.move(change(session.desk))

    _bind_nothing(keys)
    bind("c-c", ~asked, state.leaving)
    bind("n", asked, state.staying)
    bind("N", asked, state.staying)
    bind("escape", asked, state.staying)
    bind("escape", free, state.escaped)
    bind("c-q", typing, state.parked)
    bind("c-n", typing, state.next_recalled)

    def agree(event: KeyPressEvent) -> None:
        if session.desk.leaving:
            event.app.exit()
        else:
            session.move(state.cleared(session.desk))

    for letter in {"y", "Y", yes, yes.upper()}:
        keys.add(letter, filter=asked)(agree)

    @keys.add("c-p", filter=free)
    def slip(_event: KeyPressEvent) -> None:
        session.slip()

    _bind_fields(keys, session, typing)
    return keys


def _bind_nothing(keys: KeyBindings) -> None:
    """Take away what these keys do elsewhere: they would type a control character."""

    @keys.add("c-z")
    @keys.add("c-q")
    def nothing(_event: KeyPressEvent) -> None:
        pass


def _bind_fields(keys: KeyBindings, session: "Session", typing: Filter) -> None:
    in_table = typing & has_focus(session.table)
    in_words = typing & has_focus(session.words)

    @keys.add("enter", filter=in_table)
    def table_done(event: KeyPressEvent) -> None:
        if not state.numbered(session.desk):
            session.move(replace(session.desk, message="terminal.no_number"))
            return
        session.move(state.recalled(session.desk, session.desk.entry.table))
        event.app.layout.focus(session.words)

    @keys.add("enter", filter=in_words)
    def words_done(_event: KeyPressEvent) -> None:
        if session.desk.stage is Stage.CHECKED:
            session.judge()
        else:
            session.check()

    @keys.add(".", filter=in_words)
    def full_stop(_event: KeyPressEvent) -> None:
        before = session.words.document.text_before_cursor
        session.words.insert_text(state.after_letter(before, session.faces))

    @keys.add("tab", filter=typing)
    @keys.add("s-tab", filter=typing)
    def other_field(event: KeyPressEvent) -> None:
        here = event.app.layout.has_focus(session.table)
        event.app.layout.focus(session.words if here else session.table)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DeskOptions:
    """How a desk is set up: where its records go, whom it asks, how long a verdict stays.

    An empty `place` is this machine. `pause` is how long the tiles are on show before Enter judges:
    a key that was pressed twice or held down must not skip the players' check.
    """

    records: Records
    place: str
    seconds: float
    texts: Texts
    variant: str | None = None
    colour: bool = True
    pause: float = 0.5


class Session:
    """A desk on a screen."""

    def __init__(self, service: Service, edition: Edition, options: DeskOptions) -> None:
        """Set up the screen; nothing is shown before `application.run()`."""
        self.desk = Desk()
        self._service = service
        self._edition = edition
        self._options = options
        self._judges_from = 0.0
        self._clears_at = 0.0
        self._latest: Ruling | None = None
        closed = Condition(
            lambda: self.desk.busy or self.desk.asks or self.desk.stage is Stage.VERDICT
        )
        self.table = Buffer(multiline=False, read_only=closed, on_text_changed=self._typed)
        self.words = Buffer(multiline=False, read_only=closed, on_text_changed=self._typed)
        self.application: Application[None] = Application(
            layout=desk_layout(lambda: self.desk, self.facts, self.table, self.words),
            key_bindings=desk_keys(self, options.texts("terminal.yes")),
            style=STYLE,
            full_screen=True,
            clipboard=DummyClipboard(),
            color_depth=None if options.colour else ColorDepth.MONOCHROME,
            refresh_interval=0.5,
        )

    @property
    def faces(self) -> list[str]:
        """The faces of the edition's tiles."""
        return [tile["face"] for tile in self._edition["tiles"]]

    def move(self, desk: Desk) -> None:
        """Go on with another desk, and show what is typed on it."""
        before, entry = self.desk.entry, desk.entry
        self.desk = desk
        if entry == before:
            return
        for buffer, text in ((self.table, entry.table), (self.words, entry.text)):
            buffer.reset(Document(text))
        self.application.layout.focus(self.words if entry.table else self.table)

    def check(self) -> None:
        """Ask how the words are read."""
        words = self.desk.entry.words
        if words:
            self._ask(lambda: self._service.spell(self._edition["id"], words), self._echo)

    def judge(self) -> None:
        """Ask for the verdict, unless the tiles have only just come up or have no room."""
        shown = tiles_on_show(self.desk, self.facts()) is not None
        if shown and time.monotonic() >= self._judges_from:
            self._ask(self._verdict, self._show)

    def slip(self) -> None:
        """Hand out the latest slip once more, and say whether that was possible."""
        if not self._options.records.has_slips:
            self.desk = replace(self.desk, message="terminal.slips_nowhere")
        elif self._latest is None:
            self.desk = replace(self.desk, message="terminal.slip_none")
        else:
            again = replace(self._latest, again=True)
            self._record(self._options.records.hand_out, again, said="terminal.slip_again")

    def _echo(self, answer: Spelled) -> None:
        self._judges_from = time.monotonic() + self._options.pause
        self.desk = state.spelled(self.desk, answer["words"])

    def _typed(self, _buffer: Buffer) -> None:
        table = " ".join(self.table.text.split())
        self.desk = state.typed(self.desk, Entry(table, self.words.text))

    def _ask(self, question: Callable[[], T], answer: Callable[[T], None]) -> None:
        self.desk = state.asking(self.desk)
        self.application.create_background_task(self._asked(question, answer))

    async def _asked(self, question: Callable[[], T], answer: Callable[[T], None]) -> None:
        try:
            answered = await asyncio.get_running_loop().run_in_executor(None, question)
        except ArbiterError as fault:
            self.desk = state.failed(self.desk, desk_line(fault))
        except CommandError as fault:
            self.desk = state.failed(self.desk, str(fault))
        else:
            answer(answered)
        self.application.invalidate()

    def _verdict(self) -> tuple[Edition, bool]:
        """The verdict, and the edition with the lexicon that gave it."""
        verdict = self._service.challenge(self._edition["id"], self.desk.entry.words)
        used = verdict.get("lexicon")
        if used is None or used["sha256"] == self._edition["lexicon"]["sha256"]:
            return self._edition, verdict["valid"]
        return self._service.edition(self._edition["id"]), verdict["valid"]

    def _show(self, answer: tuple[Edition, bool]) -> None:
        edition, valid = answer
        self.desk = state.judged(self.desk, valid=valid)
        if edition is not self._edition:
            self._edition = edition
            self.desk = replace(self.desk, message="terminal.changed")
        self._latest = Ruling(
            datetime.now().astimezone(),
            self.desk.entry,
            edition,
            valid,
            self._options.texts,
            self._follows(),
        )
        self._record(self._options.records.keep, self._latest)
        self._clears_at = time.monotonic() + self._options.seconds
        self.application.create_background_task(self._clear_at(self._clears_at))

    async def _clear_at(self, moment: float) -> None:
        await asyncio.sleep(moment - time.monotonic())
        # Another verdict may have come since; it has a time of its own.
        if self.desk.stage is Stage.VERDICT and self._clears_at == moment:
            self.move(replace(state.cleared(self.desk), leaving=self.desk.leaving))
            self.application.invalidate()

    def _record(self, action: Callable[[Ruling], None], ruling: Ruling, said: str = "") -> None:
        self.application.create_background_task(self._recorded(action, ruling, said))

    async def _recorded(self, action: Callable[[Ruling], None], ruling: Ruling, said: str) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(None, action, ruling)
        except RecordError as fault:
            said = str(fault)
        if said:
            self.desk = replace(self.desk, message=said)
            self.application.invalidate()

    def _follows(self) -> str:
        """What the verdict on show means for the two players."""
        words, texts = len(self.desk.entry.words), self._options.texts
        name, edition = self._options.variant, self._edition["id"]
        return what_follows(edition, name, words, texts, valid=self.desk.valid)

    def facts(self) -> Facts:
        """What the screen shows beside the desk itself."""
        lexicon = self._edition["lexicon"]
        digits, texts = short_hash(lexicon["sha256"]), self._options.texts
        name = f"{lexicon['language']}/{lexicon['version']}"
        status = texts(f"lexicon.{standing(lexicon)}")
        place = self._options.place or texts("terminal.files")
        size = self.application.output.get_size()
        left = max(0, math.ceil(self._clears_at - time.monotonic()))
        return Facts(
            edition=f"{self._edition['id']}  {self._edition['title']}",
            lexicon=f"{name} ({status})  {digits}  {place}",
            verdict=verdict_word(self._edition, valid=self.desk.valid),
            follows=self._follows() if self.desk.stage is Stage.VERDICT else "",
            countdown=self._options.texts("verdict.clears", seconds=left),
            texts=self._options.texts,
            columns=size.columns,
            rows=size.rows,
        )
