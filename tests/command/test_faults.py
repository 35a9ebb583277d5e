"""What goes wrong is one line on the error stream, exit code 2, and never a traceback."""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.command.answers import full_hash
from tests.client.scripted import Reply, problem, scripted
from tests.command.running import Call, Ran, run
from tests.support.processes import ended, free_port
from tests.support.serving import ARBITER, environment, served

DEVICE, STRANGER = "device-key", "stranger"


def fails(ran: Ran, said: str) -> None:
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.count("\n") == 1, ran.err
    assert said in ran.err


def test_a_service_that_is_down_says_what_to_do() -> None:
    ran = run("rules", "--url", f"http://127.0.0.1:{free_port()}")
    fails(ran, "start it with `arbiter serve`, name another with --url, or use --offline")


def test_another_server_is_told_apart(call: Call) -> None:
    with scripted([Reply(404, "<html>", {"Content-Type": "text/html"})]) as script:
        fails(call("rules", "--url", script.url), "is --url the address of an arbiter service?")


def test_an_answer_that_lacks_its_parts_is_told_apart(call: Call) -> None:
    with scripted([Reply(200, "{}")]) as script:
        ran = call("challenge", "--rules", "frs", "casa", "--url", script.url)
    fails(ran, "did not answer as the contract says")


@pytest.mark.parametrize(
    ("headers", "said"),
    [({"Retry-After": "47"}, "wait 47 s, or use a key"), ({}, "wait a minute, or use a key")],
)
def test_too_many_questions_are_told_with_the_time_to_wait(
    call: Call, headers: dict[str, str], said: str
) -> None:
    with scripted([problem(429, "too_many_challenges", **headers)]) as script:
        fails(call("challenge", "--rules", "frs", "casa", "--url", script.url), said)


@pytest.fixture(scope="module")
def guarded(lexicons: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    keys = f"device:{hashlib.sha256(DEVICE.encode()).hexdigest()}"
    log = tmp_path_factory.mktemp("guarded") / "log"
    with served(lexicons, log, {"API_KEYS": keys}) as address:
        yield address


@pytest.mark.parametrize(
    ("key", "said"),
    [("", "No key was sent; give one"), (STRANGER, "The key that was sent is not accepted")],
)
def test_no_key_and_a_wrong_one_read_differently(
    guarded: str, key: str, said: str, call: Call
) -> None:
    ran = call("challenge", "--rules", "frs", "casa", "--url", guarded, "--key", key)
    fails(ran, said)
    fails(ran, "--key or ARBITER_KEY")


def test_a_key_may_come_from_the_environment(guarded: str, call: Call) -> None:
    ran = call("challenge", "--rules", "frs", "casa", ARBITER_URL=guarded, ARBITER_KEY=DEVICE)
    assert ran == Ran(0, "DA\n", "")


def test_a_key_that_may_not_ask_this_is_refused(guarded: str, call: Call) -> None:
    ran = call("score", "--rules", "frs", "8H CASA", "--url", guarded, "--key", DEVICE)
    fails(ran, "--key or ARBITER_KEY")


def test_the_announced_lexicon_is_recognised(url: str, call: Call) -> None:
    sha256 = json.loads(call("check", "--rules", "frs", "--json", "--url", url).out)["lexicon"][
        "sha256"
    ]
    for announced in ([sha256], [sha256[:12]], [sha256.upper()], full_hash(sha256).split()):
        ran = call("check", "--rules", "frs", "--url", url, "--expect", *announced)
        assert ran.code == 0
        assert "up and ready" in ran.out
        assert "the lexicon is the one announced" in ran.out
        assert "(open, not official)" in ran.out


def test_a_missing_lexicon_is_one_line(tmp_path: Path) -> None:
    ran = run("challenge", "--rules", "frs", "casa", "--offline", LEXICONS_PATH=str(tmp_path))
    fails(ran, "lexicon ro: there is no ro.json")
    fails(ran, "; put its files there")


def test_a_lexicon_that_was_changed_is_one_line(lexicons: Path, tmp_path: Path, call: Call) -> None:
    for name in ("ro.json", "ro.marisa"):
        (tmp_path / name).write_bytes((lexicons / name).read_bytes())
    with (tmp_path / "ro.marisa").open("ab") as file:
        file.write(b"x")
    ran = call("challenge", "--rules", "frs", "casa", "--offline", LEXICONS_PATH=str(tmp_path))
    fails(ran, "its manifest says")
    fails(ran, "the file is damaged. Copy it there again")
    fails(ran, "an open one with `arbiter serve` where LEXICONS_PATH is not set")


def test_a_wrong_folder_is_one_line(call: Call) -> None:
    fails(call("rules", "--offline", LEXICONS_PATH="/nowhere"), "LEXICONS_PATH: '/nowhere' is not")


def test_a_rulebook_with_a_fault_is_one_line(tmp_path: Path, call: Call) -> None:
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "x.toml").write_text("id = 'y'")
    ran = call("rules", "--offline", RULEBOOK_PATH=str(tmp_path))
    fails(ran, "x.toml")


