"""How an organiser is asked: menus that take numbers, names and their beginnings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.command.texts import Texts, folded

Reader = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Interview:
    """Asks whoever sits at the terminal; without one the usual choice is made."""

    read: Reader | None
    texts: Texts

    def pick(self, name: str, offered: Sequence[tuple[str, str]], usual: str = "") -> str:
        """One of the values on offer, by number or in words; Enter alone is the usual one."""
        if self.read is None or len(offered) == 1:
            return usual
        values = [value for value, _ in offered]
        rows = [f"  {n} {text}" for n, (_, text) in enumerate(offered, 1)]
        number = f" [{values.index(usual) + 1}]" if usual else ""
        prompt = "\n".join([self.texts(name), *rows, f"1-{len(rows)}{number}: "])
        while True:
            answer = self.read(prompt).strip()
            if usual and not answer:
                return usual
            if answer.isdecimal() and 1 <= int(answer[:9]) <= len(values):
                return values[int(answer) - 1]
            if meant := _meant(answer, offered):
                return meant

    def number(self, name: str, usual: int, most: int) -> int:
        """A number; Enter alone is the usual one."""
        while self.read is not None:
            answer = self.read(f"{self.texts(name)} (1-{most}) [{usual}]: ").strip() or str(usual)
            if answer.isdecimal() and 1 <= int(answer[:9]) <= most:
                return int(answer)
        return usual


def _meant(answer: str, offered: Sequence[tuple[str, str]]) -> str:
    """The one value that is called so or begins so; nothing where several do, or none."""
    said = folded(answer)
    names = {value: (folded(value), folded(text)) for value, text in offered}
    called = [value for value, known in names.items() if said in known]
    begins = [value for value, known in names.items() if any(n.startswith(said) for n in known)]
    meant = called or (begins if said else [])
    return meant[0] if len(meant) == 1 else ""


def after(line: str, read: Reader | None) -> Reader | None:
    """Says a line before the first question: what was understood so far."""
    if read is None:
        return None
    unsaid, ask = [f"{line}\n"], read

    def reading(prompt: str) -> str:
        lead = unsaid.pop() if unsaid else ""
        return ask(lead + prompt)

    return reading
