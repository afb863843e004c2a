"""A bot's challenges: it asks other players for games, or for series of games, one after another.

await run_bot(…, challenges=[Challenge(opponent="deep", game_type="othello", games=10)])

A player who is away or busy is asked again a minute later, up to ten times; other challenges go on
meanwhile. They also go on if the opponent does not ask for the next game of a series in a minute.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

import zeitnot_protocol as p

from .exceptions import HttpRefused, Unreachable, ZeitnotError
from .game_end import declined_text
from .room import Room
from .series import has_next_game, score_after
from .session_events import EventReceived, SessionEvent

RETRY_S = 60.0  # after which a player who is away or busy is asked again
MAX_TRIES = 10
NEXT_GAME_S = 60.0  # for the opponent to ask for the next game of a series
LATER = frozenset(
    {"bot_busy", "bot_offline", "person_unavailable", "too_fast", "too_many_games", "disk_low"}
)
"""Codes of refusals after which the same challenge may succeed later."""
BLITZ = p.POOL_CONTROLS["blitz"]
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A game that a bot asks another player for. `opponent`: the name of a bot, or `account`: that
    of a person, as in `turn.state.against` of an earlier game; `games`: a series of up to 100, in
    which the seats are exchanged after each game; `seat`: of the bot in the first game; `level`: of
    the opponent. Raises ValueError for values that cannot be.

    Challenges are made one after another. An opponent who is away or busy is asked again after 60
    s, up to ten times, and other challenges go on meanwhile; they also go on 60 s after a game
    after which the opponent does not ask for the next of the series. A challenge that is declined
    is over. The log has all of it."""

    opponent: str = ""
    account: str = ""
    game_type: str
    control: p.Control = field(default_factory=lambda: BLITZ)
    settings: p.Settings = field(default_factory=dict)
    games: int = 1
    seat: int = 0
    level: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.games <= p.MAX_SERIES:
            raise ValueError(f"games is {self.games}: a series has 1 to {p.MAX_SERIES} games")
        if bool(self.opponent) == bool(self.account):
            raise ValueError("give the name of a bot as `opponent`, or a person's `account`")
        if self.seat not in (0, 1):
            raise ValueError(f"seat is {self.seat}: it is 0 or 1")

    def request(self) -> p.NewGame:
        """The request for the first game."""
        asked = p.SeatRequest(kind="bot", name=self.opponent, level=self.level)
        if self.account:
            asked = p.SeatRequest(kind="person", account=self.account)
        seats = [asked]
        seats.insert(self.seat, p.SeatRequest(kind="me"))
        series = p.Series(games=self.games) if self.games > 1 else None
        return p.NewGame(
            game_type=self.game_type,
            control=self.control,
            seats=seats,
            settings=self.settings,
            listed=False,
            setup=p.Setup(series=series),
        )

    def __str__(self) -> str:
        games = "" if self.games == 1 else f", {self.games} games"
        return f"challenge to {self.opponent or self.account} ({self.game_type}{games})"


async def _refuse(_: p.NewGame) -> p.GameLocation:
    raise AssertionError("there is no challenge")


@dataclass(slots=True)
class _Waiting:
    """A challenge that has not been accepted yet. `due_s`: when it is made, by the clock;
    `refusals`: how often the server has refused it."""

    challenge: Challenge
    due_s: float = 0.0
    refusals: int = 0


