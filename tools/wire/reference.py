"""Generates the protocol's reference page: each message with its fields, docstring and sample."""

import inspect
import json
import types
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

import zeitnot_protocol as p

from . import model, opening, samples
from .model import Field

_SIMPLE: dict[Any, str] = {
    **{str: "string", int: "integer", float: "number", bool: "true/false", type(None): "null"},
    Any: "anything",
}
_SECTIONS = (
    ("To a room", p.RoomIn),
    ("From a room: events", p.RoomEvent),
    ("From a room: answers, and messages without numbers", p.RoomOut),
    ("To the lobby", p.LobbyIn),
    ("From the lobby", p.LobbyOut),
)


def render() -> str:
    """The full page."""
    lines = ["<!-- Generated from clients/zeitnot_protocol by `make docs`. -->", ""]
    title, about, *body = inspect.cleandoc(p.__doc__ or "").split("\n\n")
    lines += ["# The protocol", "", title, "", about, "", opening.render(), "\n\n".join(body), ""]
    lines += [f"A command is refused with a code: see [errors](errors.md). HTTP: {_API}", ""]
    lines += ["## Named types", "", *_named_types(), ""]
    described: set[str] = set()
    for heading, union in _SECTIONS:
        lines += [f"## {heading}", "", *_messages(model.members(union), described)]
    parts = [s for s in model.structs().values() if s.__name__ not in described]
    lines += ["## Parts and HTTP bodies", "", *_messages(parts, described)]
    return "\n".join(lines)


_API = "[openapi.yaml](openapi.yaml); sockets and feed: [asyncapi.yaml](asyncapi.yaml)."


def _named_types() -> Iterator[str]:
    for name, hint in model.aliases().items():
        if get_origin(hint) in (Annotated, dict) or name == "Reason":
            yield f"- `{name}`: {_type_text(hint, resolve=True)}"


def _messages(structs: Iterable[type[msgspec.Struct]], described: set[str]) -> Iterator[str]:
    """Describes each struct once, at its first occurrence."""
    examples = samples.load()
    for struct in structs:
        shape = model.shape(struct)
        if shape.name in described:
            continue
        described.add(shape.name)
        yield from (f"### {_title(shape)}", "", shape.doc, "")
        if shape.fields:
            yield from ("| field | type | left out |", "|---|---|---|")
            yield from (_row(field) for field in shape.fields)
            yield ""
        if shape.name in examples:
            sample = json.dumps(examples[shape.name], ensure_ascii=False, indent=2)
            yield from ("```json", sample, "```", "")


def _title(shape: model.Shape) -> str:
    return f"{shape.name} (`{shape.tag}`)" if shape.tag else shape.name


def _row(field: Field) -> str:
    type_text = _type_text(field.hint).replace("|", "\\|")
    if_missing = "never" if field.required else f"means {_default(field.default, type_text)}"
    return f"| `{field.name}` | {type_text} | {if_missing} |"


def _default(value: Any, type_text: str) -> str:
    if value is msgspec.NODEFAULT:  # a factory
        return "`[]`" if type_text.startswith("list") else "`{}`"
    return "all defaults" if isinstance(value, msgspec.Struct) else f"`{json.dumps(value)}`"


def _type_text(hint: Any, resolve: bool = False) -> str:
    """A type as text; a named type by its name unless `resolve`."""
    for name, alias in model.aliases().items():
        if not resolve and hint == alias and not isinstance(alias, type):
            return name
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return f"{_type_text(args[0])}{_bounds(args[1])}"
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in args)
    if origin in (Union, types.UnionType):
        return " or ".join(_type_text(arg) for arg in args)
    if origin in (list, tuple):
        return f"list of {_type_text(args[0])}"
    if origin is dict:
        return f"object: {_type_text(args[1])} by name"
    return str(hint.__name__)


def _bounds(meta: msgspec.Meta) -> str:
    texts = {
        "ge": "from {}",
        "le": "to {}",
        "min_length": "at least {} long",
        "max_length": "at most {} long",
        "pattern": "`{}`",
    }
    parts = [t.format(v) for k, t in texts.items() if (v := getattr(meta, k)) is not None]
    return f", {' '.join(parts)}" if parts else ""
