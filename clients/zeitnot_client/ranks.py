"""The ranks of a finished game, from its scores: equal scores share a rank."""

from collections.abc import Sequence
from dataclasses import dataclass

import zeitnot_protocol as p


@dataclass(frozen=True, slots=True)
class Placed:
    """A side of a finished game: one seat, or several partners. `rank`: from 1; after two sides
    that share rank 1 comes rank 3. `score`: that of each of its seats, as in `finished`."""

    seats: tuple[int, ...]
    rank: int
    score: float


def ranked(scores: Sequence[float], sides: Sequence[Sequence[int]] = ()) -> list[Placed]:
    """The sides of a game, best first. `sides`: as in `RoomView`, empty if every seat plays for
    itself."""
    all_sides = sides or [(seat,) for seat in range(len(scores))]
    score_of_side = {tuple(side): max(scores[seat] for seat in side) for side in all_sides}
    placed = [
        Placed(side, 1 + sum(other > score for other in score_of_side.values()), score)
        for side, score in score_of_side.items()
    ]
    return sorted(placed, key=lambda place: (place.rank, place.seats))


def winners(scores: Sequence[float], sides: Sequence[Sequence[int]] = ()) -> list[Placed]:
    """The sides with rank 1: several if they share it, all of them in a draw."""
    return [place for place in ranked(scores, sides) if place.rank == 1]


def score_text(score: float) -> str:
    """`1`, `0.5`, `0.33`: two digits are enough to distinguish the ranks of six seats."""
    return f"{score:.2f}".rstrip("0").rstrip(".")


def sides_of(room: p.RoomView | None) -> Sequence[Sequence[int]]:
    """The sides of a room with partners; otherwise none."""
    return () if room is None else room.sides


def partners_of(seat: int, sides: Sequence[Sequence[int]]) -> list[int]:
    """The other seats of a seat's side; none if every seat plays for itself."""
    return [other for side in sides if seat in side for other in side if other != seat]
