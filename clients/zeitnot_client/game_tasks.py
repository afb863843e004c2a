"""The games that a bot plays: a task for each, begun as the lobby says."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Container

import zeitnot_protocol as p

from .exceptions import Closed, Refused, Unreachable
from .room import PLAYED_ELSEWHERE

IN_PROGRESS = ("running", "paused", "adjourned")
TRIES = 2  # failures of the bot in one game, after which the game is not started again
logger = logging.getLogger("zeitnot.bot")

Place = tuple[str, int | None]
"""A game, and the bot's seat there; None: its only one."""


class GameTasks:
    """One task for each game that a bot plays, or for each of its seats there, which calls `play`
    with the game and the seat; a seat has one task at a time.

    Only games of the kinds in `plays` are started. One in which `play` has raised `TRIES` times is
    not started again. If the bot itself has failed, and not been refused by the server, `give_up`
    is called; if that returns False, because it ran out of time, both are tried again when the
    lobby next shows the game.

    A game that another process of the bot plays on is left, unless this one has been given it back
    meanwhile: `number` returns the number under which it has a game. `taken_over` is called with
    each game that is left, and the seat.
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
        self._tasks: dict[Place, asyncio.Task[None]] = {}
        self._failures: Counter[Place] = Counter()

    @property
    def games(self) -> frozenset[str]:
        """The ids of the games being played."""
        return frozenset(game for game, _ in self._tasks)

    @property
    def seats(self) -> int:
        """How many seats are being played."""
        return len(self._tasks)

    def on_message(self, message: p.LobbyOut) -> None:
        """Starts the game of an invitation, and games of this bot in progress that it has left."""
        match message:
            case p.Invited(game=game, game_type=kind, seat=seat):
                if kind in self._plays:
                    self.start(game, seat)
            case p.Lobby(yours=yours):
                for summary in yours:
                    in_progress = summary.state in IN_PROGRESS
                    if in_progress and summary.game_type in self._plays:
                        for own in summary.your_seats or self._known_seats(summary.id):
                            self.start(summary.id, own)
                self._forget_all_but({summary.id for summary in yours})
            case p.Error(message=text):
                logger.warning("lobby: %s", text)

    def start(self, game: str, seat: int | None = None) -> None:
        """Plays this game, on this seat, concurrently with the others."""
        place = (game, seat)
        if {place, (game, None)} & self._tasks.keys() or self._failures[place] >= TRIES:
            return
        task = asyncio.create_task(self._play_guarded(place), name=f"game {game}")
        self._tasks[place] = task
        task.add_done_callback(lambda _: self._tasks.pop(place, None))

    def _known_seats(self, game: str) -> list[int | None]:
        """Those played or failed on; the only seat, if none is known."""
        places = {*self._tasks, *self._failures}
        return [seat for each, seat in places if each == game] or [None]

    def _forget_all_but(self, games: set[str]) -> None:
        for place in [place for place in self._failures if place[0] not in games]:
            if place not in self._tasks:
                del self._failures[place]

    async def close(self) -> None:
        """Leaves all games without ending them."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play_guarded(self, place: Place) -> None:
        game, seat = place
        while self._failures[place] < TRIES:
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
                self._failures[place] += 1
                return
            except Exception:
                logger.exception("game %s: the bot failed", game)
                self._failures[place] += 1
            else:
                self._failures.pop(place, None)
                return
        if self._give_up is not None and not await self._give_up(game, seat):
            self._failures[place] = TRIES - 1
