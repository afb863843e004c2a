"""Reading JSON that a disk or a stranger has made: however deep it is nested, it is read or refused
as any other text."""

from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class Decoder(Generic[T]):
    """As msgspec.json.Decoder, for what may be nested as deeply as anybody likes."""

    def __init__(self, kind: Any) -> None:
        """`kind`: what it reads, as T, which may be a union."""
        self._decode = msgspec.json.Decoder(kind).decode

    def decode(self, text: str | bytes) -> T:
        """What the text says. Raises msgspec.DecodeError, where it is too deep as well."""
        try:
            found: T = self._decode(text)
        except RecursionError:
            raise msgspec.DecodeError("nested too deeply") from None
        return found