class Challenges:
    """The challenges of one process of a bot, one at a time. `create` asks the server for a game;
    `now_s`: any clock; `report` writes an event with its fields to the log file. Pass `note` every
    event of the bot's rooms."""

    def __init__(
        self,
        challenges: Iterable[Challenge],
        create: Callable[[p.NewGame], Awaitable[p.GameLocation]],
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
        now_s: Callable[[], float] = time.monotonic,
        report: Callable[..., object] = lambda event, **fields: None,
    ) -> None:
        self._challenges = list(challenges)
        self._create = create
        self._pause = pause
        self._now_s = now_s
        self._report = report
        self._game: str | None = None  # the present game of the present challenge
        self._is_over = asyncio.Event()
        self._rooms: dict[str, Room] = {}
        self._declined: dict[str, p.Declined] = {}
        self._is_asking = False  # whether a challenge is being made or played
        self._left: set[str] = set()  # games that were left meanwhile
        self._patience: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Makes the challenges, each when the one before is over. Those that may succeed later are
        made again after the others. Returns after the last."""
        waiting = [_Waiting(challenge) for challenge in self._challenges]
        try:
            while waiting:
                now_s = self._now_s()
                first = min(waiting, key=lambda each: max(each.due_s, now_s))  # the earlier in it
                if first.due_s > now_s:
                    await self._pause(first.due_s - now_s)
                if not await self._make(first):
                    waiting.remove(first)
        finally:
            self._stop_waiting()

    async def note(self, session_event: SessionEvent, room: Room) -> None:
        """Follows the present challenge. A game that was declined is called off."""
        if not self._challenges:
            return
        game = room.state.game
        self._rooms[game] = room
        self._left.discard(game)
        match session_event:
            case EventReceived(event=p.Seated(declined=p.Declined() as declined)):
                self._declined[game] = declined
        await self._follow(game)

    def left(self, game: str) -> None:
        """Notes that the bot has left a room: the opponent has not asked for the next game."""
        self._rooms.pop(game, None)
        self._declined.pop(game, None)
        if self._is_asking:
            self._left.add(game)
        if game == self._game:
            self._is_over.set()

    async def _make(self, waiting: _Waiting) -> bool:
        """Makes the challenge, and waits until it is over. True: it has to be made again later."""
        self._is_over.clear()
        self._left.clear()
        self._is_asking = True
        try:
            try:
                game = (await self._create(waiting.challenge.request())).id
            except ZeitnotError as error:
                return self._is_later(waiting, error)
            logger.info("%s: game %s", waiting.challenge, game)
            self._report("challenge", game=game, text=str(waiting.challenge))
            await self._go_on_to(game)
            await self._is_over.wait()
        finally:
            self._game = None
            self._is_asking = False
            self._stop_waiting()
        return False

    def _is_later(self, waiting: _Waiting, error: ZeitnotError) -> bool:
        """Logs a refusal; whether the challenge is made again. A server that cannot be reached does
        not count as one that refuses."""
        code = error.code if isinstance(error, HttpRefused) else type(error).__name__
        is_later = isinstance(error, Unreachable) or code in LATER
        waiting.refusals += not isinstance(error, Unreachable)
        is_later = is_later and waiting.refusals < MAX_TRIES
        outcome = f"it is made again in {RETRY_S:.0f} s" if is_later else "it is given up"
        logger.warning("%s: %s (%s)", waiting.challenge, error, outcome)
        self._report(
            "challenge_refused",
            text=str(waiting.challenge),
            code=code,
            why=str(error),
            again_s=RETRY_S if is_later else None,
            level="warning",
        )
        waiting.due_s = self._now_s() + RETRY_S
        return is_later

    async def _go_on_to(self, game: str) -> None:
        """Makes this the present game. Its room may have been entered, and even left, before."""
        self._game = game
        if game in self._left:
            self._is_over.set()
        else:
            await self._follow(game)

    async def _follow(self, game: str) -> None:
        """Reacts to the state of the present game."""
        room = self._rooms.get(game)
        if room is None or game != self._game:
            return
        state = room.state
        if game in self._declined and state.phase == "open":
            await self._call_off(room, self._declined[game])
        if state.next_game is not None:
            self._stop_waiting()
            await self._go_on_to(state.next_game)
        elif state.finished is not None and has_next_game(state):
            self._patience = self._patience or asyncio.create_task(self._wait_for_next(game))
        elif state.finished is not None:
            if (score := score_after(state)) is not None:
                logger.info("game %s: the series is over, %g to %g for us", game, *score)
            self._is_over.set()

    async def _call_off(self, room: Room, declined: p.Declined) -> None:
        """Ends a game that was declined. Only a player with a seat can do so, so a bot that has not
        sat down yet is asked again by its next event."""
        if room.state.you is None or room.waiting_for(p.Abort):
            return
        logger.info("game %s: declined by %s", room.state.game, declined_text(declined))
        await room.abort()

    async def _wait_for_next(self, game: str) -> None:
        await self._pause(NEXT_GAME_S)
        text = "the opponent has not asked for the next game of the series"
        logger.warning("game %s: %s", game, text)
        self._report("challenge_ignored", game=game, text=text, level="warning")
        self._is_over.set()

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = None


NO_CHALLENGES = Challenges((), _refuse)
