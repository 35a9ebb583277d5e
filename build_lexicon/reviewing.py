"""An evening with a federation: families of words that are asked about, and what its officers say.

A family is what a rule makes of one entry: its forms are right or wrong together. Asked first is
what is worth most: how probably a family is judged wrong (`lexicons/reviewed/doubts.toml`), times
how often its forms are played. Answers stand in a file that anybody can read, merge and publish:

    in <tab> timoneggiare <tab> timoneggia timoneggio … <tab> name <tab> 2026-11-18 <tab> why

`in` and `out` decide the words that the line names, `unknown` decides nothing. The last line of a
file about a word counts; two files that differ about one are refused, until somebody asks again.
"""

import re
import tomllib
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from math import prod
from pathlib import Path
from typing import NamedTuple

from build_lexicon.building import Evidence, by_basis, ensure_index, read_index
from build_lexicon.errors import BuildError
from build_lexicon.library import Built, manifest, publish_lexicon, recipes, written_trie
from build_lexicon.readers.lists import read_lines, read_words
from build_lexicon.recipe import Layer, Recipe, sendable, sha256_of
from build_lexicon.words import SHORT, Kit

# Of a hundred words that are formed in a game, how many have so many tiles.
PLAYED = {2: 36, 3: 21, 4: 16, 5: 12, 6: 6, 7: 5, 8: 3}
COST = 2  # A word that is refused costs a turn; one that should be, only where it is challenged.
SHOWN = 8  # forms of a family
KEY = {"y": "in", "n": "out", "e": "in", "o": "in", "u": "unknown"}
KEYS = """y these are words, n they are not, u unknown, b back, q stop (and go on later)
e WORD … words except these, o WORD … only these, e alone shows all"""
HEAD = "in, out or unknown <tab> family <tab> words <tab> name <tab> date <tab> why"
UNSIGNED = "answers are signed: say --name, and who you are"
VERDICTS = ("in", "out", "unknown")
Doubts = Mapping[str, Mapping[str, int]]
"""For each rule with its packages how often it is wrong: in general (""), and for entries that
begin ("re-") or end ("-on") in a certain way.
"""


@dataclass(slots=True)
class Question:
    """A family: its entry, its forms (the shortest first), whether they are in now, and what an
    answer is worth.
    """

    family: str
    stands: bool
    words: list[str] = field(default_factory=list)
    worth: float = 0  # of a hundred thousand words formed in games, how many it may put right

    def told(self) -> str:
        """The question in one line."""
        shown = self.words[:SHOWN]
        more = f" … ({len(self.words)} in all)" if len(self.words) > SHOWN else ""
        now = "in" if self.stands else "out"
        return f"{self.family}: {', '.join(shown)}{more}; now {now}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one officer says of some words of a family."""

    verdict: str
    family: str
    words: tuple[str, ...]
    name: str
    day: str
    why: str

    def __str__(self) -> str:
        """A line of a file of decisions."""
        words = " ".join(self.words)
        return "\t".join((self.verdict, self.family, words, self.name, self.day, self.why))


