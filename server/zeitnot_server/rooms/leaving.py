"""A seat leaves a game in progress: it resigns, its time is up, or its player stays away.

The game ends with it, unless the rules let the others play on; then the seat is withdrawn, in an
event of its own, and has no part in the game any more. Bots do not play on by themselves where
people have begun the game with them: nobody waits for its result any more, and nobody who could
end it is left.
"""

from collections.abc import Sequence
from itertools import permutations
from math import fsum
from typing import Any, Literal

import zeitnot_protocol as p

from .room import Phase, Room
from .rules import Rules, turn_of
from .step_builder import StepBuilder, continue_game, finish, scores_after_loss, scores_on_time

Reason = Literal["resign", "flag", "abandoned"]


def leave(builder: StepBuilder, seat: int, reason: Reason, by: int | None = None) -> None:
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


def _withdraw(builder: StepBuilder, rules: Rules, seat: int, reason: Reason) -> None:
    """The seat leaves and the others play on, unless the game is over with that or bots alone would
    play it."""
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
