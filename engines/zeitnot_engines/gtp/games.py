"""The games that the protocol supports, and the engine for each."""

from typing import Any

from zeitnot_client.by_name import module_of

from ..games import MANIFESTS
from .engine import GtpEngine

PLAYED = tuple(name for name, manifest in MANIFESTS.items() if manifest.gtp)
"""The games that can be played with GTP."""


def engine_for(game: str, **others: Any) -> GtpEngine:
    """The engine for a game: the `ENGINE` in its `gtp.py` if the game has special commands.
    `others`: as for GtpEngine."""
    module = module_of(game, "gtp")
    if module is None:
        return GtpEngine(game, **others)
    engine: GtpEngine = module.ENGINE(**others)
    return engine
