"""After every change of the position: the throws that are due, and the end by the rules."""

import zeitnot_protocol as p

from .dice import ThrowInputs
from .fold import thrown
from .step_builder import StepBuilder, finish


def continue_game(builder: StepBuilder) -> None:
    """Makes the throws that are due, then ends the game if it is over."""
    rules = builder.room.game_setup.rules
    while throw := rules.throw(builder.room.state):
        room = builder.room
        inputs = ThrowInputs(room.game_setup.seed, room.id, tuple(s.salt or "" for s in room.seats))
        values = inputs.throw(room.throws, throw)
        state = rules.chance(room.state, values)
        played = thrown(room, state, builder.ms)
        builder.add(
            p.Threw,
            played=played,
            k=room.throws,
            ply=room.ply,
            kind=throw.kind,
            values=list(values),
            position=rules.full_position(state),
            turn=played.clock.running,
            seat=rules.thrower(room.state),
        )
    if outcome := rules.outcome(builder.room.state):
        finish(builder, outcome.reason, outcome.scores, outcome.word)
