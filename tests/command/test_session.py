"""The desk when things change under it: another lexicon, no network, keys that must do nothing."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path

import pytest
from arbiter_client import Client, Patience
from arbiter_client.catalogue import Edition
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output import DummyOutput

from service.command.backend import Offline, Service
from service.command.desk.command import Records
from service.command.desk.session import DeskOptions, Session
from service.command.desk.state import Stage
from service.command.local import load_texts, local_judge
from tests.client.scripted import Reply, scripted
from tests.command.running import forget
from tests.support.small_lexicons import WORDS, small_lexicons

ONCE = Patience(attempts=1)
NOWHERE = Records()
pytestmark = pytest.mark.usefixtures("local_files")


@contextmanager
def opened(
    service: "Service | None" = None,
    edition: Edition | None = None,
    pause: float = 0,
    lang: str = "en",
    records: Records = NOWHERE,
) -> Iterator[tuple[Session, PipeInput]]:
    service = service or Offline(local_judge())
    manner = DeskOptions(records, "here", 60, load_texts(lang), pause=pause)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield Session(service, edition or service.edition("frs"), manner), pipe


def drive(session: Session, pipe: PipeInput, *steps: tuple[str, Callable[[], bool]]) -> None:
    """Type each text and wait until what it leads to is so."""

    async def run() -> None:
        application = asyncio.ensure_future(session.application.run_async())
        for text, reached in steps:
            pipe.send_text(text)
            async with asyncio.timeout(10):
                while not reached():
                    await asyncio.sleep(0.01)
        session.application.exit()
        await application

    # In a thread of its own: the browser of other tests may have a loop running in this one.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(copy_context().run, asyncio.run, run()).result()


def test_a_lexicon_that_changes_is_shown_with_the_verdict_it_gave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced = Offline(local_judge()).edition("frs")
    newer = {**WORDS, "ro": [*WORDS["ro"], "nou"]}
    monkeypatch.setenv("LEXICONS_PATH", str(small_lexicons(tmp_path, newer, version="test-2")))
    forget()
    with opened(edition=announced) as (session, pipe):
        drive(
            session,
            pipe,
            ("7\rcasa\r", lambda: session.desk.stage is Stage.CHECKED),
            ("\r", lambda: session.desk.stage is Stage.VERDICT),
        )
        assert session.desk.message == "terminal.changed"
        assert "ro/test-2 (open, not official)" in session.facts().lexicon


def test_without_an_answer_the_words_stay_and_enter_asks_again() -> None:
    edition = Offline(local_judge()).edition("frs")
    with scripted([Reply(None)]) as script, Client(script.url, patience=ONCE) as client:

        def asked_in_vain(times: int) -> bool:
            return len(script.asked) == times and "no answer" in session.desk.message

        with opened(client, edition) as (session, pipe):
            drive(
                session,
                pipe,
                ("\rcasa\r", lambda: asked_in_vain(1)),
                ("\r", lambda: asked_in_vain(2)),
            )
            assert session.desk.entry.text == "casa"
            assert session.desk.stage is Stage.TYPING
            assert "Enter asks again" in session.desk.message


def test_nothing_typed_for_one_table_can_be_brought_back_at_the_next() -> None:
    with opened() as (session, pipe):
        drive(
            session,
            pipe,
            ("\rsecret\x17", lambda: session.words.text == ""),
            ("other", lambda: session.words.text == "other"),
            ("\x1b", lambda: session.words.text == ""),
        )
        drive(
            session, pipe, ("\r\x19\x1f\x1b[A\x10\x12x", lambda: session.words.text.endswith("x"))
        )
        assert session.words.text == "x"


def test_keys_do_nothing_while_the_desk_asks_whether_to_leave() -> None:
    with opened() as (session, pipe):
        drive(
            session,
            pipe,
            ("4\x03", lambda: session.desk.leaving),
            ("5\r\tqn", lambda: not session.desk.leaving),
        )
        assert session.table.text == "4"
        assert session.words.text == ""


def test_esc_asks_before_it_throws_away_what_was_called_back() -> None:
    with opened() as (session, pipe):
        drive(
            session,
            pipe,
            ("4\rmasa\x11", lambda: len(session.desk.queue) == 1),
            ("\x0e", lambda: session.words.text == "masa"),
            ("\x1b", lambda: session.desk.dropping),
            ("n", lambda: not session.desk.dropping),
            ("\x1b", lambda: session.desk.dropping),
            ("y", lambda: session.words.text == ""),
        )


def test_a_word_where_the_table_belongs_is_not_taken_for_one() -> None:
    with opened() as (session, pipe):
        told = "terminal.no_number"
        drive(
            session,
            pipe,
            ("casa\r", lambda: session.desk.message == told),
            ("2", lambda: session.table.text == "casa2"),
        )


@pytest.mark.parametrize(
    ("stay", "leave", "lang"),
    [("n", "y", "en"), ("N", "Y", "ro"), ("n", "d", "ro"), ("n", "S", "it"), ("n", "s", "ca")],
)
def test_yes_and_no_are_answered_in_the_language_of_the_desk(
    stay: str, leave: str, lang: str
) -> None:
    with opened(lang=lang) as (session, pipe):
        drive(
            session,
            pipe,
            ("\x03", lambda: session.desk.leaving),
            (stay, lambda: not session.desk.leaving),
        )
        pipe.send_text(f"\x03{leave}")
        with ThreadPoolExecutor(1) as apart:
            left = apart.submit(copy_context().run, asyncio.run, session.application.run_async())
            assert left.result(10) is None


def test_control_characters_are_not_typed() -> None:
    with opened() as (session, pipe):
        drive(session, pipe, ("\rca\x1asa", lambda: session.words.text.endswith("sa")))
        assert session.words.text == "casa"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("a,a,a,a;a;a;a a a", "at most 8 words at once"),
        ("cas4", "word 1: '4' in 'cas4' is not a letter"),
    ],
)
def test_what_cannot_be_asked_is_told_and_stays(words: str, said: str) -> None:
    with opened() as (session, pipe):
        drive(session, pipe, (f"\r{words}\r", lambda: session.desk.message != ""))
        assert session.desk.message == said
        assert (session.words.text, session.desk.stage) == (words, Stage.TYPING)


def test_enter_pressed_twice_does_not_skip_the_players_check() -> None:
    with opened(pause=60) as (session, pipe):
        drive(
            session,
            pipe,
            ("\rcasa\r", lambda: session.desk.stage is Stage.CHECKED),
            ("\r\r\x03", lambda: session.desk.leaving),
        )
        assert session.desk.stage is Stage.CHECKED
        assert not session.desk.busy


def test_a_pasted_table_number_stays_one_field_of_the_log() -> None:
    with opened() as (session, pipe):
        pasted = "\x1b[200~4\t5\n6\x1b[201~"
        drive(session, pipe, (pasted, lambda: session.desk.entry.table != ""))
        assert session.desk.entry.table == "4 5 6"


@pytest.mark.parametrize(
    ("slips", "said"),
    [(None, "terminal.slips_nowhere"), ("slips.txt", "terminal.slip_none")],
)
def test_a_slip_that_cannot_be_printed_again_is_said(
    slips: str | None, said: str, tmp_path: Path
) -> None:
    records = Records(slip_file=tmp_path / slips if slips else None)
    with opened(records=records) as (session, pipe):
        drive(session, pipe, ("\x10", lambda: session.desk.message == said))
