"""While the game runs: moves, and the ends that need no agreement."""

from collections.abc import Sequence
from itertools import permutations
from math import fsum
from typing import Any

import zeitnot_protocol as p

from ..absence import CLAIM_DAYS, is_claimable
from ..commands import Abandon, Adjudicate, AllLeft, Cancel, Expire, Flag, Preempt, RemoveBanned
from ..fold import MoveResult
from ..players import may_abort
from ..room import Phase, Room
from ..rules import IllegalMove, Rules, turn_of
from . import adjudication
from .standing_in import DropOutReason, stand_in
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
"""The `word` of a game that the operator ended; followed by a colon and the reason, if any."""
ADJUDICATED_BY_OPERATOR = "adjudicated by the operator"
"""The same for a game that the operator decided."""
MAX_UNCHARGED_MOVES = 1000
"""Consecutive moves that cost no time; more than the largest board can have stones to mark. Without
a bound, a player could send any number of them, which the server would have to store."""
PREEMPTED = "the bot was wanted by others"
"""The `word` of a game that ended to free a slot of its bot."""


def move(builder: StepBuilder, command: p.Move) -> None:
    """Plays a legal move of the seat to move, at the next ply."""
    seat, room = builder.seat(), builder.room
    rules = room.game_setup.rules
    if room.clock.running != seat:
        raise Refused("not_your_turn", "It is not your turn.")
    if command.ply != room.ply:
        raise Refused("wrong_ply", f"The next ply is {room.ply}, not {command.ply}.")
    if room.uncharged_moves >= MAX_UNCHARGED_MOVES:
        _check_uncharged(room, command.move)
    try:
        state = rules.play(room.state, command.move)
        spelled = rules.spelling(room.state, command.move)
    except IllegalMove as illegal:
        raise Refused("illegal_move", str(illegal)) from None
    _add_move(builder, seat, spelled, state, engine=command.engine)
    continue_game(builder)


def _check_uncharged(room: Room, move: str) -> None:
    """Refuses all but the default move, after too many moves that cost no time."""
    turn = room.game_setup.rules.uncharged(room.state)
    if turn and move != turn.default_move:
        raise Refused(
            "illegal_move",
            "You have made too many moves that cost no time; only"
            f" {turn.default_move} is allowed now.",
        )


def _add_move(builder: StepBuilder, seat: int, move: str, state: Any, **fields: Any) -> None:
    """Appends the move by which `seat` has reached `state`."""
    room, ms = builder.room, builder.ms
    rules, clock = room.game_setup.rules, room.clock
    turn, free_ms = turn_of(rules, state)
    position = rules.full_position(state)
    turn_continues = clock.is_same_turn(turn, free_ms)
    stopped, receipt = clock.charge(ms, builder.now.lag_ms, turn_continues=turn_continues)
    result = MoveResult(state, stopped.begin(turn, ms, free_ms))
    builder.add(
        p.Moved,
        result=result,
        seat=seat,
        ply=room.ply,
        move=move,
        position=position,
        receipt=receipt,
        clock=result.clock.view(ms),
        turn=turn,
        done=room.finished_seats(state),
        **fields,
    )


def handle_fallen_flag(builder: StepBuilder) -> None:
    """Ends the turn of the seat that has run out of time. Usually that seat loses, or leaves if the
    others play on. In a free first turn the game is aborted instead of lost, and in an uncharged
    turn the server moves for the seat."""
    room = builder.room
    loser, rules = room.clock.running, room.game_setup.rules
    if loser is None:
        raise AssertionError("a flag without a running clock")
    if turn := rules.uncharged(room.state):
        _add_move(
            builder,
            loser,
            turn.default_move,
            rules.play(room.state, turn.default_move),
            by_server=True,
        )
        continue_game(builder)
        return
    if room.clock.is_free and stand_in(builder, loser, "flag"):
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
    player who has joined another player's game only gives up the seat."""
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
    """Makes the seat to move lose, or leave if the others play on, after it has not moved for
    CLAIM_MS."""
    seat, room = builder.playing_seat(), builder.room
    if room.turn is None or not is_claimable(room, seat, builder.now.wall):
        raise Refused(
            "too_early",
            "You can claim a game without a clock if another player has not moved for"
            f" {CLAIM_DAYS} days.",
        )
    drop_out(builder, room.turn, "abandoned")


def abandon(builder: StepBuilder, command: Abandon) -> None:
    """Makes the absent seat lose or leave. If the game could still be aborted and the others do not
    play on, it ends without a result."""
    if not builder.room.still_plays(command.seat):
        raise Refused("too_late", "This seat no longer plays.")
    if stand_in(builder, command.seat, "abandoned"):
        return
    if builder.room.all_have_moved or others_play_on(builder.room, command.seat):
        drop_out(builder, command.seat, "abandoned", by=command.seat)
    else:
        finish(builder, "abandoned", None, by=command.seat, absent=command.seat)


def end_after_all_left(builder: StepBuilder, command: AllLeft) -> None:
    """Ends the game without a result after all players have left. Before every seat has moved it
    counts against the seat to move, which may have disliked the throw."""
    room = builder.room
    by = None if room.all_have_moved or room.phase is not Phase.RUNNING else room.turn
    finish(builder, "abandoned", None, by=by)


