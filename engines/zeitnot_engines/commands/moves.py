"""Moves and throws as they stand on a command line or in a file of openings."""

import click

from ..games import History

PASS = "pass"


def play_moves(state: History, text: str) -> History:
    """The history after these moves, with blanks or commas between them.

    Where a throw is due its faces stand among the moves, joined by dots (`3`, `6.1`). Othello moves
    may be written without blanks, and forced passes left out. Raises click.UsageError.
    """
    for word in _words(state, text):
        try:
            state = _step(state, word)
        except ValueError as bad:
            raise click.UsageError(str(bad)) from None
    return state


def _words(state: History, text: str) -> list[str]:
    words = text.replace(",", " ").split()
    if state.game.name != "othello":
        return words
    pairs = [[w[i : i + 2] for i in range(0, len(w), 2)] if w != PASS else [w] for w in words]
    return [pair.lower() for word in pairs for pair in word]


def _step(state: History, word: str) -> History:
    if state.due is not None:
        return state.throw(_faces(word))
    if word != PASS and state.legal() == [PASS]:
        state = state.play(PASS)
    return state.play(word)


def _faces(word: str) -> list[int]:
    faces = word.split(".")
    if not all(face.isascii() and face.isdecimal() and len(face) < 4 for face in faces):
        raise ValueError(f'A throw is due; "{word}" is none.')
    return [int(face) for face in faces]
