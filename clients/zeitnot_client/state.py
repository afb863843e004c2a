"""A room as a client knows it: one immutable value, folded from the events received.

The client knows no rules: positions and legal moves are the server's. `fold` takes what is numbered
and `note` what is not; both are pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from types import MappingProxyType
from typing import Literal

from . import protocol as p

Phase = Literal["open", "running", "paused", "adjourned", "finished"]


@dataclass(frozen=True, slots=True)
class RoomState:
    """What is known of one game. `you`: one's own seat, None for a spectator.

    `record` holds the moves and throws in the order in which they fell. `legal` is filled only
    while it is one's own turn. `clock_at_ms` is the client's own time at which `clock` held.
    """

    game: str
    you: int | None = None
    room: p.RoomView | None = None
    commitment: str = ""
    seq: int = 0
    phase: Phase = "open"
    seats: tuple[p.SeatView, ...] = ()
    salts: tuple[str, ...] = ()
    position: str | None = None
    turn: int | None = None
    ply: int = 0
    record: tuple[p.Moved | p.Threw, ...] = ()
    legal: tuple[str, ...] = ()
    clock: p.ClockView | None = None
    clock_at_ms: int = 0
    draw_offer: int | None = None
    chat: tuple[p.Said, ...] = ()
    presence: p.Presence | None = None
    engines: Mapping[int, p.Info] = field(default_factory=lambda: MappingProxyType({}))
    finished: p.Finished | None = None
    rematch: frozenset[int] = frozenset()
    next_game: str | None = None

    @property
    def my_turn(self) -> bool:
        """Whether the server waits for this client's move."""
        return self.phase == "running" and self.you is not None and self.turn == self.you

    @property
    def moves(self) -> tuple[p.Moved, ...]:
        """The moves without the throws."""
        return tuple(event for event in self.record if isinstance(event, p.Moved))

    @property
    def throws(self) -> tuple[p.Threw, ...]:
        """The throws without the moves."""
        return tuple(event for event in self.record if isinstance(event, p.Threw))

    def remaining_ms(self, seat: int, now_ms: int) -> int | None:
        """What this seat has left at `now_ms`, for display; None: unlimited or not yet known."""
        if self.clock is None or (left := self.clock.remaining_ms[seat]) is None:
            return None
        gone = now_ms - self.clock_at_ms if self.clock.running == seat else 0
        return max(0, left - gone)


def fold(state: RoomState, event: p.RoomEvent, now_ms: int) -> RoomState:
    """The state after this event, received at `now_ms` of the client's time."""
    after = replace(_apply(event, state), seq=event.seq)
    clock: p.ClockView | None = getattr(event, "clock", None)
    return after if clock is None else replace(after, clock=clock, clock_at_ms=now_ms)


def welcomed(state: RoomState, message: p.Welcome) -> RoomState:
    """The state after the answer to hello; what has no number is out of date by then."""
    return replace(
        state,
        you=message.you,
        room=message.room,
        commitment=message.commitment,
        seats=state.seats or (p.SeatView(),) * message.room.seats,
        legal=(),
        engines=MappingProxyType({}),
    )


def note(
    state: RoomState, message: p.Turn | p.Clock | p.Presence | p.Info, now_ms: int
) -> RoomState:
    """The state after a message without a number."""
    match message:
        case p.Turn(legal=legal):
            return replace(state, legal=tuple(legal))
        case p.Clock(clock=clock):
            return replace(state, clock=clock, clock_at_ms=now_ms)
        case p.Presence():
            return replace(state, presence=message)
        case p.Info(seat=seat):
            if seat is None:
                return state
            return replace(state, engines=MappingProxyType({**state.engines, seat: message}))


@singledispatch
def _apply(event: p.RoomEvent, state: RoomState) -> RoomState:
    raise AssertionError(f"no rule for {type(event).__name__}")


@_apply.register
def _(event: p.Seated, state: RoomState) -> RoomState:
    seats = (*state.seats[: event.seat], event.seat_view, *state.seats[event.seat + 1 :])
    return replace(state, seats=seats)


@_apply.register
def _(event: p.Started, state: RoomState) -> RoomState:
    return replace(
        state,
        phase="running",
        salts=tuple(event.salts),
        position=event.position,
        turn=event.turn,
    )


@_apply.register
def _(event: p.Threw, state: RoomState) -> RoomState:
    return replace(
        state, position=event.position, turn=event.turn, record=(*state.record, event), legal=()
    )


@_apply.register
def _(event: p.Moved, state: RoomState) -> RoomState:
    return replace(
        state,
        position=event.position,
        turn=event.turn,
        ply=event.ply + 1,
        record=(*state.record, event),
        legal=(),
        draw_offer=state.draw_offer if state.draw_offer == event.seat else None,
        engines=MappingProxyType({}),
    )


@_apply.register
def _(event: p.Offered, state: RoomState) -> RoomState:
    return replace(state, draw_offer=event.seat)


@_apply.register
def _(event: p.Answered, state: RoomState) -> RoomState:
    return replace(state, draw_offer=None)


@_apply.register
def _(event: p.Paused, state: RoomState) -> RoomState:
    return replace(state, phase="paused", legal=())


@_apply.register
def _(event: p.Resumed, state: RoomState) -> RoomState:
    return replace(state, phase="running")


@_apply.register
def _(event: p.Said, state: RoomState) -> RoomState:
    return replace(state, chat=(*state.chat, event))


@_apply.register
def _(event: p.Finished, state: RoomState) -> RoomState:
    return replace(
        state,
        phase="finished",
        turn=None,
        legal=(),
        draw_offer=None,
        engines=MappingProxyType({}),
        finished=event,
    )


@_apply.register
def _(event: p.Rematch, state: RoomState) -> RoomState:
    return replace(
        state, rematch=state.rematch | {event.seat}, next_game=event.next or state.next_game
    )
