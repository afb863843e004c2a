"""Writes files of strategies by the description in strategy_file.hpp, sharing no code with the
core."""

import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from zeitnot_engines._core import GameTree, Strategy

Weigh = Callable[[str, str], float]
"""A weight of a move, from what its seat knows and the move."""
VERSION = 1


def strategy_file(
    game: str, key: int, probabilities: Sequence[float], settings: str = "", version: int = VERSION
) -> bytes:
    """The content of a file with these probabilities."""
    texts = b"".join(struct.pack("<H", len(text)) + text.encode() for text in (settings, "by hand"))
    body = game.encode().ljust(16, b"\0") + struct.pack("<Q", key) + texts
    body += struct.pack(f"<I{len(probabilities)}f", len(probabilities), *probabilities)
    return b"ZNSTRATG" + struct.pack("<II", version, zlib.crc32(body)) + body


def probabilities(tree: GameTree, weigh: Weigh) -> list[float]:
    """Of each move in the tree's order, in proportion to its weight."""
    found = []
    for row in Strategy.uniform(tree).rows():
        weights = [weigh(row.information, choice.move) for choice in row.choices]
        found += [weight / sum(weights) for weight in weights]
    return found


def weighed(tree: GameTree, weigh: Weigh) -> Strategy:
    """The strategy of these weights."""
    return Strategy(tree, strategy_file(tree.game.name, tree.key, probabilities(tree, weigh)))


def write(path: Path, tree: GameTree, weigh: Weigh) -> Path:
    """A file of it, with the settings of the tree's game."""
    words = " ".join(f"{name}={value}" for name, value in tree.game.settings.items())
    path.write_bytes(strategy_file(tree.game.name, tree.key, probabilities(tree, weigh), words))
    return path
