"""The other nodes on this database: publishes this node's state to them, and shows theirs.

A round runs once a second. It runs sooner if this node has changes to publish, if a hint over the
broker says that another node has some, or if a node may be dead. In a round the node posts its
state, and reads the others' states and the games that any node has written. So a lost hint costs a
second, and nothing depends on the broker. The number of statements in a round does not depend on
the number of viewers: one to post, if the state has changed, one for the others' states, one for
the changed games, a few for their rows, and with a broker one that asks for the leader. Each node's
state is bounded (`state`).

While the database cannot be read, the last known state is shown. The bots and open games of a node
disappear when its lease ends.
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
from ..store import Games, Nodes, OtherNode, SingleFlight, StoredGame, StoreError
from .events import ShownChanged
from .remote import RemoteState, merge
from .state import BadState, NodeState, decode, encode

ROUND_SECONDS = 1.0
MIN_SECONDS = 0.2  # between two rounds, regardless of hints

logger = structlog.get_logger()
Wait = Callable[[asyncio.Event], Awaitable[None]]


class LocalLobby(Protocol):
    """The part of this node's lobby that this module uses."""

    def state(self) -> NodeState: ...

    def apply_remote_state(self, remote: RemoteState) -> None: ...

    def note_stored(self, game: StoredGame) -> None: ...

    async def load_players(self, games: Collection[StoredGame]) -> None: ...


async def _pause(wake: asyncio.Event) -> None:
    """Waits between two rounds until one is requested, at most ROUND_SECONDS."""
    await asyncio.sleep(MIN_SECONDS)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(ROUND_SECONDS - MIN_SECONDS):
            await wake.wait()


class Peers:
    """Call `begin` before `run`. Does nothing unless the store is a cluster. `wait` returns when
    the next round is due, or soon after the event is set."""

    def __init__(
        self,
        nodes: Nodes,
        games: Games,
        registry: Registry,
        service: LocalLobby,
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
        self._refresh_once = SingleFlight(self._refresh)
        self._begun: str | None = None  # the `Changes.until` when changes were first followed
        self._since: str | None = None  # the `Changes.until` of the last round
        self._has_changes = False  # to publish
        self._is_over = False
        self._posted = b""
        self._seen: dict[str, tuple[bytes, NodeState]] = {}  # by node: raw and decoded
        self._runs: dict[str, int] = {}  # by node
        self._bad_state = Throttle(monotonic_s)
        self._monotonic_s = monotonic_s
        self._refreshed_s = monotonic_s()
        self.synchronous: bool | None = None
        """Whether commits waited for a standby in the last round (`Nodes.synchronous`); None:
        unknown."""

    @property
    def others(self) -> int:
        """How many other nodes had a lease in the last round."""
        return len(self._seen)

    @property
    def age_s(self) -> float:
        """Seconds since the last successful round; 0 without a cluster."""
        return self._monotonic_s() - self._refreshed_s if self._nodes.is_cluster else 0.0

    async def begin(self) -> None:
        """Starts to follow changes: none is missed from now on. Raises StoreError."""
        if not self._nodes.is_cluster:
            return
        events = self._registry.events
        events.subscribe(ShownChanged, lambda changed: self.announce())
        events.subscribe(BotGamesCounted, lambda counted: self.rescan())
        events.subscribe(RoomUnloaded, lambda unloaded: self._feed.release(unloaded.room.id))
        self._feed.set_hint_callback(self._wake.set)
        self._begun = self._since = (await self._nodes.changes(None)).until

    def rescan(self) -> None:
        """Reads all changes since `begin` again. Called after games were read some time after
        `begin`, because they may have changed before they were shown."""
        self._since = self._begun
        self._wake.set()

    def stop(self) -> None:
        """Ends the rounds, because this node gives up its lease."""
        self._is_over = True

    def announce(self) -> None:
        """Requests a round, because something that other nodes show has changed here."""
        self._has_changes = True
        self._wake.set()

    async def run(self) -> None:
        """Runs rounds, for ever."""
        while True:
            self._wake.clear()
            await self.round()
            await self._wait(self._wake)

    async def round(self) -> None:
        """Runs one round. If it fails, the shown state does not change, and the next round catches
        up."""
        if self._is_over:
            return
        try:
            await self._post()
            await self._refresh_once.get()
            await self._follow_changes()
            self._note_synchronous(await self._nodes.synchronous())
        except StoreError as failed:
            logger.warning("other nodes not read", error=failed)
        else:
            self._refreshed_s = self._monotonic_s()
            if self._nodes.has_suspects:  # its rooms are taken over as soon as possible
                self._wake.set()

    async def refresh(self) -> None:
        """Shows the others' latest states now. If they cannot be read, nothing changes."""
        if self._nodes.is_cluster and not self._is_over:
            with contextlib.suppress(StoreError):
                await self._refresh_once.get()

    async def _post(self) -> None:
        """Posts this node's state, if it has changed, and then sends a hint."""
        has_changes, self._has_changes = self._has_changes, False
        state = encode(self._service.state())
        try:
            if state != self._posted:
                await self._nodes.post(state)
                self._posted = state
        except BaseException:
            self._has_changes |= has_changes
            raise
        if has_changes:
            self._feed.send_hint()

    async def _refresh(self) -> None:
        """Shows the others' states. A new leader learns that it leads before it shows which nodes
        are gone."""
        others = await self._nodes.others()
        if self._feed.enabled:
            self._feed.set_leader(await self._nodes.is_leader())
        self._service.apply_remote_state(merge(self._states(others)))
        await self._note_nodes({other.node.name: other.node.run for other in others})

    def _states(self, others: Sequence[OtherNode]) -> dict[str, NodeState]:
        """The states by node. A state that has not changed is not decoded again; one that cannot be
        decoded counts as empty."""
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
        """Logs which nodes have joined and left. A node that was stopped on purpose is not a
        warning."""
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
        """Logs a change. A cluster that never had a standby logs nothing."""
        before, self.synchronous = self.synchronous, now
        if before and now is False:
            logger.warning("commits no longer wait for a standby: they are on one disk")
        elif before is False and now:
            logger.info("commits wait for a standby")

    async def _follow_changes(self) -> None:
        """Shows the games that other nodes have written. `_since` advances only after they are
        shown."""
        since = self._since
        changes = await self._nodes.changes(since)
        ids = [game for game in dict.fromkeys(changes.games) if game not in self._registry]
        stored = await self._games.by_id(ids) if ids else []
        for game in stored:
            self._note(game)
        await self._service.load_players(stored)
        if self._since == since:  # no `rescan` was requested meanwhile
            self._since = changes.until
        if changes.more:
            self._wake.set()

    def _note(self, game: StoredGame) -> None:
        """Shows a game, unless its room is on this node meanwhile."""
        id = game.summary.id
        if id in self._registry:
            return
        self._service.note_stored(game)
        if game.bot_game is not None and game.summary.state != "finished":
            self._bot_games.count_existing(*game.bot_game)
        else:
            self._bot_games.ended(id)