def test_a_server_on_a_wrong_port_is_one_line(call: Call) -> None:
    fails(call("serve", "--port", "seventy"), "--port: 'seventy' is not a number")
    fails(call("serve", PORT="seventy"), "PORT: 'seventy' is not a number")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.gcg", None, "No such file or directory; name a GCG or JSON file, or -"),
        ("folder", b"", "Is a directory"),
        ("game.json", b"{", "the game cannot be read as JSON"),
        ("deep.json", b'{"a":' * 100_000, "the game cannot be read as JSON"),
        ("nan.json", b'{"players": NaN}', "NaN is not a number"),
        ("shape.json", b"{}", "players"),
        ("game.gcg", b"nonsense", "line 1"),
    ],
)
def test_a_game_that_cannot_be_read_is_one_line(
    tmp_path: Path, url: str, name: str, content: bytes | None, said: str, call: Call
) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    for whom in (("--url", url), ("--offline",)):
        fails(call("recount", "--rules", "frs", str(path), *whom), said)


@pytest.mark.parametrize("words", [(), ("help",)], ids=["alone", "help"])
def test_the_command_alone_is_its_help(call: Call, words: tuple[str, ...]) -> None:
    ran = call(*words)
    assert (ran.code, ran.err) == (0, "")
    assert "usage: arbiter" in ran.out
    assert "challenge" in ran.out


def test_a_reader_who_leaves_is_no_traceback(lexicons: Path) -> None:
    command = (*ARBITER, "rules", "frs", "--offline")
    env = environment(LEXICONS_PATH=str(lexicons))
    with subprocess.Popen(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 2


def into(redirections: str, lexicons: Path, *arguments: str) -> Ran:
    """What a command does whose streams a shell redirects."""
    line = f"{shlex.join((*ARBITER, *arguments, '--offline'))} {redirections}"
    env = environment(LEXICONS_PATH=str(lexicons))
    done = ended(("sh", "-c", line), env=env)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("word", ["casă", "foraster"])
@pytest.mark.parametrize(
    ("redirections", "said"),
    [(">/dev/full", "No space left on device"), (">&-", "the output is closed")],
)
def test_a_verdict_that_cannot_be_written_is_an_error(
    word: str, redirections: str, said: str, lexicons: Path
) -> None:
    fails(into(redirections, lexicons, "challenge", "--rules", "frs", word), said)


@pytest.mark.parametrize("redirections", [">/dev/full 2>/dev/full", ">&- 2>&-"])
def test_an_error_that_cannot_be_told_is_still_an_error(redirections: str, lexicons: Path) -> None:
    ran = into(redirections, lexicons, "challenge", "--rules", "frs", "casă")
    assert ran == Ran(2, "", "")


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
def test_a_verdict_does_not_need_the_error_stream(redirection: str, lexicons: Path) -> None:
    assert into(redirection, lexicons, "challenge", "--rules", "frs", "casă") == Ran(0, "DA\n", "")
    assert into(redirection, lexicons, "challenge", "--rules", "none", "casă") == Ran(2, "", "")


def test_a_game_from_a_closed_input_is_one_line(lexicons: Path) -> None:
    ran = into("<&-", lexicons, "recount", "--rules", "frs", "-")
    fails(ran, "standard input is closed")


def test_a_key_that_cannot_be_one_is_refused(url: str, call: Call) -> None:
    ran = call("challenge", "--rules", "frs", "casa", "--url", url, "--key", "bàd")
    fails(ran, "the key was refused")
    assert "arbiter serve" not in ran.err


def test_text_that_is_no_text_is_one_line(url: str) -> None:
    for whom in (("--url", url), ("--offline",)):
        command = (*ARBITER, "challenge", "--rules", b"fr\xff", b"\xff", *whom)
        done = subprocess.run(
            command, env=environment(), capture_output=True, timeout=20, check=False
        )
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1


SHORT_OF_MEMORY = """
import resource, sys
from service.terminal import main
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + int(sys.argv[1]) * 2**20,) * 2)
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("room", [1, 2, 4, 6, 8, 10, 12, 16])
def test_where_memory_is_missing_one_line_says_so(lexicons: Path, room: int) -> None:
    asked = ("score", "--offline", "--rules", "figs", "8F MICIO")
    done = ended(
        (sys.executable, "-c", SHORT_OF_MEMORY, str(room), *asked),
        env=environment(LEXICONS_PATH=str(lexicons)),
    )
    if done.returncode:
        assert done.returncode == 2
        assert re.fullmatch("arbiter: .*(memory|failed to map).*\n", done.stderr)
    else:
        assert done.stderr == ""