def read_answers(path: Path) -> list[Answer]:
    """The answers of a file, which may not be there yet; lines without a verdict say nothing."""
    if not path.exists():
        return []
    answers = []
    for number, line in enumerate(read_lines(path), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        cells[0] = cells[0].casefold()  # A spreadsheet likes to begin with a capital.
        if not cells[0] or line.startswith("#"):
            continue
        if len(cells) != 6 or cells[0] not in VERDICTS or not cells[2]:
            raise BuildError(
                f"{path}:{number}: expected in, out or unknown, family, words, name, date, why, "
                f"with tabs between them: {line!r}"
            )
        verdict, family, words, name, day, why = cells
        if day and not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
            raise BuildError(f"{path}:{number}: write the date {day!r} as in 2026-11-18")
        answers.append(Answer(verdict, family, tuple(words.split()), name, day, why))
    return answers


def add_answers(path: Path, answers: Iterable[Answer]) -> None:
    """Put answers at the end of a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{answer}\n" for answer in answers)
    except OSError as error:
        raise BuildError(f"cannot write {path}: {error.strerror}") from None


def decided(answers: Iterable[Answer], kit: Kit) -> dict[str, Answer]:
    """The last answer that decides each key."""
    found = {}
    for answer in answers:
        for word in answer.words if answer.verdict != "unknown" else ():
            key = kit.key_or_none(word)
            if key is None:
                raise BuildError(f"{word!r} of {answer.family} cannot be laid")
            found[key] = answer
    return found


def disagreements(files: Sequence[Iterable[Answer]], kit: Kit) -> dict[str, list[Answer]]:
    """The families about which files differ, each with what they say."""
    by_key: defaultdict[str, list[Answer]] = defaultdict(list)
    for answers in files:
        for key, answer in decided(answers, kit).items():
            by_key[key].append(answer)
    return {
        said[0].family: said
        for said in by_key.values()
        if len({answer.verdict for answer in said}) > 1
    }


def questions(recipe: Recipe, built: Built, folder: Path) -> list[Question]:
    """Every family that may be judged wrong, what is worth most first."""
    doubts = read_doubts(recipe)
    ensure_index(recipe, built.kit, folder)
    families: dict[tuple[str, bool], Question] = {}
    lengths = built.manifest["lengths"]
    for key, evidence in read_index(recipe, folder):
        if len(key) <= SHORT or not (found := _doubt(evidence, recipe, doubts)):
            continue
        family, wrong = found
        stands = key in built.trie
        question = families.setdefault((family, stands), Question(family, stands))
        question.words.append(built.kit.spell(key).lower())
        played = 1000 * PLAYED.get(len(key), 1) / lengths.get(str(len(key)), 1)
        question.worth += wrong * played * (1 if stands else COST)
    for question in families.values():
        question.words.sort(key=lambda word: (len(word), word))
    return sorted(families.values(), key=lambda question: (-question.worth, question.family))


def read_doubts(recipe: Recipe) -> dict[str, Doubts]:
    """How often the rules of a language are wrong where they hold a word, and where they refuse."""
    path = recipe.folder / "reviewed" / "doubts.toml"
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")).get(recipe.language, {})
    except (OSError, ValueError) as error:
        raise BuildError(f"{path}: {error}") from None
    found: dict[str, Doubts] = {}
    for kind in ("held", "refused"):
        by_rule: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for name, percent in table.get(kind, {}).items():
            rule, _, affix = name.partition(", ")
            by_rule[rule][affix] = percent
        found[kind] = by_rule
    return found


def _doubt(
    evidence: Evidence, recipe: Recipe, doubts: Mapping[str, Doubts]
) -> tuple[str, float] | None:
    """The family of a key, and how probably it is judged wrong; nothing if nobody doubts it.

    What several rules admit is wrong only if all of them are.
    """
    base = [form for form in evidence.admitted if recipe.rules[form.rule].layer == Layer.BASE]
    if evidence.admitted and len(base) < len(evidence.admitted):
        return None
    forms, known = (base, doubts["held"]) if base else (evidence.excluded, doubts["refused"])
    entries = {
        name: own[0].origin.partition(" (")[0] for name, own in by_basis(forms, recipe).items()
    }
    found = [(_percent(known.get(name, {}), e) / 100, e) for name, e in entries.items()]
    if not found or not all(wrong for wrong, _ in found):
        return None
    if base:
        return min(found)[1], prod(wrong for wrong, _ in found)
    wrong, family = max(found)
    return family, wrong


def _percent(doubts: Mapping[str, int], entry: str) -> int:
    for affix, percent in doubts.items():
        if affix.endswith("-") and entry.startswith(affix[:-1]):
            return percent
        if affix.startswith("-") and entry.endswith(affix[1:]):
            return percent
    return doubts.get("", 0)


def contested(path: Path, built: Built) -> list[Question]:
    """A question for each word that a club brings, in its order."""
    asked = []
    for word in dict.fromkeys(read_words(path)):
        if key := built.kit.key_or_none(word):
            asked.append(Question(word.lower(), key in built.trie, [word.lower()], 1))
    if not asked:
        raise BuildError(f"{path}: no words that could be laid")
    return asked


def open_questions(asked: Iterable[Question], answers: Sequence[Answer]) -> Iterator[Question]:
    """The questions that a file does not answer yet."""
    done = {(answer.family, word) for answer in answers for word in answer.words}
    for question in asked:
        if any((question.family, word) not in done for word in question.words):
            yield question


def answers_to(
    question: Question, verdict: str, but: Sequence[str], by: tuple[str, str]
) -> list[Answer]:
    """An answer as lines: what it says of the family, and the opposite of the words excepted."""
    name, why = by
    today = date.today().isoformat()
    words = tuple(word for word in question.words if word not in but)
    made = [Answer(verdict, question.family, words, name, today, why)] if words else []
    if but:
        other = "out" if verdict == "in" else "in"
        made.append(Answer(other, question.family, tuple(but), name, today, why))
    return made


@dataclass(slots=True)
class Interview:
    """One officer's evening: the questions that wait, and which of them is asked now."""

    waiting: Sequence[Question]
    said: Mapping[str, Sequence[Answer]]  # what officers who differ say, by family
    path: Path
    by: tuple[str, str]  # name, and on what the answers rest
    at: int = 0

    @property
    def question(self) -> Question | None:
        """What is asked now, if anything is left."""
        return self.waiting[self.at] if self.at < len(self.waiting) else None

    @property
    def worth(self) -> float:
        """How much of what all questions are worth is answered, in percent."""
        worths = [question.worth for question in self.waiting]
        return 100 * sum(worths[: self.at]) / (sum(worths) or 1)

    def others(self) -> Sequence[Answer]:
        """What others say of the family that is asked about."""
        return self.said.get(self.question.family, ()) if self.question else ()

    def take(self, line: str) -> None:
        """A key, after `e` and `o` with words; the answer is kept at once."""
        key, *named = line.split() or [""]
        if key == "b":
            self.at = max(0, self.at - 1)
            return
        if key not in KEY or (key in ("e", "o")) != bool(named) or self.question is None:
            raise BuildError(KEYS)
        words = self.question.words
        if unknown := [word for word in named if word not in words]:
            raise BuildError(f"{', '.join(unknown)}: no form of {self.question.family}")
        but = named if key != "o" else [word for word in words if word not in named]
        add_answers(self.path, answers_to(self.question, KEY[key], but, self.by))
        self.at += 1


def interview(given: Namespace, built: Built, recipes_folder: Path) -> Interview:
    """The evening that the options describe: families on which officers differ come first."""
    path = Path(given.to)
    answers = read_answers(path)
    if given.words is not None:
        asked = contested(Path(given.words), built)
    else:
        (recipe,) = recipes(recipes_folder, [given.lexicon])
        asked = questions(recipe, built, given.index)
    files = [answers, *(read_answers(Path(each)) for each in given.beside)]
    said = disagreements(files, built.kit)
    first = [question for question in asked if question.family in said]
    rest = [q for q in open_questions(asked, answers) if q.family not in said]
    return Interview([*first, *rest], said, path, (given.name, given.why))


def apply(filled: Path, path: Path, by: tuple[str, str], kit: Kit) -> int:
    """Take the questions that somebody filled in, signed where they are not; how many they are."""
    if not filled.is_file():
        raise BuildError(f"there is no file {filled}")
    today = date.today().isoformat()
    name, why = by
    answers = [
        replace(said, name=said.name or name, day=said.day or today, why=said.why or why)
        for said in read_answers(filled)
    ]
    if not all(answer.name for answer in answers):
        raise BuildError(UNSIGNED)
    decided(answers, kit)
    add_answers(path, answers)
    return len(answers)


def sheet_of(evening: Interview, number: int) -> Iterator[str]:
    """So many questions, to be filled in."""
    name, why = evening.by
    yield f"# {HEAD}"
    for question in evening.waiting[:number]:
        yield f"\t{question.family}\t{' '.join(question.words)}\t{name}\t\t{why}"


def ask(evening: Interview, say: Callable[[str], None]) -> None:
    """Ask one question after the other in a terminal."""
    say(KEYS)
    while evening.question is not None:
        for answer in evening.others():
            say(f"  {answer.name or 'somebody'} says {answer.verdict}: {answer.why}")
        say(f"{evening.at + 1}. {evening.question.told()}")
        before = evening.at
        try:
            line = input("> ").strip()
        except EOFError:
            return
        if line == "q":
            return
        if line == "e":
            say(", ".join(evening.question.words))
            continue
        try:
            evening.take(line)
        except BuildError as error:
            say(str(error))
        if evening.at > before:
            say(f"   {evening.at} answered, {evening.worth:.1f} % of what all questions are worth")


class Made(NamedTuple):
    """A lexicon with decisions, and how many words they added and took away."""

    id: str
    added: int
    gone: int


def build_with(base: Built, paths: Sequence[Path], tag: str, folder: Path) -> Made:
    """A lexicon of its own from a built one and decisions."""
    said = _agreed(paths, base.kit)
    put_in = {key for key, answer in said.items() if answer.verdict == "in"}
    before = set(base.trie)
    after = (before | put_in) - (said.keys() - put_in)
    made = Made(f"{base.id}+{tag}", len(after - before), len(before - after))
    old = base.manifest
    identity = {name: old[name] for name in ("language", "alphabet", "tiles")}
    identity |= {"version": f"{old['version']}+{tag}", "name": f"{old['name']} + {tag}"}
    sendable("id", made.id)
    sendable("version", str(identity["version"]))
    layers = {**old["layers"], "decided in": made.added, "decided out": made.gone}
    sources = [*old["sources"], *_decision_rows(said, paths, tag)]
    place = folder / f"{made.id}.marisa"
    with written_trie(sorted(after), place) as trie:
        content = manifest(
            identity | {"official": False}, layers=layers, sources=sources, trie=trie
        )
        latest = max(answer.day for answer in said.values()) or old["built"]
        publish_lexicon(content | {"recipe": old["recipe"], "built": latest}, trie, place)
    return made


def _agreed(paths: Sequence[Path], kit: Kit) -> dict[str, Answer]:
    """What files decide together; they must be there, decide something, and agree."""
    if missing := [str(path) for path in paths if not path.is_file()]:
        raise BuildError(f"there is no file {', '.join(missing)}")
    files = [read_answers(path) for path in paths]
    if differ := disagreements(files, kit):
        raise BuildError(
            f"the files differ about {len(differ)} families, the first is {min(differ)}: ask again "
            "with arbiter lexicon review --beside"
        )
    said = decided((answer for answers in files for answer in answers), kit)
    if not said:
        raise BuildError("the files decide no word")
    return said


def _decision_rows(
    said: Mapping[str, Answer], paths: Sequence[Path], tag: str
) -> Iterator[dict[str, object]]:
    names = ", ".join(sorted({answer.name for answer in said.values() if answer.name}))
    about: dict[str, object] = {"name": f"Decisions of {names or 'officers'}", "version": tag}
    for path in paths:
        yield about | {"licence": "MIT", "sha256": sha256_of(path)}
