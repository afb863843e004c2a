"""One move of a book and its arithmetic, pure.

Scores are those of the side that makes the move, 1 win, ½ draw, 0 loss, at the end of the games in
which it was played: `score` is their mean. A move earns weight n·mean² = sum²/n over its n games,
which rises with every win and falls with every loss, and is 0 for a move that never scored.
Weight beyond that was set by hand or comes from another book; games never take it below 0.
"""

from dataclasses import dataclass, replace

NEGLIGIBLE = 1e-9
"""Weight below this is a rounding error."""

MAX_COUNT, MAX_AMOUNT = 2**53 - 1, 1e15


@dataclass(frozen=True, slots=True)
class BookPosition:
    """A position in a book: the game, its settings, and the position's key."""

    game_type: str
    settings_key: int
    key: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A move and its results. `last_played` in Unix milliseconds; `source`: where it comes from."""

    move: str
    weight: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score_sum: float = 0.0
    last_played: int | None = None
    source: str = "games"

    @property
    def games(self) -> int:
        """How many games it was played in."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The mean score; ½ for a move that was never played."""
        return self.score_sum / self.games if self.games else 0.5

    @property
    def earned_weight(self) -> float:
        """The part of the weight that comes from games."""
        return self.score_sum**2 / self.games if self.games else 0.0


def hexed(key: int) -> str:
    """A 64-bit key as 16 hexadecimal digits, for files and tables."""
    return f"{key:016x}"


def played(move: str, scores: list[float], seat: int, at: int | None) -> Entry:
    """The entry of one game for a move of `seat`; a score above the mean is a win. `at`: the end of
    the game, if known."""
    mean = sum(scores) / len(scores)
    score = scores[seat]
    entry = Entry(
        move,
        wins=int(score > mean),
        draws=int(score == mean),
        losses=int(score < mean),
        score_sum=score,
        last_played=at,
    )
    return replace(entry, weight=entry.earned_weight)


def without(whole: Entry, part: Entry) -> Entry | None:
    """`whole` minus `part`, including the weight that games have not earned; None if empty."""
    remainder = Entry(
        move=whole.move,
        wins=max(0, whole.wins - part.wins),
        draws=max(0, whole.draws - part.draws),
        losses=max(0, whole.losses - part.losses),
        last_played=whole.last_played,
        source=whole.source,
    )
    unearned = max(0.0, whole.weight - whole.earned_weight - (part.weight - part.earned_weight))
    if remainder.games == 0 and unearned < NEGLIGIBLE:
        return None
    score_sum = min(float(remainder.games), max(0.0, whole.score_sum - part.score_sum))
    remainder = replace(remainder, score_sum=score_sum)
    return replace(remainder, weight=remainder.earned_weight + unearned)


def merged(first: Entry, second: Entry) -> Entry:
    """The sum of both: counts are added, and so is the weight that games have not earned, up to the
    bounds of a book file."""
    total = Entry(
        move=first.move,
        wins=min(MAX_COUNT, first.wins + second.wins),
        draws=min(MAX_COUNT, first.draws + second.draws),
        losses=min(MAX_COUNT, first.losses + second.losses),
        score_sum=min(MAX_AMOUNT, first.score_sum + second.score_sum),
        last_played=max(filter(None, (first.last_played, second.last_played)), default=None),
        source="+".join(sorted({*first.source.split("+"), *second.source.split("+")})),
    )
    unearned = first.weight - first.earned_weight + second.weight - second.earned_weight
    return replace(total, weight=min(MAX_AMOUNT, max(0.0, total.earned_weight + unearned)))
