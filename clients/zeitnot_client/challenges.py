"""A bot's challenges: it asks other players for games, or for series of games, one after another.

await run_bot(…, challenges=[Challenge(opponent="deep", game_type="othello", games=10)])
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

import zeitnot_protocol as p

from .exceptions import HttpRefused, Unreachable, ZeitnotError
from .room import Room
from .series import has_next_game, score_after
from .session_events import EventReceived, SessionEvent

RETRY_S = 60.0  # after which a player who is away or busy is asked again
MAX_TRIES = 10
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
    the opponent. Raises ValueError for values that cannot be."""

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


class Challenges:
    """The challenges of one process of a bot, one at a time. `create` asks the server for a game.
    Pass `note` every event of the bot's rooms."""

    def __init__(
        self,
        challenges: Iterable[Challenge],
        create: Callable[[p.NewGame], Awaitable[p.GameLocation]],
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._challenges = list(challenges)
        self._create = create
        self._pause = pause
        self._game: str | None = None  # the present game of the present challenge
        self._is_over = asyncio.Event()

    async def run(self) -> None:
        """Makes the challenges, each when the one before is over. Returns after the last."""
        for challenge in self._challenges:
            self._is_over.clear()
            if await self._begin(challenge):
                await self._is_over.wait()

    async def note(self, session_event: SessionEvent, room: Room) -> None:
        """Follows the present challenge. A game that was declined is called off."""
        state = room.state
        if state.game != self._game or not isinstance(session_event, EventReceived):
            return
        match session_event.event:
            case p.Seated(declined=p.Declined() as declined):
                reason = declined.reason or "no answer"
                logger.info("game %s: declined by %s: %s", state.game, declined.name, reason)
                if not room.waiting_for(p.Abort):
                    await room.abort()
            case p.Finished() if not has_next_game(state):
                if (score := score_after(state)) is not None:
                    logger.info("game %s: the series is over, %g to %g for us", state.game, *score)
                self._is_over.set()
            case p.Rematch(next=str(next_game)):
                self._game = next_game

    def left(self, game: str) -> None:
        """Notes that the bot has left a room: the opponent has not asked for the next game."""
        if game == self._game:
            self._is_over.set()

    async def _begin(self, challenge: Challenge) -> bool:
        """Creates the game. False: the server refuses it for good, or has refused it often."""
        for _ in range(MAX_TRIES):
            try:
                self._game = (await self._create(challenge.request())).id
            except Unreachable as error:
                logger.warning("%s: %s", challenge, error)
            except HttpRefused as refused:
                logger.warning("%s: %s", challenge, refused)
                if refused.code not in LATER:
                    return False
            except ZeitnotError as error:
                logger.warning("%s: %s", challenge, error)
                return False
            else:
                logger.info("%s: game %s", challenge, self._game)
                return True
            await self._pause(RETRY_S)
        return False


NO_CHALLENGES = Challenges((), _refuse)
