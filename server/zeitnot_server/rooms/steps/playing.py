"""While the game runs: moves, and the ends that need no agreement."""

from collections.abc import Sequence
from itertools import permutations
from math import fsum
from typing import Any, Literal

import zeitnot_protocol as p

from ..absence import CLAIM_DAYS, is_claimable
from ..commands import Abandon, Adjudicate, AllLeft, Cancel, Expire, Flag, Preempt, RemoveBanned
from ..fold import Played
from ..player_stats import may_abort
from ..room import Phase, Room
from ..rules import IllegalMove, Rules, turn_of
from . import adjudication
from .step_builder import (
    Refused,
    StepBuilder,
    continue_game,
    finish,
    free_seat,
    scores_after_loss,
    scores_on_time,
)

ENDED_BY_OPERATOR = "ended by the operator"
"""The word of a game that the operator ended; followed by a colon and the reason, if any."""
ADJUDICATED = "adjudicated by the operator"
"""The same of a game that the operator decided."""
MAX_UNCHARGED = 1000
"""Moves in a row that cost no time; more than the largest board can have stones to mark. Without a
bound they would cost their sender nothing, and the log, the other seat and the server much."""
PREEMPTED = "the bot was wanted by others"
"""The word of a game that ended to free a slot of its bot."""


def move(builder: StepBuilder, command: p.Move) -> None:
    """Plays a legal move of the seat to move, at the next ply."""
    seat, room = builder.seat(), builder.room
    rules = room.game_setup.rules
    if room.clock.running != seat:
        raise Refused("not_your_turn", "It is not your turn.")
    if command.ply != room.ply:
        raise Refused("wrong_ply", f"The next ply is {room.ply}, not {command.ply}.")
    if room.uncharged_moves >= MAX_UNCHARGED:
        _check_uncharged(room, command.move)
    try:
        state = rules.play(room.state, command.move)
    except IllegalMove as illegal:
        raise Refused("illegal_move", str(illegal)) from None
    _add_move(builder, seat, command.move, state, engine=command.engine)
    continue_game(builder)


def _check_uncharged(room: Room, move: str) -> None:
    """Refuses a move that would be one too many of those that cost no time."""
    turn = room.game_setup.rules.uncharged(room.state)
    if turn and move != turn.then:
        raise Refused(
            "illegal_move",
            f"You have made too many moves that cost no time; only {turn.then} is allowed now.",
        )


def _add_move(builder: StepBuilder, seat: int, move: str, state: Any, **fields: Any) -> None:
    """Appends a move of `seat` that leads to `state`."""
    room, ms = builder.room, builder.ms
    rules, clock = room.game_setup.rules, room.clock
    turn, free_ms = turn_of(rules, state)
    position = rules.full_position(state)
    goes_on = clock.is_turn(turn, free_ms)
    stopped, receipt = clock.charge(ms, builder.now.lag_ms, goes_on=goes_on)
    played = Played(state, stopped.begin(turn, ms, free_ms))
    builder.add(
        p.Moved,
        played=played,
        seat=seat,
        ply=room.ply,
        move=move,
        position=position,
        receipt=receipt,
        clock=played.clock.view(ms),
        turn=turn,
        done=room.done_in(state),
        **fields,
    )


def flag_falls(builder: StepBuilder) -> None:
    """The seat to move loses or leaves, since it has run out of time; in a free first turn the game
    is aborted without a loser if the others do not play on, and in an uncharged turn the server
    moves for it."""
    room = builder.room
    loser, rules = room.clock.running, room.game_setup.rules
    if loser is None:
        raise AssertionError("a flag without a running clock")
    if turn := rules.uncharged(room.state):
        _add_move(builder, loser, turn.then, rules.play(room.state, turn.then), by_server=True)
        continue_game(builder)
        return
    if room.clock.is_free and not others_play_on(room, loser):
        finish(builder, "aborted", None, by=loser)
        return
    drop_out(builder, loser, "flag")


def flag(builder: StepBuilder, command: Flag) -> None:
    """Does nothing: `step` has already handled a fallen flag."""


def resign(builder: StepBuilder, command: p.Resign) -> None:
    """Resigns."""
    drop_out(builder, builder.playing_seat(), "resign")


