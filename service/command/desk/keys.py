"""What each key does at the desk."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, Filter, has_focus
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from service.command.desk.state import (
    Desk,
    Stage,
    after_letter,
    cleared,
    escaped,
    leaving,
    next_recalled,
    numbered,
    parked,
    recalled,
    staying,
)


class Keyboard(Protocol):
    """What the keys need of a session."""

    desk: Desk
    table: Buffer
    words: Buffer

    @property
    def faces(self) -> list[str]:
        """The faces of the edition's tiles."""

    def move(self, desk: Desk) -> None:
        """Go on with another desk."""

    def check(self) -> None:
        """Ask how the words are read."""

    def judge(self) -> None:
        """Ask for the verdict."""

    def slip(self) -> None:
        """Hand out the latest slip once more."""


def desk_keys(session: Keyboard, yes: str) -> KeyBindings:
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
    bind("c-c", ~asked, leaving)
    bind("n", asked, staying)
    bind("N", asked, staying)
    bind("escape", asked, staying)
    bind("escape", free, escaped)
    bind("c-q", typing, parked)
    bind("c-n", typing, next_recalled)

    def agree(event: KeyPressEvent) -> None:
        if session.desk.leaving:
            event.app.exit()
        else:
            session.move(cleared(session.desk))

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


def _bind_fields(keys: KeyBindings, session: Keyboard, typing: Filter) -> None:
    in_table = typing & has_focus(session.table)
    in_words = typing & has_focus(session.words)

    @keys.add("enter", filter=in_table)
    def table_done(event: KeyPressEvent) -> None:
        if not numbered(session.desk):
            session.move(replace(session.desk, message="terminal.no_number"))
            return
        session.move(recalled(session.desk, session.desk.entry.table))
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
        session.words.insert_text(after_letter(before, session.faces))

    @keys.add("tab", filter=typing)
    @keys.add("s-tab", filter=typing)
    def other_field(event: KeyPressEvent) -> None:
        here = event.app.layout.has_focus(session.table)
        event.app.layout.focus(session.words if here else session.table)
