"""The client needs requests and nothing else of ours."""

import subprocess
import sys

from tests.support.processes import ended

PROGRAM = """
import sys

ABSENT = {"flask", "marshmallow", "marisa_trie", "gunicorn", "prompt_toolkit"}

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ABSENT:
            raise ModuleNotFoundError(name, name=name)
        return None

sys.meta_path.insert(0, Refuse())
import arbiter_client
from service.terminal import main
from tests.support.processes import ended
assert not ABSENT & set(sys.modules)
sys.exit(main(sys.argv[1:]))
"""


def run_without_the_server(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-c", PROGRAM, *arguments)
    return ended(command)


def test_client_and_command_start_without_the_packages_of_the_server() -> None:
    done = run_without_the_server("--version")
    assert done.stderr == ""
    assert done.returncode == 0


def test_offline_without_its_packages_is_one_line() -> None:
    done = run_without_the_server("rules", "--offline")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "install arbiter anew" in done.stderr
