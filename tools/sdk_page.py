"""Generates the reference page of the Python SDK from its signatures and docstrings."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from types import ModuleType
from typing import Any

import zeitnot_client
from zeitnot_client import (
    address,
    api,
    bot,
    challenges,
    client,
    clocks,
    exceptions,
    hooks,
    invitations,
    log,
    room,
    session,
    session_events,
    state,
    turn_clock,
)

_WIDTH = 88  # columns of a call
Def = ast.FunctionDef | ast.AsyncFunctionDef

_HEAD = """\
<!-- Generated from clients/zeitnot_client by `make docs`. -->

# The Python SDK

"""
_EXAMPLE = """\
This program prints all past and future moves of a game:

```python
import asyncio

from zeitnot_client import Client
from zeitnot_client import protocol as p
from zeitnot_client.session_events import EventReceived


async def main() -> None:
    async with Client("http://127.0.0.1:8080") as client:
        room = client.room("k3mZ9qTb")
        async for event in room:
            match event:
                case EventReceived(event=p.Moved(seat=seat, move=move)):
                    print(seat, move)
                case EventReceived(event=p.Finished(reason=reason)):
                    print(reason)
                    await room.close()


asyncio.run(main())
```"""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: its heading, the text below it, and the names that it describes."""

    heading: str
    text: str
    module: ModuleType
    names: tuple[str, ...]


SECTIONS = (
    Section("A bot in one call", "", bot, ("run_bot",)),
    Section("", "", hooks, ("Hooks",)),
    Section("", "", invitations, ("Decline",)),
    Section("", "", challenges, ("Challenge",)),
    Section("", "", log, ("show_log",)),
    Section("A client", "", client, ("Client",)),
    Section("HTTP: `client.http`", "", api, ("Api",)),
    Section("A room", _EXAMPLE, room, ("Room", "Turn")),
    Section(
        "What happens in a room",
        inspect.cleandoc(session_events.__doc__ or ""),
        session_events,
        tuple(kind.__name__ for kind in session_events.SessionEvent.__args__),
    ),
    Section("What is known of a room", "", state, ("RoomState",)),
    Section("Clocks and addresses", "", clocks, ("ClockReading",)),
    Section("", "", turn_clock, ("TurnClock",)),
    Section("", "", address, ("Address",)),
    Section(
        "A session without I/O", inspect.cleandoc(session.__doc__ or ""), session, ("Session",)
    ),
    Section(
        "Errors",
        inspect.cleandoc(exceptions.__doc__ or ""),
        exceptions,
        tuple(n for n, c in vars(exceptions).items() if isinstance(c, type)),
    ),
)


def render() -> str:
    """The full page."""
    lines = [_HEAD + inspect.cleandoc(zeitnot_client.__doc__ or ""), ""]
    for section in SECTIONS:
        if section.heading:
            lines += [f"## {section.heading}", ""]
        if section.text:
            lines += [section.text, ""]
        for name in section.names:
            lines += _described(section.module, name)
    return "\n".join(lines)


def members(module: ModuleType, name: str) -> Iterator[tuple[str, Def]]:
    """The public methods and properties of a class of this module, with their definitions."""
    node = _definition(module, name)
    for child in node.body if isinstance(node, ast.ClassDef) else ():
        is_setter = isinstance(child, Def) and any("setter" in d for d in _decorators(child))
        if isinstance(child, Def) and not is_setter and _is_shown(child):
            yield child.name, child


def _is_shown(node: Def) -> bool:
    return not node.name.startswith("_") or node.name == "__aiter__"


@cache
def _definition(module: ModuleType, name: str) -> Def | ast.ClassDef:
    """The syntax tree of a class or function, which has types and defaults as written."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, Def | ast.ClassDef) and node.name == name:
            return node
    raise AssertionError(f"{module.__name__} defines no {name}")


def _described(module: ModuleType, name: str) -> Iterator[str]:
    value, node = getattr(module, name), _definition(module, name)
    yield from (f"### `{name}`", "")
    yield from ("```python", _call(node), "```", "")
    yield from (inspect.cleandoc(value.__doc__ or ""), "")
    rows = [_member(value, *member) for member in members(module, name)]
    if rows:
        yield from (*rows, "")


def _call(node: Def | ast.ClassDef) -> str:
    """The call of a function or class, or a dataclass with its fields."""
    if isinstance(node, Def):
        return f"{_waiting(node)}{node.name}{_parameters(node)}"
    init = next((d for d in node.body if isinstance(d, Def) and d.name == "__init__"), None)
    if init is not None:
        return f"{node.name}{_parameters(init)}"
    fields = [_field(child) for child in node.body if isinstance(child, ast.AnnAssign)]
    head = f"class {node.name}({', '.join(map(ast.unparse, node.bases))})".removesuffix("()")
    return "\n".join([head, *(f"    {field}" for field in fields)])


def _field(node: ast.AnnAssign) -> str:
    """A field of a dataclass, without defaults that are calls."""
    text = f"{ast.unparse(node.target)}: {_text(node.annotation)}"
    is_made = node.value is None or isinstance(node.value, ast.Call | ast.Lambda)
    return text if is_made else f"{text} = {_text(node.value)}"


def _member(owner: type, name: str, node: Def) -> str:
    about = " ".join(inspect.cleandoc(_docstring(owner, name)).split())
    if "property" in _decorators(node):
        return f"- `{name}: {_text(node.returns)}`: {about}"
    if name == "__aiter__":
        return f"- `async for event in …`: {about}"
    return f"- `{_waiting(node)}{name}{_parameters(node, inf)}`: {about}"


def _docstring(owner: type, name: str) -> str:
    return getattr(owner, name).__doc__ or ""


def _waiting(node: Def) -> str:
    """The prefix of a call: `await`, or `async for` if it yields."""
    if not isinstance(node, ast.AsyncFunctionDef):
        return ""
    yields = any(isinstance(part, ast.Yield) for part in ast.walk(node))
    return "async for … in " if yields else "await "


def _parameters(node: Def, width: float = _WIDTH) -> str:
    """The parameters without `self`, on several lines if they are long, and the return type."""
    parts = list(_arguments(node.args))
    line = f"({', '.join(parts)})"
    if len(node.name) + len(line) > width:
        line = "(\n" + "".join(f"    {part},\n" for part in parts) + ")"
    returns = _text(node.returns) if node.name != "__init__" else ""
    return line if returns in ("", "None") else f"{line} -> {returns}"


def _arguments(arguments: ast.arguments) -> Iterator[str]:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    for argument, default in zip(positional, defaults, strict=True):
        if argument.arg != "self":
            yield _argument(argument, default)
    if arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _argument(argument, default)
    if arguments.kwarg:
        yield f"**{_argument(arguments.kwarg, None)}"


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    text = f"{argument.arg}: {_text(argument.annotation)}"
    return text if default is None else f"{text} = {_text(default)}"


def _text(node: ast.expr | None) -> str:
    """A type or a default. Quotes around forward references are removed."""
    return re.sub(r"'([A-Z]\w*)'", r"\1", ast.unparse(node)) if node else ""


def _decorators(node: Def) -> list[str]:
    return [ast.unparse(decorator) for decorator in node.decorator_list]


def objects() -> Iterator[tuple[str, Any]]:
    """Yields everything that the page describes, by name."""
    for section in SECTIONS:
        for name in section.names:
            value = getattr(section.module, name)
            yield name, value
            for member, _ in members(section.module, name):
                yield f"{name}.{member}", getattr(value, member)
