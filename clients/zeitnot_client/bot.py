"""A bot in one call: `run_bot` waits in the lobby and plays wherever it is invited."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

import zeitnot_protocol as p

from .choosing import Choose, Chooser, ConcurrentChoices
from .client import REPLACED, Client
from .end_log import EndLog
from .exceptions import Closed, Refused, ZeitnotError
from .faults import Faults, NoMove
from .game_end import GameWatch
from .game_tasks import IN_PROGRESS, GameTasks
from .idle import IdleRooms
from .invitations import Decide, InvitationAnswers, check_takes
from .known_games import LobbyMessages, with_known_games
from .plurals import counted
from .room import Room, Turn
from .session_events import Acked, EventReceived, Rejected, Rewound, SessionEvent, Synced, YourTurn
from .versions import checked_version, hash_of_script

LINGER_S = 600.0  # how long a finished game's room is kept open for a rematch
LINGER_OPEN_S = 3600.0  # how long the room of a game that does not start is kept open
GIVE_UP_S = 30.0
DEFAULT_MAX_GAMES = 100  # the server's assumption if a bot does not say
TAKEBACKS = 3  # that a person gets in one game with a clock, because each costs the bot time
BUSY_TEXT = "I cannot play more games at the moment. Please ask again in a minute."
FAILED_TEXT = "Something went wrong and I cannot continue, so I resign."
FAILED_CAUSE = "the bot has failed twice"
logger = logging.getLogger("zeitnot.bot")


async def run_bot(
    server: str,
    token: str,
    choose: Choose,
    plays: Sequence[str],
    *,
    games: int | None = None,
    max_games: int | None = None,
    version: str | None = None,
    replace: bool = False,
    most_games: int | None = None,
    takes: Sequence[p.Takes] = (),
    decide: Decide | None = None,
) -> None:
    """Runs a bot that plays every game it is invited to, for ever or until `games` have ended.

    `server`: its address; `token`: the bot's; `plays`: the ids of its games, such as `tictactoe`;
    `max_games` (formerly `most_games`): how many it plays at a time (None: 100).

    `choose` gets a Turn and returns one of `turn.legal`. A plain function runs in a thread, so it
    may think as long as it likes; a coroutine function is awaited. If it raises an exception or
    returns an illegal move, the error is logged and reported in the room, and `choose` is called
    again; after a second failure in one game the bot resigns. The log `zeitnot.bot` has a line for
    each game that ends, and totals at the end; `show_log` shows it.

    A bot may get several seats of one game. Each has its own `turn.room`, counts as a game, and
    sees only what it may see. A bot always agrees to a rematch, and resumes its games after an
    outage. Processes with tokens of the same bot share its games.

    `version`: of the bot's program, at most 40 letters, digits and `. _ + -`, shown in lists and
    records of games; None: a hash of the script. While processes of another version run, Refused
    (`other_version`) is raised; with `replace`, those return and this one takes over their games.

    `takes`: the kinds of games that the bot takes; the server refuses others. `decide`, a plain or
    coroutine function, gets each invitation (`p.Invited`) and returns None to accept it, or
    `Decline(reason, text)`, before its `deadline` (30 s). By default all games are accepted.

    Raises ValueError for an invalid version or `takes`, or for `plays` that is not a list of games,
    BadAddress, BadToken, Refused (`no_such_game`) for a game that the server does not have, Closed
    if the server rejects the bot, and BadMessage. Waits, and warns, while there is no connection.
    """
    _check_plays(plays)
    check_takes(takes, plays)
    max_games = _renamed_max_games(max_games, most_games)
    version = hash_of_script() if version is None else checked_version(version)
    idle, log, choices = IdleRooms(), EndLog(), ConcurrentChoices()

    async def play(room: Room, on_end: Callable[[], None]) -> None:
        await play_game(room, choose, on_end=on_end, idle=idle, log=log, choices=choices)

    async with Client(server, token) as client:
        await serve(
            *(client, play, plays, log),
            games=games,
            max_games=max_games,
            version=version,
            replace=replace,
            takes=takes,
            decide=decide,
        )


async def serve(
    client: Client,
    play: Callable[[Room, Callable[[], None]], Awaitable[None]],
    plays: Sequence[str],
    log: EndLog,
    *,
    games: int | None = None,
    max_games: int | None = None,
    version: str = "",
    replace: bool = False,
    takes: Sequence[p.Takes] = (),
    decide: Decide | None = None,
) -> None:
    """Runs a bot, as `run_bot` does, with its own way to play a room: `play` gets the room and a
    function to call when the game has ended."""
    ended = _EndedGames(games)

    async def play_seat(game: str, seat: int | None) -> None:
        await play(client.room(game, seat), partial(ended.add, game))

    async def resign(game: str, seat: int | None) -> bool:
        if given_up := await give_up(client.room(game, seat), log):
            ended.add(game)
        return given_up

    game_tasks = GameTasks(play_seat, plays, resign, client.assignments.number, log.taken_over)
    lobby = client.lobby(
        plays, 0, max_games, several_seats=True, version=version, replace=replace, takes=takes
    )
    answers = InvitationAnswers(game_tasks.on_message, client.decline, takes, decide)
    lobby = with_known_games(client.http, plays, lobby)
    try:
        await _until_enough(follow_lobby(lobby, answers, log, _plan(max_games)), ended)
    finally:
        await answers.close()
        await game_tasks.close()
        log.close()


async def play_game(
    room: Room,
    choose: Choose,
    *,
    on_end: Callable[[], None],
    idle: IdleRooms | None = None,
    log: EndLog | None = None,
    choices: ConcurrentChoices | None = None,
) -> None:
    """Plays one game to its end, calls `on_end`, then waits for a rematch. `idle`: the bot's idle
    rooms; `log`: logs the end; `choices`: counts the running calls of `choose` in all the
    bot's games."""
    faults, watch, log = Faults(room), GameWatch(), log or EndLog()
    async with (
        RoomEventsUntilDone(room, idle) as session_events,
        Chooser(room, choose, faults, choices, watch.note_concurrent) as chooser,
    ):
        async for session_event in session_events:
            await room.take_part(session_event)
            await agree_to_rematch(room, session_event)
            await answer_offers(room)
            await log.note(session_event, room, watch, faults)
            match session_event:
                case YourTurn(ply, legal):
                    chooser.begin(Turn(room, ply, legal))
                case Rejected(command=p.Move(move=move), error=p.Error(code="illegal_move")):
                    is_retry = await faults.handle(NoMove(f"{move} is illegal"))
                    if is_retry and (legal := room.state.legal):
                        chooser.begin(Turn(room, room.state.ply, legal), again=True)
                case Rewound() | EventReceived(event=p.TakenBack()):
                    chooser.stop()
                case EventReceived(event=p.Finished()):
                    chooser.stop()
                    on_end()


