"""Files of learnt weights, taken apart and put together as the head of weights_file.hpp describes
them, nothing shared with the engine."""

import struct
import zlib
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "engines/zeitnot_engines/weights"
HEADER = 32


def file_of(game: str) -> Path:
    """The package's own."""
    return PACKAGE / f"{game}.weights"


def packed_in(path: Path) -> bytes:
    """What is behind the header."""
    return path.read_bytes()[HEADER:]


def whole(game: str, packed: bytes) -> bytes:
    """A file of these weights."""
    rest = game.encode("utf-8", "surrogateescape").ljust(16, b"\0") + packed
    return b"ZNWEIGHT" + struct.pack("<II", 1, zlib.crc32(rest)) + rest
