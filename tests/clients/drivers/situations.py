"""Games as drivers see them, from the rules."""

from collections.abc import Sequence

from zeitnot_client.drivers.situation import Moved, Setup, Situation, Start
from zeitnot_engines.games import History, load
from zeitnot_engines.matches.record import Record, start_of

Value = str | int | bool


def start(game: str, settings: dict[str, Value] | None = None, position: str = "") -> Start:
    """The start of a game."""
    loaded = load(game, settings)
    return start_of(loaded.parse(position) if position else loaded.start())


def setup(game: str, *options: tuple[str, str], **others: bool) -> Setup:
    """A set-up of a game from its usual start. `others`: fields of Setup."""
    return Setup(start(game), options, **others)


def after(state: History, *moves: str) -> Situation:
    """The game after these moves from `state`, and the first throw that is possible if one is
    due."""
    record = Record(start_of(state))
    for move in moves:
        seat, state = state.side, state.play(move)
        record.add_move(seat, move, state)
    if state.turn is None:
        values, _ = state.outcomes()[0]
        state = state.throw(values)
        record.add_throw(values, state)
    return record.situation(state)


def situation(game: str, *moves: str) -> Situation:
    """A game after these moves from its usual start."""
    return after(load(game).start(), *moves)


def pretended(game: str, moves: Sequence[str], seat: int) -> Situation:
    """A situation whose moves need not be legal."""
    first = (seat - len(moves)) % 2
    actions = tuple(Moved((first + i) % 2, move) for i, move in enumerate(moves))
    return Situation(start(game), actions, seat=seat)
