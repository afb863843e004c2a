"""A room as a client knows it: an immutable value, folded from the events received.

The client knows no rules: positions and legal moves come from the server. `fold` applies numbered
events and `apply_notice` other messages; both are pure.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from types import MappingProxyType
from typing import Literal

import msgspec

import zeitnot_protocol as p

from .clocks import ClockReading, free_turn_left_ms, read_clock

_UNKNOWN_CONTROL = p.Control(kind="unlimited")  # before the room's welcome
Phase = Literal["open", "running", "paused", "adjourned", "finished"]


@dataclass(frozen=True, slots=True)
class RoomState:
    """The state of one game. `you`: your seat, None for a spectator.

    `room`: the facts that do not change, None before the welcome. `phase`: `open`, `running`,
    `paused`, `adjourned` or `finished`. `seq`, `at`: the number of the last event, and its time in
    the server's Unix ms.

    `start`: the position before the first move; `position`: the current one. Both are in the game's
    notation, and None before the start. `turn`: the seat to move, None while a throw is due or
    nobody is to move. `ply`: how many plies have been played. `legal`: your legal moves, only while
    it is your turn. `record`: in order, the moves and throws that were not taken back, and the
    seats that have left. `left`: those seats, if the others play on; `done`: the seats that have
    finished before the others.

    `clock`: the clocks at `clock_at_ms` of the client's own time. `waits`: the seats that are away,
    with the client's time at which the game is abandoned. `offers`: the open offers, and the seat
    that has made each; `agreed`: which of several seats have accepted; `takebacks`: how many moves
    were taken back. `rematch`: the seats that have asked for one; `next_game`: its id.

    `commitment`: the first that the server has shown; `other_commitment`: a different one that it
    has shown later, or that belongs to its seed, which an honest server never does. `against`: the
    accounts on the other seats, which a bot gets with its turn; `source`: where the game comes
    from, sent only to bots that the server runs. `engines`: the last analysis of each seat.
    `ratings`: what a rated game that has ended has changed.
    """

    game: str
    you: int | None = None
    room: p.RoomView | None = None
    commitment: str = ""
    other_commitment: str | None = None
    seq: int = 0
    at: int = 0
    phase: Phase = "open"
    seats: tuple[p.SeatView, ...] = ()
    salts: tuple[str, ...] = ()
    start: str | None = None
    position: str | None = None
    turn: int | None = None
    ply: int = 0
    record: tuple[p.Moved | p.Threw | p.Withdrew, ...] = ()
    left: frozenset[int] = frozenset()
    done: frozenset[int] = frozenset()
    legal: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    source: str | None = None
    clock: p.ClockView | None = None
    clock_at_ms: int = 0
    offers: Mapping[p.What, int] = field(default_factory=lambda: MappingProxyType({}))
    agreed: frozenset[tuple[p.What, int]] = frozenset()
    waits: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    takebacks: int = 0
    chat: tuple[p.Said, ...] = ()
    presence: p.Presence | None = None
    ratings: p.Ratings | None = None
    engines: Mapping[int, p.Info] = field(default_factory=lambda: MappingProxyType({}))
    finished: p.Finished | None = None
    rematch: frozenset[int] = frozenset()
    next_game: str | None = None

    @property
    def my_turn(self) -> bool:
        """Whether the server waits for this client's move."""
        return self.phase == "running" and self.you is not None and self.turn == self.you

    @property
    def draw_offer(self) -> int | None:
        """The seat whose draw offer is open, or None."""
        return self.offers.get("draw")

    def offered_by_other(self, what: p.What) -> bool:
        """Whether another seat waits for your answer to such an offer."""
        if self.you is None or self.you in self.left | self.done:
            return False
        return self.offers.get(what, self.you) != self.you

    @property
    def moves(self) -> tuple[p.Moved, ...]:
        """The moves without the throws."""
        return tuple(event for event in self.record if isinstance(event, p.Moved))

    @property
    def throws(self) -> tuple[p.Threw, ...]:
        """The throws without the moves."""
        return tuple(event for event in self.record if isinstance(event, p.Threw))

    @property
    def others_are_here(self) -> bool:
        """Whether any other player is connected, as far as is known."""
        if self.presence is None:
            return True
        return any(is_here for seat, is_here in enumerate(self.presence.seats) if seat != self.you)

    def remaining_ms(self, seat: int, now_ms: int) -> int | None:
        """This seat's time left in ms, at `now_ms` of the client's clock, for display: of the
        main time or the current period. None: unlimited, or not yet known."""
        clock = self.clock_of(seat, now_ms)
        return None if clock is None else clock.remaining_ms

    def free_ms(self, now_ms: int) -> int | None:
        """What is left of a free turn at `now_ms`, in ms; it is stopped in a pause. None: the turn
        is not free."""
        if self.clock is None:
            return None
        return free_turn_left_ms(
            self.clock, now_ms - self.clock_at_ms if self.phase == "running" else 0
        )

    @property
    def has_any_time(self) -> bool:
        """Whether it is your first turn and has no limit, as in games against bots only."""
        clock = self.clock
        return (
            self.my_turn and clock is not None and clock.running is None and clock.free_ms is None
        )

    @property
    def is_uncharged(self) -> bool:
        """Whether the turn costs no time although it is not the first one."""
        return self.clock is not None and self.clock.uncharged

    def clock_of(self, seat: int, now_ms: int) -> ClockReading | None:
        """This seat's clock, with the periods and moves of some controls; None: not yet known."""
        if self.clock is None:
            return None
        control = self.room.control if self.room else _UNKNOWN_CONTROL
        return read_clock(self.clock, control, seat, now_ms - self.clock_at_ms)


