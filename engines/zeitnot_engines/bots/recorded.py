"""Games whose histories record their moves and throws, for programs that get them."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot_client.drivers.situation import Action, Moved, Situation, Start, Threw

from ..games import Game, History
from ..matches.record import start_of


@dataclass(frozen=True, slots=True)
class RecordedHistory:
    """A position with all moves and throws from the start of its game: a HistoryLike."""

    start: Start
    now: History
    actions: tuple[Action, ...] = ()

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return self.now.turn

    @property
    def side(self) -> int:
        """The seat to move; after the end, the seat that would move."""
        return self.now.side

    @property
    def situation(self) -> Situation:
        """The position as a driver sees it."""
        legal = tuple(self.now.legal())
        return Situation(self.start, self.actions, self.now.text, self.now.side, legal)

    def legal(self) -> list[str]:
        """The legal moves."""
        return self.now.legal()

    def play(self, move: str) -> "RecordedHistory":
        """The history after a move. Raises IllegalMove."""
        after = self.now.play(move)
        return self._with(Moved(self.now.side, move, after.text), after)

    def throw(self, values: Sequence[int]) -> "RecordedHistory":
        """The history after a throw. Raises ValueError."""
        after = self.now.throw(values)
        return self._with(Threw(tuple(values), after.text), after)

    def withdraw(self, seat: int) -> "RecordedHistory":
        """Raises ValueError, because the protocols are for two seats."""
        raise ValueError("The program's protocol does not support a seat that leaves.")

    def _with(self, action: Action, after: History) -> "RecordedHistory":
        return RecordedHistory(self.start, after, (*self.actions, action))


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game whose histories record their moves and throws: a GameLike."""

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
        return RecordedHistory(start_of(self.game.start()), self.game.start())

    def parse(self, position: str) -> RecordedHistory:
        """A history that begins at this position. Raises ValueError."""
        state = self.game.parse(position)
        return RecordedHistory(start_of(state), state)

    def sample(self, view: str, seed: int) -> RecordedHistory:
        """Raises ValueError, because nothing is hidden in these games."""
        raise ValueError("The program's protocol does not support hidden information.")
