"""The protocol as data: its aliases and structs, in the order of the source."""

import inspect
import types
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

import zeitnot_protocol as protocol
from zeitnot_protocol import (
    accounts,
    bot_pages,
    clubs,
    commands,
    constants,
    errors,
    events,
    http,
    invitations,
    lobby,
    parts,
    passkeys,
    people,
    seeks,
)

SOCKETS = {
    "/ws/games/{id}": (protocol.RoomIn, protocol.RoomOut),
    "/ws/lobby": (protocol.LobbyIn, protocol.LobbyOut),
}
_MODULES = (
    *(
        parts,
        commands,
        invitations,
        events,
        seeks,
        lobby,
        accounts,
        passkeys,
        http,
        bot_pages,
        people,
        clubs,
    ),
    errors,
)
_BASES = (protocol.Message, protocol.Value, protocol.Event, accounts.Secret)
_ALIASES = (Annotated, Literal, Union, types.UnionType, dict)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct. `required`: False if the sender may omit it."""

    name: str
    hint: Any
    required: bool
    default: Any


@dataclass(frozen=True, slots=True)
class Shape:
    """A struct: `tag` is its `type` on the wire, None for a part or an HTTP body."""

    name: str
    tag: str | None
    doc: str
    fields: tuple[Field, ...]


def structs() -> dict[str, type[msgspec.Struct]]:
    """Every struct of the protocol by name, without the abstract bases."""
    return {
        name: value
        for module in _MODULES
        for name, value in vars(module).items()
        if _is_struct(value) and value.__name__ == name and value not in _BASES and name[0] != "_"
    }


def _is_struct(value: Any) -> bool:
    is_own = str(getattr(value, "__module__", "")).startswith(protocol.__name__)
    return is_own and isinstance(value, type) and issubclass(value, msgspec.Struct)


def shape(struct: type[msgspec.Struct]) -> Shape:
    """The shape of a struct."""
    hints = get_type_hints(struct, include_extras=True)
    fields = tuple(
        Field(f.name, hints[f.name], f.required, f.default) for f in msgspec.structs.fields(struct)
    )
    tag = struct.__struct_config__.tag
    doc = inspect.cleandoc(struct.__doc__ or "")
    return Shape(struct.__name__, None if tag is None else str(tag), doc, fields)


def aliases() -> dict[str, Any]:
    """The named unions and simple types of the module, by name."""
    return {
        name: value
        for module in _MODULES
        for name, value in vars(module).items()
        if get_origin(value) in _ALIASES or (_is_struct(value) and value.__name__ != name)
    }


def shared_constants() -> dict[str, Any]:
    """The constants on which client and server must agree, by name."""
    members = {**vars(constants), **vars(errors)}
    return {name: value for name, value in members.items() if name.isupper()}


def members(alias: Any) -> tuple[type[msgspec.Struct], ...]:
    """The structs of a union of messages; a single struct is a union of one."""
    return get_args(alias) or (alias,)
