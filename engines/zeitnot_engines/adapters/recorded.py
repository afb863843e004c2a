"""Games whose histories record their moves, for programs that get moves rather than positions."""

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
        """The seat to move; after the end, the seat that would move."""
        return self.now.side

    def legal(self) -> list[str]:
        """The legal moves."""
        return self.now.legal()

    def play(self, move: str) -> "RecordedHistory":
        """The history after a move. Raises IllegalMove."""
        return RecordedHistory(self.start, self.now.play(move), (*self.moves, move))

    def throw(self, values: Sequence[int]) -> "RecordedHistory":
        """Raises ValueError, because the protocols have no throws."""
        raise ValueError("The program's protocol does not support throws.")

    def withdraw(self, seat: int) -> "RecordedHistory":
        """Raises ValueError, because the protocols are for two seats."""
        raise ValueError("The program's protocol does not support a seat that leaves.")


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game whose histories record their moves: a GameLike."""

    game: Game

    @property
    def name(self) -> str:
        """The game's id."""
        return self.game.name

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from a seat."""
        return self.game.hides

    @property
    def start_throw(self) -> tuple[str, tuple[int, ...]] | None:
        """The throw that draws the start, if there is one."""
        return self.game.start_throw

    def start(self) -> RecordedHistory:
        """The start of the game."""
        return RecordedHistory(self.game.start(), self.game.start())

    def parse(self, position: str) -> RecordedHistory:
        """A history that begins at this position. Raises ValueError."""
        state = self.game.parse(position)
        return RecordedHistory(state, state)

    def sample(self, view: str, seed: int) -> RecordedHistory:
        """Raises ValueError, because nothing is hidden in these games."""
        raise ValueError("The program's protocol does not support hidden information.")
