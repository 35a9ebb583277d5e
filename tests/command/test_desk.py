"""The desk in a real terminal of 80 columns by 24 rows."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.command.tmux import Screen, screen
from tests.support.processes import wait_until
from tests.support.serving import ARBITER, environment
from tests.support.tools import tool


@pytest.fixture(autouse=True)
def _tmux() -> None:
    tool("tmux", "tmux")


Open = Callable[..., Screen]
BLOCK = "██"
PAUSE = 0.6
"""A little longer than Enter waits for the players' check."""


@pytest.fixture
def open_desk(lexicons: Path, url: str, tmp_path: Path) -> Iterator[Open]:
    """Opens a desk, online unless told otherwise."""
    with ExitStack() as stack:

        def open_with(*options: str, offline: bool = False, **env: str) -> Screen:
            whom = ("--offline",) if offline else ("--url", url)
            command = (*ARBITER, "terminal", "--lang", "en", *options, *whom)
            files = {"LEXICONS_PATH": str(lexicons)} if offline else {}
            wanted = environment(**files, **env)
            shown = stack.enter_context(screen(tmp_path, command, wanted))
            shown.until("Table", "Words", "Waiting tables")
            return shown

        yield open_with


def enter(desk: Screen, words: str, table: str = "") -> None:
    """Type a table and its words, and have their tiles shown."""
    desk.type(table)
    desk.press("Enter")
    desk.type(words)
    desk.press("Enter")


def agree(desk: Screen) -> None:
    """Have the words judged, after the time for the players' check."""
    time.sleep(PAUSE)
    desk.press("Enter")


@pytest.mark.parametrize("offline", [False, True], ids=["online", "offline"])
def test_a_challenge_goes_from_words_to_tiles_to_verdict_and_clears(
    open_desk: Open, offline: bool, tmp_path: Path
) -> None:
    desk = open_desk("--rules", "fisc", "--clear-after", "3", offline=offline)
    shown = desk.until("fisc-2023", "ca/test-1 (open, not official)")
    assert len(shown.splitlines()) <= 24
    desk.type("12")
    desk.press("Enter")
    desk.type("col.legi canya")
    desk.until("col·legi canya")
    desk.press("Enter")
    shown = desk.until("1   C   O   L·L   E   G   I", "2   C   A   NY   A")
    assert BLOCK not in shown
    agree(desk)
    shown = desk.until("table 12", BLOCK, "Disappears in")
    assert "canya" not in shown
    assert "ca/test-1 (open, not official)" in shown
    shown = desk.until("Words", without=BLOCK)
    assert "12" not in shown.splitlines()[3]
    desk.press("C-c")
    desk.until("Leave the desk? y or n")
    desk.press("y")
    assert exit_code(tmp_path) == 0


def test_a_screen_that_is_too_small_for_the_tiles_says_so_and_does_not_judge(
    open_desk: Open,
) -> None:
    desk = open_desk("--rules", "frs")
    desk.tmux("resize-window", "-x", "50", "-y", "15")
    enter(desk, "abcdefghijlmnop,abcdefghijlmnop,abcdefghijlmnop")
    desk.until("too small for all the tiles")
    agree(desk)
    desk.tmux("resize-window", "-x", "80", "-y", "24")
    shown = desk.until("3   A   B   C", "     P ", "Both players check the tiles")
    assert BLOCK not in shown


def test_both_verdicts_have_the_same_screen_but_for_the_letters(open_desk: Open) -> None:
    desk = open_desk("--rules", "frs", "--clear-after", "60")
    outlines = []
    for word in ("casă", "foraster"):
        enter(desk, word)
        desk.until("1   ")
        agree(desk)
        lines = desk.until(BLOCK, "Disappears in").splitlines()
        assert not any(word in line for line in lines)
        outlines.append([n for n, line in enumerate(lines) if BLOCK in line])
        desk.press("Escape")
        desk.until("Words", without=BLOCK)
    assert outlines[0] == outlines[1]


def test_waiting_tables_are_listed_without_their_words_and_come_back(open_desk: Open) -> None:
    desk = open_desk("--rules", "frs")
    for table, word in (("4", "casa"), ("9", "masa")):
        desk.type(table)
        desk.press("Enter")
        desk.type(word)
        desk.until(word)
        desk.press("C-q")
        shown = desk.until(f"{table}  words: 1")
        assert word not in shown
    desk.type("9")
    desk.press("Enter")
    shown = desk.until("masa")
    assert "casa" not in shown
    desk.press("C-n")
    shown = desk.until("casa")
    assert "masa" not in shown


def exit_code(folder: Path) -> int:
    exit_ = folder / "exit"
    assert wait_until(lambda: exit_.exists() and bool(exit_.read_text()), 10)
    return int(exit_.read_text())


def judge(desk: Screen, table: str, word: str) -> None:
    enter(desk, word, table)
    desk.until("1   ")
    agree(desk)
    desk.until(BLOCK)
    desk.press("Escape")
    desk.until("Words", without=BLOCK)


def test_a_verdict_goes_into_the_log_to_a_file_and_to_a_printer(
    open_desk: Open, tmp_path: Path
) -> None:
    log, slips, printed = (tmp_path / name for name in ("log", "slips", "printed"))
    slip = ("--slip-file", str(slips), "--slip-command", f"tee -a {printed}")
    desk = open_desk("--rules", "frs", "--log", str(log), *slip)
    judge(desk, "7", "foraster")
    head, line = log.read_text(encoding="utf-8").splitlines()
    assert head.startswith("time\ttable\tverdict")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", line.split("\t")[0])
    assert line.split("\t")[1:3] == ["7", "NU"]
    assert "foraster" not in line
    assert "DA    [ NU ]" in slips.read_text(encoding="utf-8")
    desk.press("C-p")
    desk.until("The slip was written once more")
    wait_until(lambda: printed.read_text().count("[ NU ]") == 2, 10)
    text = printed.read_text(encoding="utf-8")
    assert text.count("table 7\n\n  foraster\n") == 1
    assert text.count("table 7\nPRINTED AGAIN\n\n  foraster\n") == 1


def test_a_printer_that_fails_does_not_hide_the_verdict(open_desk: Open) -> None:
    desk = open_desk("--rules", "frs", "--slip-command", "false", "--clear-after", "60")
    enter(desk, "casa")
    desk.until("1   ")
    agree(desk)
    desk.until(BLOCK, "no slip: false")


def test_another_lexicon_than_announced_opens_no_desk(url: str, tmp_path: Path) -> None:
    command = (*ARBITER, "terminal", "--rules", "frs", "--expect", "0" * 64, "--url", url)
    with screen(tmp_path, command, environment()):
        assert exit_code(tmp_path) == 2
