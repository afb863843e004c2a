"""Applies events to a room, which is the only way in which a room changes.

A live game, a restart and `zeitnot verify` use the same function, so that the game played and the
log cannot differ. Only the moves and throws of a live game are not computed again: `apply` is given
their results. Tests fold the log without them, and compare.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import zeitnot_protocol as p

from .clock import Clock
from .idempotency import Answer, IdempotencyCache
from .offer import NO_OFFERS, Offer, Offers
from .report import stored_bytes
from .room import SAVE_EVERY, Actor, LogEntry, Phase, Room, Seat
from .rules import turn_of
from .setup import started_state
from .value import Value, replace

MOVE_CACHE_SIZE = 4096


class MoveResult(Value, frozen=True):
    """The game's state after a move or throw, and the clock of the turn that follows."""

    state: Any
    clock: Clock


def fold(room: Room, entries: Iterable[LogEntry]) -> Room:
    """The room after these entries, which must follow on its last one."""
    for entry in entries:
        room = apply(room, entry)
    return room


def fold_steps(room: Room, entries: Iterable[LogEntry]) -> list[Room]:
    """The room after each of these entries, which must follow on its last one."""
    rooms = [room]
    for entry in entries:
        rooms.append(apply(rooms[-1], entry))
    return rooms[1:]


def apply(room: Room, entry: LogEntry, result: MoveResult | None = None) -> Room:
    """The room after this entry, which must follow on its last one. `result`: of its move or throw;
    None: it is computed here."""
    event = entry.event
    if event.seq != room.seq + 1:
        raise AssertionError(f"event {event.seq} after {room.seq}")
    if isinstance(event, p.Moved):
        after = _moved(event, room, result or _play(event, room, entry))
    elif isinstance(event, p.Threw):
        after = _threw(event, room, result or _throw(event, room, entry))
    else:
        after = _FOLDS[type(event)](event, room, entry)
    return replace(after, seq=event.seq, at=event.at, answers=_answers(room, entry))


def answer_of(entry: LogEntry) -> Answer | None:
    """The answer to the command behind this entry; None for the server's own events."""
    if entry.digest is None:
        return None
    return Answer(entry.digest, entry.event.seq, getattr(entry.event, "clock", None))


def _answers(room: Room, entry: LogEntry) -> IdempotencyCache:
    answer = answer_of(entry)
    if answer is None or entry.account is None or entry.command_id is None:
        return room.answers
    return room.answers.plus(entry.account, entry.command_id, answer)


def _seated(event: p.Seated, room: Room, entry: LogEntry) -> Room:
    """A player sat down, became ready, left, or was removed by the server (no account); or another
    version of the bot plays on (no account either); or a bot has taken the place of a person."""
    if event.declined is not None:
        return _without_invitation(room, event.seat)
    before, player = room.seats[event.seat], event.seat_view.player
    account = entry.account or (before.actor.account if before.actor else None)
    if player is None or account is None:
        seat = Seat(before.invited)
    else:
        actor = Actor(
            *(account, player.name, player.bot),
            version=player.version,
            kept=player.kept,
            rating=player.rating,
            provisional=player.provisional,
        )
        since = event.at if before.actor is None else before.since
        salt, level = event.seat_view.salt, player.level if before.left else None
        seat = Seat(before.invited, actor, salt, since, before.left, level)
    seats = (*room.seats[: event.seat], seat, *room.seats[event.seat + 1 :])
    tally = room.tally
    if before.actor is None and seat.actor is not None:
        tally = tally.with_sitting(seat.actor.account)
    elif before.actor is not None and entry.account is None and before.salt is None:
        tally = tally.with_unready(before.actor.account, event.at)
    return replace(room, seats=seats, tally=tally)


def _without_invitation(room: Room, seat: int) -> Room:
    """The room after an invited player has declined: the seat is open, as if it had always been."""
    seats = (*room.seats[:seat], Seat(), *room.seats[seat + 1 :])
    invited = room.game_setup.invitations
    game_setup = replace(room.game_setup, invitations=(*invited[:seat], None, *invited[seat + 1 :]))
    return replace(room, seats=seats, game_setup=game_setup, has_declined=True)


def _started(event: p.Started, room: Room, entry: LogEntry) -> Room:
    game_setup = room.game_setup
    state = started_state(game_setup.rules, game_setup.setup, room.state, event.position)
    started = replace(room, phase=Phase.RUNNING, clock=room.clock_at_start, counts=event.counts)
    return _begin_turn(replace(started, state=state, saved_states=(state,)), entry)


