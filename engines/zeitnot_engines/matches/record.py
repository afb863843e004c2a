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


def replayed(game: Game, actions: Sequence[str], start: str = "") -> tuple[Record, History]:
    """The record of a game after these moves and throws from `start` (empty: the usual one), and
    the position. The throw of a drawn start is the first of them. Raises ValueError."""
    positions = states(game, actions, start)
    drawn = len(positions) > 1 and _is_drawn(game, start)
    begin = 1 if drawn else 0
    record = Record(start_of(positions[begin]))
    for i in range(begin, len(actions)):
        turn, after = positions[i].turn, positions[i + 1]
        if turn is None:
            record.add_throw(values_of(actions[i]), after)
        else:
            record.add_move(turn, actions[i], after)
    return record, positions[-1]


def states(game: Game, actions: Sequence[str], start: str = "") -> list[History]:
    """The positions of a game, one more than there are actions. Raises ValueError for an action
    that the rules do not allow."""
    found = [game.parse(start) if start else game.start()]
    if actions and _is_drawn(game, start):
        found.append(game.drawn_start(values_of(actions[0])))
    for action in actions[len(found) - 1 :]:
        state = found[-1]
        is_throw = state.turn is None
        found.append(state.throw(values_of(action)) if is_throw else state.play(action))
    return found


def _is_drawn(game: Game, start: str) -> bool:
    return game.start_throw is not None and not start


def values_of(action: str) -> tuple[int, ...]:
    """The values of a throw from its text, such as `3.1`. Raises ValueError."""
    return tuple(map(int, action.split(".")))