def fold(state: RoomState, event: p.RoomEvent, now_ms: int) -> RoomState:
    """The state after this event, received at `now_ms` of the client's time."""
    new_state = replace(_apply(event, state), seq=event.seq, at=event.at)
    clock: p.ClockView | None = getattr(event, "clock", None)
    return new_state if clock is None else replace(new_state, clock=clock, clock_at_ms=now_ms)


def apply_welcome(state: RoomState, message: p.Welcome) -> RoomState:
    """The state after the answer to hello, which makes earlier unnumbered messages outdated."""
    return replace(
        state,
        you=message.you,
        source=message.source,
        room=message.room,
        commitment=state.commitment or message.commitment,
        other_commitment=_other_commitment(state, message.commitment),
        seats=state.seats or (p.SeatView(),) * message.room.seats,
        legal=(),
        engines=MappingProxyType({}),
        waits=MappingProxyType({}),
    )


def _other_commitment(state: RoomState, commitment: str) -> str | None:
    """The commitment that differs from the first, if there is one."""
    if state.commitment and commitment != state.commitment:
        return state.other_commitment or commitment
    return state.other_commitment


def _commitment_of(seed: str) -> str:
    """The SHA-256 of a seed, both in hex; empty, which matches nothing, for other text."""
    try:
        return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    except ValueError:
        return ""


def apply_notice(
    state: RoomState,
    message: p.Turn | p.Clock | p.Presence | p.Countdown | p.Ratings | p.Info,
    now_ms: int,
) -> RoomState:
    """The state after a message without a number."""
    match message:
        case p.Countdown(seat=seat, ends_in_ms=left):
            other_waits = {s: at for s, at in state.waits.items() if s != seat}
            waits = other_waits if left is None else {**other_waits, seat: now_ms + left}
            return replace(state, waits=MappingProxyType(waits))
        case p.Turn(legal=legal, against=against):
            return replace(state, legal=tuple(legal), against=tuple(against))
        case p.Clock(clock=clock):
            return replace(state, clock=clock, clock_at_ms=now_ms)
        case p.Presence():
            return replace(state, presence=message)
        case p.Ratings():
            return replace(state, ratings=message)
        case p.Info(seat=seat):
            if seat is None:
                return state
            return replace(state, engines=MappingProxyType({**state.engines, seat: message}))


@singledispatch
def _apply(event: p.RoomEvent, state: RoomState) -> RoomState:
    raise AssertionError(f"no rule for {type(event).__name__}")


@_apply.register
def _(event: p.Seated, state: RoomState) -> RoomState:
    left = next((seat.left for seat in state.seats[event.seat : event.seat + 1]), None)
    view = msgspec.structs.replace(event.seat_view, left=left)
    seats = (*state.seats[: event.seat], view, *state.seats[event.seat + 1 :])
    room = state.room
    if event.declined is not None and room is not None:
        kept = [seat for seat in room.kept if seat != event.seat]
        room = msgspec.structs.replace(room, kept=kept)
    return replace(state, seats=seats, room=room)