def abort(builder: StepBuilder, command: p.Abort) -> None:
    """Ends a game before every seat has moved, or one that may be claimed. Before the start, a
    player who joined only gives up the seat; the others keep waiting."""
    seat, room = builder.playing_seat(), builder.room
    if room.phase is Phase.OPEN and room.has_joined(seat):
        free_seat(builder, seat)
        return
    if room.all_have_moved and not is_claimable(room, seat, builder.now.wall):
        raise Refused(
            "too_late", "The game can no longer be aborted, because every seat has moved."
        )
    if room.game_setup.setup.rated and room.throws and not may_abort(builder.player().stats):
        raise Refused(
            "aborts_too_often", "You have aborted too many games after a throw to abort this one."
        )
    finish(builder, "aborted", None, by=seat)


def claim(builder: StepBuilder, command: p.Claim) -> None:
    """Takes the point of a game whose opponent has not moved for CLAIM_MS; where the others play
    on, that seat leaves."""
    seat, room = builder.playing_seat(), builder.room
    if room.turn is None or not is_claimable(room, seat, builder.now.wall):
        raise Refused(
            "too_early",
            "You can claim a game without a clock if another player has not moved for"
            f" {CLAIM_DAYS} days.",
        )
    drop_out(builder, room.turn, "abandoned")


def abandon(builder: StepBuilder, command: Abandon) -> None:
    """Makes the absent seat leave; if the game could still be aborted and the others do not play
    on, it ends without a result."""
    if not builder.room.still_plays(command.seat):
        raise Refused("too_late", "This seat no longer plays.")
    if builder.room.all_have_moved or others_play_on(builder.room, command.seat):
        drop_out(builder, command.seat, "abandoned", by=command.seat)
    else:
        finish(builder, "abandoned", None, by=command.seat, away=command.seat)


def end_after_all_left(builder: StepBuilder, command: AllLeft) -> None:
    """Ends the game without a result, since all players have left. Before everybody has moved it
    counts against the seat to move, which may have disliked the throw."""
    room = builder.room
    by = None if room.all_have_moved or room.phase is not Phase.RUNNING else room.turn
    finish(builder, "abandoned", None, by=by)


def expire(builder: StepBuilder, command: Expire) -> None:
    """Aborts an unstarted game whose room has been empty for OPEN_MS."""
    finish(builder, "aborted", None)


def cancel(builder: StepBuilder, command: Cancel) -> None:
    """Ends the game without a result; it counts against no player."""
    finish(builder, "aborted", None, _word(ENDED_BY_OPERATOR, command.reason))


def adjudicate(builder: StepBuilder, command: Adjudicate) -> None:
    """Ends the game with the operator's scores, which count as any others."""
    try:
        scores = adjudication.points(builder.room.game_setup.rules, command.scores)
    except ValueError as bad:
        raise Refused("malformed", f"{bad}.") from None
    finish(builder, "adjudicated", scores, _word(ADJUDICATED, command.reason))


def _word(prefix: str, reason: str | None) -> str:
    return prefix if reason is None else f"{prefix}: {reason}"


def by_operator(end: p.Finished) -> Cancel | Adjudicate | None:
    """The command behind an end, if it was the operator's."""
    word = end.word or ""
    if end.reason == "aborted" and word.startswith(ENDED_BY_OPERATOR):
        return Cancel(word.removeprefix(ENDED_BY_OPERATOR).removeprefix(": ") or None)
    if end.reason == "adjudicated" and word.startswith(ADJUDICATED):
        reason = word.removeprefix(ADJUDICATED).removeprefix(": ") or None
        return Adjudicate(tuple(end.scores or ()), reason)
    return None


def preempt(builder: StepBuilder, command: Preempt) -> None:
    """Ends the game without a result; it counts in nobody's statistics."""
    finish(builder, "aborted", None, PREEMPTED)


