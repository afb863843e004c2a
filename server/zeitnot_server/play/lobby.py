"""The lobby: who watches it, which bots are online, and which games go on.

Watchers get the whole lobby again when something has changed, at most once in LULL seconds.
"""

import asyncio
import heapq
from collections.abc import Sequence

import structlog

from zeitnot_client import protocol as p
from zeitnot_engines.catalogue import GAMES

from ..feed import Feed
from ..rooms.room import Actor, Phase, Room
from ..store import Store, StoreError
from .host import Host
from .outbox import Outbox
from .registry import Registry
from .summary import summary

LULL = 0.5
LISTED = 24
UNLOADED = 1000
BOTS_LISTED = 200

_PLAYED = (Phase.RUNNING.value, Phase.PAUSED.value)

log = structlog.get_logger()


class Watcher:
    """One socket in the lobby; a bot's has said what it plays."""

    def __init__(self, actor: Actor | None, outbox: Outbox, watch: p.Watch) -> None:
        self.actor = actor
        self.outbox = outbox
        self.watch = watch

    @property
    def bot(self) -> p.BotView | None:
        """What is shown of this watcher if it is a bot that plays something we have."""
        plays = [game for game in GAMES if game in self.watch.plays]
        if self.actor is None or not self.actor.bot or not plays:
            return None
        return p.BotView(name=self.actor.name, plays=plays, levels=self.watch.levels)


class Hub:
    """All watchers; hears from the registry what changes."""

    def __init__(self, registry: Registry, store: Store, feed: Feed) -> None:
        self._registry = registry
        self._store = store
        self._feed = feed
        self._watchers: set[Watcher] = set()
        self._unloaded: dict[str, p.GameSummary] = {}  # games that are on, rooms not in memory
        self._stir = asyncio.Event()
        self._stirs = 0  # how often something has changed

    # ── who is here ────────────────────────────────────────────────────────────────────────────

    async def join(self, watcher: Watcher) -> None:
        """A watcher comes: it gets the lobby, and a bot the games in which it has a seat."""
        self._watchers.add(watcher)
        known = self._stirs
        try:
            greeting = await self._greeting(watcher)
        except StoreError as failed:
            log.warning("lobby not read", error=str(failed))
            watcher.outbox.cut()  # it will come again
            return
        watcher.outbox.greet(greeting)
        # News of what happened meanwhile may have come before this greeting, which is older.
        if self._stirs != known or (watcher.actor and watcher.actor.bot):
            self.stir()

    async def _greeting(self, watcher: Watcher) -> list[str]:
        yours = await self._yours(watcher)
        frames = [p.encode(self._snapshot(yours))]
        if watcher.actor and watcher.actor.bot:
            invitations = await self._store.invitations_of(watcher.actor.account)
            frames += [p.encode(invitation) for invitation in invitations]
        return frames

    def leave(self, watcher: Watcher) -> None:
        """A watcher's socket is gone; if it was a bot's, there is news of it."""
        self._watchers.discard(watcher)
        if watcher.bot:
            self.stir()

    def bots(self) -> list[p.BotView]:
        """Bots online, one row a name."""
        views = {view.name: view for watcher in self._watchers if (view := watcher.bot)}
        return [views[name] for name in sorted(views)]

    def account_of(self, bot: str) -> Actor | None:
        """The account of a bot that is online, by name."""
        return next((w.actor for w in self._watchers if w.bot and w.bot.name == bot), None)

    # ── what happens ───────────────────────────────────────────────────────────────────────────

    def created(self, room: Room) -> None:
        """A new room: those for whom a seat is kept are told."""
        for index, seat in enumerate(room.seats):
            if seat.invited is not None:
                for watcher in self._of(seat.invited.account):
                    invited = p.Invited(
                        game=room.id,
                        game_type=room.charter.rules.game,
                        settings=room.charter.settings,
                        control=room.charter.control,
                        seat=index,
                        level=seat.invited.level,
                    )
                    watcher.outbox.put(p.encode(invited))
        self.stir()

    def know(self, game: p.GameSummary) -> None:
        """A game whose room is not in memory; the newest thousand or two that are on are kept."""
        self._unloaded.pop(game.id, None)
        if game.state in _PLAYED:
            self._unloaded[game.id] = game
        if len(self._unloaded) > 2 * UNLOADED:
            newest = heapq.nlargest(UNLOADED, self._unloaded.values(), key=_made)
            self._unloaded = {game.id: game for game in newest}

    def stir(self) -> None:
        """Something has changed; watchers will hear of it."""
        self._stirs += 1
        self._stir.set()

    async def run(self) -> None:
        """Tells the watchers and the feed, for ever."""
        while True:
            await self._stir.wait()
            self._stir.clear()
            if self._feed.listens:
                self._feed.lobby(self._snapshot([]))
            for watcher in list(self._watchers):
                await self._tell(watcher)
            await asyncio.sleep(LULL)

    async def _tell(self, watcher: Watcher) -> None:
        try:
            yours = await self._yours(watcher)
        except StoreError as failed:
            log.warning("lobby not read", error=str(failed))
            self.stir()  # all are told again
            return
        watcher.outbox.put(p.encode(self._snapshot(yours)))

    # ── the picture ────────────────────────────────────────────────────────────────────────────

    def _snapshot(self, yours: list[p.GameSummary]) -> p.Lobby:
        hosts = list(self._registry)
        waiting = [h for h in hosts if h.room.phase is Phase.OPEN and _has_free_seat_and_host(h)]
        playing = [h for h in hosts if h.room.phase.value in _PLAYED]
        unloaded = [game for game in self._unloaded.values() if game.id not in self._registry]
        return p.Lobby(
            open=_newest(waiting),
            running=_newest(playing, unloaded),
            yours=yours,
            bots=self.bots()[:BOTS_LISTED],
        )

    async def _yours(self, watcher: Watcher) -> list[p.GameSummary]:
        if watcher.actor is None:
            return []
        return await self._store.unfinished_of(watcher.actor.account)

    def _of(self, account: str) -> list[Watcher]:
        return [w for w in self._watchers if w.actor and w.actor.account == account]


def _has_free_seat_and_host(host: Host) -> bool:
    seats = host.room.seats
    if not host.room.charter.listed:
        return False
    free = any(seat.actor is None and seat.invited is None for seat in seats)
    return free and any(host.seat_online(index) for index in range(len(seats)))


def _newest(hosts: list[Host], unloaded: Sequence[p.GameSummary] = ()) -> list[p.GameSummary]:
    newest = heapq.nlargest(LISTED, hosts, key=lambda host: host.room.charter.created_at)
    games = [*(summary(host.room) for host in newest), *unloaded]
    return heapq.nlargest(LISTED, games, key=_made)


def _made(game: p.GameSummary) -> int:
    return game.created_at
