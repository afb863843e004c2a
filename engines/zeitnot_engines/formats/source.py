"""Files to be read: their text in blocks of bounded size, in whatever encoding and line ends.

Nothing here knows a format. A source is read from its front to its end once its encoding is known,
so the size of a file does not matter.
"""

import codecs
import io
from collections.abc import Callable, Iterator
from tempfile import SpooledTemporaryFile
from typing import BinaryIO

from . import encodings

BLOCK = 1 << 16
_SPOOLED = 1 << 20  # bytes of a pipe that are kept in memory before a temporary file is used
_HEAD = 4096  # bytes in which a declared encoding is looked for

Declared = Callable[[bytes], str | None]
"""Finds the encoding that the head of a file declares."""


def _undeclared(head: bytes) -> str | None:
    return None


class Source:
    """A file of games. `name`: for messages, as `games.pgn`; `encoding`: the codec of its text."""

    def __init__(self, file: BinaryIO, name: str, declared: Declared = _undeclared) -> None:
        """Determines the encoding; a file that cannot go back, such as a pipe, is copied to a
        temporary one first. Raises OSError."""
        self.name = name
        self._file = file if file.seekable() else _copied(file)
        self._start = self._file.tell()
        self.encoding = self._find_encoding(declared)

    @classmethod
    def of_bytes(cls, data: bytes, name: str, declared: Declared = _undeclared) -> "Source":
        """The same of bytes in memory."""
        return cls(io.BytesIO(data), name, declared)

    @property
    def encoding_note(self) -> str | None:
        """What people should know of the encoding; None for UTF-8."""
        if self.encoding.startswith("utf-8"):
            return None
        return f"{self.name}: not UTF-8; read as {encodings.title(self.encoding)}"

    def blocks(self) -> Iterator[str]:
        """The text in blocks, every line ending in LF whatever the file has. A character that the
        encoding does not have becomes U+FFFD. Raises OSError."""
        self._file.seek(self._start)
        decoder = io.IncrementalNewlineDecoder(
            codecs.getincrementaldecoder(self.encoding)("replace"), translate=True
        )
        while block := self._file.read(BLOCK):
            yield decoder.decode(block)
        yield decoder.decode(b"", final=True)

    def _find_encoding(self, declared: Declared) -> str:
        head = self._file.read(_HEAD)
        if (marked := encodings.by_mark(head)) is not None:
            return marked
        if self._is_utf_8():
            return "utf-8"
        name = declared(head)
        if name is not None and (codec := encodings.python_name(name)) is not None:
            return codec
        self._file.seek(self._start)
        return encodings.guessed(iter(lambda: self._file.read(BLOCK), b""))

    def _is_utf_8(self) -> bool:
        self._file.seek(self._start)
        decoder = codecs.getincrementaldecoder("utf-8")("strict")
        try:
            while block := self._file.read(BLOCK):
                decoder.decode(block)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
        return True


def _copied(file: BinaryIO) -> BinaryIO:
    copy = SpooledTemporaryFile(max_size=_SPOOLED)  # noqa: SIM115 (lives as long as the source)
    while block := file.read(BLOCK):
        copy.write(block)
    copy.seek(0)
    return copy  # type: ignore[return-value]
