"""What holds for every test.

Examples are made up the same way in every run; `--hypothesis-profile=search` looks for new ones.
"""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.small_lexicons import small_lexicons

# Spreadsheets are read as where nobody installed lxml, which some tools bring along.
os.environ["OPENPYXL_LXML"] = "False"
# Whatever lexicons the machine has put in force, the tests judge with their own.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="arbiter-tests-")

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=1000, deadline=None)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with lexicons of a few words, which no test changes."""
    return small_lexicons(tmp_path_factory.mktemp("lexicons"))
