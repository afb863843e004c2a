"""A bot in one call: `run_bot` waits in the lobby and plays wherever it is invited."""

import asyncio
import inspect
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing

from . import protocol as p
from .client import Client
from .exceptions import Refused, ZeitnotError
from .room import Room, Turn
from .session import Declined, Happened, Happening, YourTurn

Choose = Callable[[Turn], str] | Callable[[Turn], Awaitable[str]]
LINGER_S = 600.0  # how long a finished game's room is kept open for a rematch
LINGER_OPEN_S = 3600.0  # and that of a game which does not start
log = logging.getLogger("zeitnot.bot")


class Tables:
    """One task for each game that a bot plays; a game already taken up is not taken up twice."""

    def __init__(self, play: Callable[[str], Awaitable[None]]) -> None:
        self._play = play
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def games(self) -> frozenset[str]:
        """The ids of the games being played."""
        return frozenset(self._tasks)

    def heed(self, message: p.LobbyOut) -> None:
        """Takes up the game of an invitation, and games of ours that go on without us."""
        match message:
            case p.Invited(game=game):
                self.take_up(game)
            case p.Lobby(yours=yours):
                for summary in yours:
                    if summary.state in ("running", "paused", "adjourned"):
                        self.take_up(summary.id)
            case p.Error(message=text):
                log.warning("lobby: %s", text)

    def take_up(self, game: str) -> None:
        """Plays this game beside the others."""
        if game in self._tasks:
            return
        task = asyncio.create_task(self._guarded(game), name=f"game {game}")
        self._tasks[game] = task
        task.add_done_callback(lambda _: self._tasks.pop(game, None))

    async def close(self) -> None:
        """Leaves all games as they stand."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _guarded(self, game: str) -> None:
        try:
            await self._play(game)
        except ZeitnotError as error:
            log.warning("game %s: %s", game, error)
        except Exception:
            log.exception("game %s: the bot failed", game)


async def run_bot(
    server: str, token: str, choose: Choose, plays: Sequence[str], *, games: int | None = None
) -> None:
    """Plays every game that the bot is invited to, for ever or until `games` of them have ended.

    `choose` gets a Turn and returns one of `turn.legal`; a plain function runs in a thread, so that
    it may think as long as it likes. A bot always agrees to a rematch. Raises ZeitnotError.
    """
    async with Client(server, token) as client:
        left = asyncio.Semaphore(0)

        async def play(game: str) -> None:
            await play_game(client.room(game), choose, ended=left.release)

        tables = Tables(play)
        watching = asyncio.create_task(_watch(client, tables, plays))
        try:
            await _until(watching, left, games)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            await tables.close()


async def play_game(room: Room, choose: Choose, *, ended: Callable[[], None]) -> None:
    """Plays one game to its end, then waits for a wish to play again."""
    async with Lingering(room) as happenings:
        async for happening in happenings:
            await room.take_part(happening)
            await agree_to_rematch(room)
            await answer_offers(room)
            match happening:
                case YourTurn(ply, legal):
                    await room.move(await _chosen(choose, Turn(room, ply, legal)))
                case Declined(command=p.Move(), error=error) if error.code == "illegal_move":
                    raise Refused(error.code, error.message)
                case Happened(event=p.Finished()):
                    ended()


class Lingering:
    """What happens in a room until there is nothing more to wait for: the next game is agreed on,
    or nobody has asked for one in time, or the game has not even started in time.

    `async with Lingering(room) as happenings: async for happening in happenings: …`
    """

    def __init__(
        self, room: Room, linger_s: float = LINGER_S, open_s: float = LINGER_OPEN_S
    ) -> None:
        self._room = room
        self._linger_s = linger_s
        self._open_s = open_s
        self._leaving: asyncio.Task[None] | None = None
        self._happenings = self._watch()

    async def __aenter__(self) -> AsyncGenerator[Happening, None]:
        return self._happenings

    async def __aexit__(self, *_: object) -> None:
        self._leave_in(None)
        await self._happenings.aclose()
        await self._room.close()

    async def _watch(self) -> AsyncGenerator[Happening, None]:
        self._leave_in(self._open_s)
        async with aclosing(aiter(self._room)) as happenings:
            async for happening in happenings:
                yield happening
                match happening:
                    case Happened(event=p.Started()):
                        self._leave_in(None)
                    case Happened(event=p.Finished()):
                        self._leave_in(self._linger_s)
                    case Happened(event=p.Rematch(next=str())):
                        return

    def _leave_in(self, seconds: float | None) -> None:
        """Sets the time after which the room is left; None: it is not."""
        if self._leaving is not None:
            self._leaving.cancel()
        self._leaving = None if seconds is None else asyncio.create_task(self._leave(seconds))

    async def _leave(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._room.close()


async def agree_to_rematch(room: Room) -> None:
    """Asks for a rematch once somebody else has."""
    state = room.state
    wished = state.rematch and state.you is not None and state.you not in state.rematch
    if wished and state.next_game is None and not room.waiting_for(p.RematchWish):
        await room.rematch()


async def answer_offers(room: Room, *, draws: bool = True) -> None:
    """What a bot says to offers: people may take a move back, and an adjourned game goes on when
    somebody is there to play it; no adjournment, for a bot is always there, and no draw.

    `draws` False: draw offers are answered elsewhere.
    """
    state = room.state
    if not room.synced or state.you is None:
        return
    if state.offered_by_other("takeback") and not room.waiting_for(p.Takeback):
        asker = state.seats[state.offers["takeback"]].player
        await room.takeback("accept" if asker and not asker.bot else "decline")
    if state.offered_by_other("adjourn") and not room.waiting_for(p.Adjourn):
        await room.adjourn("decline")
    if state.offered_by_other("resume") and not room.waiting_for(p.ResumeWish):
        await room.resume()
    if draws and state.offered_by_other("draw") and not room.waiting_for(p.Draw):
        await room.draw("decline")


async def _chosen(choose: Choose, turn: Turn) -> str:
    if inspect.iscoroutinefunction(choose):
        return str(await choose(turn))
    return str(await asyncio.to_thread(choose, turn))


async def _watch(client: Client, tables: Tables, plays: Sequence[str]) -> None:
    async for message in client.lobby(plays):
        tables.heed(message)


async def _until(
    watching: "asyncio.Task[None]", left: asyncio.Semaphore, games: int | None
) -> None:
    """Until the lobby is lost for good, or that many games have ended."""
    if games is None:
        await watching
        return
    ends = asyncio.create_task(_count(left, games))
    await asyncio.wait({watching, ends}, return_when=asyncio.FIRST_COMPLETED)
    ends.cancel()
    if watching.done():
        watching.result()


async def _count(left: asyncio.Semaphore, games: int) -> None:
    for _ in range(games):
        await left.acquire()
