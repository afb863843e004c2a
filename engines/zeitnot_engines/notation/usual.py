"""Moves as a game's players write them, where that is not the form in which they are sent: read
beside that form wherever moves are typed, written where it is asked for."""

from collections.abc import Callable, Sequence
from functools import partial

from ..games import History
from .backgammon import read_play
from .san import read_san, write_san
from .xiangqi import read_chinese, write_chinese

Write = Callable[[History, str], str]

_READ: dict[str, Callable[[History, str], str]] = {
    "backgammon": read_play,
    "chess": read_san,
    "xiangqi": read_chinese,
}
WRITERS: dict[str, dict[str, Write]] = {
    "chess": {"san": write_san},
    "xiangqi": {
        "chinese": write_chinese,
        "traditional": partial(write_chinese, traditional=True),
    },
}


def read(state: History, text: str) -> str:
    """The legal move that is meant, as it is sent; of games without another form the text itself,
    legal or not. Raises ValueError with a sentence."""
    reader = _READ.get(state.game.name)
    return text if reader is None or text in state.legal() else reader(state, text)


def write_line(state: History, moves: Sequence[str], write: Write) -> list[str]:
    """Moves that follow one another from `state`, to the end of the game at most: what a search
    expects may go on where a position has come back."""
    words = []
    for move in moves:
        if state.result is not None:
            break
        words.append(write(state, move))
        state = state.play(move)
    return words
