"""Reads and writes files of learnt weights as described in weights_file.hpp, sharing no code
with the engine."""

import struct
import zlib
from pathlib import Path

GAMES = Path(__file__).parents[2] / "engines/games"
HEADER = 32


def file_of(game: str) -> Path:
    """The package's file of this game."""
    return GAMES / game / f"{game}.weights"


def read_packed(path: Path) -> bytes:
    """The packed weights after the header."""
    return path.read_bytes()[HEADER:]


def weights_file(game: str, packed: bytes) -> bytes:
    """The content of a file with these weights."""
    body = game.encode("utf-8", "surrogateescape").ljust(16, b"\0") + packed
    return b"ZNWEIGHT" + struct.pack("<II", 1, zlib.crc32(body)) + body
