"""Generates the page's types: an interface for each struct, a type for each union, and comments
from the docstrings."""

import json
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from . import model

_HEAD = """\
// Generated from clients/zeitnot_protocol by `make docs`; do not edit.
// An optional field is left out of a message when it has its default.
"""
_SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def render() -> str:
    """The full file."""
    aliases = model.aliases()
    interfaces = [_interface(struct, aliases) for struct in model.structs().values()]
    parts = [_HEAD, *_constants(), *_aliases(aliases), *interfaces]
    return "\n".join(parts)


def _constants() -> Iterator[str]:
    for name, value in model.shared_constants().items():
        if isinstance(value, frozenset):
            items = json.dumps(sorted(value))
            kind = "number" if all(isinstance(item, int) for item in value) else "string"
            yield f"export const {name}: ReadonlySet<{kind}> = new Set({items});\n"
        else:
            yield f"export const {name} = {json.dumps(value)};\n"


def _aliases(aliases: dict[str, Any]) -> Iterator[str]:
    for name, hint in aliases.items():
        yield f"export type {name} = {_type(hint, aliases, inside=name)};\n"


def _interface(struct: type[msgspec.Struct], aliases: dict[str, Any]) -> str:
    shape = model.shape(struct)
    lines = [*_comment(shape.doc), f"export interface {shape.name} {{"]
    if shape.tag:
        lines.append(f'  type: "{shape.tag}";')
    for field in shape.fields:
        mark = "" if field.required else "?"
        lines.append(f"  {field.name}{mark}: {_type(field.hint, aliases)};")
    return "\n".join([*lines, "}", ""])


def _comment(doc: str) -> list[str]:
    first, *more = doc.split("\n")
    if not more:
        return [f"/** {first} */"]
    return [f"/** {first}", *(f" * {line}".rstrip() for line in more), " */"]


def _type(hint: Any, aliases: dict[str, Any], inside: str | None = None) -> str:
    """A type in TypeScript. An alias is used by its name, except in its own definition
    (`inside`)."""
    for name, alias in aliases.items():
        if name != inside and hint == alias and not isinstance(alias, type):
            return name
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(args[0], aliases)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(arg, aliases) for arg in args)
    if origin in (list, tuple):
        item = _type(args[0], aliases)
        return f"({item})[]" if " " in item else f"{item}[]"
    if origin is dict:
        return f"Record<string, {_type(args[1], aliases)}>"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")
