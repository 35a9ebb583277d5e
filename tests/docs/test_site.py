"""The pages that are made from the data are whole, and lead somewhere."""

import posixpath
import re

import pytest

from docs.making.__main__ import made, written
from tests.data import RULEBOOK
from tests.support.processes import ROOT

PAGES = dict(made())


def test_each_edition_has_its_handbook_beside_the_others() -> None:
    assert {f"docs/handbook-{edition}.md" for edition in RULEBOOK.handbooks} <= set(PAGES)
    assert not set(PAGES) & {path.as_posix() for path in written()}


@pytest.mark.parametrize("name", PAGES)
def test_a_link_of_a_made_page_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+?)\)", PAGES[name]):
        there = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        assert there in PAGES or (ROOT / there).is_file(), target
