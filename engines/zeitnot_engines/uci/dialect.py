"""What UCI and UCCI write differently."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from ..games import Game
from ..interfaces import ReportLike
from .go import Go
from .options import Option, Values

WriteLine = Callable[[Sequence[str]], Sequence[str]]


class Dialect(Protocol):
    """A dialect: pure, without state.

    `commands`: the name of the `UciEngine` method for each command. `option_names`: by UCI's name,
    the options that have another name in the dialect. `idle_stop`: the answer to `stop` without a
    search. `farewell`: the answer to `quit`.
    """

    commands: Mapping[str, str]
    option_names: Mapping[str, str]
    idle_stop: tuple[str, ...]
    farewell: tuple[str, ...]

    def options(self, game: Game, games: tuple[str, ...]) -> tuple[Option, ...]:
        """The options; `games` can be chosen."""

    def introduction(self, options: Sequence[Option]) -> list[str]:
        """The answer to the first command."""

    def read_option(self, words: Sequence[str]) -> tuple[str, str]:
        """The name of an option in lower case, and its value. Raises UciError."""

    def read_go(self, words: Sequence[str], legal: Sequence[str], turn: int, values: Values) -> Go:
        """Parses a `go`. `legal`: the moves that may be searched. Raises UciError."""

    def message(self, text: str) -> str:
        """A line for people."""

    def infos(self, report: ReportLike, filled: int, write: WriteLine) -> list[str]:
        """The lines of a report; `filled`: the used part of the table, in thousandths; `write`:
        successive moves from the searched position in the form that the GUI has asked for."""

    def evaluation(self, value: float) -> str:
        """The static value of a position, in hundredths, for the side to move."""

    def best(self, move: str | None, expected: str | None, *, draws: bool) -> str:
        """The answer of a search: its move, if any, and the reply that it expects; `draws`: it
        accepts a draw."""