def expire(builder: StepBuilder, command: Expire) -> None:
    """Aborts an unstarted game whose room has been empty for EXPIRES_AFTER_MS."""
    finish(builder, "aborted", None)


def cancel(builder: StepBuilder, command: Cancel) -> None:
    """Ends the game without a result; it counts against no player."""
    finish(builder, "aborted", None, _word(ENDED_BY_OPERATOR, command.reason))


def adjudicate(builder: StepBuilder, command: Adjudicate) -> None:
    """Ends the game with the operator's scores; ratings do not change."""
    try:
        scores = adjudication.check_scores(builder.room.game_setup.rules, command.scores)
    except ValueError as bad:
        raise Refused("malformed", f"{bad}.") from None
    finish(builder, "adjudicated", scores, _word(ADJUDICATED_BY_OPERATOR, command.reason))


def _word(prefix: str, reason: str | None) -> str:
    return prefix if reason is None else f"{prefix}: {reason}"


def operator_command(end: p.Finished) -> Cancel | Adjudicate | None:
    """The operator's command that caused this end, if one did."""
    word = end.word or ""
    if end.reason == "aborted" and word.startswith(ENDED_BY_OPERATOR):
        return Cancel(word.removeprefix(ENDED_BY_OPERATOR).removeprefix(": ") or None)
    if end.reason == "adjudicated" and word.startswith(ADJUDICATED_BY_OPERATOR):
        reason = word.removeprefix(ADJUDICATED_BY_OPERATOR).removeprefix(": ") or None
        return Adjudicate(tuple(end.scores or ()), reason)
    return None


def preempt(builder: StepBuilder, command: Preempt) -> None:
    """Ends the game without a result; it counts in no player's statistics."""
    finish(builder, "aborted", None, PREEMPTED)


def remove_banned(builder: StepBuilder, command: RemoveBanned) -> None:
    """Removes a banned player, as if it had resigned on each of its seats. Before every seat has
    moved, the game ends without a result."""
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
# The game ends, unless the rules let the others play on; then the event `withdrew` removes the seat
# from the game. Bots do not play on without people in a game that people have begun with them: no
# person waits for its result any more, or could end it.


def drop_out(builder: StepBuilder, seat: int, reason: DropOutReason, by: int | None = None) -> None:
    """Lets a bot take the seat, withdraws it, or ends the game with it as the loser. `by`: as in
    `finish`."""
    if reason != "flag" and stand_in(builder, seat, reason):
        return
    room, rules = builder.room, builder.room.game_setup.rules
    if rules.plays_on:
        _withdraw(builder, rules, seat, reason)
        return
    resigned = reason == "resign"
    scores = scores_after_loss(room, seat) if resigned else scores_on_time(room, seat)
    finish(builder, reason, scores, by=by)


def others_play_on(room: Room, seat: int) -> bool:
    """Whether the game continues when this seat leaves: at least two seats are left, one of them a
    person's if people sit at the table."""
    rules = room.game_setup.rules
    if not rules.plays_on or only_bots_left(room, without=seat):
        return False
    return rules.outcome(rules.withdraw(room.state, seat)) is None


def _withdraw(builder: StepBuilder, rules: Rules, seat: int, reason: DropOutReason) -> None:
    """Removes the seat; the others play on, unless that ends the game or leaves only bots."""
    room, ms, state = builder.room, builder.ms, rules.withdraw(builder.room.state, seat)
    clock, (turn, free_ms) = room.clock, turn_of(rules, state)
    elapsed_ms = clock.elapsed_ms(ms) - clock.used_ms
    if clock.running == seat:
        clock = clock.end_without_move(ms, is_last=True)
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
"""The `word` of a game that ended because only bots were left."""


def only_bots_left(room: Room, without: int | None = None) -> bool:
    """Whether people have sat at the table and none of them plays any more. `without`: a seat that
    is about to leave. False for a game that only bots have played."""
    sitters = ((index, seat.actor) for index, seat in enumerate(room.seats))
    people = {index for index, actor in sitters if actor is not None and not actor.bot}
    return bool(people) and people.isdisjoint(set(room.playing_seats) - {without})


def scores_of_bots(rules: Rules, room: Room) -> list[float]:
    """The scores if the seats that are left share the ranks before those that have left: for each
    seat, the mean over all orders in which the remaining seats could leave. The sum is exact, so
    that equal means are equal."""
    orders = permutations(room.playing_seats)
    results = [_scores_after(rules, room.state, order) for order in orders]
    return [fsum(seat_scores) / len(results) for seat_scores in zip(*results, strict=True)]


def _scores_after(rules: Rules, state: Any, order: Sequence[int]) -> tuple[float, ...]:
    """The scores if these seats leave in this order, until the game is over."""
    for seat in order:
        state = rules.withdraw(state, seat)
        if outcome := rules.outcome(state):
            return outcome.scores
    raise AssertionError("a game that everybody has left is not over")
