"""The app of the site: the arbiter's page with the service itself in the tab, by Pyodide.

The page is the one that the service serves, with its addresses made relative; docs/app has what
carries its questions to Python instead of to a server. What Python loads is compiled by the Python
of the tab: its own library together with the packages that the service asks with, as they are
installed here, which it reads from one zip as it needs them; and what is read as files, which it
unpacks, the service with its rules and texts.
"""

import json
import re
import subprocess
import zipfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.metadata import Distribution, distribution
from pathlib import Path

from docs.app import tab
from service.http.pages import POLICY, WEB, language_codes
from service.places import recipes
from service.texts import PACKAGED

ROOT = Path(__file__).parents[2]
OWN = ROOT / "docs/app"
PYODIDE = ROOT / "node_modules/pyodide"
LIBRARY = "pyodide/python_stdlib.zip"
LOADED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
"""What Pyodide loads as it is, beside Python's library."""
PACKAGES = (
    *("blinker", "click", "et-xmlfile", "flask", "itsdangerous", "jinja2", "markupsafe"),
    *("marshmallow", "openpyxl", "platformdirs", "prometheus-client", "werkzeug", "xlsxwriter"),
)
UNPACKED = "babel"
"""The package that reads files beside its modules."""
NOT_ASKED = {"command", "serving"}
TEXTS = ("desk", "tournament", "readings")
FILES = (
    *("css/*.css", "js/*.js", "js/core/*", "js/desk/*", "js/director/*"),
    *("*.svg", "*.png", "pictures/*", "desk.webmanifest"),
)
CHANGED = {
    "index.html": {
        '"/web/': '"web/',
        '"/arbiter/help"': '"help/en.html"',
        'class="choose-key"': 'class="choose-key" hidden',
        'id="starting" hidden': 'id="starting"',
        '<meta name="robots" content="noindex">': (
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY.rpartition("; ")[0]}">'
        ),
        '<script type="module" src="web/js/arbiter.js">': (
            '<script type="module" src="carry.js"></script>\n'
            '<script type="module" src="web/js/arbiter.js">'
        ),
    },
    "board.html": {'"/web/': '"web/', ' src="/event/code.svg"': ""},
    "web/desk.webmanifest": {'"/arbiter"': '"../"'},
    "web/js/arbiter.js": {
        '"/service-worker.js", { scope: "/arbiter" }': '"service-worker.js"',
        "`/arbiter/help/${desk.settings.lang}`": "`help/${desk.settings.lang}.html`",
    },
    "web/js/director/tournament.js": {'"/arbiter/board"': '"board.html"'},
}
"""What stands otherwise in a file, because the app has no address of its own."""


def write_app(folder: Path) -> None:
    """Write the app into a folder, ready to be served from anywhere."""
    for name, content in _parts():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(_changed(name, content))
    _pack(folder / LIBRARY, _library(), PYODIDE / "python_stdlib.zip")
    _pack(folder / "service.zip", _service())
    _write_worker(folder)


def _pack(target: Path, files: Iterable[tuple[str, Path]], *sources: Path) -> None:
    """Pack files, and what other zips hold, compiled for the Python of the tab."""
    source = target.with_suffix(".source")
    with zipfile.ZipFile(source, "w") as packed:
        for name, path in files:
            packed.write(path, name)
    subprocess.run(["node", OWN / "compile.mjs", PYODIDE, target, source, *sources], check=True)
    source.unlink()


