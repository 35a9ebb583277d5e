"""Killed servers leave no counters behind, and living ones keep theirs."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.counters import make_folder
from tests.support.processes import ROOT
from tests.support.serving import environment

CONFIGURED = """
import os
import service.gunicorn_conf
print(os.environ["PROMETHEUS_MULTIPROC_DIR"], flush=True)
input()
"""


@contextmanager
def configured() -> Iterator[Path]:
    """The folder of a process that has read gunicorn's configuration; the process is killed."""
    command = [sys.executable, "-c", CONFIGURED]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield Path(process.stdout.readline().strip())
        finally:
            process.kill()


def test_the_next_start_removes_what_a_killed_server_counted_in() -> None:
    with configured() as killed:
        assert killed.is_dir()
    with configured() as next_one:
        assert not killed.exists()
    shutil.rmtree(next_one, ignore_errors=True)


def test_a_living_server_keeps_its_counters_when_another_starts() -> None:
    with configured() as first, configured() as second:
        assert first.is_dir()
        assert second.is_dir()
    shutil.rmtree(first, ignore_errors=True)
    shutil.rmtree(second, ignore_errors=True)


def test_only_folders_of_counters_are_removed(tmp_path: Path) -> None:
    kept = tmp_path / "arbiter-notes"
    kept.mkdir()
    (tmp_path / "arbiter-counters-file").touch()
    (tmp_path / "arbiter-counters-link").symlink_to(kept, target_is_directory=True)
    left = tmp_path / "arbiter-counters-left"
    left.mkdir()
    (left / "counter_1.db").touch()
    made = make_folder(tmp_path)
    assert made.is_dir()
    assert kept.is_dir()
    assert not left.exists()
