"""The scripts of the pages that need no browser: node's own runner tests them."""

from pathlib import Path

from tests.support.processes import ended
from tests.support.tools import tool

SCRIPTS = Path(__file__).parent / "scripts"


def test_the_scripts_that_need_no_page() -> None:
    node = tool("node", "nodejs")
    files = sorted(str(path) for path in SCRIPTS.glob("*.test.js"))
    assert files
    run = ended([node, "--test", *files])
    assert run.returncode == 0, run.stdout + run.stderr
