"""The games that a bot plays, one task for each, started as the lobby says."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Container

import zeitnot_protocol as p

from .exceptions import Closed, Refused, Unreachable
from .room import PLAYED_ELSEWHERE

IN_PROGRESS = ("running", "paused", "adjourned")
MAX_ENDED = 1_000  # games that are remembered
MAX_FAILURES = 2  # of the bot in one game, after which the game is not started again
logger = logging.getLogger("zeitnot.bot")

GameSeat = tuple[str, int | None]
"""A game, and the bot's seat there; None: its only one."""


class GameTasks:
    """Runs one task for each seat that a bot has in a game; it calls `play` with game and seat.

    Only games of the kinds in `plays` are started. A game in which `play` has raised MAX_FAILURES
    times is not started again. If the bot itself failed, rather than being refused by the server,
    `give_up` is called. If that returns False because it ran out of time, both are tried again when
    the lobby next shows the game.

    A game that has ended (`note_ended`) is started again only by an invitation, because the lobby
    may still show it as running for a moment.

    A game is left when another process of the bot takes it over, unless it has been assigned to
    this process again meanwhile; `number` returns the assignment number of a game. `taken_over` is
    called with the game and the seat that were left.
    """

    def __init__(
        self,
        play: Callable[[str, int | None], Awaitable[None]],
        plays: Container[str],
        give_up: Callable[[str, int | None], Awaitable[bool]] | None = None,
        number: Callable[[str], int] = lambda game: 0,
        taken_over: Callable[[str, int | None], object] = lambda game, seat: None,
    ) -> None:
        self._play = play
        self._plays = plays
        self._give_up = give_up
        self._number = number
        self._taken_over = taken_over
        self._tasks: dict[GameSeat, asyncio.Task[None]] = {}
        self._failures: Counter[GameSeat] = Counter()
        self._ended: OrderedDict[GameSeat, None] = OrderedDict()  # the newest

    @property
    def games(self) -> frozenset[str]:
        """The ids of the games being played."""
        return frozenset(game for game, _ in self._tasks)

    @property
    def seats(self) -> int:
        """How many seats are being played."""
        return len(self._tasks)

    def on_message(self, message: p.LobbyOut) -> None:
        """Starts the game of an invitation, and this bot's running games that have no task."""
        match message:
            case p.Invited(game=game, game_type=kind, seat=seat):
                if kind in self._plays:
                    self._ended.pop((game, seat), None)
                    self._ended.pop((game, None), None)
                    self.start(game, seat)
            case p.Lobby(yours=yours):
                for summary in yours:
                    in_progress = summary.state in IN_PROGRESS
                    if in_progress and summary.game_type in self._plays:
                        for own in summary.your_seats or self._known_seats(summary.id):
                            if not {(summary.id, own), (summary.id, None)} & self._ended.keys():
                                self.start(summary.id, own)
                self._forget_all_but({summary.id for summary in yours})
            case p.Error(message=text):
                logger.warning("lobby: %s", text)

    def note_ended(self, game: str, seat: int | None) -> None:
        """Notes that a game has ended for this seat."""
        self._ended[game, seat] = None
        if len(self._ended) > MAX_ENDED:
            self._ended.popitem(last=False)

    def start(self, game: str, seat: int | None = None) -> None:
        """Starts to play this seat of a game, concurrently with the others."""
        game_seat = (game, seat)
        failures = self._failures[game_seat]
        if {game_seat, (game, None)} & self._tasks.keys() or failures >= MAX_FAILURES:
            return
        task = asyncio.create_task(self._play_guarded(game_seat), name=f"game {game}")
        self._tasks[game_seat] = task
        task.add_done_callback(lambda _: self._tasks.pop(game_seat, None))

    def _known_seats(self, game: str) -> list[int | None]:
        """The seats that are played or have failed; None stands for the only seat."""
        game_seats = {*self._tasks, *self._failures, *self._ended}
        return [seat for each, seat in game_seats if each == game] or [None]

    def _forget_all_but(self, games: set[str]) -> None:
        for game_seat in [game_seat for game_seat in self._failures if game_seat[0] not in games]:
            if game_seat not in self._tasks:
                del self._failures[game_seat]

    async def close(self) -> None:
        """Leaves all games; they stay as they are on the server."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play_guarded(self, game_seat: GameSeat) -> None:
        game, seat = game_seat
        while self._failures[game_seat] < MAX_FAILURES:
            number = self._number(game)
            try:
                await self._play(game, seat)
            except (Closed, Refused, Unreachable) as error:
                if isinstance(error, Refused) and error.code == PLAYED_ELSEWHERE:
                    if self._number(game) != number:
                        continue
                    self._taken_over(game, seat)
                    return
                logger.warning("game %s: %s", game, error)
                self._failures[game_seat] += 1
                return
            except Exception:
                logger.exception("game %s: the bot failed", game)
                self._failures[game_seat] += 1
            else:
                self._failures.pop(game_seat, None)
                return
        if self._give_up is not None and not await self._give_up(game, seat):
            self._failures[game_seat] = MAX_FAILURES - 1
