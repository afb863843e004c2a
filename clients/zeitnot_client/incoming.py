"""Reading the server's messages, also those of a newer server.

The protocol grows by new messages and by new values where there is a fixed set of them
(docs/reference/protocol.md, "How it grows"), and a client is not updated with its server. So a
message of a type unknown here is an `Unknown`, which its reader counts and skips, and a value that
is not among those of a `Literal` stays a text.
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
    """A message of a type that this version does not know. With `seq` and `at` it is an event."""

    type: str
    seq: int | None = None
    at: int | None = None

    @property
    def numbered(self) -> bool:
        """Whether it is one of the room's events, which come without a gap."""
        return self.seq is not None and self.at is not None


KINDS = 64
"""More types than this that one does not know are no newer version's."""


def count(skipped: Counter[str], message: Unknown) -> None:
    """Counts a message by its type; all types beyond `KINDS` as one, named ""."""
    known = message.type in skipped or len(skipped) < KINDS
    skipped[message.type if known else ""] += 1


class Reader(Generic[T]):
    """Decodes one kind of value; `T` is a struct or a union of messages."""

    def __init__(self, kind: Any) -> None:
        self._strict: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)
        self._open: msgspec.json.Decoder[T] = msgspec.json.Decoder(opened(kind))

    def read(self, text: str | bytes) -> T:
        """The value. Raises msgspec.DecodeError."""
        try:
            return self._strict.decode(text)
        except msgspec.ValidationError:
            return self._open.decode(text)


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
            head = _head.decode(frame)
            return self._open.decode(frame) if head.type in self._tags else head


@cache
def opened(kind: Any) -> Any:
    """The same type with every `Literal` of texts opened to all texts, in the structs below too.

    An opened struct is a subclass, so that what is matched by class is matched still.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return str
    if origin is Annotated:
        return Annotated[(opened(parts[0]), *parts[1:])]
    if origin in (Union, UnionType):
        return Union[tuple(opened(part) for part in parts)]  # noqa: UP007  made at run time
    if origin in (list, dict, tuple):
        return origin[tuple(opened(part) for part in parts)]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _opened_struct(kind)
    return kind


def _opened_struct(kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
    hints = hints_of(kind, include_extras=True)
    changed = [
        (field.name, wide, *_default(field))
        for field in msgspec.structs.fields(kind)
        if (wide := opened(hints[field.name])) != hints[field.name]
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


_head: msgspec.json.Decoder[Unknown] = msgspec.json.Decoder(Unknown)
room: MessageReader[p.RoomOut] = MessageReader(p.RoomOut)
lobby: MessageReader[p.LobbyOut] = MessageReader(p.LobbyOut)


_reader_of: Callable[[Any], Reader[Any]] = cache(Reader)


def body(content: bytes, kind: type[T]) -> T:
    """An HTTP answer. Raises msgspec.DecodeError."""
    value: T = _reader_of(kind).read(content)
    return value
