"""The other nodes on this database: this one tells them of itself, and shows what they tell.

Once a second, and sooner if this node has something to tell, is told over the broker that another
has, or sees one that may be dead, it posts its state, reads what the others have posted, and the
games that any node has written. So a lost hint costs a second, and nothing depends on the broker. A
round is a few short statements, however many look on: one to post, if the state has changed, one
for the others' states, one for the games that have changed, some for their rows, if there are any,
and with a broker one to know who leads. Each node's state is bounded (`state`).

If the database cannot be read, all stays as it is known; a node whose lease has ended takes its
bots and its open games with it.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Protocol

import structlog

from ..bots.events import BotGamesCounted
from ..bots.games import BotGames
from ..feed import Feed
from ..hosting.registry import Registry
from ..hosting.room.events import RoomUnloaded
from ..limits.throttle import Throttle
from ..store import Games, Nodes, OtherNode, Shared, StoredGame, StoreError
from .events import ShownChanged
from .remote import RemoteState, merge
from .state import BadState, NodeState, decode, encode

ROUND_SECONDS = 1.0
MIN_SECONDS = 0.2  # between two rounds, however many hints come

logger = structlog.get_logger()
Wait = Callable[[asyncio.Event], Awaitable[None]]


class LobbyHere(Protocol):
    """The lobby of this node, as this module needs it."""

    def state(self) -> NodeState: ...

    def apply_remote_state(self, remote: RemoteState) -> None: ...

    def note_stored(self, game: StoredGame) -> None: ...

    async def load_players(self, games: Collection[StoredGame]) -> None: ...


async def _pause(wake: asyncio.Event) -> None:
    """Between two rounds: until there is a reason for one, but no longer than ROUND_SECONDS."""
    await asyncio.sleep(MIN_SECONDS)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(ROUND_SECONDS - MIN_SECONDS):
            await wake.wait()


class Peers:
    """`begin`, and then the tasks: nothing is done where there can be no other node. `wait` returns
    when the next round is due, or soon after the event is set."""

    def __init__(
        self,
        nodes: Nodes,
        games: Games,
        registry: Registry,
        service: LobbyHere,
        bot_games: BotGames,
        feed: Feed,
        wait: Wait = _pause,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._nodes, self._games = nodes, games
        self._registry, self._service, self._bot_games = registry, service, bot_games
        self._feed = feed
        self._wait = wait
        self._wake = asyncio.Event()
        self._shared_look = Shared(self._look)
        self._begun: str | None = None
        self._since: str | None = None
        self._has_news = False  # to tell
        self._is_over = False
        self._posted = b""
        self._seen: dict[str, tuple[bytes, NodeState]] = {}  # by node: what was read, and decoded
        self._runs: dict[str, int] = {}  # by node
        self._bad_state = Throttle(monotonic_s)
        self._monotonic_s = monotonic_s
        self._looked_s = monotonic_s()
        self.synchronous: bool | None = None
        """Whether commits waited for a standby at the last look (`Nodes.synchronous`); None: not
        known."""

    @property
    def others(self) -> int:
        """How many other nodes had a lease at the last look."""
        return len(self._seen)

    @property
    def age_s(self) -> float:
        """How long ago the last round was that succeeded; 0 where there can be no other node."""
        return self._monotonic_s() - self._looked_s if self._nodes.several else 0.0

    async def begin(self) -> None:
        """From here on no change is missed. Raises StoreError."""
        if not self._nodes.several:
            return
        events = self._registry.events
        events.subscribe(ShownChanged, lambda changed: self.tell())
        events.subscribe(BotGamesCounted, lambda counted: self.look_again())
        events.subscribe(RoomUnloaded, lambda unloaded: self._feed.release(unloaded.room.id))
        self._feed.set_hint_callback(self._wake.set)
        self._begun = self._since = (await self._nodes.changes(None)).until

    def look_again(self) -> None:
        """Games have been read as they were some time after `begin`, and are shown since: whatever
        has changed meanwhile is shown again."""
        self._since = self._begun
        self._wake.set()

    def stop(self) -> None:
        """This node gives its lease up: it tells nothing more, and needs to know nothing more."""
        self._is_over = True

    def tell(self) -> None:
        """Something has changed here that other nodes show: they are told soon."""
        self._has_news = True
        self._wake.set()

    async def run(self) -> None:
        """Round after round, for ever."""
        while True:
            self._wake.clear()
            await self.round()
            await self._wait(self._wake)

    async def round(self) -> None:
        """Tells and asks once. If that fails, all stays as it is, and the next round does it."""
        if self._is_over:
            return
        try:
            await self._post()
            await self._shared_look.get()
            await self._follow_changes()
            self._note_synchronous(await self._nodes.synchronous())
        except StoreError as failed:
            logger.warning("other nodes not read", error=failed)
        else:
            self._looked_s = self._monotonic_s()
            if self._nodes.in_doubt:  # whoever waits for its rooms gets them as soon as may be
                self._wake.set()

    async def look(self) -> None:
        """Shows at once what the others have posted; if that cannot be read, all stays as it is."""
        if self._nodes.several and not self._is_over:
            with contextlib.suppress(StoreError):
                await self._shared_look.get()

    async def _post(self) -> None:
        """Posts this node's state, if it has changed, and then hints at it."""
        has_news, self._has_news = self._has_news, False
        state = encode(self._service.state())
        try:
            if state != self._posted:
                await self._nodes.post(state)
                self._posted = state
        except BaseException:
            self._has_news |= has_news
            raise
        if has_news:
            self._feed.send_hint()

    async def _look(self) -> None:
        """Shows what the others have posted. Who leads knows that before it shows who has gone."""
        others = await self._nodes.others()
        if self._feed.enabled:
            self._feed.set_leader(await self._nodes.leads())
        self._service.apply_remote_state(merge(self._states(others)))
        await self._note_nodes({other.node.name: other.node.run for other in others})

    def _states(self, others: Sequence[OtherNode]) -> dict[str, NodeState]:
        """By node; one that has posted nothing new is not decoded again. What cannot be read counts
        as nothing."""
        seen = dict[str, tuple[bytes, NodeState]]()
        for node, posted in ((other.node.name, other.state) for other in others):
            known = self._seen.get(node)
            if known is not None and known[0] == posted:
                seen[node] = known
                continue
            try:
                seen[node] = posted, decode(posted)
            except BadState as bad:
                seen[node] = posted, NodeState()
                if self._bad_state.allows():
                    logger.warning("state of another node not understood", other=node, error=bad)
        self._seen = seen
        return {node: state for node, (_, state) in seen.items()}

    async def _note_nodes(self, runs: dict[str, int]) -> None:
        """Logs who has come and gone. That one was stopped is no news to whoever stopped it."""
        gone = {node: run for node, run in self._runs.items() if node not in runs}
        stopped = await self._nodes.stopped(gone.values()) if gone else ()
        for other in sorted(runs.keys() - self._runs.keys()):
            logger.info("other node there", other=other)
        for other, run in sorted(gone.items()):
            if run in stopped:
                logger.info("other node stopped", other=other)
            else:
                logger.warning("other node gone", other=other)
        self._runs = runs

    def _note_synchronous(self, now: bool | None) -> None:
        """Logs a change; there need not be a standby from the start."""
        before, self.synchronous = self.synchronous, now
        if before and now is False:
            logger.warning("commits no longer wait for a standby: they are on one disk")
        elif before is False and now:
            logger.info("commits wait for a standby")

    async def _follow_changes(self) -> None:
        """Shows the games that other nodes have written. The place up to which they have been read
        moves on only when they are shown."""
        since = self._since
        changes = await self._nodes.changes(since)
        ids = [game for game in dict.fromkeys(changes.games) if game not in self._registry]
        stored = await self._games.by_id(ids) if ids else []
        for game in stored:
            self._note(game)
        await self._service.load_players(stored)
        if self._since == since:  # not to be looked at again
            self._since = changes.until
        if changes.more:
            self._wake.set()

    def _note(self, game: StoredGame) -> None:
        """Shows a game, unless its room has come to be here meanwhile."""
        id = game.summary.id
        if id in self._registry:
            return
        self._service.note_stored(game)
        if game.bot_game is not None and game.summary.state != "finished":
            self._bot_games.count_existing(*game.bot_game)
        else:
            self._bot_games.ended(id)
