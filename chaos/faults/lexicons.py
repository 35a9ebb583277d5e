"""Lexicons that change: as they should, and as they should not."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

from chaos.fault import Fault, Scale
from chaos.grounds import Ground, Instance, behind_nginx, direct
from tests.support.processes import ROOT, free_port, kill, wait_until
from tests.support.serving import SERVER


def roll_out(ground: Ground, scale: Scale) -> Iterator[str]:
    """Put a new release in force, one instance after the other, then roll back."""
    for release in ("new", "old") * scale.times:
        ground.releases.put_in_force(release)
        wanted = f"sha256={ground.releases.sha256(release, 'ro')}"

        def is_in_force(instance: Instance, wanted: str = wanted) -> bool:
            body = b'{"words": ["casa"]}'
            asked = ground.post(instance.port, "/v1/frs/challenge", body, "device")
            return asked.lexicon.endswith(wanted)

        for instance in ground.instances:
            os.kill(instance.pid, signal.SIGHUP)
            if not wait_until(lambda instance=instance: is_in_force(instance), 15):  # type: ignore[misc]
                yield f"the {release} release did not come into force"
        sleep(scale.quiet / 2)


def truncate(folder: Path) -> None:
    """Cut the end off a lexicon."""
    path = folder / "ro.marisa"
    path.write_bytes(path.read_bytes()[:-64])


def swap(folder: Path) -> None:
    """Put one language's words under another's name."""
    shutil.copy(folder / "ca.marisa", folder / "ro.marisa")


def flip(folder: Path) -> None:
    """Change one bit in the middle."""
    path = folder / "ro.marisa"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


DAMAGES: tuple[Callable[[Path], None], ...] = (truncate, swap, flip)


def reload_damaged(ground: Ground, scale: Scale) -> Iterator[str]:
    """Put damaged releases in force: nobody may judge with them, and nobody may start with them."""
    instance = ground.instances[0]
    for number, damage in enumerate(DAMAGES, 1):
        bad = ground.releases.folder / damage.__name__
        shutil.copytree(ground.releases.folder / "new", bad)
        damage(bad)
        ground.releases.put_in_force(bad.name)
        os.kill(instance.pid, signal.SIGHUP)
        if not wait_until(lambda: instance.log.read_text().count("reload refused") >= number, 15):  # noqa: B023  # it is awaited here
            yield f"{damage.__name__}: a damaged lexicon was not refused"
        kill(instance.workers[0])
        if (fault := start_on(bad)) is not None:
            yield f"{damage.__name__}: {fault}"
        sleep(scale.quiet / 2)
    ground.releases.put_in_force("old")


def write_over(ground: Ground, scale: Scale) -> Iterator[str]:
    """Damage the files of the release in force, in place, under the running service."""
    folder = ground.releases.folder / "old"
    whole = {path: path.read_bytes() for path in folder.glob("*.marisa")}
    for damage in DAMAGES:
        damage(folder)
        sleep(scale.quiet / 2)
        kill(ground.instances[0].workers[0])
        sleep(scale.quiet / 2)
        for path, content in whole.items():
            path.write_bytes(content)
    yield from ()


def start_on(folder: Path) -> str | None:
    """What is wrong with how a service starts on this folder; it should refuse in one line."""
    environ = {"LEXICONS_PATH": str(folder), "PORT": str(free_port())}
    done = subprocess.run(
        SERVER, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=30, check=False
    )
    if done.returncode == 0 or "Traceback" in done.stderr or "its SHA-256 is" not in done.stderr:
        return f"the start ended with {done.returncode}: {done.stderr[-300:]}"
    return None


LEXICONS = (
    Fault("HUP with a new lexicon and back, nginx", behind_nginx, roll_out),
    Fault("HUP with a new lexicon and back, direct", direct, roll_out),
    Fault("HUP with a damaged lexicon", behind_nginx, reload_damaged),
    Fault("a lexicon is damaged in place", behind_nginx, write_over),
)
