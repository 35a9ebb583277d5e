"""How many instructions an answer takes: hardly another number on a busy machine.

    valgrind --tool=callgrind --instr-atstart=no python -m bench.instructions FOLDER

Answers in this process, without a server, and has valgrind count while it does.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from wsgiref.types import WSGIApplication

from werkzeug.test import EnvironBuilder, run_wsgi_app

from bench import peers
from bench.questions import Question, challenges, replay, score, standings
from service.http.app import create_app
from service.settings import Settings
from tests.support.processes import ROOT

TIMES = 20
_TOTAL = re.compile(r"^totals: (\d+)", re.MULTILINE)


def asked(lexicons: Path) -> Iterator[tuple[str, WSGIApplication, Question]]:
    """What is counted, by the names of the contenders."""
    eight = challenges("figs", lexicons, 8)
    ours = create_app(Settings(lexicons_path=(lexicons,)))
    yield "challenge", ours, eight
    yield "score", ours, score("figs")
    yield "recount of 25 plays", ours, replay("figs", 25)
    yield "standings, 40 players, 8 rounds", ours, standings("fisc", 40, 8)
    yield "Flask hello", peers.flask_hello(), eight
    yield "Flask", peers.flask_words(), eight
    yield "Falcon", peers.falcon_words(), eight
    yield "raw WSGI", peers.raw_wsgi(), eight


def counted(folder: Path, lexicons: Path) -> dict[str, float]:
    """Thousands of instructions an answer, by name; nothing without valgrind."""
    if not shutil.which("valgrind"):
        return {}
    out = folder / "callgrind"
    valgrind = ("valgrind", "-q", "--tool=callgrind", "--instr-atstart=no")
    command = (*valgrind, f"--callgrind-out-file={out}", sys.executable, "-m", __name__)
    given = {**os.environ, peers.LEXICON: str(lexicons)}
    done = subprocess.run(
        (*command, str(lexicons)), cwd=ROOT, env=given, check=True, capture_output=True, text=True
    )
    names = done.stdout.splitlines()
    parts = [out.with_name(f"{out.name}.{4 * number}") for number in range(1, len(names) + 1)]
    totals = [int(_TOTAL.findall(part.read_text(encoding="utf-8"))[-1]) for part in parts]
    return {name: total / TIMES / 1000 for name, total in zip(names, totals, strict=True)}


def answer(app: WSGIApplication, question: Question, times: int) -> None:
    """Answer a question so many times, its bodies in turn."""
    builders = (
        EnvironBuilder(question.path, method="POST", data=body, content_type="application/json")
        for body in question.bodies * (times // len(question.bodies) + 1)
    )
    environs = [builder.get_environ() for builder, _ in zip(builders, range(times), strict=False)]
    control("--dump")  # Counting begins anew.
    for environ in environs:
        _, status, _ = run_wsgi_app(app, environ)
        assert status.startswith("200"), status
    control("--dump")


def control(option: str) -> None:
    """Tell the valgrind round this process."""
    command = ("callgrind_control", option, str(os.getpid()))
    subprocess.run(command, check=True, capture_output=True)


def main(lexicons: Path) -> None:
    """Warm up and count, one after the other."""
    control("--instr=on")
    for name, app, question in asked(lexicons):
        answer(app, question, TIMES)
        answer(app, question, TIMES)
        print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
