"""A bot in one call: `run_bot` waits in the lobby and plays wherever it is invited."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import zeitnot_protocol as p

from .bot_log import opened_log
from .challenges import NO_CHALLENGES, Challenge, Challenges
from .choosing import Choose, Chooser, ConcurrentChoices
from .client import REPLACED, Client
from .end_log import EndLog
from .exceptions import Refused, ZeitnotError
from .faults import Evidence, Faults, illegal
from .game_end import GameWatch
from .game_tasks import IN_PROGRESS, GameTasks
from .hooks import DEFAULT_HOOKS, Hooks
from .idle import IdleRooms
from .invitations import Decide, InvitationAnswers, check_takes
from .known_games import LobbyMessages, with_known_games
from .offers import (
    Decliner,
    agree_to_rematch,
    answer_offers,
    decline_unwanted,
    greet,
    not_declined,
)
from .plurals import counted
from .room import Room, Turn
from .room_events import RoomEventsUntilDone
from .session_events import Acked, EventReceived, Rejected, Rewound, SessionEvent, Synced, YourTurn
from .versions import checked_version, hash_of_script

GIVE_UP_S = 30.0
DEFAULT_MAX_GAMES = 100  # the server's assumption if a bot does not say
FAILED_TEXT = "Something went wrong and I cannot continue, so I resign."
FAILED_CAUSE = "the bot has failed twice"
PlayRoom = Callable[[Room, Callable[[], None]], Awaitable[None]]
"""Plays a room, and calls the function when the game has ended."""
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
    hooks: Hooks = DEFAULT_HOOKS,
    most_games: int | None = None,
    takes: Sequence[p.Takes] = (),
    decide: Decide | None = None,
    pool: Sequence[p.PoolEntry] = (),
    challenges: Sequence[Challenge] = (),
    log_file: str | Path | None = None,
) -> None:
    """Runs a bot that plays every game it is invited to, for ever or until `games` have ended.

    `server`: its address; `token`: the bot's; `plays`: the ids of its games, such as `tictactoe`;
    `max_games` (formerly `most_games`): how many it plays at a time (None: 100).

    `choose` gets a Turn and returns one of `turn.legal`, or the move and a `p.EngineReport`. A
    plain function runs in a thread; a coroutine function is awaited. When the turn ends early, by a
    takeback or the end of the game, a coroutine is cancelled, `turn.ended` is set for a thread, and
    the move is dropped. If `choose` raises an exception or returns an illegal move, the error is
    logged and reported in the room, and `choose` is called again; after a second failure in one
    game the bot resigns. The log `zeitnot.bot` has a line for each game that ends (`show_log`);
    `log_file` has all events, for `zeitnot bot log`. Each process needs its own file.

    A bot may get several seats of one game. Each has its own `turn.room`, counts as a game, and
    sees only what it may see. A bot resumes its games after an outage. Processes with tokens of the
    same bot share its games. `hooks`: which games it takes, how it answers offers, what it says.
    `version`: of its program, at most 40 letters, digits and `. _ + -`; None: a hash of the script.
    While processes of another version run, Refused (`other_version`) is raised; with `replace`,
    those return and this one takes over their games.

    `takes`: the kinds of games that the bot takes; the server refuses others. `decide`, a plain or
    coroutine function, gets each invitation (`p.Invited`) and returns None to accept it, or
    `Decline(reason, text)`, before its `deadline` (30 s). `pool`: what it plays against other bots
    in the server's pool. `challenges`: games that it asks other players for, one after another.

    Raises ValueError for invalid values, OSError for the log file, BadAddress, BadToken, Refused
    (`no_such_game`) for a game that the server lacks, Closed if the server rejects the bot, and
    BadMessage. Waits, and warns, while there is no connection.
    """
    max_games = _renamed_max_games(max_games, most_games)
    await _run_bot(
        *(server, token, choose, plays, games, max_games, version, replace),
        *(hooks, takes, decide, pool, challenges, log_file),
    )


async def _run_bot(
    server: str,
    token: str,
    choose: Choose,
    plays: Sequence[str],
    games: int | None,
    max_games: int | None,
    version: str | None,
    replace: bool,
    hooks: Hooks,
    takes: Sequence[p.Takes],
    decide: Decide | None,
    pool: Sequence[p.PoolEntry],
    challenges: Sequence[Challenge],
    log_file: str | Path | None,
) -> None:
    _check_plays(plays)
    check_takes(takes, plays)
    version = hash_of_script() if version is None else checked_version(version)
    async with Client(server, token) as client:
        with opened_log(log_file, token) as file:
            log = EndLog(file)
            asking = Challenges(challenges, client.http.create_game, report=file.note)
            await serve(
                client,
                _play_with(choose, hooks, client, log, asking),
                plays,
                log,
                games=games,
                max_games=max_games,
                version=version,
                replace=replace,
                takes=takes,
                decide=decide,
                pool=pool,
                challenges=asking,
            )


def _play_with(
    choose: Choose, hooks: Hooks, client: Client, log: EndLog, challenges: Challenges
) -> PlayRoom:
    """The function that plays a room of this bot."""
    idle, choices = IdleRooms(), ConcurrentChoices()

    async def play(room: Room, on_end: Callable[[], None]) -> None:
        await play_game(
            room,
            choose,
            on_end=on_end,
            idle=idle,
            log=log,
            choices=choices,
            hooks=hooks,
            decline=partial(decline_invitation, client),
            challenges=challenges,
        )

    return play


async def serve(
    client: Client,
    play: PlayRoom,
    plays: Sequence[str],
    log: EndLog,
    *,
    games: int | None = None,
    max_games: int | None = None,
    version: str = "",
    replace: bool = False,
    takes: Sequence[p.Takes] = (),
    decide: Decide | None = None,
    pool: Sequence[p.PoolEntry] = (),
    challenges: Challenges = NO_CHALLENGES,
    plan: object = None,
) -> None:
    """Runs a bot, as `run_bot` does, with its own way to play a room: `play` gets the room and a
    function to call when the game has ended. It passes the events of rooms to `challenges`. `plan`:
    how many games it plays, for the log."""
    ended = _EndedGames(games)

    async def play_seat(game: str, seat: int | None) -> None:
        def on_end() -> None:
            game_tasks.note_ended(game, seat)
            ended.add(game)

        try:
            await play(client.room(game, seat), on_end)
        finally:
            challenges.left(game)

    async def resign(game: str, seat: int | None) -> bool:
        if given_up := await give_up(client.room(game, seat), log):
            ended.add(game)
        return given_up

    game_tasks = GameTasks(play_seat, plays, resign, client.assignments.number, log.taken_over)
    lobby = client.lobby(
        plays,
        0,
        max_games,
        several_seats=True,
        version=version,
        replace=replace,
        takes=takes,
        pool=pool,
    )
    answers = InvitationAnswers(game_tasks.on_message, client.decline, takes, decide, log.file.note)
    lobby = with_known_games(client.http, plays, lobby, log.file.note_catalogue)
    following = follow_lobby(lobby, answers, log, plan or _plan(max_games), challenges)
    try:
        await _until_enough(following, ended)
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
    hooks: Hooks = DEFAULT_HOOKS,
    decline: Decliner = not_declined,
    challenges: Challenges = NO_CHALLENGES,
    on_event: Callable[[SessionEvent], object] = lambda _: None,
    evidence: Callable[[str], Evidence] = Evidence,
) -> None:
    """Plays one game to its end, calls `on_end`, then waits for a rematch. `idle`: the bot's idle
    rooms; `log`: logs the end; `choices`: counts the running calls of `choose` in all the
    bot's games; `decline`: see `decline_unwanted`; `challenges`: those of the bot; `on_event` is
    called with each event, after the bot has reacted to it; `evidence`: as in `Faults`."""
    log = log or EndLog()
    faults, watch = Faults(room, log.on_fault(room), evidence), GameWatch()
    async with (
        RoomEventsUntilDone(room, idle) as session_events,
        Chooser(room, choose, faults, choices, watch.note_concurrent) as chooser,
    ):
        async for session_event in session_events:
            if await decline_unwanted(room, session_event, hooks, decline, log.file.note):
                return
            await room.take_part(session_event)
            await agree_to_rematch(room, session_event, hooks)
            await answer_offers(room, hooks=hooks)
            await greet(room, session_event, hooks)
            await log.note(session_event, room, watch, faults)
            await challenges.note(session_event, room)
            match session_event:
                case YourTurn(ply, legal):
                    chooser.begin(Turn(room, ply, legal))
                case Rejected(command=p.Move(move=move), error=p.Error(code="illegal_move")):
                    is_retry = await faults.handle(illegal(move))
                    if is_retry and (legal := room.state.legal):
                        chooser.begin(Turn(room, room.state.ply, legal), again=True)
                case Rewound() | EventReceived(event=p.TakenBack()):
                    chooser.stop()
                case EventReceived(event=p.Finished()):
                    chooser.stop()
                    on_end()
            on_event(session_event)


async def give_up(room: Room, log: EndLog | None = None) -> bool:
    """Resigns a game that this bot cannot play, and says so in the room. It does nothing without a
    seat or before the game has begun. False: it did not finish within GIVE_UP_S."""
    watch, log = GameWatch(), log or EndLog()
    try:
        async with asyncio.timeout(GIVE_UP_S), aclosing(aiter(room)) as session_events:
            async for session_event in session_events:
                if (end := watch.note(session_event, room.state, room.now_ms())) is not None:
                    log.add(end.with_cause(FAILED_CAUSE), room)
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


async def decline_invitation(client: Client, game: str, reason: p.DeclineReason, text: str) -> bool:
    """Declines the invitation to this game, if it needs an answer. False: it does not."""
    if not client.assignments.needs_answer(game):
        return False
    await client.decline(game, reason, text)
    return True


async def follow_lobby(
    lobby: LobbyMessages,
    games: GameTasks | InvitationAnswers,
    log: EndLog,
    plan: object,
    challenges: Challenges = NO_CHALLENGES,
) -> None:
    """Starts and ends a bot's games as the lobby says (`Client.lobby`), and makes its challenges.
    Returns when another version of the bot replaces this process. `plan`: how many games the bot
    plays, for the log."""
    asking: asyncio.Task[None] | None = None
    is_replaced = False
    try:
        async for message in lobby:
            log.open(plan)  # the first message shows that the server has accepted the bot
            log.note_lobby(message)
            games.on_message(message)
            asking = asking or asyncio.create_task(challenges.run())
    except Refused as refused:
        if refused.code != REPLACED:
            raise
        logger.warning("%s", refused)
        is_replaced = True
    finally:
        if asking is not None:
            asking.cancel()
            await asyncio.wait({asking})
    if is_replaced:
        log.replaced()  # without an `await` before the caller closes the log


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
