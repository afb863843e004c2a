"""Decodes the server's messages, including those of a newer server.

The protocol grows by new messages and by new values in fixed sets (docs/reference/protocol.md, "How
it grows"), and clients are not updated together with the server. So a message of an unknown type
becomes `Unknown`, which the reader counts and skips, and an unknown value of a `Literal` stays a
string.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as hints_of

import msgspec

import zeitnot_protocol as p

T = TypeVar("T")


class Unknown(msgspec.Struct, frozen=True, kw_only=True):
    """A message of a type that this version does not know; with `seq` and `at` it is an event."""

    type: str
    seq: int | None = None
    at: int | None = None

    @property
    def numbered(self) -> bool:
        """Whether it is one of the room's numbered events, which have no gaps."""
        return self.seq is not None and self.at is not None


MAX_UNKNOWN_TYPES = 64
"""How many unknown types are counted by name; no newer version adds more."""


def count(skipped: Counter[str], message: Unknown) -> None:
    """Counts a message by its type; types beyond `MAX_UNKNOWN_TYPES` are counted under ""."""
    known = message.type in skipped or len(skipped) < MAX_UNKNOWN_TYPES
    skipped[message.type if known else ""] += 1


class Reader(Generic[T]):
    """Decodes values of one type; `T` is a struct or a union of messages."""

    def __init__(self, kind: Any) -> None:
        self._strict: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)
        self._lenient: msgspec.json.Decoder[T] = msgspec.json.Decoder(without_literals(kind))

    def read(self, text: str | bytes) -> T:
        """The value. Raises msgspec.DecodeError."""
        try:
            return self._strict.decode(text)
        except msgspec.ValidationError:
            return self._lenient.decode(text)


class MessageReader(Reader[T]):
    """Decodes the messages of one socket."""

    def __init__(self, kind: Any) -> None:
        super().__init__(kind)
        self._tags = {member.__struct_config__.tag for member in get_args(kind)}

    def message(self, frame: str | bytes) -> T | Unknown:
        """The message. Raises msgspec.DecodeError."""
        try:
            return self._strict.decode(frame)
        except msgspec.ValidationError:
            unknown = _unknown_decoder.decode(frame)
            return self._lenient.decode(frame) if unknown.type in self._tags else unknown


@cache
def without_literals(kind: Any) -> Any:
    """The type with every `Literal` of strings replaced by `str`, also in nested structs.

    A changed struct becomes a subclass, so that `match` and isinstance still recognise it.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return str
    if origin is Annotated:
        return Annotated[(without_literals(parts[0]), *parts[1:])]
    if origin in (Union, UnionType):
        return Union[tuple(without_literals(part) for part in parts)]  # noqa: UP007  made at run time
    if origin in (list, dict, tuple):
        return origin[tuple(without_literals(part) for part in parts)]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct_without_literals(kind)
    return kind


def _struct_without_literals(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    hints = hints_of(kind, include_extras=True)
    changed = [
        (field.name, new_type, *_default(field))
        for field in msgspec.structs.fields(kind)
        if (new_type := without_literals(hints[field.name])) != hints[field.name]
    ]
    if not changed:
        return kind
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        changed,
        bases=(kind,),
        module=kind.__module__,
        tag=config.tag,
        tag_field=config.tag_field,
        kw_only=True,
        frozen=config.frozen,
        omit_defaults=config.omit_defaults,
        gc=config.gc,
    )


def _default(field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    if field.default is not msgspec.NODEFAULT:
        return (field.default,)
    if field.default_factory is not msgspec.NODEFAULT:
        return (msgspec.field(default_factory=field.default_factory),)
    return ()


_unknown_decoder: msgspec.json.Decoder[Unknown] = msgspec.json.Decoder(Unknown)
room: MessageReader[p.RoomOut] = MessageReader(p.RoomOut)
lobby: MessageReader[p.LobbyOut] = MessageReader(p.LobbyOut)


_reader_of: Callable[[Any], Reader[Any]] = cache(Reader)


def body(content: bytes, kind: type[T]) -> T:
    """Decodes the body of an HTTP answer. Raises msgspec.DecodeError."""
    value: T = _reader_of(kind).read(content)
    return value
