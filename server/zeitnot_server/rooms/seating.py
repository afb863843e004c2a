"""Before the start: sitting down, getting up, being ready."""

from zeitnot_client import protocol as p

from .commands import StandUp
from .playing import what_follows
from .room import Actor, Room
from .rules import whole
from .turnstile import Refused, Turnstile
from .value import replace


def sit(work: Turnstile, command: p.Sit) -> None:
    """Takes the seat asked for, the one that is kept, or the first that is free."""
    actor, room = work.player(), work.room
    if room.seat_of(actor.account) is not None:
        raise Refused("seated_already", "You have a seat in this game.")
    if not room.tally.may_sit(actor.account):
        raise Refused("sat_too_often", "You have sat down and got up here too often.")
    if room.charter.setup.engine_lines == "spectators" and not actor.bot:
        raise Refused("bots_only", "Everybody hears what engines think here: bots alone may sit.")
    index = _mine_or_free(room, actor) if command.seat is None else command.seat
    if index is None:
        raise Refused("no_seat", "No seat is free.")
    if index >= len(room.seats):
        raise Refused("no_such_seat", f"This game has seats 0 to {len(room.seats) - 1}.")
    seat = room.seats[index]
    if seat.actor is not None:
        raise Refused("seat_taken", "Somebody sits there.")
    if seat.invited is not None and seat.invited.account != actor.account:
        raise Refused("seat_reserved", f"This seat is kept for {seat.invited.name}.")
    work.add(p.Seated, seat=index, seat_view=replace(seat, actor=actor).view())


def _mine_or_free(room: Room, actor: Actor) -> int | None:
    empty = [(i, s) for i, s in enumerate(room.seats) if s.actor is None]
    kept = [i for i, s in empty if s.invited and s.invited.account == actor.account]
    free = [i for i, s in empty if s.invited is None]
    return next(iter(kept + free), None)


def leave(work: Turnstile, command: p.Leave) -> None:
    """Frees the seat; who had been ready on it is forgotten."""
    _free(work, work.seat())


def stand_up(work: Turnstile, command: StandUp) -> None:
    """The same for who is away."""
    index = work.room.seat_of(command.account)
    if index is None:
        raise Refused("not_seated", "This account does not sit here.")
    _free(work, index)


def _free(work: Turnstile, index: int) -> None:
    seat = replace(work.room.seats[index], actor=None, salt=None)
    work.add(p.Seated, seat=index, seat_view=seat.view())


def ready(work: Turnstile, command: p.Ready) -> None:
    """The last one to be ready starts the game."""
    index = work.seat()
    seat = work.room.seats[index]
    if seat.salt is not None:
        raise Refused("ready_already", "You are ready.")
    work.add(p.Seated, seat=index, seat_view=replace(seat, salt=command.salt).view())
    if all(s.salt is not None for s in work.room.seats):
        _start(work)


def _start(work: Turnstile) -> None:
    room, rules = work.room, work.room.charter.rules
    turn = rules.turn(room.state)
    clock = room.clock.begin(turn, work.ms).view(work.ms)
    salts = [s.salt or "" for s in room.seats]
    work.add(p.Started, salts=salts, position=whole(rules, room.state), clock=clock, turn=turn)
    what_follows(work)
