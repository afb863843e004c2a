"""What the page of a bot shows: its results, its fault reports, and the value that its moves have
lost. Everything is bounded by a number of games or rows."""

from typing import NamedTuple, Protocol

import zeitnot_protocol as p

MAX_RESULTS = 1_000
"""How many of a bot's newest results its page counts."""
MAX_FAULTS = 100
"""How many fault reports are kept for a bot; the oldest is dropped."""
MAX_COSTLIEST = 10
"""How many of the moves that lost most are listed."""


class Opponent(NamedTuple):
    """A player on another seat, under the name that it had in the game."""

    account: str
    name: str
    bot: bool


class Result(NamedTuple):
    """A result of one seat. `result`: `win`, `draw` or `loss`; `version`: of the bot's program,
    None if unknown; `created_at`: of the game, Unix ms."""

    game: str
    seat: int
    result: str
    version: str | None
    created_at: int
    game_type: str
    control: p.Control
    opponents: tuple[Opponent, ...]


class GradedMove(NamedTuple):
    """A move of a bot with its exact value. `result_loss`: how much of the result it lost, 0 to
    1: a win that became a draw is 0.5, a win that became a loss 1; `margin_loss`: how much of the
    margin or of the expected gain it lost, in the game's unit, 0 where only results are known.
    `best`: a best move there."""

    ply: int
    seat: int
    move: str
    best: str
    position: str
    result_loss: float
    margin_loss: float


class CostlyMove(NamedTuple):
    """A move that lost some value. `settings`: the game's, as JSON."""

    game: str
    game_type: str
    settings: str
    created_at: int
    ply: int
    seat: int
    move: str
    best: str
    position: str
    result_loss: float
    margin_loss: float


class GradedGame(NamedTuple):
    """How much the moves of a bot lost in one game; `moves`: how many have an exact value."""

    game: str
    moves: int
    result_loss: float
    margin_loss: float


class BotPages(Protocol):
    """Each method raises ReadFailed, SlowRead, Busy; those that write raise WriteFailed."""

    async def bot_named(self, name: str) -> str | None:
        """The account of the bot with exactly this name."""

    async def newest_result(self, account: str) -> str | None:
        """The newest public game that this account has played to a result."""

    async def results(self, account: str) -> list[Result]:
        """The newest MAX_RESULTS results of this account in public games, newest first."""

    async def to_grade(self, account: str, games: list[str], limit: int) -> list[tuple[str, int]]:
        """The newest games of these types in which this account has a result and which are not
        graded, with its seats, newest first. Only the newest MAX_RESULTS results count."""

    async def grade(self, account: str, game: str, moves: list[GradedMove]) -> None:
        """Stores the values that the account's moves have lost in one game, once; only those that
        lost something are kept."""

    async def graded(self, account: str, limit: int) -> list[GradedGame]:
        """The newest graded games of this account."""

    async def costliest(self, account: str) -> list[CostlyMove]:
        """The MAX_COSTLIEST moves of this account that lost most: first of the result, then of
        the margin."""

    async def add_fault(self, account: str, fault: p.NewFault, at: int) -> bool:
        """Stores a fault report; False: the account has no seat in that game."""

    async def faults(self, account: str) -> list[p.Fault]:
        """The fault reports of this bot, newest first."""
