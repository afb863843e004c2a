"""A room as a driver sees it: its game, and the time that an engine is told. Pure."""

from collections.abc import Mapping

import zeitnot_protocol as p

from ..state import RoomState
from ..turn_clock import TurnClock, min_bound
from .situation import Action, Clocks, Limits, Moved, Setting, Situation, Start, Threw

UNLIMITED_MS = 10_000  # for a move without a clock
SHARE = 25  # a move without increment gets this part of the time that is left
FREE_SHARE = 4  # a free turn may use this part of its limit
PERIOD_SHARE = 0.9  # of a period, which is lost if it is overstepped
WITH_INCREMENT = ("sudden_death", "fischer", "delay", "bronstein")


def start_of(state: RoomState, defaults: Mapping[str, Setting] | None = None) -> Start:
    """How the room's game begins. `defaults`: the game's default settings, None: unknown, so that
    only a game without settings counts as usual. Precondition: the game has begun.

    If the room's setup has moves, the start is before them.
    """
    room = state.room
    if room is None:
        raise AssertionError("a start before the welcome")
    settings: dict[str, Setting] = dict(room.settings)
    setup = room.setup or p.Setup()
    position = (setup.position or "") if setup.moves else (state.start or "")
    is_usual = setup.position is None and settings == dict(defaults or {})
    return Start(room.game_type, settings, position, is_usual, room.seats)


def situation_of(state: RoomState, start: Start) -> Situation:
    """The room's game for the seat that is to move."""
    actions = [_action(event) for event in state.record if not isinstance(event, p.Withdrew)]
    legal = tuple(state.legal) if state.my_turn else ()
    return Situation(
        start, (*_setup_moves(state), *actions), state.position or "", state.turn or 0, legal
    )


def limits_of(
    state: RoomState, turn: TurnClock, overhead_ms: int, unlimited_ms: int = UNLIMITED_MS
) -> Limits:
    """How long the engine of this client's seat may think now. `overhead_ms`: the measured delay
    on the way to the server; `unlimited_ms`: for a move without a clock.

    Controls with an increment or a delay are told as clocks, others as a time for the move.
    """
    control = state.room.control if state.room else None
    seat, left = state.you or 0, state.clock.remaining_ms if state.clock else []
    own_ms = left[seat] if seat < len(left) else None
    if control is None or own_ms is None or (not turn.is_free and turn.flag_in_ms is None):
        move_ms = min_bound(unlimited_ms, _share(turn))
        return Limits(move_ms=move_ms, overhead_ms=overhead_ms)
    if turn.is_free:
        move_ms = min_bound(max(own_ms // SHARE, _per_move_ms(control)), _share(turn))
        return Limits(move_ms=move_ms or unlimited_ms, overhead_ms=overhead_ms)
    if control.kind in WITH_INCREMENT and control.move_limit_ms is None:
        increment_ms = control.increment_ms or control.delay_ms or 0
        now_ms = tuple(turn.flag_in_ms or 0 if i == seat else ms or 0 for i, ms in enumerate(left))
        return Limits(Clocks(now_ms, control.base_ms or 0, increment_ms), overhead_ms=overhead_ms)
    flag_ms = turn.flag_in_ms or 0
    share_ms = (turn.period_ends_in_ms or 0) // SHARE
    move_ms = min(max(share_ms, _per_move_ms(control)), int(PERIOD_SHARE * flag_ms))
    return Limits(move_ms=max(1, move_ms), overhead_ms=overhead_ms)


def _share(turn: TurnClock) -> int | None:
    return None if turn.flag_in_ms is None else turn.flag_in_ms // FREE_SHARE


def _per_move_ms(control: p.Control) -> int:
    """The time that the control gives for each move."""
    period_ms = (control.period_ms or 0) // (control.moves or 1)
    limit_ms = control.time_ms or control.move_limit_ms or 0
    each_ms = max(control.increment_ms or 0, control.delay_ms or 0, period_ms, limit_ms)
    return int(PERIOD_SHARE * each_ms)


def _setup_moves(state: RoomState) -> list[Action]:
    """The moves that the room's setup has played; only the position after the last is known."""
    setup = state.room and state.room.setup
    moves = setup.moves if setup else ()
    first = next((e.seat for e in state.record if isinstance(e, p.Moved)), state.turn or 0)
    seats = len(state.seats) or 2
    return [
        Moved((first - left) % seats, move, (state.start or "") if left == 1 else "")
        for left, move in zip(range(len(moves), 0, -1), moves, strict=True)
    ]


def _action(event: p.Moved | p.Threw) -> Action:
    if isinstance(event, p.Moved):
        return Moved(event.seat, event.move, event.position)
    return Threw(tuple(event.values), event.position)