async def give_up(room: Room, log: EndLog | None = None) -> bool:
    """Resigns a game that this bot cannot play, and says so in the room. It does nothing without a
    seat or before the game has begun. False: it did not finish within GIVE_UP_S."""
    watch, log = GameWatch(), log or EndLog()
    try:
        async with asyncio.timeout(GIVE_UP_S), aclosing(aiter(room)) as session_events:
            async for session_event in session_events:
                if (end := watch.note(session_event, room.state, room.now_ms())) is not None:
                    log.add(end.with_cause(FAILED_CAUSE))
                match session_event:
                    case Synced() if room.state.you is None or room.state.phase not in IN_PROGRESS:
                        break
                    case Synced() if not room.waiting_for(p.Resign):
                        await room.chat(FAILED_TEXT)
                        await room.resign()
                    case Acked(command=p.Resign()) | Rejected(command=p.Resign()):
                        break
    except TimeoutError:
        return False
    except ZeitnotError as error:
        logger.warning("game %s: not resigned: %s", room.state.game, error)
    finally:
        await room.close()
    return True


class RoomEventsUntilDone:
    """The events of a room, until a rematch is agreed on, nobody asks for one within `linger_s`,
    the game does not start within `open_s`, or the bot waits in too many newer rooms (`idle`).

    `async with RoomEventsUntilDone(room) as events: async for event in events: …`
    """

    def __init__(
        self,
        room: Room,
        idle: IdleRooms | None = None,
        linger_s: float = LINGER_S,
        open_s: float = LINGER_OPEN_S,
    ) -> None:
        self._room = room
        self._idle = idle or IdleRooms()
        self._linger_s = linger_s
        self._open_s = open_s
        self._leaving: asyncio.Task[None] | None = None
        self._session_events = self._iterate()

    async def __aenter__(self) -> AsyncGenerator[SessionEvent, None]:
        return self._session_events

    async def __aexit__(self, *_: object) -> None:
        self._leave_in(None)
        await self._session_events.aclose()
        self._idle.discard(self._room)
        await self._room.close()

    async def _iterate(self) -> AsyncGenerator[SessionEvent, None]:
        self._leave_in(self._open_s)
        async with aclosing(self._session_events_of_room()) as session_events:
            async for session_event in session_events:
                yield session_event
                match session_event:
                    case Synced() if self._room.state.phase == "open":
                        self._idle.add(self._room)
                    case EventReceived(event=p.Started()):
                        self._leave_in(None)
                        self._idle.discard(self._room)
                    case EventReceived(event=p.Finished()):
                        self._leave_in(self._linger_s)
                        self._idle.add(self._room)
                    case EventReceived(event=p.Rematch(next=str())):
                        return

    async def _session_events_of_room(self) -> AsyncGenerator[SessionEvent, None]:
        """The room's events. It is not an error if the room is closed after its game."""
        try:
            async with aclosing(aiter(self._room)) as session_events:
                async for session_event in session_events:
                    yield session_event
        except Closed:
            if self._room.state.phase != "finished":
                raise

    def _leave_in(self, seconds: float | None) -> None:
        """Leaves the room after this time; None: never."""
        if self._leaving is not None:
            self._leaving.cancel()
        self._leaving = None if seconds is None else asyncio.create_task(self._leave(seconds))

    async def _leave(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self._room.close()


async def agree_to_rematch(room: Room, session_event: SessionEvent) -> None:
    """Asks for a rematch if another seat has. If the server refuses because the bot has too many
    games, says so in the room."""
    match session_event:
        case Rejected(command=p.RematchWish(), error=p.Error(code="bot_busy")):
            await room.chat(BUSY_TEXT)
        case EventReceived(event=p.Rematch()) | Synced():
            state = room.state
            is_asked = state.rematch and state.you is not None and state.you not in state.rematch
            may_agree = is_asked and room.synced and state.next_game is None
            if may_agree and not room.waiting_for(p.RematchWish):
                await room.rematch()


async def answer_offers(room: Room, *, draws: bool = True) -> None:
    """Answers offers. A person may take a move back, at most TAKEBACKS times in a game with a
    clock. `resume` of another seat is answered with `resume`. Draws are declined, and so are
    adjournments, because a bot is always available.

    `draws` False: the caller answers draw offers.
    """
    state = room.state
    if not state.offers or not room.synced or state.you is None:
        return
    if state.offered_by_other("takeback") and not room.waiting_for(p.Takeback):
        asker = state.seats[state.offers["takeback"]].player
        is_timed = state.clock is None or any(ms is not None for ms in state.clock.remaining_ms)
        allowed = asker and not asker.bot and (state.takebacks < TAKEBACKS or not is_timed)
        await room.takeback("accept" if allowed else "decline")
    if state.offered_by_other("adjourn") and not room.waiting_for(p.Adjourn):
        await room.adjourn("decline")
    if state.offered_by_other("resume") and not room.waiting_for(p.ResumeWish):
        await room.resume()
    if draws and state.offered_by_other("draw") and not room.waiting_for(p.Draw):
        await room.draw("decline")


async def follow_lobby(
    lobby: LobbyMessages, games: GameTasks | InvitationAnswers, log: EndLog, plan: object
) -> None:
    """Starts and ends a bot's games as the lobby says (`Client.lobby`). Returns when another
    version of the bot replaces this process. `plan`: how many games the bot plays, for the log."""
    try:
        async for message in lobby:
            log.open(plan)  # the first message shows that the server has accepted the bot
            games.on_message(message)
    except Refused as refused:
        if refused.code != REPLACED:
            raise
        logger.warning("%s", refused)
        log.replaced()


class _EndedGames:
    """The games that have ended, each counted once even if the bot had several seats in it.
    `enough`: after how many the bot ends; None: never, and none is counted."""

    def __init__(self, enough: int | None) -> None:
        self._enough = enough
        self._games: set[str] = set()
        self._reached = asyncio.Event()

    def add(self, game: str) -> None:
        """Counts a game that has ended."""
        if self._enough is not None:
            self._games.add(game)
            if len(self._games) >= self._enough:
                self._reached.set()

    async def wait(self) -> None:
        """Returns when `enough` games have ended."""
        await self._reached.wait()


async def _until_enough(following: Coroutine[Any, Any, None], ended: _EndedGames) -> None:
    """Follows the lobby until its connection is closed for good or enough games have ended."""
    tasks = [asyncio.create_task(following), asyncio.create_task(ended.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _plan(max_games: int | None) -> str:
    return f"up to {counted(max_games or DEFAULT_MAX_GAMES, 'game', 'games')} at a time"


def _check_plays(plays: Sequence[str]) -> None:
    if isinstance(plays, str) or not plays:
        raise ValueError(f"`plays` must be a list of games, not {plays!r}")


def _renamed_max_games(max_games: int | None, most_games: int | None) -> int | None:
    """`max_games`, which may have been given by its old name. Raises ValueError for both."""
    if max_games is not None and most_games is not None:
        raise ValueError("most_games is the old name of max_games: give only one of them")
    return most_games if max_games is None else max_games
