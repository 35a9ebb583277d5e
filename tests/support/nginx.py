"""nginx with the configuration that we ship, the addresses of this machine in it."""

import os
from collections.abc import Sequence
from pathlib import Path

from tests.support.processes import HOST, ROOT


def write_nginx(folder: Path, port: int, instances: Sequence[str]) -> Path:
    """Write the configuration for two instances at these addresses."""
    one, two = instances
    places = {
        "nginx.conf": {"listen 8080;": f"listen {HOST}:{port};", "/tmp/nginx": f"{folder}/nginx"},
        "upstream.conf": {"one:8000": one, "two:8000": two},
    }
    for name, pairs in places.items():
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        for ours, theirs in pairs.items():
            if ours not in text:
                raise RuntimeError(f"{ours!r} is not in the configuration any more")
            text = text.replace(ours, theirs)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "nginx.conf"


def nginx_command(program: str, folder: Path) -> tuple[str, ...]:
    """The command that runs nginx with the configuration of a folder."""
    mode = "daemon off; user root;" if os.geteuid() == 0 else "daemon off;"
    return (program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", mode)
