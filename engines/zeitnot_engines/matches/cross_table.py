"""The result of a match of any number of players: who scored what against whom."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from .played import FinishedGame
from .schedule import Pairing, letters
from .standing import OUTCOMES, PairCounts, Standing, error_of


@dataclass(slots=True)
class Meeting:
    """The games of one pairing, as the first player of it sees them."""

    scores: dict[int, float] = field(default_factory=dict)
    standing: Standing = field(default_factory=lambda: Standing(0, 0, 0))
    pairs: PairCounts = field(default_factory=PairCounts)

    def add(self, number: int, score: float) -> None:
        """Adds a game that was not added before."""
        other = self.scores.get(number ^ 1)  # the same opening from the other side
        if other is not None:
            self.pairs.add(score + other)
        self.scores[number] = score
        self.standing += Standing.of([score])

    def reversed(self) -> "Meeting":
        """The same games, as the second player sees them."""
        scores = {number: 1 - score for number, score in self.scores.items()}
        return Meeting(scores, self.standing.reversed(), PairCounts(self.pairs.counts[::-1]))


@dataclass(frozen=True, slots=True)
class Row:
    """A player's result. `standing`, `pairs`: against all opponents that he has met, taken as one;
    `against`: points by opponent, None where they have not met."""

    player: int
    standing: Standing
    pairs: PairCounts
    against: tuple[float | None, ...]
    faults: int


class CrossTable:
    """Collects games, in any order."""

    def __init__(self, players: int) -> None:
        self._players = players
        self.meetings: dict[Pairing, Meeting] = {}
        self._faults: Counter[int] = Counter()

    def add(self, played: FinishedGame) -> bool:
        """Adds a game, and returns True; False if one with its number was added before."""
        meeting = self.meetings.setdefault(played.players, Meeting())
        if played.number in meeting.scores:
            return False
        meeting.add(played.number, played.score)
        if played.fault:
            self._faults[played.players[played.score == 1.0]] += 1
        return True

    def meeting(self, first: int, second: int) -> Meeting:
        """The games of these two, as the first sees them."""
        if (first, second) in self.meetings:
            return self.meetings[first, second]
        return self.meetings.get((second, first), Meeting()).reversed()

    def rows(self) -> list[Row]:
        """The players by score, the best first; equal ones in their order."""
        rows = [self._row(player) for player in range(self._players)]
        return sorted(rows, key=lambda row: (-row.standing.score, row.player))

    def _row(self, player: int) -> Row:
        standing, counts = Standing(0, 0, 0), [0] * OUTCOMES
        against: list[float | None] = []
        for other in range(self._players):
            meeting = self.meeting(player, other)
            standing += meeting.standing
            counts = [a + b for a, b in zip(counts, meeting.pairs.counts, strict=True)]
            against.append(meeting.standing.points if meeting.scores else None)
        faults = self._faults[player]
        return Row(player, standing, PairCounts(counts), tuple(against), faults)


def table_text(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    """The lines of the cross-table, with points against each opponent in the order of the rows.
    `names`: of the players, by index."""
    order = [row.player for row in rows]
    head = ["", "player", "games", "points", "score", "Elo", "±", *map(letters, order)]
    cells = [head]
    for place, row in enumerate(rows, 1):
        standing = row.standing
        error = error_of(standing, row.pairs)
        cells.append(
            [
                str(place),
                f"{letters(row.player)} {names[row.player]}",
                str(standing.games),
                f"{standing.points:g}",
                f"{100 * standing.score:.1f} %",
                elo_text(standing),
                error_text(error) if standing.games else "",
                *(_cell(row, other) for other in order),
            ]
        )
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if i == 1 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]


def elo_text(standing: Standing) -> str:
    """The Elo with its sign, `+∞` or `-∞` if all games were won or lost, empty without games."""
    if not standing.games:
        return ""
    if standing.elo is None:
        return "+∞" if standing.score > 0.5 else "-∞"
    return f"{standing.elo:+.0f}"


def error_text(error: float | None) -> str:
    """Half of an interval of the Elo, `∞` if it has no bound."""
    return "∞" if error is None else f"{error:.0f}"


def _cell(row: Row, other: int) -> str:
    points = row.against[other]
    if other == row.player:
        return "·"
    return "-" if points is None else f"{points:g}"
