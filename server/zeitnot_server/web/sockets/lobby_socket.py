"""`/ws/lobby`: bots online, open games, and the account's own games."""

import contextlib

from starlette.websockets import WebSocket

import zeitnot_protocol as p
from zeitnot_engines.opponents import LESSONS

from ...bots.takes import check_takes
from ...bots.watcher import Origin, Watcher
from ...game_server.game_server import GameServer
from ...hosting.room.send_queue import refuse
from ...lobby.open_seats import MOVES_SPENT
from ...lobby.service import NOT_READ
from ...net.site_prefix import site_prefix
from ...store import StoreError
from ..http.access import ONLY_BOT, without_scope
from ..http.addresses import network
from ..http.problems import ProblemError
from .client_socket import ClientSocket
from .frames import CloseSocket, LobbyReader
from .handshake import serve


async def lobby(socket: WebSocket) -> None:
    """`/ws/lobby`."""
    await serve(socket, _serve_lobby, lobby=True)


async def _serve_lobby(client: ClientSocket) -> None:
    await client.socket.accept(p.SUBPROTOCOL)
    await client.serve("lobby", _read_lobby)


async def _read_lobby(client: ClientSocket) -> None:
    reader = LobbyReader(client.refused)
    subscription = _Subscription(client)

    async def read_one() -> None:
        message = reader.read(*await client.receive())
        if isinstance(message, p.Error):
            client.send_error(message)
        elif isinstance(message, p.Watch):
            await subscription.take(message)
        elif isinstance(message, p.Seek | p.EndSeek):
            subscription.seek(message)
        else:
            await subscription.answer(message)

    async def read() -> None:
        while not reader.greeted:
            await read_one()

    try:
        await client.read_first(read, "watch")
        while True:
            await read_one()
    finally:
        subscription.leave()


class _Subscription:
    """One socket's subscription to the lobby. A bot's subscription also counts for its owner."""

    def __init__(self, client: ClientSocket) -> None:
        self._client = client
        self._game_server: GameServer = client.socket.app.state.game_server
        self._watcher: Watcher | None = None
        self._shown = contextlib.ExitStack()
        self._followed = contextlib.ExitStack()

    async def take(self, watch: p.Watch) -> None:
        """Subscribes, or changes the subscription, unless that happens too often. A bot is refused
        if its owner has too many online. Raises CloseSocket if nothing can be shown: the peer
        should retry later."""
        client = self._client
        if error := check_takes(watch):
            client.send_error(error)
            return
        is_bot = client.actor is not None and client.actor.bot
        if is_bot and watch.plays and not client.may_be_online:
            client.send_error(refuse("no_scope", without_scope(ONLY_BOT)))
            return
        if not client.may_watch():
            client.send_error(
                refuse("too_fast", "You are sending watch too quickly. Wait a moment.")
            )
            if self._watcher is None:
                raise CloseSocket(p.TRY_AGAIN_LATER, "too many watches")
            return
        try:
            newcomer = Watcher(client.actor, client.send_queue, watch, await self._origin())
            self._shown.close()
            if client.actor and newcomer.bot:
                registration = client.connection_limits.show_bot(
                    client.peer, client.actor.account, newcomer.origin.owner or None
                )
                self._shown.enter_context(registration)
        except ProblemError as full:
            self.leave()
            client.send_error(refuse(full.code, full.problem.detail))
        except StoreError:
            raise CloseSocket(p.TRY_AGAIN_LATER, NOT_READ) from None
        else:
            before, self._watcher = self._watcher, newcomer
            try:
                await self._game_server.lobby.service.join(newcomer, before)
            finally:  # only now: otherwise its games would move to another process of the bot
                if before is not None:
                    self._game_server.lobby.service.leave(before)
            self._follow(watch)

    def _follow(self, watch: p.Watch) -> None:
        """Begins to send whom the account follows, and its new challenges, if that is wanted, and
        ends it otherwise."""
        self._followed.close()
        actor, queue = self._client.actor, self._client.send_queue
        if actor is None:
            return
        if watch.followed:
            followers = self._game_server.followers
            self._followed.enter_context(followers.watching(actor.account, queue))
        if watch.clubs:
            news = self._game_server.challenge_news
            self._followed.enter_context(news.watching(actor.account, queue))

    async def answer(self, answer: p.Accept | p.Decline) -> None:
        """Passes an answer to an invitation on. The text of a bot that may not chat now is left
        out."""
        client = self._client
        if self._watcher is None:
            client.send_error(refuse("hello_first", "Send watch first.", game=answer.game))
            return
        if isinstance(answer, p.Decline) and answer.text and not self._may_write():
            answer = p.Decline(game=answer.game, reason=answer.reason)
        error = await self._game_server.lobby.service.answers.take(self._watcher, answer)
        if error is not None:
            client.send_error(error)

    def seek(self, message: p.Seek | p.EndSeek) -> None:
        """Begins or ends a seek of this socket, which ends with the socket, but not with a new
        `watch`."""
        client, seeks = self._client, self._game_server.lobby.service.seeks
        if isinstance(message, p.EndSeek):
            error = seeks.end(client.account, client.send_queue, message.id)
            if error is not None:
                client.send_error(error)
            return
        if not client.may_seek():
            client.send_error(refuse("too_fast", "You look for games too often.", id=message.id))
            return
        if not client.sender.may_start_game():
            client.send_error(refuse("too_fast", MOVES_SPENT, id=message.id))
            return
        address = network(client.peer)
        prefix = site_prefix(address) if address else ""
        pairing = self._game_server.seeks
        if error := pairing.begin(message, client.actor, client.send_queue, prefix):
            client.send_error(error)

    def _may_write(self) -> bool:
        """Counts a text that others will see, like a line of chat; False: not now."""
        return self._client.muted() is None and self._client.may_chat()

    async def _origin(self) -> Origin:
        """The socket's network and, if it is a bot's, the bot's owner. Raises StoreError."""
        address, actor = network(self._client.peer), self._client.actor
        prefix = site_prefix(address) if address else ""
        if actor is None or not actor.bot:
            return Origin(prefix)
        accounts = self._game_server.store.accounts
        owner = await accounts.owner_of(actor.account)
        found = await accounts.find(owner) if owner else None
        house = self._client.connection_limits.is_house(actor.account)
        muted = self._client.muted() is not None
        lesson = LESSONS.get(actor.name, "") if house else ""
        return Origin(prefix, house, owner or "", found.name if found else "", muted, lesson)

    def leave(self) -> None:
        """Ends the subscription."""
        self._shown.close()
        self._followed.close()
        service = self._game_server.lobby.service
        service.seeks.leave(self._client.account, self._client.send_queue)
        if self._watcher is not None:
            service.leave(self._watcher)
            self._watcher = None
