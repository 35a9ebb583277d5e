"""`make site`: the guides and the pages made from the data, as a folder of static files.

python -m docs.making site

The pages are laid out as the checkout is, so that a link from one to another leads to the same
place in both. MkDocs makes them HTML, with a search; nothing is loaded from elsewhere.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from docs.making.app import guides, write_app
from docs.making.editions import compare
from docs.making.handbook import print_handbook
from service.contract import contract, render
from service.rulebook import load_rulebook
from tests.regulations import coverage

ROOT = Path(__file__).parents[2]
SKIPPED = {".venv", "node_modules", "site", "build", "tests", "box"}
MARK = "service/web/icon.svg"
STYLE = "docs/making/site.css"
BESIDE = {".png", ".svg", ".yaml", ".toml", ".py", ".mjs", ".sh"}
CLIENT = ROOT / "clients/python/src"
SHOWN = {
    "heading_level": 2,
    "show_root_heading": True,
    "show_if_no_docstring": True,
    "show_signature_annotations": True,
    "separate_signature": True,
    "show_labels": False,
    "show_source": False,
    "filters": ["!^_"],
    "members_order": "source",
}
REFERENCE = """# The Python client, method by method

Made from the docstrings. [From Python](api-python.md) shows the client at work.

::: arbiter_client.client.Client
"""
SETTINGS = {
    "site_name": "Arbiter",
    "theme": {
        "name": "material",
        "font": False,
        "logo": MARK,
        "favicon": MARK,
        "palette": {"primary": "custom"},
    },
    "extra_css": [STYLE],
    "plugins": [
        {"search": {"lang": ["en", "it", "ro"]}},
        {"mkdocstrings": {"handlers": {"python": {"paths": [str(CLIENT)], "options": SHOWN}}}},
    ],
    "markdown_extensions": ["tables", "fenced_code", "sane_lists", "md_in_html"],
    "validation": {"links": {"not_found": "ignore", "unrecognized_links": "ignore"}},
}

_DRAWN = re.compile(r'<div class="screens".*?\n</div>|<div class="figure".*?</div>', re.DOTALL)
"""Pictures of a guide that only the service's own style draws."""
_DOORS = (
    "**[Open Arbiter in this browser](app/)**, without a service · [the contract](contract.html)"
    " · guides of the hall: {guides}"
)


def made() -> Iterator[tuple[str, str]]:
    """Every page that is made: where it lies, and its text."""
    rulebook = load_rulebook()
    yield "docs/editions.md", compare(rulebook.editions)
    for name, handbook in rulebook.handbooks.items():
        yield f"docs/handbook-{name}.md", print_handbook(handbook, rulebook.editions[name])
    yield "docs/coverage.md", coverage.page()
    types = (path.stem for path in sorted((CLIENT / "arbiter_client").glob("[!_]*.py")))
    parts = (f"::: arbiter_client.{name}" for name in types if name != "client")
    yield "docs/python-reference.md", "\n".join([REFERENCE, *parts, ""])
    for code, page in guides():
        title, text = re.findall("<h1>(.*?)</h1>(.*)</main>", page, re.DOTALL)[0]
        text = _DRAWN.sub("", text)
        text = text.replace('"/arbiter', '"../../app/')
        yield f"docs/guide-{code}.md", f"# {title}\n{text}"


def written() -> Iterator[Path]:
    """Every page that is written by hand, from the root of the checkout."""
    for path in sorted(ROOT.rglob("*.md")):
        inside = path.relative_to(ROOT)
        if not SKIPPED & set(inside.parts):
            yield inside


def lay_out(folder: Path) -> None:
    """All pages in one folder, with what they show."""
    beside = (path for path in (ROOT / "docs").rglob("*") if path.suffix in BESIDE)
    for inside in (
        *written(),
        Path(MARK),
        Path(STYLE),
        *(path.relative_to(ROOT) for path in beside),
    ):
        (folder / inside).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / inside, folder / inside)
    for name, text in made():
        (folder / name).write_text(text, encoding="utf-8")
    front = folder / "README.md"
    title, rest = front.read_text(encoding="utf-8").split("\n", 1)
    doors = _DOORS.format(
        guides=", ".join(f"[{code}](docs/guide-{code}.md)" for code, _ in guides())
    )
    front.write_text(f"{title}\n\n{doors}\n{rest}", encoding="utf-8")


def add_contract(site: Path) -> None:
    """The contract as the service shows it, but for the buttons that ask the service."""
    page = render(contract()).replace("<script type='module' src='/web/js/docs.js'></script>", "")
    (site / "contract.html").write_text(page.replace("'/", "'"), encoding="utf-8")
    shutil.copyfile(ROOT / "openapi.yaml", site / "openapi.yaml")
    for name in ("css/base.css", "css/docs.css", "icon.svg"):
        (site / "web" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / "service/web" / name, site / "web" / name)


def main(site: Path) -> int:
    """Make the site; what MkDocs prints is printed when it fails."""
    with TemporaryDirectory(prefix="arbiter-") as name:
        pages = Path(name) / "pages"
        lay_out(pages)
        settings = Path(name) / "mkdocs.yml"
        places = {"docs_dir": str(pages), "site_dir": str(site.resolve())}
        settings.write_text(yaml.safe_dump({**SETTINGS, **places}), encoding="utf-8")
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(settings)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr or done.stdout, file=sys.stderr)
        return 1
    add_contract(site)
    write_app(site / "app")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
