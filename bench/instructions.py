"""How many machine instructions an answer takes: hardly another number on a busy machine.

Counted by valgrind in one process without a server, because the processors of a virtual machine
seldom tell.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.counted import BARE, TIMES, asked
from bench.report import Section, Table, Target
from bench.serving import BenchError
from bench.setting import Setting
from tests.support.processes import ROOT

_TOTAL = re.compile(r"^totals: (\d+)", re.MULTILINE)
_TITLE = "Instructions an answer"
_NOTE = "By valgrind, the application alone: framework, question and answer, no server."


def measure(setting: Setting) -> Section:
    """Count for every kind of question."""
    if not shutil.which("valgrind"):
        missing = "Not counted: valgrind is not installed (Debian: valgrind)."
        return Section((Table(_TITLE, ("what", "thousands", "ratio"), (), missing),))
    counted = _count(setting, list(asked(setting.lexicons)))
    rows = tuple((name, n / 1000, n / counted[BARE]) for name, n in counted.items())
    ratio = counted["challenge, 8 words"] / counted[BARE]
    target = Target("instructions of an 8-word challenge / bare Flask route", ratio, 1.3)
    return Section((Table(_TITLE, ("what", "thousands", "ratio"), rows, _NOTE),), (target,))


def _count(setting: Setting, names: list[str]) -> dict[str, float]:
    """Instructions an answer, by the name of the question."""
    out = setting.folder / "callgrind"
    found = {}
    with _counted(setting.lexicons, out) as process:
        for number, name in enumerate(names, 1):
            _tell(process, name, "warm")
            _control("--dump", process)  # Counting begins anew.
            _tell(process, "", "done")
            _control("--dump", process)
            said = out.with_name(f"{out.name}.{2 * number}").read_text(encoding="utf-8")
            found[name] = int(_TOTAL.findall(said)[-1]) / TIMES
    return found


@contextmanager
def _counted(lexicons: Path, out: Path) -> Iterator["subprocess.Popen[str]"]:
    valgrind = ("valgrind", "-q", "--tool=callgrind", "--instr-atstart=no")
    counted = (sys.executable, "-m", "bench.counted", str(lexicons))
    process = subprocess.Popen(
        (*valgrind, f"--callgrind-out-file={out}", *counted),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        _wait(process, "ready")
        _control("--instr=on", process)
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()


def _tell(process: "subprocess.Popen[str]", line: str, answer: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    _wait(process, answer)


def _wait(process: "subprocess.Popen[str]", answer: str) -> None:
    assert process.stdout is not None
    if process.stdout.readline().strip() != answer:
        raise BenchError("valgrind could not run the service")


def _control(option: str, process: "subprocess.Popen[str]") -> None:
    command = ("callgrind_control", option, str(process.pid))
    subprocess.run(command, check=True, capture_output=True, timeout=60)