def _parts() -> Iterator[tuple[str, bytes]]:
    """The files of the app but for Python, each with its place."""
    client = tab.CLIENT
    pages = dict(guides())
    texts = [f"i18n/{part}/{code}.json" for part in TEXTS for code in pages]
    files = [path.relative_to(WEB).as_posix() for one in FILES for path in sorted(WEB.glob(one))]
    for name in ("i18n/index.json", *texts, *files):
        yield f"web/{name}", client.get(f"/web/{name}").data
    for code, page in pages.items():
        here = re.sub('"/web/[^/]+/', '"../web/', page).replace('"/arbiter', '"../')
        yield f"help/{code}.html", re.sub('"\\.\\.//help/(\\w+)"', r'"\1.html"', here).encode()
    yield "index.html", (WEB / "arbiter.html").read_bytes()
    yield "board.html", (WEB / "board.html").read_bytes()
    for name in ("boot.js", "carry.js", "worker.js"):
        yield name, (OWN / name).read_bytes()
    for name in LOADED:
        yield f"pyodide/{name}", (PYODIDE / name).read_bytes()
    yield "licences.txt", "\n".join(_licences()).encode()


def guides() -> Iterator[tuple[str, str]]:
    """The guide of each language by its code, as the service shows it."""
    with tab.APP.app_context():
        codes = language_codes()
    for code in codes:
        yield code, tab.CLIENT.get(f"/arbiter/help/{code}").text


def _changed(name: str, content: bytes) -> bytes:
    for old, new in CHANGED.get(name, {}).items():
        if old.encode() not in content:
            raise SystemExit(f"make site: {name} does not say {old} any more")
        content = content.replace(old.encode(), new.encode())
    return content


def _library() -> Iterator[tuple[str, Path]]:
    """The packages that are only imported, each module with its place."""
    for name in PACKAGES:
        yield from _modules(name)


def _modules(name: str) -> Iterator[tuple[str, Path]]:
    for file in distribution(name).files or ():
        if file.suffix == ".py":
            yield file.as_posix(), Path(str(file.locate()))


def _service() -> Iterator[tuple[str, Path]]:
    """What reads files or is read as one, each with its place."""
    for name in ("tab.py", "orjson.py"):
        yield name, OWN / name
    for path in sorted((OWN / "texts").glob("*.json")):
        yield f"texts/{path.name}", path
    for path in sorted((ROOT / "service").rglob("*")):
        shown = WEB in path.parents and PACKAGED not in path.parents and path.parent != WEB
        if path.is_file() and not shown and not {"__pycache__", *NOT_ASKED} & set(path.parts):
            yield path.relative_to(ROOT).as_posix(), path
    for path in sorted(recipes().glob("*.toml")):
        for own in (path, path.with_suffix(".json")):
            yield f"build_lexicon/recipes/{own.name}", own
    yield from _modules(UNPACKED)
    spoken = Path(str(distribution(UNPACKED).locate_file("babel")))
    for code in (*(path.stem for path in PACKAGED.glob("*.json")), "root"):
        yield f"babel/locale-data/{code}.dat", spoken / f"locale-data/{code}.dat"
    yield "babel/global.dat", spoken / "global.dat"


def _licences() -> Iterator[str]:
    """Whose work the app is, each with its licence in full where it brings one."""
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    yield f"Arbiter (MIT)\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}"
    yield f"Pyodide {version} (MPL-2.0), with Python (PSF-2.0); their source as it was compiled:"
    yield f"https://github.com/pyodide/pyodide/tree/{version}, https://www.mozilla.org/MPL/2.0/\n"
    for name in (UNPACKED, *PACKAGES):
        known = distribution(name)
        yield f"{name} {known.version} ({_licence(known)})\n"
        for file in known.files or ():
            if "LICEN" in file.name.upper() and ".dist-info" in file.parts[0]:
                yield file.read_text(encoding="utf-8")


def _licence(known: Distribution) -> str:
    told = known.metadata.json
    return str(told.get("license_expression") or told.get("license") or "see its licence")


def _write_worker(folder: Path) -> None:
    """The worker that keeps the app, told of all files and of a version by what they hold."""
    digest, names = sha256(), ["./"]
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
        names.append(path.relative_to(folder).as_posix())
    told = json.dumps({"version": digest.hexdigest()[:10], "files": names})
    worker = (OWN / "service-worker.js").read_text(encoding="utf-8")
    (folder / "service-worker.js").write_text(worker.replace('"FILES"', told), encoding="utf-8")
