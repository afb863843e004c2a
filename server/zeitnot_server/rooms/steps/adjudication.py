"""The scores of a game that the operator decides."""

import math
from collections.abc import Sequence

from ..rules import Rules, sides_of


def scores_of_win(rules: Rules, seat: int) -> list[float]:
    """The scores if the side of this seat wins. Raises ValueError for a seat that does not
    exist."""
    _check_seat(rules, seat)
    return split_point(rules, [side for side in sides_of(rules) if seat in side])


def scores_of_loss(rules: Rules, seat: int) -> list[float]:
    """The scores if the side of this seat loses: the others share the point. Raises ValueError."""
    _check_seat(rules, seat)
    return split_point(rules, [side for side in sides_of(rules) if seat not in side])


def scores_of_draw(rules: Rules) -> list[float]:
    """The scores of a draw: one point, shared by all sides."""
    return split_point(rules, sides_of(rules))


def check_scores(rules: Rules, scores: Sequence[float]) -> list[float]:
    """Checks the operator's scores, one a seat, and returns them. Raises ValueError unless each is
    from 0 to 1, partners have the same, and those of two sides add up to 1."""
    sides = sides_of(rules)
    if len(scores) != rules.seats:
        raise ValueError(
            f"{rules.game} has {rules.seats} seats, so it needs as many scores, not {len(scores)}"
        )
    if not all(math.isfinite(score) and 0 <= score <= 1 for score in scores):
        raise ValueError("a score must be from 0 to 1")
    if any(scores[seat] != scores[side[0]] for side in sides for seat in side):
        raise ValueError("partners must have the same score")
    if len(sides) == 2 and not math.isclose(sum(scores[side[0]] for side in sides), 1):
        raise ValueError("the scores of two sides must add up to 1")
    return [float(score) for score in scores]


def split_point(rules: Rules, sides: Sequence[Sequence[int]]) -> list[float]:
    """The scores if these sides share the point: each seat of a side has what its side has."""
    scorers = {seat for side in sides for seat in side}
    return [1.0 / len(sides) if seat in scorers else 0.0 for seat in range(rules.seats)]


def _check_seat(rules: Rules, seat: int) -> None:
    if not 0 <= seat < rules.seats:
        raise ValueError(f"{rules.game} has the seats 0 to {rules.seats - 1}")
