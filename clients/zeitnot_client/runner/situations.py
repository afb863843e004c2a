"""Converts a room's state to what a driver needs: the game as plain data, and the time. Pure."""

from dataclasses import replace

import zeitnot_protocol as p

from ..drivers.situation import Action, Clocks, Limits, Moved, Situation, Start, Threw
from ..state import RoomState
from ..timing import budget
from ..turn_clock import TurnClock, min_bound

BY_CLOCK = frozenset({"uci", "ucci", "xboard"})
"""Protocols that tell the engine both clocks; the others get a time for the move."""
HURRY_MS = 250  # before it is too late for a move
FREE_SHARE = 6  # an engine uses at most about a sixth of the time that it is told for a move


def start_of(room: p.RoomView, position: str | None, game: p.CatalogueGame) -> Start:
    """How the game of this room begins. `position`: before the first move, None if not yet known;
    `game`: as the server describes it."""
    setup = room.setup or p.Setup()
    defaults = {setting.name: setting.default for setting in game.settings}
    settings = {**defaults, **room.settings}
    is_usual = setup.position is None and not setup.moves and settings == defaults
    if position is None and not setup.moves:
        position = game.start if is_usual else setup.position
    return Start(room.game_type, settings, position or "", is_usual, room.seats)


def situation_of(state: RoomState, start: Start, legal: tuple[str, ...] = ()) -> Situation:
    """The position of this state, in which the seat to move is `turn`."""
    return Situation(
        start=start,
        actions=tuple(_actions(state)),
        position=state.position or "",
        seat=state.turn or 0,
        legal=legal,
    )


def limits_of(
    state: RoomState,
    turn: TurnClock,
    now_ms: int,
    *,
    protocol: str,
    think_ms: int,
    overhead_ms: int,
    lag_ms: int,
    move_timeout_ms: int | None,
) -> Limits:
    """How long the engine may think. `now_ms`: the client's clock; `think_ms`: for a move in a game
    without a clock; `overhead_ms`: of each move, for everything but thinking; `lag_ms`: what was
    measured beyond that."""
    control = state.room.control if state.room else p.Control(kind="unlimited")
    left_ms = state.remaining_ms(state.you or 0, now_ms)
    limits = Limits(
        overhead_ms=overhead_ms + lag_ms,
        give_up_ms=move_timeout_ms,
        hurry_ms=_hurry_ms(min_bound(turn.send_within_ms, move_timeout_ms), lag_ms),
    )
    is_long = left_ms is None or control.kind in ("correspondence", "unlimited")
    if not is_long and control.kind != "per_move" and protocol in BY_CLOCK:
        left = _left_of_all(state, turn, now_ms)
        return replace(limits, clocks=Clocks(left, control.base_ms or 0, _added_ms(control)))
    longest_ms = min_bound(think_ms if is_long else None, move_timeout_ms)
    free_ms = turn.flag_in_ms if turn.is_free else None
    planned = budget(
        left_ms, control, state.ply, longest_ms, overhead_ms=limits.overhead_ms, free_ms=free_ms
    )
    return replace(limits, move_ms=planned.soft_ms, overhead_ms=0)


def _hurry_ms(left_ms: int | None, lag_ms: int) -> int | None:
    """When an engine that still thinks is told to move, so that its move is not too late."""
    return None if left_ms is None else max(left_ms // 2, left_ms - HURRY_MS - lag_ms)


def _actions(state: RoomState) -> list[Action]:
    actions: list[Action] = []
    for event in state.record:
        match event:
            case p.Moved(seat=seat, move=move, position=after):
                actions.append(Moved(seat, move, after))
            case p.Threw(values=values, position=after):
                actions.append(Threw(tuple(values), after))
    return actions


def _left_of_all(state: RoomState, turn: TurnClock, now_ms: int) -> tuple[int, ...]:
    """The time left of each seat. In a free turn the engine is told so little that its move comes
    before that turn must end."""
    left = [state.remaining_ms(seat, now_ms) or 0 for seat in range(len(state.seats))]
    if turn.is_free and turn.flag_in_ms is not None and state.you is not None:
        left[state.you] = min(left[state.you], turn.flag_in_ms * FREE_SHARE // 2)
    return tuple(left)


def _added_ms(control: p.Control) -> int:
    """What each move adds to the clock, or, with periods, what each move may take."""
    if control.stages:
        return control.stages[0].increment_ms
    if control.kind == "canadian":
        return (control.period_ms or 0) // (control.moves or 1)
    if control.kind == "byoyomi":
        return control.period_ms or 0
    return control.increment_ms or control.delay_ms or 0
