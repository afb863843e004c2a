"""Moves as people write and read them; pure. Each game's notation is the `NOTATION` in its
`notation.py`, found by name (by_name.py).

A `move` is the text used on the wire; a `position` is the server's text of the position before it.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from .by_name import module_of


def _as_sent(position: str, move: str) -> str:
    return move


def _unchanged(position: str, move: str) -> str:
    return position


def _no_spellings(position: str, move: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveNotation:
    """The notation of one game.

    `write`: formats a legal move for people. `spellings`: the ways to type it, other than the
    wire's. Both raise ValueError or LookupError if they cannot read the position or the move.
    `after`: the position after a move, for notations that depend on it; raises like `write`.
    `without_digits`: texts that are moves although they have no digit, in lower case.
    `keys`: functions by which typed texts and spellings are compared, the strictest first.
    """

    write: Callable[[str, str], str] = _as_sent
    spellings: Callable[[str, str], Iterable[str]] = _no_spellings
    after: Callable[[str, str], str] = _unchanged
    without_digits: tuple[str, ...] = ("pass",)
    keys: tuple[Callable[[str], Hashable], ...] = (str.lower,)


WIRE_NOTATION = MoveNotation()
"""The notation used on the wire, for games that have no other."""


def notation_of(game: str) -> MoveNotation:
    """The notation of this game."""
    module = module_of(game, "notation")
    notation = WIRE_NOTATION if module is None else module.NOTATION
    assert isinstance(notation, MoveNotation)
    return notation


def format_move(game: str, position: str, move: str) -> str:
    """The move as people read it, or as sent if the position or the move cannot be read."""
    try:
        return notation_of(game).write(position, move)
    except (ValueError, LookupError):
        return move


def format_line(game: str, position: str, moves: Sequence[str]) -> list[str]:
    """Successive moves from a position, as people read them; from the first move that cannot be
    read, as sent."""
    notation, written = notation_of(game), list(moves)
    try:
        for index, move in enumerate(moves):
            written[index] = notation.write(position, move)
            position = notation.after(position, move)
    except (ValueError, LookupError):
        pass
    return written


def find_moves(notation: MoveNotation, position: str, legal: Sequence[str], text: str) -> list[str]:
    """The legal moves that the text may mean; several if it is ambiguous."""
    text = text.strip()
    if text in legal:
        return [text]
    spellings = {move: _all_spellings(notation, position, move) for move in legal}
    for key in notation.keys:
        typed_key = key(text)
        found = [m for m, texts in spellings.items() if any(key(t) == typed_key for t in texts)]
        if found:
            return found
    return []


def _all_spellings(notation: MoveNotation, position: str, move: str) -> list[str]:
    try:
        return [move, *notation.spellings(position, move)]
    except (ValueError, LookupError):
        return [move]
