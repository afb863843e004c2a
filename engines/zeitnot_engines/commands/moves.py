"""Moves and throws as they stand on a command line or in a file of openings."""

from collections.abc import Callable

import click

from ..games import History
from ..notation.usual import read

PASS = "pass"


def play_moves(state: History, text: str) -> History:
    """The history after these moves, with blanks or commas between them.

    Where a throw is due its faces stand among the moves, joined by dots (`3`, `6.1`). Othello moves
    may be written without blanks, and forced passes left out; those of backgammon have blanks of
    their own, so there commas stand between (`3.1, 8/5 6/5, 6.4, 24/14`). Chess is also
    read in algebraic notation (`e4 e5 Nf3`), xiangqi in Chinese (`炮二平五`). Raises
    click.UsageError.
    """
    return play_words(state, text)[0]


def play_words(state: History, text: str) -> tuple[History, list[str]]:
    """`play_moves`, and every move and throw that it played, forced passes included."""
    played: list[str] = []
    for word in _SPLIT.get(state.game.name, _by_blanks)(text):
        try:
            state = _step(state, word, played)
        except ValueError as bad:
            raise click.UsageError(str(bad)) from None
    return state, played


def _by_blanks(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _by_commas(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _in_pairs(text: str) -> list[str]:
    words = _by_blanks(text)
    pairs = [[w[i : i + 2] for i in range(0, len(w), 2)] if w != PASS else [w] for w in words]
    return [pair.lower() for word in pairs for pair in word]


# How a text falls into words where it is not by blanks.
_SPLIT: dict[str, Callable[[str], list[str]]] = {"backgammon": _by_commas, "othello": _in_pairs}


def _step(state: History, word: str, played: list[str]) -> History:
    if state.due is not None:
        state = state.throw(_faces(word))
    else:
        if word != PASS and state.legal() == [PASS]:
            state = state.play(PASS)
            played.append(PASS)
        word = read(state, word)
        state = state.play(word)
    played.append(word)
    return state


def _faces(word: str) -> list[int]:
    faces = word.split(".")
    if not all(face.isascii() and face.isdecimal() and len(face) < 4 for face in faces):
        raise ValueError(f'A throw is due; "{word}" is none.')
    return [int(face) for face in faces]
