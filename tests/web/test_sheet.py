"""The box's sheet on paper: one page for the organiser, then six tables a page."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page

from service.command.box.plan import Plan
from service.command.box.sheet import Sheet, write_sheet
from service.devices import Place
from service.lexicon import open_lexicon
from service.texts import language_codes
from tests.support.small_lexicons import small_lexicons

TABLES = range(1, 13)
PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.mark.parametrize("lang", language_codes())
@pytest.mark.parametrize(
    ("rules", "procedure", "variant"),
    [("frs-2019", "device_at_table", "b"), ("figs-75min", "arbiter", "standard")],
)
def test_twelve_tables_are_three_pages(
    rules: str, procedure: str, variant: str, lang: str, page: Page, tmp_path: Path
) -> None:
    exits = {str(table): "12345678" for table in TABLES}
    plan = Plan(rules, lang, procedure, variant, "246802", exits, "http://192.168.100.200:8000")
    codes = [Place("K7QM2XJD", "arbiter", "arbiter", {})]
    for table in exits:
        chosen = {"table": table, "procedure": procedure}
        codes.append(Place("K7QM2XJD", "device", f"table {table}", chosen))
    lexicon = open_lexicon("ro", [small_lexicons(tmp_path)])
    sheet = Sheet(plan, lexicon, tuple(codes), datetime(2026, 11, 18, 9, 5, 30))
    page.set_content(write_sheet(sheet))
    assert len(PAGE.findall(page.pdf(prefer_css_page_size=True))) == 3