@_apply.register
def _(event: p.Started, state: RoomState) -> RoomState:
    return replace(
        state,
        phase="running",
        salts=tuple(event.salts),
        start=event.position,
        position=event.position,
        turn=event.turn,
        done=frozenset(event.done),
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
        done=frozenset(event.done),
        record=(*state.record, event),
        legal=(),
        offers=_offers_after_move(state, event.seat),
        engines=MappingProxyType({}),
    )


@_apply.register
def _(event: p.Offered, state: RoomState) -> RoomState:
    return _offers(state, event.what, event.seat)


@_apply.register
def _(event: p.Answered, state: RoomState) -> RoomState:
    if event.accept:
        return replace(state, agreed=state.agreed | {(event.what, event.seat)})
    return _offers(state, event.what, None)


def _offers(state: RoomState, what: p.What, seat: int | None) -> RoomState:
    other_offers = {w: by for w, by in state.offers.items() if w != what}
    return replace(
        state,
        offers=MappingProxyType(other_offers if seat is None else {**other_offers, what: seat}),
        agreed=frozenset(agreement for agreement in state.agreed if agreement[0] != what),
    )


def _offers_after_move(state: RoomState, mover: int) -> Mapping[p.What, int]:
    """The offers that remain open after a move. It declines the offers of others, unless the mover
    has accepted them, and all takebacks."""
    open_offers: dict[p.What, int] = {
        what: by
        for what, by in state.offers.items()
        if (by == mover or (what, mover) in state.agreed) and what != "takeback"
    }
    return MappingProxyType(open_offers)


@_apply.register
def _(event: p.TakenBack, state: RoomState) -> RoomState:
    return replace(
        state,
        position=event.position,
        turn=event.turn,
        ply=event.ply,
        done=frozenset(event.done),
        record=state.record[: len(state.record) - event.plies],
        takebacks=state.takebacks + 1,
        legal=(),
        offers=MappingProxyType({}),
        engines=MappingProxyType({}),
    )


@_apply.register
def _(event: p.Withdrew, state: RoomState) -> RoomState:
    """All offers lapse. If the turn does not change, its legal moves stay."""
    return replace(
        state,
        position=event.position,
        turn=event.turn,
        record=(*state.record, event),
        left=state.left | {event.seat},
        legal=state.legal if event.turn == state.turn else (),
        offers=MappingProxyType({}),
        agreed=frozenset(),
        engines=MappingProxyType({}),
    )


@_apply.register
def _(event: p.Vacated, state: RoomState) -> RoomState:
    """The seat is empty until the next event. All offers lapse."""
    view = state.seats[event.seat]
    vacant = p.SeatView(salt=view.salt, left=view.player or view.left)
    return replace(
        state,
        seats=(*state.seats[: event.seat], vacant, *state.seats[event.seat + 1 :]),
        legal=() if state.turn == event.seat else state.legal,
        offers=MappingProxyType({}),
        agreed=frozenset(),
        engines=MappingProxyType({}),
    )


@_apply.register
def _(event: p.Paused, state: RoomState) -> RoomState:
    if event.reason == "outage":
        return replace(state, phase="paused", legal=())
    draw: dict[p.What, int] = {w: by for w, by in state.offers.items() if w == "draw"}
    return replace(state, phase="adjourned", legal=(), offers=MappingProxyType(draw))


@_apply.register
def _(event: p.Resumed, state: RoomState) -> RoomState:
    return replace(_offers(state, "resume", None), phase="running")


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
        offers=MappingProxyType({}),
        waits=MappingProxyType({}),
        engines=MappingProxyType({}),
        finished=event,
        other_commitment=_other_commitment(state, _commitment_of(event.seed)),
    )


@_apply.register
def _(event: p.Rematch, state: RoomState) -> RoomState:
    return replace(
        state, rematch=state.rematch | {event.seat}, next_game=event.next or state.next_game
    )


@_apply.register
def _(event: p.RematchDropped, state: RoomState) -> RoomState:
    return replace(state, rematch=frozenset() if event.declined else state.rematch - {event.seat})
