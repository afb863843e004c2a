"""Before the start: sitting down, leaving, being ready."""

from typing import Any

import zeitnot_protocol as p

from ..commands import AcceptInvitation, Command, DeclineInvitation, NewVersion, Unseat
from ..room import IN_PROGRESS, Actor, Invitation, Room
from ..setup import start_throw
from ..value import replace
from .step_builder import Refused, StepBuilder, continue_game, free_seat, throw_inputs


def sit(builder: StepBuilder, command: p.Sit) -> None:
    """Takes the seat asked for, the reserved one, or the first that is free."""
    actor, room = builder.player(), builder.room
    _require_allowed(room, bot=actor.bot)
    requested = actor.seat if command.seat is None else command.seat
    index = _reserved_or_free(room, actor) if requested is None else requested
    if room.seats_of(actor.account) and not _is_another_of_a_bot(room, actor, index):
        raise Refused("seated_already", "You already have a seat in this game.")
    if index is None:
        raise Refused("no_seat", "No seat is free.")
    if index >= len(room.seats):
        raise Refused("no_such_seat", f"This game has seats 0 to {len(room.seats) - 1}.")
    seat = room.seats[index]
    if seat.actor is not None:
        raise Refused("seat_taken", "This seat is taken.")
    if seat.invited is not None and seat.invited.account != actor.account:
        raise Refused("seat_reserved", f"This seat is kept for {seat.invited.name}.")
    entitled = seat.invited is not None or actor.account == room.game_setup.creator
    if not room.tally.may_sit(actor.account, entitled=entitled):
        raise Refused("sat_too_often", "You have taken a seat in this game too often.")
    if not entitled and room.tally.must_wait(actor.account, builder.now.wall):
        raise Refused(
            "not_ready",
            "You took a seat here and were not ready in time. Wait, so that others can take it.",
        )
    if seat.invited is not None:  # the name that the game has had for this player from the start
        actor = replace(actor, name=seat.invited.name)
    builder.add(p.Seated, seat=index, seat_view=replace(seat, actor=actor).view_in_event())


def _require_allowed(room: Room, *, bot: bool) -> None:
    """Keeps people out of games in which spectators see more than the players. Raises Refused."""
    if room.game_setup.setup.engine_lines == "spectators" and not bot:
        raise Refused(
            "bots_only",
            "Spectators see engines' analysis in this game, so only bots may take a seat.",
        )


def _is_another_of_a_bot(room: Room, actor: Actor, index: int | None) -> bool:
    """Whether this is one of several seats that are reserved for a bot."""
    if not actor.bot or index is None or index >= len(room.seats):
        return False
    invited, sitter = room.seats[index].invited, room.seats[index].actor
    return sitter is None and invited is not None and invited.account == actor.account


def _reserved_or_free(room: Room, actor: Actor) -> int | None:
    empty = [(i, s) for i, s in enumerate(room.seats) if s.actor is None]
    reserved = [i for i, s in empty if s.invited and s.invited.account == actor.account]
    free = [i for i, s in empty if s.invited is None]
    return next(iter(reserved + free), None)


def accept(builder: StepBuilder, command: AcceptInvitation) -> None:
    """Gives the player the seats that are reserved for it."""
    for index, invited in _unanswered(builder, command.account):
        _require_allowed(builder.room, bot=invited.bot)
        if builder.room.game_setup.setup.rated and not invited.bot:
            # Only the connection to the room tells whether a person keeps the account.
            raise Refused("not_rated", "Sit down in the room to play a rated game.")
        actor = Actor(invited.account, invited.name, invited.bot, version=command.version)
        view = replace(builder.room.seats[index], actor=actor).view_in_event()
        builder.add(p.Seated, seat=index, seat_view=view, account=command.account)


def decline(builder: StepBuilder, command: DeclineInvitation) -> None:
    """Opens the seats that are reserved for a player who will not come."""
    for index, invited in _unanswered(builder, command.account):
        declined = p.Declined(name=invited.name, reason=command.reason, text=command.text)
        builder.add(
            p.Seated,
            account=command.account,
            seat=index,
            seat_view=p.SeatView(),
            declined=declined,
        )


def _unanswered(builder: StepBuilder, account: str) -> list[tuple[int, Invitation]]:
    """The free seats that are reserved for this account. Refuses if there is none."""
    free = [(i, seat.invited) for i, seat in enumerate(builder.room.seats) if seat.actor is None]
    own = [(i, invited) for i, invited in free if invited and invited.account == account]
    if not own:
        raise Refused("no_seat", "No seat is reserved for you.")
    return own


def leave(builder: StepBuilder, command: p.Leave) -> None:
    """Gives the sender's seat up."""
    free_seat(builder, builder.seat())


def unseat(builder: StepBuilder, command: Unseat) -> None:
    """Frees the seat of a player who is absent, or has not become ready since `since`."""
    seat = builder.room.seats[command.seat]
    if seat.actor is None or seat.actor.account != command.account:
        raise Refused("not_seated", "This account does not have this seat.")
    if command.since is not None and (seat.salt is not None or seat.since != command.since):
        raise Refused("ready_already", "This account is ready, or has taken the seat again.")
    free_seat(builder, command.seat)


def ready(builder: StepBuilder, command: p.Ready) -> None:
    """Marks the seat as ready; the game starts when all seats are."""
    index = builder.seat()
    seat = builder.room.seats[index]
    if seat.salt is not None:
        raise Refused("ready_already", "You are already ready.")
    player = builder.player()
    actor = seat.actor and replace(
        seat.actor,
        version=player.version,
        rating=player.rating,
        provisional=player.provisional,
    )
    view = replace(seat, actor=actor, salt=command.salt).view_in_event()
    builder.add(p.Seated, seat=index, seat_view=view)
    if all(s.salt is not None for s in builder.room.seats):
        _start(builder)


def new_version(builder: StepBuilder, command: NewVersion) -> None:
    """Records that another version of the bot plays on this seat from here on."""
    seat = builder.room.seats[command.seat]
    if seat.actor is None:
        raise Refused("not_seated", "This seat is empty.")
    actor = replace(seat.actor, version=command.version)
    view = replace(seat, actor=actor).view_in_event()
    builder.add(p.Seated, seat=command.seat, seat_view=view)


def version_to_note(room: Room, command: Command, actor: Actor) -> NewVersion | None:
    """The command that records, before this command of a bot in a game in progress, that another
    version of the bot plays now; None: the version is the same."""
    if room.phase not in IN_PROGRESS:
        return None
    seat = room.seat_of(actor.account, actor.seat)
    sitter = None if seat is None else room.seats[seat].actor
    is_same = sitter is None or sitter.version == actor.version
    if seat is None or is_same or isinstance(command, p.Chat):
        return None
    return NewVersion(seat, actor.version)


def _start(builder: StepBuilder) -> None:
    room, rules = builder.room, builder.room.game_setup.rules
    state = _start_state(room)
    turn = rules.turn(state)
    clock = room.clock_at_start.begin(turn, builder.ms).view(builder.ms)
    salts = [s.salt or "" for s in room.seats]
    builder.add(
        p.Started,
        salts=salts,
        position=rules.full_position(state),
        clock=clock,
        turn=turn,
        done=room.finished_seats(state),
    )
    continue_game(builder)


def _start_state(room: Room) -> Any:
    """Where the game begins. A start that is drawn is throw 0 of the game, which has no others."""
    rules = room.game_setup.rules
    throw = start_throw(rules, room.game_setup.setup)
    return room.state if throw is None else rules.drawn_start(throw_inputs(room).throw(0, throw))
