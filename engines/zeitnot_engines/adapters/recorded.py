"""Games whose histories know their moves, for programs that are sent moves and not positions."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..games import Game, History


@dataclass(frozen=True, slots=True)
class RecordedHistory:
    """A position with all moves from the start of its game: a HistoryLike."""

    start: History
    now: History
    moves: tuple[str, ...] = ()

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return self.now.turn

    @property
    def side(self) -> int:
        """The seat to move; after the end the one that would."""
        return self.now.side

    def legal(self) -> list[str]:
        """The legal moves."""
        return self.now.legal()

    def play(self, move: str) -> "RecordedHistory":
        """The history after a move. Raises IllegalMove."""
        return RecordedHistory(self.start, self.now.play(move), (*self.moves, move))

    def throw(self, values: Sequence[int]) -> "RecordedHistory":
        """The protocols have no throws. Raises ValueError."""
        raise ValueError("The program's protocol has no words for throws.")

    def withdraw(self, seat: int) -> "RecordedHistory":
        """The protocols are for two seats. Raises ValueError."""
        raise ValueError("The program's protocol has no words for a seat that leaves.")


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game whose histories know their moves: a GameLike."""

    game: Game

    @property
    def name(self) -> str:
        """The game's id."""
        return self.game.name

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from a seat."""
        return self.game.hides

    def start(self) -> RecordedHistory:
        """The start, without moves."""
        return RecordedHistory(self.game.start(), self.game.start())

    def parse(self, position: str) -> RecordedHistory:
        """A start of its own. Raises ValueError."""
        state = self.game.parse(position)
        return RecordedHistory(state, state)

    def sample(self, view: str, seed: int) -> RecordedHistory:
        """Nothing is hidden in these games. Raises ValueError."""
        raise ValueError("The program's protocol has no words for what is hidden.")
