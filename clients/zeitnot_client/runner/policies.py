"""What a bot does besides its moves: pure decisions from the scores of its engine and from counts.

A score is the engine's own value for its side, in its own unit (centipawns, for example), higher is
better. `scores` has one for each of the bot's moves, None where the engine gave none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Scores = Sequence[float | None]
UNLIMITED = None


@dataclass(frozen=True, slots=True)
class DrawPolicy:
    """Draws by the score of the last `moves` of the bot's moves, from `first_ply` on. `accept`: a
    draw if none of these scores is above `score`; `offer`: one if all of them are from `-score` to
    `score`, once in `moves` moves."""

    accept: bool = True
    offer: bool = False
    score: float = 10
    moves: int = 5
    first_ply: int = 60

    def accepts(self, scores: Scores, ply: int) -> bool:
        """Whether to accept a draw."""
        last = _last(scores, self.moves)
        return self.accept and ply >= self.first_ply and bool(last) and max(last) <= self.score

    def offers(self, scores: Scores, ply: int, moves_since_offer: int | None) -> bool:
        """Whether to offer a draw. `moves_since_offer`: of the bot; None: it has offered none."""
        if not self.offer or ply < self.first_ply:
            return False
        if moves_since_offer is not None and moves_since_offer < self.moves:
            return False
        last = _last(scores, self.moves)
        return bool(last) and max(map(abs, last)) <= self.score


@dataclass(frozen=True, slots=True)
class ResignPolicy:
    """Resigns, from `first_ply` on, if the last `moves` scores are all at most `score`. None: it
    never resigns by score."""

    score: float | None = None
    moves: int = 3
    first_ply: int = 20

    def resigns(self, scores: Scores, ply: int) -> bool:
        """Whether to resign."""
        last = _last(scores, self.moves)
        if self.score is None or ply < self.first_ply or not last:
            return False
        return max(last) <= self.score


@dataclass(frozen=True, slots=True)
class TakebackPolicy:
    """How many moves a person, or a bot, may take back in one game with a clock. Without a clock a
    person may take back any number, unless the limit is 0."""

    people: int = 3
    bots: int = 0

    def allows(self, *, is_bot: bool, so_far: int, is_timed: bool) -> bool:
        """Whether to allow another one. `so_far`: moves taken back in this game."""
        limit = self.bots if is_bot else self.people
        return so_far < limit or (limit > 0 and not is_bot and not is_timed)


@dataclass(frozen=True, slots=True)
class RematchPolicy:
    """How many rematches in a row an opponent gets; None: any number."""

    people: int | None = UNLIMITED
    bots: int | None = UNLIMITED

    def allows(self, *, is_bot: bool, so_far: int) -> bool:
        """Whether to agree to another one. `so_far`: rematches in a row against this opponent."""
        limit = self.bots if is_bot else self.people
        return limit is None or so_far < limit


class RematchCounts:
    """How many rematches in a row each opponent has had, as far as `most` opponents ago: their
    names come from the network."""

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._counts: dict[str, int] = {}
        self._next_games: dict[str, None] = {}

    def of(self, opponent: str) -> int:
        """Rematches in a row against this opponent."""
        return self._counts.get(opponent, 0)

    def agreed(self, opponent: str, game: str) -> None:
        """Counts a rematch: the game with this id."""
        count = self._counts.pop(opponent, 0)
        self._counts[opponent] = count + 1
        self._next_games[game] = None
        for bounded in (self._counts, self._next_games):
            if len(bounded) > self._most:
                del bounded[next(iter(bounded))]

    def began(self, game: str, opponent: str) -> None:
        """A game has begun. If it is no rematch, counting starts again."""
        if game in self._next_games:
            del self._next_games[game]
        else:
            self._counts.pop(opponent, None)


@dataclass(frozen=True, slots=True)
class ChatPolicy:
    """Lines of chat at the beginning and the end of a game, in which `{name}` is the bot and
    `{opponent}` its opponents; empty: none."""

    greeting: str = ""
    farewell: str = ""


def chat_text(pattern: str, name: str, opponent: str) -> str:
    """The line of chat. Only these two words are replaced, so a name with braces does no harm."""
    parts = pattern.split("{opponent}")
    return opponent.join(part.replace("{name}", name) for part in parts)


def _last(scores: Scores, moves: int) -> list[float]:
    """The last scores; empty if there are fewer, or if one is missing."""
    last = list(scores[-moves:])
    known = [score for score in last if score is not None]
    return known if len(known) == moves else []
