"""Help, completion, colour and progress: what makes a command pleasant to use."""

import os
import pty
import re
import shlex
import shutil
import subprocess
import time
from io import StringIO
from pathlib import Path

import pytest

from service.command.main import ENTRIES, Entry, build_parser
from service.command.output import Console, clipped, padded, table, waiting
from service.terminal import main
from tests.command.running import ROOT, Call, run
from tests.command.tmux import screen
from tests.support.serving import ARBITER, environment
from tests.support.tools import tool

OPENS_SOMETHING = {"box", "serve", "terminal"}


@pytest.mark.parametrize("name", ["tournament", "lexicon"])
def test_a_command_without_its_action_lists_them(name: str) -> None:
    ran, helped = run(name), run(name, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == helped.out
    assert re.search(r"^ +check +\w+", ran.out, re.MULTILINE)


@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES])
def test_help_has_an_example_breaks_no_option_and_ends_its_sentence_once(
    name: str, call: Call
) -> None:
    ran = call(name, "--help")
    shown = ran.out
    assert ran.code == 0
    assert f"example: arbiter {name}" in " ".join(shown.split())
    assert not re.search(r"--?[a-z]*-\n", shown)
    assert "?." not in shown


@pytest.mark.parametrize("words", [("check", "--rules", "frs"), ("lexicons",)], ids=" ".join)
def test_a_hash_fits_a_narrow_screen_in_two_lines(words: tuple[str, ...]) -> None:
    lines = run(*words, "--offline").out.splitlines()
    (first, *_) = [n for n, line in enumerate(lines) if line.split()[0] == "sha256"]
    assert max(map(len, lines)) <= 80
    half = r" +([0-9a-f]{4} ){7}[0-9a-f]{4}"
    assert re.fullmatch(rf" *sha256{half}", lines[first])
    assert re.fullmatch(half, lines[first + 1])


@pytest.mark.usefixtures("local_files")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_example_is_understood(
    entry: Entry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(entry.example)[1:]
    if entry.name in OPENS_SOMETHING:
        assert build_parser([entry.name]).parse_args(words).run is entry.load().run
        return
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "tests/command/games/wrong.gcg", tmp_path / "game.gcg")
    offline = [] if entry.name in ("completion", "key", "lexicon", "tournament") else ["--offline"]
    expected = {"recount": 1, "check": 2}.get(entry.name, 0)
    assert main([*words, *offline]) == expected


def test_the_rules_may_come_from_the_environment(url: str) -> None:
    ran = run("challenge", "casă", ARBITER_URL=url, ARBITER_RULES="frs")
    assert (ran.code, ran.out) == (0, "DA\n")


def on_a_terminal(*arguments: str, **env: str) -> str:
    """What a command prints on a terminal."""
    ours, theirs = pty.openpty()
    command = (*ARBITER, *arguments)
    with subprocess.Popen(command, env=environment(**env), stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                break
            shown += part
        process.wait(20)
    os.close(ours)
    return shown.decode()


def test_colour_is_for_terminals_only(url: str) -> None:
    asked = ("challenge", "--rules", "frs", "casă", "--url", url)
    assert "\x1b[" in on_a_terminal(*asked, TERM="xterm")
    for plain in ({"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}):
        # A busy machine says what it waits for in a line above.
        assert on_a_terminal(*asked, **plain).splitlines()[-1] == "DA"
    assert run(*asked).out == "DA\n"


@pytest.mark.parametrize("sign", ["\x1b[31m", "\x1b]0;x\x07", "\x9b2J", "\r", "\x08", "\u202e"])
def test_no_file_paints_the_screen_or_moves_its_cursor(sign: str, tmp_path: Path) -> None:
    game = tmp_path / f"game{sign.replace('/', '')}.gcg"
    nick = f"A{sign}na"
    game.write_text(f"#character-encoding UTF-8\n#player1 {nick} {nick}\n#player2 b Bo\n", "utf-8")
    asked = ("recount", "--rules", "figs", "--offline")
    shown = on_a_terminal(*asked, str(game), TERM="xterm")
    missing = on_a_terminal(*asked, str(game) + "x", TERM="xterm")
    unknown = on_a_terminal(f"recount{sign}", TERM="xterm")
    for text in (shown, missing, unknown):
        assert sign not in re.sub("\x1b\\[[0-9;]*m(?!na)|\r\n", "", text)
    assert "A" in shown


def test_columns_stay_straight_beside_signs_that_are_not_shown() -> None:
    assert table([["a\x1b[1mb", "c"], ["long word", "d"]]) == ["a�[1mb     c", "long word  d"]
    assert padded("a\x9bb", 4) == "a�b "
    assert clipped("\x1b[31mword", 5) == "�[31…"


@pytest.mark.parametrize(
    ("lively", "seconds", "shown"), [(True, 1.5, "asking …\n"), (True, 0, ""), (False, 1.3, "")]
)
def test_what_somebody_waits_for_is_said_after_a_moment(
    lively: bool, seconds: float, shown: str
) -> None:
    err = StringIO()
    with waiting(Console(StringIO(), err, lively=lively), "asking"):
        time.sleep(seconds)
    assert err.getvalue() == shown


COMPLETIONS = [
    ("arbiter ch", {"challenge", "check"}),
    ("arbiter challenge --ru", {"--rules"}),
    (
        "arbiter challenge --rules fi",
        {"figs", "figs-2008", "figs-2012", "figs-75min", "fisc"} | {"fisc-2023"},
    ),
    ("arbiter settle --ended-by ro", {"round_time"}),
    ("arbiter completion z", {"zsh"}),
]


def completed(shell: str, line: str, script: Path) -> set[str]:
    """What a shell offers after the line."""
    words = line.split(" ")
    listed = " ".join(map(shlex.quote, words))
    asked = {
        "bash": f"source {script}; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1};"
        ' _shtab_arbiter; printf "%s\\n" "${COMPREPLY[@]}"',
        "fish": f"source {script}; complete -C {shlex.quote(line)}",
    }[shell]
    command = (shell, "-c", asked)
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    assert done.stderr == ""
    return {offered.split("\t")[0] for offered in done.stdout.split("\n") if offered}


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_shells_complete_commands_options_and_editions(shell: str, tmp_path: Path) -> None:
    tool(shell, shell)
    script = tmp_path / "script"
    script.write_text(run("completion", shell).out, encoding="utf-8")
    for line, offered in COMPLETIONS:
        assert completed(shell, line, script) == offered, line


def test_zsh_completes_commands_options_and_editions(tmp_path: Path) -> None:
    for needed in ("zsh", "tmux"):
        tool(needed, needed)
    script = tmp_path / "script"
    script.write_text(run("completion", "zsh").out, encoding="utf-8")
    with screen(tmp_path, ("zsh", "-f"), environment()) as shell:
        shell.type(f"PS1='> '; autoload -U compinit; compinit -D -u; eval \"$(<{script})\"; clear")
        shell.press("Enter")
        shell.until(">", without="compinit")
        shell.type("arbiter chal")
        shell.press("Tab")
        shell.until("> arbiter challenge")
        shell.type("--ru")
        shell.press("Tab", "Tab")
        shell.until("> arbiter challenge --rules")
        shell.type("frs-")
        shell.press("Tab")
        shell.until("> arbiter challenge --rules frs-2019")
