"""The record of a game in a match, as external engines get it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from zeitnot_client.drivers.situation import Action, Moved, Situation, Start, Threw

from ..games import Game, History, load


@dataclass(slots=True)
class Record:
    """The start of a game, and its moves and throws so far."""

    start: Start
    _actions: list[Action] = field(default_factory=list)
    _states: list[History] = field(default_factory=list)  # after each action

    def situation(self, state: History) -> Situation:
        """The game for the player who is to move in `state`, the position after all actions."""
        assert state.turn is not None
        if state.game.hides:
            return self._seen(state, state.turn)
        legal = tuple(state.legal())
        return Situation(self.start, tuple(self._actions), state.text, state.turn, legal)

    def add_move(self, seat: int, move: str, after: History) -> None:
        """Adds a move, and the position after it."""
        self._actions.append(Moved(seat, move, after.text))
        self._states.append(after)

    def add_throw(self, values: Sequence[int], after: History) -> None:
        """Adds a throw, and the position after it."""
        self._actions.append(Threw(tuple(values), after.text))
        self._states.append(after)

    def _seen(self, state: History, seat: int) -> Situation:
        """The same for a game that hides something: throws have no values, and the start no
        position."""
        actions: list[Action] = []
        for action, after in zip(self._actions, self._states, strict=True):
            if isinstance(action, Moved):
                move = after.move_seen(action.seat, action.move, seat)
                actions.append(Moved(action.seat, move, after.view(seat)))
            else:
                actions.append(Threw((), after.view(seat)))
        start = replace(self.start, position="")
        return Situation(start, tuple(actions), state.view(seat), seat, tuple(state.legal()))


def start_of(state: History) -> Start:
    """A game that begins at this position."""
    game = state.game
    is_usual = game.settings_key == 0 and state.text == load(game.name).start().text
    return Start(game.name, dict(game.settings), state.text, is_usual, game.seats)


def replayed(game: Game, actions: Sequence[str]) -> tuple[Record, History]:
    """The record of a game after these moves and throws, and the position. The throw of a drawn
    start is the first of them. Raises ValueError."""
    state, rest = game.start(), list(actions)
    if game.start_throw is not None and rest:
        state = game.drawn_start(values_of(rest.pop(0)))
    record = Record(start_of(state))
    for action in rest:
        if state.turn is None:
            values = values_of(action)
            state = state.throw(values)
            record.add_throw(values, state)
        else:
            seat, state = state.turn, state.play(action)
            record.add_move(seat, action, state)
    return record, state


def values_of(action: str) -> tuple[int, ...]:
    """The values of a throw from its text, such as `3.1`. Raises ValueError."""
    return tuple(map(int, action.split(".")))
