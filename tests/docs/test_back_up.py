"""The drill of the guide: a laptop is gone, and another goes on with its back-up."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.deploy.test_box import CASA, new_key
from tests.support.boxes import opened
from tests.support.processes import ROOT
from tests.support.small_lexicons import small_lexicons

PAGE = (ROOT / "docs/back-up-and-upgrade.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\ncd ~\n(.*?)```", PAGE, re.DOTALL)
LISTS = ".local/share/arbiter/lexicons"


def run(commands: str, home: Path) -> None:
    """Commands of the page, as somebody with this home types them."""
    subprocess.run(["bash", "-ec", commands], cwd=home, check=True, timeout=60)


def test_a_spare_laptop_goes_on_with_the_back_up(tmp_path: Path) -> None:
    backing_up, restoring = (re.sub(r"^arbiter .*$", "", block, flags=re.M) for block in BLOCKS)
    first, spare, key = tmp_path / "first", tmp_path / "spare", new_key()
    small_lexicons(first / LISTS)
    with opened(first / "box", first / LISTS, "--rules", "frs", "--tables", "2") as box:
        assert box.enrol(box.codes()["1"], key).status_code == 200
        waiting, port = box.codes()["2"], box.port
        run(backing_up, first)
    spare.mkdir()
    shutil.move(first / "arbiter-backup.tgz", spare)
    shutil.rmtree(first)
    run(restoring, spare)
    with opened(spare / "box", spare / LISTS, "--port", str(port)) as box:
        assert box.post("challenge", key, CASA) == 200
        assert box.enrol(waiting, new_key()).status_code == 200
