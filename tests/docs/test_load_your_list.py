"""The guide for federations, followed from a zip file to a verdict."""

import re
import sys
import zipfile
from pathlib import Path

from tests.support.processes import ended
from tests.support.serving import environment
from tests.support.small_lexicons import small_lexicons

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/load-your-list.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
ARBITER = f'{sys.executable} -c "from service.terminal import main; raise SystemExit(main())"'


def follow(commands: str, folder: Path) -> str:
    """What the commands of a block print, in a folder with the federation's file."""
    done = ended(
        ["bash", "-ec", commands.replace(".venv/bin/arbiter", ARBITER)],
        cwd=folder,
        env=environment(
            LEXICONS_PATH=str(folder / "lexicons"),
            XDG_CONFIG_HOME=str(folder / "config"),
            PYTHONPATH=f"{ROOT}:{ROOT}/clients/python/src",
        ),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def put_list(folder: Path, *words: str) -> None:
    with zipfile.ZipFile(folder / "list.zip", "w") as archive:
        archive.writestr("leximots.txt", "\r\n".join(words))


def test_a_federation_goes_from_a_zip_file_to_a_verdict(tmp_path: Path) -> None:
    small_lexicons(tmp_path / "lexicons", {"ca": ["casa"], "it": ["casa"], "it-2008": ["casa"]})
    small_lexicons(tmp_path / "lexicons", {"ro": ["casă"]})
    loading, looking, importing, judging, comparing = COMMANDS
    assert loading == ".venv/bin/arbiter lexicon get ro-loc\n"
    put_list(tmp_path, "llenya", "casa")
    old = importing.replace("2026", "2025")
    assert "2 words" in follow(old, tmp_path)
    put_list(tmp_path, "LLENYA", "COL·LEGI", "PLAÇA")
    assert "nothing was written" in follow(looking, tmp_path)
    shown = follow(importing, tmp_path)
    assert "3 words + 0 spelled with the same tiles + 0 rejected + 0 repeated = 3 lines" in shown
    assert "in force  ca-leximots-2026" in shown
    judged = follow(judging, tmp_path)
    assert judged.splitlines()[-1] == "vàlida"
    assert "ca/leximots-2026" in judged
    assert follow(comparing, tmp_path).splitlines() == ["+ COL·LEGI", "+ PLAÇA", "- CASA"]
