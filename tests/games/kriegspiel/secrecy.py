"""Kriegspiel for tests/proof/secrecy: another game that looks the same to one viewer."""

import random
from collections.abc import Sequence

from tests.proof.secrecy.pairs import Event, Settings
from zeitnot_engines.games import History, load

SETTINGS: list[Settings] = [{}]
MAX_TRIES = 400


def other_game(
    events: Sequence[Event], viewer: int | None, settings: Settings, rng: random.Random
) -> list[Event] | None:
    """The same game with one of the last hidden moves changed, so that the viewer sees and hears
    the same; None if none is found."""
    moves = [str(move) for _, move in events]
    states = [load("kriegspiel").start()]
    for move in moves:
        states.append(states[-1].play(move))
    hidden = [at for at, state in enumerate(states[:-1]) if state.turn != viewer]
    for at in rng.choices(hidden[-4:], k=MAX_TRIES if hidden else 0):
        other = rng.choice(states[at].legal())
        if other != moves[at] and _looks_alike(states, moves, at, other, viewer):
            changed = [*moves[:at], other, *moves[at + 1 :]]
            return [("move", move) for move in changed]
    return None


def _looks_alike(
    states: Sequence[History], moves: Sequence[str], at: int, other: str, viewer: int | None
) -> bool:
    """Whether the viewer's game stays the same if move number `at` is replaced by `other`."""
    state = states[at]
    for number, move in enumerate([other, *moves[at + 1 :]], at + 1):
        if move not in state.legal():
            return False
        state = state.play(move)
        seen = states[number]
        if state.result is not None or state.turn != seen.turn:
            return False
        if state.view(viewer) != seen.view(viewer):
            return False
    return True
