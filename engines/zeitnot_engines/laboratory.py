"""The textbook methods of search, which a module apart from the core has for all open games of two
seats (docs/tutorial/lessons.md). A build of some games is without it, and so without them."""

from functools import cache

from ._core import Methods

FIXED_DEPTH = ("minimax", "plain-alphabeta", "expectiminimax")
"""Those that search to a fixed depth and value its positions by the game's evaluation."""
RAW = "raw"
"""The unit of values on the evaluation's own scale."""


@cache
def textbook_methods(game: str, *, raw: bool = False) -> Methods | None:
    """The textbook methods of a game beside its own; None: there is no such module. `raw`: those
    that report values on the evaluation's own scale instead of in the game's unit."""
    try:
        from . import _laboratory
    except ImportError:
        return None
    return _laboratory.methods(game, raw)


def textbook_names(game: str) -> list[str]:
    """The names of the textbook methods of a game beside its own."""
    methods = textbook_methods(game)
    return [] if methods is None else list(methods.names)
