"""Which players meet, in which order, from which openings.

A *cycle* is one pair of games for each pairing of players; all its games have the same opening and
the same seed. The games of a match with two players are therefore the pairs, one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from .luck import LuckName
from .openings import Opening

Pairing = tuple[int, int]
TWO: tuple[Pairing, ...] = ((0, 1),)
Tournament = Literal["round-robin", "gauntlet"]
TOURNAMENTS: tuple[Tournament, ...] = get_args(Tournament)


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to play: from `opening`, with the first of `players` on `seat` and the second on the
    other one, and throws from `seed`."""

    number: int
    opening: Opening
    seat: int
    seed: int
    players: Pairing = (0, 1)
    luck: LuckName = "pair"


def pairings(players: int, tournament: Tournament) -> tuple[Pairing, ...]:
    """The pairings of a cycle. In a gauntlet the first player meets each of the others."""
    if tournament == "gauntlet":
        return tuple((0, other) for other in range(1, players))
    return tuple(pairing for round_ in _rounds(players) for pairing in round_)


def _rounds(players: int) -> list[list[Pairing]]:
    """The rounds of a round robin, in each of which a player has at most one opponent: player 0
    stays, and the others move around a circle (J. Schurig, 1886)."""
    circle: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    rounds = []
    for _ in range(len(circle) - 1):
        met = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        rounds.append([(min(a, b), max(a, b)) for a, b in met if a is not None and b is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def fixtures(
    openings: Sequence[Opening],
    games: int,
    seed: int = 0,
    pairings: Sequence[Pairing] = TWO,
    luck: LuckName = "pair",
) -> list[Fixture]:
    """The games of a match, `games` for each pairing: each opening twice with the seats exchanged,
    in turn. A game's number determines its fixture, whatever `games` is."""
    return [
        Fixture(
            number=2 * (cycle * len(pairings) + i) + seat,
            opening=openings[cycle % len(openings)],
            seat=seat,
            seed=seed + cycle,
            players=pairing,
            luck=luck,
        )
        for cycle in range((games + 1) // 2)
        for i, pairing in enumerate(pairings)
        for seat in range(min(2, games - 2 * cycle))
    ]


def cycle_of(number: int, pairings: int) -> int:
    """The cycle of the game with this number."""
    return number // 2 // pairings


def letters(index: int) -> str:
    """The name of a player by its index: A to Z, AA, AB, …"""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
