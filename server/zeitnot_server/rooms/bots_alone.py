"""The end of a game that people have left to bots: nobody waits for its result any more, and nobody
who could end it is left."""

from collections.abc import Sequence
from itertools import permutations
from math import fsum
from typing import Any

from .room import Room
from .rules import Rules

WORD = "only bots were left"
"""The word of a game that ended so."""


def are_alone(room: Room, without: int | None = None) -> bool:
    """Whether people have sat at the table and none of them plays any more; `without`: this seat
    is taken to have left. A game that bots began among themselves is theirs."""
    sitters = ((index, seat.actor) for index, seat in enumerate(room.seats))
    people = {index for index, actor in sitters if actor is not None and not actor.bot}
    return bool(people) and people.isdisjoint(set(room.playing_seats) - {without})


def scores(rules: Rules, room: Room) -> list[float]:
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
