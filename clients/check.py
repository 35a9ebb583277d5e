"""`make clients-check`: clients that others' programs make of the contract work, and play a game.

    python clients/check.py [openapi-python-client] [openapi-generator] [java] [dart] …

Each program makes a client; it is imported or compiled whole, then asks a service of its own for a
score, a verdict, the recount of a whole game and its end, a round, and is refused in several ways.
Dart is on neither PyPI nor npm, so its client is only read, by a parser of Dart.
"""

import importlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from tests.support.serving import serve  # noqa: E402  # found by the line above
from tests.support.small_lexicons import small_lexicons  # noqa: E402  # found by the line above

CONTRACT = ROOT / "openapi.yaml"
PLAYERS = [{"id": name, "name": name.title()} for name in ("ada", "bo", "cy", "di")]
ROUND = {"players": PLAYERS, "round": 1, "rounds": 5}
RULES = "fisc-2023"
GAME = json.loads((ROOT / "docs/demo/game.json").read_text(encoding="utf-8"))
ABSENT = {"scores": [0, 0], "racks": ["", ""], "ended_by": "absence", "player": [0, 1]}
SCHEDULE = {"players": ["ada", "bo", "cy", "di"], "rounds": 3, "system": "round_robin"}
ASKED: tuple[tuple[str, str, str, dict[str, Any], tuple[str, Any]], ...] = (
    ("judge", "score", "ScoreRequest", {"before": [], "play": "8F MICIO"}, ("score", 14)),
    ("judge", "challenge", "Words", {"words": ["casa"]}, ("valid", True)),
    ("game", "replay", "Game", GAME, ("over", True)),
    ("game", "settle", "Finish", {**ABSENT, "excused": [True, False]}, ("result", "both_lose")),
    ("tournament", "pairings", "PairingsRequest", ROUND, ("round", 1)),
    ("tournament", "schedule", "ScheduleRequest", SCHEDULE, ("code", "too_few_rounds")),
    (
        "judge",
        "score",
        "ScoreRequest",
        {"before": [], "play": "8A CA"},
        ("code", "centre_not_covered"),
    ),
    ("judge", "challenge", "Words", {"words": ["ca1sa"]}, ("code", "not_a_word")),
)
Call = Callable[[str, str, str, dict[str, Any]], Any]
TYPED = """import type { components } from "./contract";
type Schemas = components["schemas"];
export const asked: Schemas["ScoreRequest"] = { before: [], play: "8F MICIO" };
export const code: Schemas["Code"] = "not_a_word";
export const retracted: Schemas["ChallengeEvent"] = { type: "challenge", retracted: true };
"""


def run(*command: str, folder: Path, given: str = "") -> str:
    """What a program prints; if it fails, that is the end."""
    done = subprocess.run(command, cwd=folder, input=given, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout


def by_python_client(folder: Path, url: str) -> Call:
    """The client of openapi-python-client."""
    made = ("--output-path", str(folder / "made_one"), "--meta", "none")
    run(*tool("openapi-python-client"), "generate", "--path", str(CONTRACT), *made, folder=folder)
    package = whole("made_one")

    def call(room: str, name: str, schema: str, body: dict[str, Any]) -> Any:
        operation = importlib.import_module(f"made_one.api.{room}.{name}")
        asked = getattr(package.models, schema).from_dict(body)
        return operation.sync(RULES, client=package.Client(url), body=asked).to_dict()

    return call


def by_generator(folder: Path, url: str) -> Call:
    """The client of openapi-generator, for Python."""
    options = ("-g", "python", "-o", str(folder), "--package-name", "made_two")
    run(*tool("openapi-generator-cli"), "generate", "-i", str(CONTRACT), *options, folder=folder)
    package = whole("made_two")

    def call(room: str, name: str, schema: str, body: dict[str, Any]) -> Any:
        api = getattr(package, f"{room.title()}Api")(package.ApiClient(package.Configuration(url)))
        asked = getattr(package, schema).from_dict(body)
        try:
            return getattr(api, name)(RULES, asked).to_dict()
        except package.ApiException as refused:
            return refused.data.to_dict()

    return call


def by_java(folder: Path, url: str) -> Call:
    """The client of openapi-generator for Java, compiled with what the generator itself brings."""
    jar = str(
        next(Path(importlib.import_module("openapi_generator_cli").__path__[0]).glob("*.jar"))
    )
    kind = ("-g", "java", "--library", "native", "--generate-alias-as-model", "-o", str(folder))
    plain = "openApiNullable=false,containerDefaultToNull=true"
    made = ("java", "-jar", jar, "generate", "-i", str(CONTRACT), "--additional-properties", plain)
    run(*made, *kind, folder=folder)
    folders = (folder / "src/main", ROOT / "clients/java")
    sources = [str(path) for place in folders for path in place.rglob("*.java")]
    run("javac", "-cp", jar, "-d", "classes", *sources, folder=folder)

    def call(room: str, name: str, schema: str, body: dict[str, Any]) -> Any:
        asked = ("java", "-cp", f"{folder}/classes:{jar}", "Asked", url, room.title(), name, schema)
        return json.loads(run(*asked, RULES, folder=folder, given=json.dumps(body)))

    return call


def by_dart(folder: Path, _url: str) -> None:
    """The client of openapi-generator for Dart, read whole by a parser."""
    made = ("-g", "dart-dio", "-o", "dart", "-i", str(CONTRACT))
    run(*tool("openapi-generator-cli"), "generate", *made, folder=folder)
    dart = importlib.import_module("tree_sitter_dart").language()
    reading = importlib.import_module("tree_sitter")
    parser = reading.Parser(reading.Language(dart))
    for path in (folder / "dart").rglob("*.dart"):
        if parser.parse(path.read_bytes()).root_node.has_error:
            sys.exit(f"{path.name} is no Dart")


def by_typescript(folder: Path, _url: str) -> None:
    """The types of openapi-typescript, compiled as strictly as our pages."""
    program = ("npx", "--yes", "openapi-typescript@7.13.0", str(CONTRACT), "-o", "contract.d.ts")
    run(*program, folder=folder)
    (folder / "asked.ts").write_text(TYPED, encoding="utf-8")
    compiler = str(ROOT / "node_modules/.bin/tsc")
    run(compiler, "--strict", "--noEmit", "--skipLibCheck", "false", "asked.ts", folder=folder)


def tool(name: str) -> tuple[str, ...]:
    """A program beside this Python."""
    return (str(Path(sys.executable).with_name(name)),)


def whole(name: str) -> Any:
    """A package, once each of its modules can be imported."""
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        importlib.import_module(module.name)
    return package


def main(chosen: list[str]) -> None:
    """Make each client and ask by it."""
    makers = {
        "openapi-python-client": by_python_client,
        "openapi-generator": by_generator,
        "java": by_java,
        "dart": by_dart,
        "openapi-typescript": by_typescript,
    }
    with TemporaryDirectory(prefix="arbiter-") as name:
        folder = Path(name)
        sys.path[:0] = [name]
        lexicons = str(small_lexicons(folder / "lexicons"))
        with serve(folder / "log", LEXICONS_PATH=lexicons, RATE_LIMIT="off") as server:
            for maker in chosen or makers:
                call = makers[maker](folder, server.url)
                for *asked, (name, wanted) in ASKED if call else ():
                    answer = call(*asked)
                    if answer[name] != wanted:
                        sys.exit(f"{maker}: {asked} gave {answer}")
                print(f"{maker}: made, whole{', and answered' if call else ''}")


if __name__ == "__main__":
    main(sys.argv[1:])