def _throw(event: p.Threw, room: Room, entry: LogEntry) -> MoveResult:
    state = room.game_setup.rules.chance(room.state, tuple(event.values))
    return result_of_throw(room, state, room.instant_of(entry))


def result_of_throw(room: Room, state: Any, at_ms: int) -> MoveResult:
    """What a throw has led to: this state, and the clock of the turn that begins."""
    turn, free_ms = turn_of(room.game_setup.rules, state)
    clock = room.clock.begin(turn, at_ms, free_ms)
    return MoveResult(state, clock if room.phase is Phase.RUNNING else clock.pause(0))


def _threw(event: p.Threw, room: Room, result: MoveResult) -> Room:
    state, clock = result.state, result.clock
    after = replace(room, state=state, saved_states=(state,), undoable=(), throws=event.k + 1)
    return replace(after, clock=clock, turn_at=event.at)


def _play(event: p.Moved, room: Room, entry: LogEntry) -> MoveResult:
    rules = room.game_setup.rules
    state = rules.play(room.state, event.move)
    turn, free_ms = turn_of(rules, state)
    stopped = room.clock.apply_receipt(
        event.receipt, turn_continues=room.clock.is_same_turn(turn, free_ms)
    )
    return MoveResult(state, stopped.begin(turn, room.instant_of(entry), free_ms))


def _moved(event: p.Moved, room: Room, result: MoveResult) -> Room:
    after = replace(
        room,
        state=result.state,
        clock=result.clock,
        turn_at=event.at,
        ply=event.ply + 1,
        uncharged_moves=0 if room.clock.uncharged_ms is None else room.uncharged_moves + 1,
        undoable=(*room.undoable, _seat_and_move(event.seat, event.move)),
        moved=room.moved | {event.seat},
        offers=_offers_after_move(room.offers, event.seat) if room.offers else NO_OFFERS,
        offered=frozenset(),
    )
    if len(after.undoable) % SAVE_EVERY == 0:
        after = replace(after, saved_states=(*room.saved_states, after.state))
    if event.engine is not None:
        after = replace(after, tally=room.tally.with_report(event.seat, stored_bytes(event.engine)))
    return after


@lru_cache(MOVE_CACHE_SIZE)
def _seat_and_move(seat: int, move: str) -> tuple[int, str]:
    """Cached: there are many games and few different moves."""
    return seat, move


def _offers_after_move(offers: Offers, mover: int) -> Offers:
    """The offers that stay open after a move: those that the mover has made or accepted. A takeback
    does not, since it refers to the position before the move."""
    open_offers = {w: o for w, o in offers.items() if mover == o.seat or mover in o.agreed}
    open_offers.pop("takeback", None)
    return MappingProxyType(open_offers)


def _offered(event: p.Offered, room: Room, entry: LogEntry) -> Room:
    return replace(
        room,
        offers=_with_offer(room.offers, event.what, Offer(event.seat)),
        offered=room.offered | {(event.what, event.seat)},
        tally=room.tally if event.what == "resume" else room.tally.with_offer(event.seat),
    )


def _answered(event: p.Answered, room: Room, entry: LogEntry) -> Room:
    offer = room.offers[event.what]
    if event.accept:
        agreed = replace(offer, agreed=offer.agreed | {event.seat})
        return replace(room, offers=_with_offer(room.offers, event.what, agreed))
    room = replace(room, offers=_with_offer(room.offers, event.what, None))
    if event.what != "resume":
        return room
    return replace(room, offered=_offers_without_resume(room), tally=room.tally.with_lapse())


def _offers_without_resume(room: Room) -> frozenset[tuple[p.What, int]]:
    """The recorded offers without `resume`, which every seat may send again."""
    return frozenset(offer for offer in room.offered if offer[0] != "resume")


def _with_offer(offers: Offers, kind: p.What, offer: Offer | None) -> Offers:
    """These offers with the one of this kind replaced, or removed (None)."""
    others = {w: o for w, o in offers.items() if w != kind}
    return MappingProxyType(others if offer is None else {**others, kind: offer})


def _taken_back(event: p.TakenBack, room: Room, entry: LogEntry) -> Room:
    state = room.state_before(event.plies)
    _, free_ms = turn_of(room.game_setup.rules, state)
    clock = room.clock.stopped(event.clock).begin(event.turn, room.instant_of(entry), free_ms)
    plies_left = len(room.undoable) - event.plies
    return replace(
        room,
        state=state,
        undoable=room.undoable[:plies_left],
        saved_states=room.saved_states_after(plies_left),
        ply=event.ply,
        clock=clock,
        turn_at=event.at,
        offers=NO_OFFERS,
        offered=frozenset(),
    )


