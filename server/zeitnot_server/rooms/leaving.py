"""A seat leaves a game in progress: it resigns, its time is up, or its player stays away.

The game ends with it, unless the rules let the others play on; then the seat is withdrawn, in an
event of its own, and has no part in the game any more. Bots do not play on by themselves where
people have begun the game with them (`bots_alone`).
"""

from typing import Literal

import zeitnot_protocol as p

from . import bots_alone
from .room import Phase, Room
from .rules import Rules, turn_of
from .step_builder import StepBuilder, finish, scores_after_loss, scores_on_time
from .throwing import continue_game

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
    if not rules.plays_on or bots_alone.are_alone(room, without=seat):
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
    elif bots_alone.are_alone(builder.room):
        finish(builder, reason, bots_alone.scores(rules, builder.room), bots_alone.WORD)
    else:
        continue_game(builder)
