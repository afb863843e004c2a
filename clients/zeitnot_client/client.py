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
from .incoming import Unknown
from .lobby import changed_lobby
from .room import Room, Turn, monotonic_ms
from .session import Session

OTHER, REPLACED = "other_version", "replaced"
"""Codes with which the lobby ends a bot's process, since another version of it plays."""


class Client:
    """`async with Client("http://127.0.0.1:8080", token) as client: …`

    Without a token the client is a spectator, or a guest after `await client.http.session()`.
    `address` is the server's; `http` has the calls of HTTP. BadAddress is raised for a `server`
    that is no address. `patience_s`: how long, in seconds, an outage may last before Unreachable is
    raised; None: for ever. `now_ms` and `transport` (of HTTP) are for tests. `skipped` counts the
    lobby's messages of types unknown to this client, by type; a room has its own. `assignments`:
    the games that a bot's lobby has given to this process, which all rooms of one client are.
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
        self.http = Api(self.address, token, transport=transport)
        self.skipped: Counter[str] = Counter()
        self.assignments = Assignments(secrets.token_hex(8))
        self._patience_s = patience_s
        self._now_ms = now_ms

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()

    def room(self, game: str, seat: int | None = None) -> Room:
        """The room of the game with this id; iterate over it to be connected. `seat`: a bot can
        have several seats of a game, and then has this room once for each of them."""
        connection = self._connection(self.address.room(game))
        session = Session(game, secrets.token_bytes, seat, self.assignments)
        return Room(connection, session, self._now_ms)

    def play(self, game: str) -> AsyncGenerator[Turn, None]:
        """Takes a seat in the game with this id and yields one's own turns to the end; raises what
        `Room.turns` raises."""
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
    ) -> AsyncGenerator[p.Lobby | p.Invited | p.Error, None]:
        """The lobby's messages, through outages: first the whole lobby, and again, whole, after
        every change; an invitation when one is made. A bot names the games that it plays, by id,
        how many strengths it has (`levels`, 0 to 10), how many games it plays at a time (None:
        100), and whether it can have several seats of one game, with a `room` for each; it is
        online while this is iterated over. Of several processes of one bot each is told only
        its own games, and another's once that has gone. `version`: of the bot's program, for
        records. Raises as iterating over a Room does, and Refused: processes of another version run
        (`other_version`), or one has taken over with `replace` (`replaced`)."""
        connection = self._connection(self.address.lobby)
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
        )
        async with aclosing(aiter(connection)) as signals:
            async for signal in signals:
                if signal is Signal.UP:
                    # After an outage another version, started since, is the newer one.
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
                    else:
                        if isinstance(message, p.Invited):
                            self.assignments.note(message)
                        lobby = message if isinstance(message, p.Lobby) else lobby
                        yield message

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