def _withdrew(event: p.Withdrew, room: Room, entry: LogEntry) -> Room:
    """The seat has left. If it was its turn, another turn begins, paused if the game is; else the
    turn continues. Earlier moves cannot be taken back."""
    clock = room.clock
    state = room.game_setup.rules.withdraw(room.state, event.seat)
    ends_turn = clock.running == event.seat
    stopped = (clock.stopped(event.clock) if ends_turn else clock).without(event.seat)
    after = replace(
        room,
        state=state,
        clock=stopped,
        left=room.left | {event.seat},
        undoable=(),
        saved_states=(state,),
        offers=NO_OFFERS,
        offered=frozenset(),
    )
    return _begin_turn(after, entry) if ends_turn else after


def _vacated(event: p.Vacated, room: Room, entry: LogEntry) -> Room:
    """The person on the seat has left, and a bot will have the seat with the next event. If it was
    the seat's turn, it begins anew, paused if the game is."""
    seat = room.seats[event.seat]
    vacant = replace(seat, actor=None, left=seat.actor)
    begins_turn = room.clock.running == event.seat
    after = replace(
        room,
        seats=(*room.seats[: event.seat], vacant, *room.seats[event.seat + 1 :]),
        clock=room.clock.stopped(event.clock)
        if begins_turn
        else room.clock.with_time_of(event.seat, event.clock),
        offers=NO_OFFERS,
        offered=frozenset(),
    )
    return _begin_turn(after, entry) if begins_turn else after


def _paused(event: p.Paused, room: Room, entry: LogEntry) -> Room:
    paused_room = replace(room, clock=room.clock.pause(event.elapsed_ms))
    if event.reason == "outage":
        return replace(paused_room, phase=Phase.PAUSED)
    draw = room.offers.get("draw")
    return replace(paused_room, phase=Phase.ADJOURNED, offers=_with_offer(NO_OFFERS, "draw", draw))


def _resumed(event: p.Resumed, room: Room, entry: LogEntry) -> Room:
    """The `resume` offers are answered, and may be made again after another adjournment."""
    return replace(
        room,
        phase=Phase.RUNNING,
        clock=room.clock.resume(room.instant_of(entry)),
        turn_at=event.at if room.phase is Phase.ADJOURNED else room.turn_at,
        offers=_with_offer(room.offers, "resume", None),
        offered=_offers_without_resume(room),
    )


def _said(event: p.Said, room: Room, entry: LogEntry) -> Room:
    tally = room.tally.with_chat_line(entry.account or "", spectator=event.seat is None)
    return replace(room, tally=tally)


def _finished(event: p.Finished, room: Room, entry: LogEntry) -> Room:
    stopped = room.clock.stopped(event.clock)
    return replace(room, phase=Phase.FINISHED, clock=stopped, offers=NO_OFFERS, finished=event)


def _rematch(event: p.Rematch, room: Room, entry: LogEntry) -> Room:
    return replace(
        room,
        rematch=room.rematch | {event.seat},
        rematch_declined=room.rematch_declined - {event.seat},
        next_game=event.next,
        tally=room.tally.with_rematch_request(event.seat),
    )


def _rematch_dropped(event: p.RematchDropped, room: Room, entry: LogEntry) -> Room:
    if not event.declined:
        return replace(room, rematch=room.rematch - {event.seat})
    declined = room.rematch_declined | {event.seat}
    return replace(room, rematch=frozenset(), rematch_declined=declined)


def _begin_turn(room: Room, entry: LogEntry) -> Room:
    turn, free_ms = turn_of(room.game_setup.rules, room.state)
    clock = room.clock.begin(turn, room.instant_of(entry), free_ms)
    if room.phase is not Phase.RUNNING:
        clock = clock.pause(0)
    return replace(room, clock=clock, turn_at=entry.event.at)


_FOLDS: dict[type, Callable[[Any, Room, LogEntry], Room]] = {
    p.Seated: _seated,
    p.Started: _started,
    p.Offered: _offered,
    p.Answered: _answered,
    p.TakenBack: _taken_back,
    p.Withdrew: _withdrew,
    p.Vacated: _vacated,
    p.Paused: _paused,
    p.Resumed: _resumed,
    p.Said: _said,
    p.Finished: _finished,
    p.Rematch: _rematch,
    p.RematchDropped: _rematch_dropped,
}
