"""Files to be read: their text in blocks of bounded size, whatever their encoding and line ends.

This module knows no format. Once its encoding is known, a source is read from front to end in
blocks, so the size of a file does not matter.
"""

import codecs
import io
from collections.abc import Collection, Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO

from .. import encodings

BLOCK = 1 << 16
_CONTROL_Z = "\x1a"
_SPOOLED = 1 << 20  # bytes of a pipe that are kept in memory before a temporary file is used


class Source:
    """A file of games. `name`: for messages, as `games.pgn`; `encoding`: the codec of its text."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        """Detects the encoding; a file that cannot seek, such as a pipe, is first copied to a
        temporary one. Raises OSError."""
        self.name = name
        self._file = file if file.seekable() else _copied(file)
        self._start = self._file.tell()
        self.encoding, self._invalid = encodings.detect(self._bytes)

    @classmethod
    def of_bytes(cls, data: bytes, name: str) -> "Source":
        """A source of bytes in memory."""
        return cls(io.BytesIO(data), name)

    @property
    def encoding_note(self) -> str | None:
        """What people should know of the encoding; None for valid UTF-8."""
        if self._invalid:
            return f"{self.name}: damaged UTF-8 (invalid characters: {self._invalid})"
        if self.encoding.startswith("utf-8"):
            return None
        return f"{self.name}: not UTF-8; read as {encodings.title(self.encoding)}"

    def blocks(self) -> Iterator[str]:
        """The text in blocks, every line ending in LF whatever the file has. A character that the
        encoding does not have becomes U+FFFD, and control Z, the end of old files, a blank. Raises
        OSError."""
        decoder = io.IncrementalNewlineDecoder(
            codecs.getincrementaldecoder(self.encoding)("replace"), translate=True
        )
        for block in self._bytes():
            yield decoder.decode(block).replace(_CONTROL_Z, " ")
        yield decoder.decode(b"", final=True).replace(_CONTROL_Z, " ")

    def lines(self, max_chars: int) -> Iterator[tuple[int, str]]:
        """The lines with their numbers, from 1; of one that is longer than `max_chars` only one
        character more. Raises OSError."""
        number, line = 1, ""
        for block in self.blocks():
            first, *others = block.split("\n")
            line = (line + first)[: max_chars + 1]
            for other in others:
                yield number, line
                number, line = number + 1, other[: max_chars + 1]
        if line:
            yield number, line

    def _bytes(self) -> Iterator[bytes]:
        self._file.seek(self._start)
        while block := self._file.read(BLOCK):
            yield block


def files_in(path: Path, suffixes: Collection[str]) -> list[Path]:
    """The file itself, or all files with one of these suffixes (`.sgf`, in lower case) in the
    folder and those below it, by name."""
    if not path.is_dir():
        return [path]
    files = sorted(path.rglob("*"))
    return [file for file in files if file.suffix.lower() in suffixes and file.is_file()]


def _copied(file: BinaryIO) -> BinaryIO:
    copy = SpooledTemporaryFile(max_size=_SPOOLED)  # noqa: SIM115 (lives as long as the source)
    while block := file.read(BLOCK):
        copy.write(block)
    copy.seek(0)
    return copy  # type: ignore[return-value]
