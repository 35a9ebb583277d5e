"""Completion scripts for bash, zsh and fish, from a list of subcommands and their options."""

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a shell sees it: its name, what it is for, what may follow it."""

    name: str
    help: str
    values: tuple[str, ...]
    takes_value: bool


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command as a shell sees it; `words` complete what is not an option."""

    name: str
    help: str
    options: tuple[Option, ...]
    words: tuple[str, ...]


def bash(commands: Sequence[Subcommand]) -> str:
    """A function for bash; what it does not know is completed as a file name."""
    cases = [
        line
        for command in commands
        for line in (
            *(
                f"        {command.name}:{option.name}) words={_listed(option.values)} ;;"
                for option in command.options
                if option.takes_value
            ),
            f"        {command.name}:*) words={_listed(_offered(command))} ;;",
        )
    ]
    names = _listed(command.name for command in commands)
    return "\n".join(
        (
            "_arbiter() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} words=",
            "    case ${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]} in",
            *cases,
            "    esac",
            f"    [ $COMP_CWORD -eq 1 ] && words={names}",
            '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
            "}",
            "complete -o default -F _arbiter arbiter",
        )
    )


def zsh(commands: Sequence[Subcommand]) -> str:
    """A function for zsh, for `source` or for a file called _arbiter."""
    described = " ".join(shlex.quote(f"{c.name}:{c.help}") for c in commands)
    cases = [
        line
        for command in commands
        for line in (
            *(
                f"        {command.name}:{option.name}) _zsh_arbiter_values {_spaced(option)} ;;"
                for option in command.options
                if option.takes_value
            ),
            f"        {command.name}:*) compadd -- {' '.join(_offered(command))}; _files ;;",
        )
    ]
    return "\n".join(
        (
            "#compdef arbiter",
            "_zsh_arbiter_values() { if (( $# )); then compadd -- $@; else _files; fi }",
            "_arbiter() {",
            "    if (( CURRENT == 2 )); then",
            f"        local -a commands=({described})",
            "        _describe command commands",
            "        return",
            "    fi",
            "    case ${words[2]}:${words[CURRENT-1]} in",
            *cases,
            "    esac",
            "}",
            "compdef _arbiter arbiter",
        )
    )


def fish(commands: Sequence[Subcommand]) -> str:
    """Declarations for fish."""
    lines = []
    for command in commands:
        lines.append(
            f"complete -c arbiter -n __fish_use_subcommand -f -a {command.name}"
            f" -d {shlex.quote(command.help)}"
        )
        here = f"complete -c arbiter -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            lines.append(f"{here} -a {_listed(command.words)}")
        for option in command.options:
            wanted = f" -x -a {_listed(option.values)}" if option.values else " -r"
            name = option.name.removeprefix("--")
            text = shlex.quote(option.help)
            lines.append(f"{here} -l {name}{wanted if option.takes_value else ''} -d {text}")
    return "\n".join(lines)


SHELLS: dict[str, Callable[[Sequence[Subcommand]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def _offered(command: Subcommand) -> list[str]:
    return [*command.words, *(option.name for option in command.options)]


def _listed(words: Iterable[str]) -> str:
    return shlex.quote(" ".join(words))


def _spaced(option: Option) -> str:
    return " ".join(option.values)
