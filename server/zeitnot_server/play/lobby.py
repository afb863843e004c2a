"""The lobby: who watches it, which bots are online, and which games are in progress.

A watcher gets the whole lobby when it connects. After that, changes are sent: at most once in LULL
seconds when a game begins or ends, or a seat or a bot changes; in between, every POSITIONS_SECONDS,
the positions of the listed games. A watcher that has not read the last update gets no other update,
and the whole lobby when it has: for a slow reader at most one lobby waits. The public part is
encoded once, an account's own part once for all its sockets, and the loop turns between two chunks
of watchers: a thousand watchers must not delay a single move.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import structlog

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ..feed import Feed
from ..rooms.room import Actor, Room
from ..store import Store, StoreError
from .listing import Listing, fair
from .lobby_snapshot import NO_ROWS, LobbySnapshot, changed_yours
from .outbox import Outbox
from .own_games import Invitations, OwnGames, invitations
from .registry import Registry
from .room_actor import RoomActor
from .spectators import FANOUT_CHUNK
from .throttle import Throttle

LULL = 0.5
POSITIONS_SECONDS = 2.0
WHOLE_EVERY = 5  # updates of positions per whole lobby for clients that cannot read changes
BOTS_LISTED = 200
WHOLES_KEPT = 64  # frames, each of some ten or hundred kilobytes
FANOUT_CHARACTERS = 256 * 1024  # sent between two turns of the loop

logger = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Origin:
    """Whose a watcher is. `address`: as it is counted, or empty; of a bot also whether it is the
    server's own, and the account of the person who registered it with that account's name, or
    empty."""

    address: str = ""
    house: bool = False
    owner: str = ""
    owner_name: str = ""


class Watcher:
    """One socket in the lobby. `watch`: its first message, in which a bot says what it plays."""

    def __init__(
        self, actor: Actor | None, outbox: Outbox, watch: p.Watch, origin: Origin = Origin()
    ) -> None:
        self.actor = actor
        self.outbox = outbox
        self.watch = watch
        self.origin = origin

    @property
    def bot(self) -> p.BotView | None:
        """The lobby's row for this watcher, if it is a bot that plays a known game."""
        if self.actor is None or not self.actor.bot:
            return None
        plays = [game for game in NAMES if game in self.watch.plays]
        if not plays:
            return None
        return p.BotView(
            name=self.actor.name,
            plays=plays,
            levels=self.watch.levels,
            most_games=self.watch.most_games,
            house=self.origin.house,
            owner=self.origin.owner_name or None,
            several_seats=self.watch.several_seats,
        )