def remove_banned(builder: StepBuilder, command: RemoveBanned) -> None:
    """Removes a banned player, as if it had resigned on each of its seats; before everybody has
    moved without a result, as in `abandon`."""
    room = builder.room
    seats = list(filter(room.still_plays, room.seats_of(command.account)))
    if not seats and not (room.phase is Phase.OPEN and room.is_player(command.account)):
        raise Refused("not_seated", "This account has no seat in this game.")
    if not seats or not room.all_have_moved:
        finish(builder, "aborted", None, by=next(iter(seats), None))
        return
    for seat in seats:
        if builder.room.phase is not Phase.FINISHED:
            drop_out(builder, seat, "resign", by=seat)


# ── a seat that leaves ───────────────────────────────────────────────────────────────────────────
# The game ends with it, unless the rules let the others play on; then the seat is withdrawn, in an
# event of its own, and has no part in the game any more. Bots do not play on by themselves where
# people have begun the game with them: nobody waits for its result any more, and nobody who could
# end it is left.

DropOutReason = Literal["resign", "flag", "abandoned"]


def drop_out(builder: StepBuilder, seat: int, reason: DropOutReason, by: int | None = None) -> None:
    """Withdraws the seat, or ends the game with it as the loser. `by`: as in `finish`."""
    room, rules = builder.room, builder.room.game_setup.rules
    if rules.plays_on:
        _withdraw(builder, rules, seat, reason)
        return
    resigned = reason == "resign"
    scores = scores_after_loss(room, seat) if resigned else scores_on_time(room, seat)
    finish(builder, reason, scores, by=by)


def others_play_on(room: Room, seat: int) -> bool:
    """Whether the game goes on when this seat leaves: at least two, one of them a person if any is
    at the table, are left."""
    rules = room.game_setup.rules
    if not rules.plays_on or only_bots_left(room, without=seat):
        return False
    return rules.outcome(rules.withdraw(room.state, seat)) is None


def _withdraw(builder: StepBuilder, rules: Rules, seat: int, reason: DropOutReason) -> None:
    """The seat leaves and the others play on, unless that ends the game or leaves only bots."""
    room, ms, state = builder.room, builder.ms, rules.withdraw(builder.room.state, seat)
    clock, (turn, free_ms) = room.clock, turn_of(rules, state)
    elapsed_ms = clock.elapsed_ms(ms) - clock.used_ms
    if clock.running == seat:
        clock = clock.broken_off(ms, for_good=True)
    clock = clock.without(seat).begin(turn, ms, free_ms)
    builder.add(
        p.Withdrew,
        seat=seat,
        reason=reason,
        position=rules.full_position(state),
        clock=(clock if room.phase is Phase.RUNNING else clock.pause(0)).view(ms),
        elapsed_ms=elapsed_ms,
        turn=turn,
    )
    if outcome := rules.outcome(builder.room.state):
        finish(builder, reason, outcome.scores, outcome.word)
    elif only_bots_left(builder.room):
        finish(builder, reason, scores_of_bots(rules, builder.room), ONLY_BOTS_LEFT)
    else:
        continue_game(builder)


# ── bots that are left ───────────────────────────────────────────────────────────────────────────


ONLY_BOTS_LEFT = "only bots were left"
"""The word of a game that ended so."""


def only_bots_left(room: Room, without: int | None = None) -> bool:
    """Whether people have sat at the table and none of them plays any more; `without`: this seat
    is taken to have left. A game that bots began among themselves is theirs."""
    sitters = ((index, seat.actor) for index, seat in enumerate(room.seats))
    people = {index for index, actor in sitters if actor is not None and not actor.bot}
    return bool(people) and people.isdisjoint(set(room.playing_seats) - {without})


def scores_of_bots(rules: Rules, room: Room) -> list[float]:
    """The scores as they stand: by the rules of leaving, the seats that are left rank before those
    that have gone, and share their ranks. Each has its mean over all orders in which they could
    leave, too; the sum is exact, so that equal means are equal."""
    orders = permutations(room.playing_seats)
    ends = [_scores_after(rules, room.state, order) for order in orders]
    return [fsum(of_seat) / len(ends) for of_seat in zip(*ends, strict=True)]


def _scores_after(rules: Rules, state: Any, order: Sequence[int]) -> tuple[float, ...]:
    """The scores if these seats leave in this order, until the game is over."""
    for seat in order:
        state = rules.withdraw(state, seat)
        if outcome := rules.outcome(state):
            return outcome.scores
    raise AssertionError("a game that everybody has left is not over")
