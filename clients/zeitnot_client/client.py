"""The asyncio client of one server: HTTP calls, rooms and the lobby under one identity."""

import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

import httpx
import msgspec

import zeitnot_protocol as p

from . import incoming
from .address import DEFAULT_SERVER, Address
from .api import Api
from .assignments import Assignments
from .connection import Connection, Signal
from .exceptions import BadMessage, Refused
from .fault_reports import FaultReports
from .incoming import Unknown
from .lobby import changed_lobby
from .room import Room, Turn, monotonic_ms
from .session import Session
from .tokens import checked_token

UNASKED = (p.Seeking, p.Paired, p.SeekEnded, p.FollowedChanged, p.clubs.LadderChallenged)
"""Messages of the lobby about what this client never asks for."""
OTHER, REPLACED = "other_version", "replaced"
"""Error codes of the lobby for a bot process of which another version plays."""


class Client:
    """`async with Client("http://127.0.0.1:8080", token) as client: …`

    Without a token the client is a spectator, or a guest after `await client.http.session()`.
    `address` is the server's; `http` has the HTTP calls. `patience_s`: how many seconds an outage
    may last before Unreachable is raised; None: for ever. `now_ms` and `transport` (of HTTP) are
    for tests. `skipped` counts the lobby's messages of unknown types, by type; each room has its
    own. `assignments`: the games that the lobby has assigned to this process of a bot. Raises
    BadAddress for a bad `server`, and BadToken for a `token` that is empty or cannot be one.
    """

    def __init__(
        self,
        server: str = DEFAULT_SERVER,
        token: str | None = None,
        *,
        patience_s: float | None = None,
        now_ms: Callable[[], int] = monotonic_ms,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.address = Address.parse(server)
        token = None if token is None else checked_token(token)
        self.http = Api(self.address, token, transport=transport)
        self.skipped: Counter[str] = Counter()
        self.assignments = Assignments(secrets.token_hex(8))
        self._fault_reports = FaultReports(self.http.report_fault, lambda: self.assignments.version)
        self._patience_s = patience_s
        self._now_ms = now_ms
        self._lobby: Connection | None = None

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._fault_reports.close()
        await self.http.close()

    def room(self, game: str, seat: int | None = None) -> Room:
        """The room of the game with this id; iterate over it to connect. `seat`: a bot that has
        several seats of a game needs one room for each of them."""
        connection = self._connection(self.address.room(game))
        session = Session(game, secrets.token_bytes, seat, self.assignments)
        return Room(connection, session, self._now_ms, self._fault_reports)

    def play(self, game: str) -> AsyncGenerator[Turn, None]:
        """Takes a seat in the game with this id and yields your turns until the game ends. Raises
        as `Room.turns`."""
        return self.room(game).turns()

    async def lobby(
        self,
        plays: Sequence[str] = (),
        levels: int = 0,
        most_games: int | None = None,
        *,
        several_seats: bool = False,
        version: str = "",
        replace: bool = False,
        takes: Sequence[p.Takes] = (),
        pool: Sequence[p.PoolEntry] = (),
    ) -> AsyncGenerator[p.Lobby | p.Invited | p.Error, None]:
        """Yields the lobby's messages, through outages: the full lobby first and after every
        change, and each invitation. A bot names the games that it plays (`plays`, by id), its
        number of strengths (`levels`, 0 to 10), how many games it plays at a time (`most_games`,
        None: 100), and whether it can have several seats of one game, each with a `room`. It is
        online while this generator runs. If a bot runs as several processes, each gets only its
        own games, and those of processes that have ended. `version`: of the bot's program, for
        records; `takes`: the kinds of games that it takes; `pool`: what it plays in the server's
        pool. Answer an invitation that has a `deadline` with `accept` or `decline`, or by sitting
        down in the room. Raises as iterating over a Room does, and Refused if processes of another
        version run (`other_version`) or one has taken over with `replace` (`replaced`)."""
        connection = self._lobby = self._connection(self.address.lobby)
        lobby: p.Lobby | None = None
        self.assignments.version = version
        watch = p.Watch(
            plays=list(plays),
            levels=levels,
            changes=True,
            most_games=most_games,
            several_seats=several_seats,
            process=self.assignments.process if plays else "",
            version=version,
            takes=list(takes),
            pool=list(pool),
        )
        async with aclosing(aiter(connection)) as signals:
            async for signal in signals:
                if signal is Signal.UP:
                    # After an outage a version that has started meanwhile is the newer one.
                    watch.replace = replace and lobby is None
                    await connection.send(p.encode(watch))
                elif isinstance(signal, str):
                    message = _lobby_out(signal)
                    if isinstance(message, Unknown):
                        incoming.count(self.skipped, message)
                    elif isinstance(message, p.LobbyChanged):
                        if lobby is not None:
                            yield (lobby := changed_lobby(lobby, message))
                    elif isinstance(message, p.Error) and message.code in (OTHER, REPLACED):
                        raise Refused(message.code, message.message)
                    elif not isinstance(message, UNASKED):
                        if isinstance(message, p.Invited):
                            self.assignments.note(message)
                        lobby = message if isinstance(message, p.Lobby) else lobby
                        yield message

    async def accept(self, game: str) -> None:
        """Accepts the invitation to this game in the newest `lobby`, without connecting to its
        room. Without a connection it is not sent; the server invites again after an outage."""
        await self._answer(p.Accept(game=game))

    async def decline(self, game: str, reason: p.DeclineReason = "generic", text: str = "") -> None:
        """Declines the invitation to this game, as `accept`. `text`: at most 140 characters."""
        await self._answer(p.Decline(game=game, reason=reason, text=text))

    async def _answer(self, answer: p.Accept | p.Decline) -> None:
        if self._lobby is not None:
            await self._lobby.send(p.encode(answer))

    def _connection(self, url: str) -> Connection:
        return Connection(
            url,
            self.http.headers,
            direct=self.address.loopback,
            patience_s=self._patience_s,
        )


def _lobby_out(frame: str) -> p.LobbyOut | Unknown:
    try:
        return incoming.lobby.message(frame)
    except msgspec.DecodeError as error:
        raise BadMessage(f"The lobby sent an unreadable message: {error}") from error
