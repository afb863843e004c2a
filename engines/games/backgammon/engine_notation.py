"""Reads plays of backgammon as people write them, like the terminal client."""

from zeitnot_engines.games import History
from zeitnot_engines.notations import Notation, find_move

from .notation import NOTATION as CLIENT_NOTATION


def read_play(state: History, text: str) -> str:
    """The legal move that `text` means, in the core's notation.

    Raises ValueError, whose message is a sentence, if there is none or more than one.
    """
    return find_move(CLIENT_NOTATION, state, text)


def _by_commas(text: str) -> list[str]:
    """Splits plays at commas, because they contain blanks."""
    return [word.strip() for word in text.split(",") if word.strip()]


NOTATION = Notation(read=read_play, split=_by_commas)
