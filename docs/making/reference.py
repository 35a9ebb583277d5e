"""The reference of the client, made from its docstrings."""

import ast
import inspect
from collections.abc import Iterator
from typing import Unpack, get_args, get_origin, get_type_hints

from arbiter_client import (
    Client,
    answers,
    catalogue,
    errors,
    handbook,
    questions,
    tournaments,
    transport,
)

_HEAD = """# The Python client, method by method

Made from the docstrings. [From Python](api-python.md) shows the client at work.
"""


def write_reference() -> str:
    """The whole page."""
    parts = [_HEAD, *_methods(), "## Answers\n", *_types(answers), *_types(handbook)]
    parts += [*_types(tournaments), *_types(catalogue)]
    parts += ["## Questions\n", *_types(questions), "## Patience\n", *_types(transport)]
    parts += ["## Errors\n", f"```\n{_tree()}\n```\n"]
    return "\n".join(parts)


def _methods() -> Iterator[str]:
    """Each public method with its signature, what it says, and its options."""
    for name, method in vars(Client).items():
        if name.startswith("_") or not inspect.isfunction(method):
            continue
        signature = inspect.signature(method)
        shown = [p for p in signature.parameters.values() if p.name != "self"]
        answer = _name(signature.return_annotation)
        listed = ", ".join(f"{p.name}" if p.kind is not p.VAR_KEYWORD else "…" for p in shown)
        yield f"### `{name}({listed})` → `{answer}`\n"
        yield f"{inspect.getdoc(method)}\n"
        for parameter in shown:
            annotation = parameter.annotation
            if get_origin(annotation) is Unpack:
                yield from _fields(get_args(annotation)[0])
            else:
                yield f"- `{parameter.name}`: `{_name(annotation)}`"
        yield ""


def _types(module: object) -> Iterator[str]:
    for name, kind in vars(module).items():
        if inspect.isclass(kind) and kind.__module__ == getattr(module, "__name__", ""):
            if name.startswith("_") or name == "Key":
                continue
            yield f"### `{name}`\n"
            yield f"{inspect.getdoc(kind)}\n"
            yield from _fields(kind)
            yield ""


def _fields(kind: type) -> Iterator[str]:
    """The fields of a type, each with the text that stands under it."""
    source = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(source, ast.ClassDef)
    texts: dict[str, str] = {}
    last = ""
    for node in source.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = node.target.id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and last:
            texts[last] = str(node.value.value)
    for name, hint in get_type_hints(kind).items():
        yield f"- `{name}`: `{_name(hint)}`" + (f". {texts[name]}" if name in texts else "")


def _name(hint: object) -> str:
    """A type as one would write it."""
    written = hint.__name__ if inspect.isclass(hint) and not get_args(hint) else str(hint)
    for prefix in ("arbiter_client.", "answers.", "catalogue.", "questions.", "typing."):
        written = written.replace(prefix, "")
    return written.replace("collections.abc.", "")


def _tree() -> str:
    """The tree of errors, as the module draws it."""
    return (inspect.getdoc(errors) or "").split("\n\n", 1)[1]
