"""Writes strategy files as strategy_file.hpp describes them, without sharing code with the core."""

import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from zeitnot_engines._core import GameTree, Strategy

Weigh = Callable[[str, str], float]
"""Gives the weight of a move, from the information of the seat to move and the move."""
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
    """The probabilities of all moves in the tree's order, in proportion to their weights."""
    shares = []
    for row in Strategy.uniform(tree).rows():
        weights = [weigh(row.information, choice.move) for choice in row.choices]
        shares += [weight / sum(weights) for weight in weights]
    return shares


def weighted_strategy(tree: GameTree, weigh: Weigh) -> Strategy:
    """The strategy with these weights."""
    return Strategy(tree, strategy_file(tree.game.name, tree.key, probabilities(tree, weigh)))


def write(path: Path, tree: GameTree, weigh: Weigh) -> Path:
    """Writes a file of the strategy with these weights and the settings of the tree's game."""
    settings = " ".join(f"{name}={value}" for name, value in tree.game.settings.items())
    path.write_bytes(strategy_file(tree.game.name, tree.key, probabilities(tree, weigh), settings))
    return path
