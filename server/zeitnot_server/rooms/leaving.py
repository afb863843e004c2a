"""A seat leaves a game in progress: it resigns, its time is up, or its player stays away.

The game ends with it, unless the rules let the others play on; then the seat is withdrawn, in an
event of its own, and has no part in the game any more.
"""

from typing import Any, Literal

import zeitnot_protocol as p

from .room import Phase
from .rules import plays_on, uncharged_ms, whole
from .step_builder import StepBuilder, finish, scores_after_loss, scores_on_time
from .throwing import continue_game

Reason = Literal["resign", "flag", "abandoned"]


def leave(builder: StepBuilder, seat: int, reason: Reason, by: int | None = None) -> None:
    """Withdraws the seat, or ends the game with it as the loser. `by`: as in `finish`."""
    room, rules = builder.room, builder.room.game_setup.rules
    if plays_on(rules):
        _withdraw(builder, seat, reason, rules.withdraw(room.state, seat))
        return
    resigned = reason == "resign"
    scores = scores_after_loss(room, seat) if resigned else scores_on_time(room, seat)
    finish(builder, reason, scores, by=by)


def _withdraw(builder: StepBuilder, seat: int, reason: Reason, state: Any) -> None:
    """The seat leaves and the others play on from `state`, if the game is not over with that."""
    room, rules, ms = builder.room, builder.room.game_setup.rules, builder.ms
    clock, turn = room.clock, rules.turn(state)
    elapsed_ms = clock.elapsed_ms(ms) - clock.used_ms
    if clock.running == seat:
        clock = clock.broken_off(ms, for_good=True)
    clock = clock.without(seat).begin(turn, ms, uncharged_ms(rules, state))
    builder.add(
        p.Withdrew,
        seat=seat,
        reason=reason,
        position=whole(rules, state),
        clock=(clock if room.phase is Phase.RUNNING else clock.pause(0)).view(ms),
        elapsed_ms=elapsed_ms,
        turn=turn,
    )
    if outcome := rules.outcome(builder.room.state):
        finish(builder, reason, outcome.scores, outcome.word)
    else:
        continue_game(builder)