class Hub:
    """All watchers, the bots among them, and the listed games; the registry reports changes."""

    def __init__(self, registry: Registry, store: Store, feed: Feed) -> None:
        self._store = store
        self._feed = feed
        self._watchers: dict[Watcher, None] = {}  # in the order in which they came
        self._bots: dict[Watcher, p.BotView] = {}
        self._listing = Listing()
        self._own = OwnGames(self._unfinished_of, lambda game: _room(registry.in_memory(game)))
        self._invitations = Invitations(lambda account: store.games.invitations_of(account))
        self._wholes: dict[str, tuple[LobbySnapshot, str, str]] = {}  # by account; own rows, frame
        self._fault = Throttle(time.monotonic)
        self._shown = self._last_whole = LobbySnapshot()
        self._published = False  # to the feed, since the start
        self._dirty = asyncio.Event()
        self.shown: Callable[[p.BotView], p.BotView] = lambda bot: bot

    # ── watchers ───────────────────────────────────────────────────────────────────────────────

    async def join(self, watcher: Watcher) -> None:
        """Adds a watcher: it gets the lobby, and a bot its invitations."""
        if not self._watchers and not self._feed.listens:
            self._shown = self._last_whole = self._snapshot()  # no watcher has the last snapshot
        try:
            invited = await self._enter(watcher)
        except StoreError as failed:
            if self._fault.allows():
                logger.warning("lobby not read", error=str(failed))
            watcher.outbox.cut()  # it will reconnect
            return
        self._watchers[watcher] = None
        watcher.outbox.greet([self._whole(watcher), *map(p.encode, invited)])
        if view := watcher.bot:
            self._bots[watcher] = view
            self.mark_dirty()

    async def _enter(self, watcher: Watcher) -> list[p.Invited]:
        """Begins to track its own games; returns its invitations, if it is a bot."""
        actor = watcher.actor
        if actor is None:
            return []
        await self._own.enter(actor.account)
        if not actor.bot:
            return []
        try:
            await self._invitations.enter(actor.account)
        except BaseException:
            self._own.leave(actor.account)
            raise
        return self._invitations.of(actor.account)

    def leave(self, watcher: Watcher) -> None:
        """A watcher has disconnected; if it is a bot, the lobby changes."""
        if watcher not in self._watchers:
            return
        del self._watchers[watcher]
        if watcher.actor is not None:
            self._own.leave(watcher.actor.account)
            if watcher.actor.bot:
                self._invitations.leave(watcher.actor.account)
        if self._bots.pop(watcher, None):
            self.mark_dirty()

    @property
    def watching(self) -> int:
        """How many watchers the lobby has."""
        return len(self._watchers)

    def bots(self) -> list[p.BotView]:
        """The bots that are listed, by name, one row each."""
        listed = fair(self._bots, lambda watcher: watcher.origin.address, BOTS_LISTED)
        views = {view.name: view for view in map(self._bots.__getitem__, listed)}
        return [self.shown(views[name]) for name in sorted(views)]

    def online(self) -> list[p.BotView]:
        """All connected bots in the order of their connections, listed or not."""
        return list(self._bots.values())

    def bot(self, name: str) -> tuple[p.BotView, Actor] | None:
        """A bot that is online, by name, whether or not it is listed; and its account."""
        for watcher, view in self._bots.items():
            if view.name == name and watcher.actor is not None:
                return view, watcher.actor
        return None

    # ── changes ────────────────────────────────────────────────────────────────────────────────

    def created(self, room: Room) -> None:
        """A new room: sends the invitations."""
        for account in {seat.invited.account for seat in room.seats if seat.invited is not None}:
            frames = [p.encode(each) for each in invitations(room, account)]
            for watcher in self._watchers_of(account):
                watcher.outbox.put_all(frames)
        self._update_own(room)
        self.mark_dirty()

    def changed(self, room_actor: RoomActor) -> None:
        """A room has changed; a move, the usual case, wakes nobody."""
        if self._listing.changed(room_actor):
            self._update_own(room_actor.room)
            self.mark_dirty()

    def _update_own(self, room: Room) -> None:
        self._own.note(room)
        self._invitations.note(room)

    def rename_owner(self, account: str, name: str) -> None:
        """The owner of bots has another name."""
        for watcher in self._bots:
            if watcher.origin.owner == account:
                watcher.origin = replace(watcher.origin, owner_name=name)
                if view := watcher.bot:
                    self._bots[watcher] = view
                    self.mark_dirty()

    def gone(self, room: Room) -> None:
        """A room has left memory."""
        self._listing.gone(room)

    def add_unloaded(self, game: p.GameSummary) -> None:
        """A game in progress whose room is not in memory."""
        self._listing.add_unloaded(game)

    def mark_dirty(self) -> None:
        """Something has changed; watchers get it with the next update."""
        self._dirty.set()

    # ── updates ────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Sends updates to the watchers and the feed, for ever."""
        updates = 0
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POSITIONS_SECONDS):
                    await self._dirty.wait()
            self._dirty.clear()
            updates += 1
            if self._watchers or self._feed.listens:
                await self._tell(positions_to_all=updates % WHOLE_EVERY == 0)
            await asyncio.sleep(LULL)

    async def _tell(self, positions_to_all: bool) -> None:
        old, self._shown = self._shown, self._snapshot()
        self._own.refresh()
        self._wholes.clear()
        changed, own = self._shown.since(old), self._own.changed()
        if self._feed.listens and (changed is not None or not self._published):
            self._feed.lobby(self._shown.lobby())
            self._published = True
        whole = self._whole_is_due(positions_to_all)
        if changed is None and not own and not whole:
            return
        public = [p.encode(changed)] if changed is not None else []
        sent = characters = 0
        for watcher in list(self._watchers):
            if sent == FANOUT_CHUNK or characters >= FANOUT_CHARACTERS:
                sent = characters = 0
                await asyncio.sleep(0)
            if watcher not in self._watchers:
                continue
            own_changed = watcher.actor is not None and watcher.actor.account in own
            frames = self._update_frames(watcher, public, own_changed, whole)
            if frames:
                watcher.outbox.refresh(frames, partial(self._whole, watcher))
            sent += 1
            characters += sum(map(len, frames))

    def _update_frames(
        self, watcher: Watcher, public: list[str], own_changed: bool, whole: bool
    ) -> list[str]:
        """The frames for this watcher. `public`: what has changed for all, if anything;
        `own_changed`: its own games have changed; `whole`: clients that cannot read changes get an
        update, too."""
        if not watcher.watch.changes:
            return [self._whole(watcher)] if whole or own_changed else []
        return [*public, changed_yours(self._yours(watcher))] if own_changed else public

    def _whole_is_due(self, positions_to_all: bool) -> bool:
        """Whether clients that cannot read changes are to get the whole lobby again."""
        last = self._last_whole
        if self._shown == last or (self._shown.same_games(last) and not positions_to_all):
            return False
        self._last_whole = self._shown
        return True

    # ── the snapshot ───────────────────────────────────────────────────────────────────────────

    def _snapshot(self) -> LobbySnapshot:
        listing = self._listing
        return LobbySnapshot(tuple(listing.open()), tuple(listing.running()), tuple(self.bots()))

    def _whole(self, watcher: Watcher) -> str:
        """The whole lobby, encoded once for all sockets of an account."""
        if watcher.actor is None:
            return self._shown.whole()
        account, yours = watcher.actor.account, self._yours(watcher)
        cached = self._wholes.get(account)
        if cached is None or cached[0] is not self._shown or cached[1] is not yours:
            cached = (self._shown, yours, self._shown.whole(yours))
            if len(self._wholes) >= WHOLES_KEPT:
                self._wholes.clear()
            self._wholes[account] = cached
        return cached[2]

    def _yours(self, watcher: Watcher) -> str:
        return NO_ROWS if watcher.actor is None else self._own.text_of(watcher.actor.account)

    def _watchers_of(self, account: str) -> list[Watcher]:
        return [w for w in self._watchers if w.actor and w.actor.account == account]

    async def _unfinished_of(self, account: str) -> list[p.GameSummary]:
        return await self._store.games.unfinished_of(account)


def _room(room_actor: RoomActor | None) -> Room | None:
    return None if room_actor is None else room_actor.room
