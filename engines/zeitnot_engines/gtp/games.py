"""Which games the protocol has words for, and the engine for each."""

from typing import Any

from zeitnot_client.by_name import module_of

from .engine import GtpEngine

PLAYED = ("othello", "go")
"""The games that can be played so: black and white play on the protocol's vertices, or pass. Gomoku
has a column i, which the protocol leaves out, and a protocol of its own (Gomocup)."""


def engine_for(game: str, **others: Any) -> GtpEngine:
    """The engine, with commands of the game's own where the protocol has some: those of the
    `ENGINE` in `gtp/<game>.py`. `others` as for GtpEngine."""
    module = module_of(__package__, game)
    if module is None:
        return GtpEngine(game, **others)
    engine: GtpEngine = module.ENGINE(**others)
    return engine
