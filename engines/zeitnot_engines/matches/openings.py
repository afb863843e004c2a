"""Where the games of a match begin: positions, and the actions that lead to them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import Engine
from ..games import Game, History, Value, load, random_start, random_throw
from .record import Record, replayed, start_of, states

OPENING_PLIES = 4
BALANCE_NODES = 20_000
_TRIES = 200


@dataclass(frozen=True, slots=True)
class Opening:
    """A position, and the actions (moves and throws) that lead to it from `start`, the text of a
    position, which is empty for the usual start.

    It is pickled as its actions, so it can be unpickled only if they lead to the position.
    """

    state: History
    actions: tuple[str, ...] = ()
    start: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.state.game
        return _replayed, (game.name, game.settings, self.start, self.actions, self.state.text)


def _replayed(
    game: str, settings: dict[str, Value], start: str, actions: tuple[str, ...], text: str
) -> Opening:
    """The opening after these actions. Raises ValueError if its position is not `text`."""
    state = states(load(game, settings), actions, start)[-1]
    if state.text != text:
        raise ValueError(f"The actions of an opening do not lead to {text}.")
    return Opening(state, actions, start)


def record_of(opening: Opening) -> Record:
    """The record of a game that begins with this opening. One without actions is the start."""
    if not opening.actions:
        return Record(start_of(opening.state))
    return replayed(opening.state.game, opening.actions, opening.start)[0]


def throw_text(values: Sequence[int]) -> str:
    """A throw as an action, such as `6.1`."""
    return ".".join(map(str, values))


def throw(state: History, dice: random.Random) -> tuple[History, str]:
    """The state after a random throw, and the throw as an action."""
    values, _ = random_throw(state, dice)
    return state.throw(values), throw_text(values)


def default_opening_plies(game: Game) -> int:
    """The default length of random openings. It is 0 in games with hidden information: deals differ
    anyway, and a random bid, bet or fleet would decide the game and mislead the opponent."""
    return 0 if game.hides else OPENING_PLIES


def random_openings(
    game: Game, count: int, seed: int, plies: int = OPENING_PLIES, balance: float | None = None
) -> list[Opening]:
    """Up to `count` different unfinished positions after random plies, from drawn starts if the
    game has them; the throw of the start is then the first action.

    `balance`: omit positions whose value, by a short search, is further from even than this, in
    the game's unit.
    """
    if plies == 0 and game.start_throw is None:
        return [Opening(game.start())]
    engine = None if balance is None else Engine(game)
    openings: dict[str, Opening] = {}
    for i in range(_TRIES * count):
        if len(openings) == count:
            break
        opening = _random_opening(game, random.Random(f"{seed} {i}"), plies)
        if opening.state.result is None and _is_balanced(engine, opening.state, balance):
            openings.setdefault(opening.state.text, opening)
    return list(openings.values()) or [Opening(game.start())]


def _is_balanced(engine: Engine | None, state: History, balance: float | None) -> bool:
    if engine is None or balance is None:
        return True
    engine.clear()
    return abs(engine.search(state, nodes=BALANCE_NODES).value) <= balance


def _random_opening(game: Game, rng: random.Random, plies: int) -> Opening:
    state, values = random_start(game, rng)
    actions = [] if values is None else [throw_text(values)]
    while state.result is None and state.ply < plies:
        if state.turn is None:
            state, action = throw(state, rng)
        else:
            action = rng.choice(state.legal())
            state = state.play(action)
        actions.append(action)
    return Opening(state, tuple(actions))
