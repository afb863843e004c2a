"""Reading JSON from disk or from strangers: nesting that is too deep is refused like any other
malformed text."""

from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class Decoder(Generic[T]):
    """As msgspec.json.Decoder, for JSON of any depth."""

    def __init__(self, kind: Any) -> None:
        """`kind`: the type to decode, T; a union is allowed."""
        self._decode = msgspec.json.Decoder(kind).decode

    def decode(self, text: str | bytes) -> T:
        """The decoded value. Raises msgspec.DecodeError, also for text nested too deeply."""
        try:
            found: T = self._decode(text)
        except RecursionError:
            raise msgspec.DecodeError("nested too deeply") from None
        return found
