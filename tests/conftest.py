"""What holds for every test.

Examples are made up the same way in every run; `--hypothesis-profile=search` looks for new ones.
"""

import os
import tempfile

from hypothesis import settings

# Spreadsheets are read as where nobody installed lxml, which some tools bring along.
os.environ["OPENPYXL_LXML"] = "False"
# Whatever lexicons the machine has put in force, the tests judge with their own.
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="arbiter-tests-")

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=1000, deadline=None)
settings.load_profile("steady")
