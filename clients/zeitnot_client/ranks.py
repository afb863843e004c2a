"""The ranks of a finished game, from its scores: equal scores share a rank."""

from collections.abc import Sequence
from dataclasses import dataclass

import zeitnot_protocol as p


@dataclass(frozen=True, slots=True)
class Placed:
    """A side of a finished game: one seat, or several partners. `rank`: from 1; two that share the
    first rank are followed by the third. `score`: as in `finished`, of each of its seats."""

    seats: tuple[int, ...]
    rank: int
    score: float


def ranked(scores: Sequence[float], sides: Sequence[Sequence[int]] = ()) -> list[Placed]:
    """The sides of a game, the best first; `sides`: as in `RoomView`, empty where every seat plays
    for itself."""
    each = sides or [(seat,) for seat in range(len(scores))]
    own = {tuple(side): max(scores[seat] for seat in side) for side in each}
    placed = [
        Placed(side, 1 + sum(other > score for other in own.values()), score)
        for side, score in own.items()
    ]
    return sorted(placed, key=lambda place: (place.rank, place.seats))


def winners(scores: Sequence[float], sides: Sequence[Sequence[int]] = ()) -> list[Placed]:
    """The sides on the first rank: several if they share it, all in a draw."""
    return [place for place in ranked(scores, sides) if place.rank == 1]


def score_text(score: float) -> str:
    """`1`, `0.5`, `0.33`: two digits tell the ranks of up to six seats apart."""
    return f"{score:.2f}".rstrip("0").rstrip(".")


def sides_of(room: p.RoomView | None) -> Sequence[Sequence[int]]:
    """The sides of a room with partners; else none."""
    return () if room is None else room.sides


def partners_of(seat: int, sides: Sequence[Sequence[int]]) -> list[int]:
    """The other seats of a seat's side; none where every seat plays for itself."""
    return [other for side in sides if seat in side for other in side if other != seat]
