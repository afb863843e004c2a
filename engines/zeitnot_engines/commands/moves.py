"""Plays moves and throws as written on a command line or in a file of openings."""

import click

from ..games import History
from ..notations import notation_of, read

PASS = "pass"


def play_moves(state: History, text: str) -> History:
    """The history after these moves, which are separated by blanks or commas.

    A throw is written among the moves as its faces joined by dots (`3`, `6.1`). Forced passes may
    be omitted. The game's notation determines which other forms are accepted, and the separators:
    only commas if moves contain blanks (`3.1, 8/5 6/5, 6.4, 24/14`). Raises click.UsageError.
    """
    return play_actions(state, text)[0]


def play_actions(state: History, text: str) -> tuple[History, list[str]]:
    """The history as from `play_moves`, and all moves and throws played, including forced
    passes."""
    played: list[str] = []
    for action in notation_of(state.game.name).split(text):
        try:
            state = _step(state, action, played)
        except ValueError as bad:
            raise click.UsageError(str(bad)) from None
    return state, played


def _step(state: History, action: str, played: list[str]) -> History:
    if state.due is not None:
        state = state.throw(_faces(action, state.due[0]))
    else:
        if action != PASS and state.legal() == [PASS]:
            state = state.play(PASS)
            played.append(PASS)
        action = read(state, action)
        state = state.play(action)
    played.append(action)
    return state


def _faces(action: str, kind: str) -> list[int]:
    """The values of a throw, or of a deal if its kind is `shuffle`."""
    faces = action.split(".")
    if not all(face.isascii() and face.isdecimal() and len(face) < 4 for face in faces):
        due = "throw" if kind == "dice" else "deal"
        raise ValueError(f'A {due} is due, but "{action}" is not its values joined by dots.')
    return [int(face) for face in faces]
