"""The lobby: who watches it, which bots are online, and which games are in progress.

A watcher gets the whole lobby when it connects. After that, changes are sent: at most once in LULL
seconds when a game begins or ends, or a seat or a bot changes; in between, every POSITIONS_SECONDS,
the positions of the listed games. A watcher that has not read the last update gets no other update,
and the whole lobby when it has: for a slow reader at most one lobby waits. The public part is
encoded once, an account's own part once for all its sockets, and the loop turns between two chunks
of watchers: a thousand watchers must not delay a single move.

Where there are several nodes, each shows the same lobby: what the others have told (`see`), and the
games that they have stored (`note_stored`).
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Iterable
from functools import partial

import structlog

import zeitnot_protocol as p

from ..bots.assignment import wanted_by
from ..bots.online import OnlineBots
from ..bots.watcher import Watcher
from ..events.accounts import AccountRenamed
from ..feed import Feed
from ..hosting.registry import Registry
from ..hosting.room.audience import FANOUT_CHUNK
from ..hosting.room.events import RoomChanged, RoomCreated, RoomUnloaded
from ..limits.throttle import Throttle
from ..nodes.events import ShownChanged
from ..nodes.remote import NOWHERE, RemoteState
from ..nodes.state import NodeState
from ..rooms.room import Phase, Room
from ..rooms.summary import public_row
from ..store import Store, StoredGame, StoreError
from .listing import Listing
from .own_games import Invitations, OwnGames
from .owned_game import OwnedGame, owned
from .process_invitations import ProcessInvitations
from .recent_moves import RecentMoves
from .seated import SeatedPlayers
from .snapshot import NO_ROWS, LobbySnapshot, WholeFrames, changed_turns, changed_yours

LULL = 0.5
POSITIONS_SECONDS = 2.0
WHOLE_EVERY = 5  # updates of positions per whole lobby for clients that cannot read changes
FANOUT_CHARACTERS = 256 * 1024  # sent between two turns of the loop

NOT_READ = "the database cannot be read just now"
logger = structlog.get_logger()


class LobbyService:
    """All watchers, the bots among them, and the listed games. `bots`: those that are online;
    `row_of`: makes the row that the lobby shows of a bot's."""

    def __init__(
        self,
        registry: Registry,
        store: Store,
        feed: Feed,
        bots: OnlineBots | None = None,
        row_of: Callable[[p.BotView], p.BotView] = lambda bot: bot,
    ) -> None:
        self._store = store
        self._feed = feed
        self._now = registry.now
        self._watchers: dict[Watcher, None] = {}  # in the order in which they came
        self.bots = bots or OnlineBots(store.nodes.this.name)
        self._row_of = row_of
        self.seated = SeatedPlayers()
        self._remote = NOWHERE
        self._listing = Listing()
        self._own = OwnGames(
            lambda account: store.games.unfinished_of(account),
            registry.room,
            registry.now,
            registry.absences_end_at,
            lambda row: self._remote.as_posted(row),
        )
        self._invitations = Invitations(lambda account: store.games.invitations_of(account))
        self._process_invitations = ProcessInvitations(self.bots, self._invitations)
        self._wholes = WholeFrames()
        self._fault = Throttle(time.monotonic)
        self._shown = self._last_whole = LobbySnapshot()
        self._moved = RecentMoves()
        self._published = False  # to the feed, since the start
        self._dirty = asyncio.Event()
        self._in_memory, self._events = registry.in_memory, registry.events
        self._events.subscribe(RoomCreated, lambda created: self.created(created.room))
        self._events.subscribe(RoomChanged, self._changed)
        self._events.subscribe(RoomUnloaded, lambda unloaded: self.gone(unloaded.room))
        self._events.subscribe(AccountRenamed, self._renamed)

    # ── watchers ───────────────────────────────────────────────────────────────────────────────

    async def join(self, watcher: Watcher, before: Watcher | None = None) -> None:
        """Adds a watcher: it gets the lobby, and a bot its invitations. A bot of another version is
        refused, or replaces the one that runs. `before`: the same socket until now."""
        if not self._watchers and not self._feed.listens:
            self._shown = self._last_whole = self._snapshot()  # no watcher has the last snapshot
        try:
            await self._enter(watcher)
        except StoreError as failed:
            if self._fault.allows():
                logger.warning("lobby not read", error=failed)
            watcher.send_queue.dismiss(p.TRY_AGAIN_LATER, NOT_READ)
            return
        claim = self.bots.claim_of(watcher)
        if refused := self.bots.refused(watcher, claim, before):
            self._leave_own(watcher)
            watcher.send_away(refused)
            return
        self._watchers[watcher] = None
        invitations = self._process_invitations
        wanted = invitations.wanted(watcher.account) if watcher.account and watcher.bot else {}
        given = self.bots.join(watcher, wanted, claim)
        watcher.send_queue.greet([self._whole(watcher), *invitations.of(watcher)])
        if watcher.account is not None:
            self._tell_given(watcher.account, given, but=watcher)
        if watcher.account is not None and watcher.bot:
            if before is not None:
                self.leave(before)
            self._end_outdated(watcher.account)
            self._mark_changed()

    def _end_outdated(self, account: str) -> None:
        """Ends the bot's sockets whose version has been replaced, or may not play beside another:
        their games are given to those that stay."""
        outdated = self.bots.outdated(account)
        for watcher, error in outdated.items():
            del self._watchers[watcher]
            self._leave_own(watcher)
            watcher.send_away(error)
        if outdated:
            self._tell_given(account, self.bots.leave(*outdated))

    async def _enter(self, watcher: Watcher) -> None:
        """Begins to track its own games, and its invitations if it is a bot."""
        actor = watcher.actor
        if actor is None:
            return
        await self._own.enter(actor.account)
        if not actor.bot:
            return
        try:
            await self._invitations.enter(actor.account)
        except BaseException:
            self._own.leave(actor.account)
            raise

    def leave(self, watcher: Watcher) -> None:
        """A watcher has disconnected; the games of a bot's process are given to others."""
        if watcher not in self._watchers:
            return
        del self._watchers[watcher]
        given = self.bots.leave(watcher)
        self._leave_own(watcher)
        if watcher.account is not None:
            self._tell_given(watcher.account, given)
        if watcher.bot:
            self._mark_changed()

    def _leave_own(self, watcher: Watcher) -> None:
        """Ends the tracking of its own games, as begun by `_enter`."""
        if watcher.actor is not None:
            self._own.leave(watcher.actor.account)
            if watcher.actor.bot:
                self._invitations.leave(watcher.actor.account)

    @property
    def watching(self) -> int:
        """How many watchers the lobby has."""
        return len(self._watchers)

    def _tell_given(self, account: str, games: list[str], but: Watcher | None = None) -> None:
        """Invites processes of a bot to the games that they have been given; one socket has been
        told."""
        self._process_invitations.tell(account, games, but)
        if games:
            self._own.mark_changed(account)
            self.mark_dirty()

    # ── changes ────────────────────────────────────────────────────────────────────────────────

    def created(self, room: Room) -> None:
        """A new room: sends the invitations."""
        game = owned(room)
        self._invite(game, game.accounts())
        self._update_own(game)
        self._mark_changed()

    def _invite(self, game: OwnedGame, accounts: Iterable[str]) -> None:
        """Sends the invitations to a new game, but for bots with processes: of these one is
        chosen."""
        for account in accounts:
            watchers = [w for w in self._watchers_of(account) if not self.bots.is_process(w)]
            frames = [p.encode(each) for each in game.invitations(account)] if watchers else []
            for watcher in watchers:
                watcher.send_queue.put_all(frames)

    def _changed(self, changed: RoomChanged) -> None:
        """A room has changed; a move, the usual case, wakes nobody."""
        room_actor = self._in_memory(changed.game)
        if room_actor is None:
            return
        if self._listing.changed(room_actor):
            self._update_own(owned(room_actor.room))
            self._mark_changed()
        else:
            self._own.note_move(changed.game)
            if self._remote is not NOWHERE:
                self._moved.note(changed.game, self._now().ms)

    def _update_own(self, game: OwnedGame) -> None:
        self.seated.update(game)
        self._own.note(game)
        for account in self._invitations.note(game):
            wanted = wanted_by(self._invitations.row(account, game.id) or [])
            self._tell_given(account, self.bots.note(account, game.id, wanted))

    def _mark_changed(self) -> None:
        self.mark_dirty()
        self._events.publish(ShownChanged())

    def _renamed(self, renamed: AccountRenamed) -> None:
        """The account may own bots."""
        self.bots.rename_owner(renamed.account, renamed.name)
        for game in renamed.unloaded:
            self.add_unloaded(game)
        self.mark_dirty()

    def gone(self, room: Room) -> None:
        """A room has left memory."""
        self._listing.gone(room)
        self._own.note_gone(room)

    def add_unloaded(self, game: p.GameSummary) -> None:
        """A game in progress whose room is not in memory."""
        self._listing.add_unloaded(public_row(game))

    # ── other nodes ────────────────────────────────────────────────────────────────────────────

    def state(self) -> NodeState:
        """What this node tells the others."""
        return NodeState(
            self.bots.posted(),
            self._listing.posted(),
            self._listing.positions(self._positions_to_tell(), self._now()),
        )

    def _positions_to_tell(self) -> list[str]:
        """The games that are listed, and those in which somebody has moved just now, whose players
        may be in the lobby of any node."""
        listed = [row.id for row in self._listing.running(self._remote)]
        return list(dict.fromkeys([*listed, *self._moved.newest(self._now().ms)]))

    def see(self, remote: RemoteState) -> None:
        """The other nodes have told this, or some of them have gone."""
        if remote == self._remote:
            return
        self._remote = remote
        for position in remote.positions.values():
            self._own.note_elsewhere(position)
        for account, given in self.bots.see(remote.bots, self._process_invitations.wanted).items():
            self._tell_given(account, given)
            self._end_outdated(account)
        self.mark_dirty()

    def note_stored(self, game: StoredGame) -> None:
        """A game whose room is not in memory is new, or another node has changed it."""
        row, own = game.summary, owned(game)
        if game.private:
            self._listing.forget_unloaded(row.id)
        else:
            self._listing.add_unloaded(public_row(row))
        if row.state == Phase.OPEN.value:
            known = self._own.row
            self._invite(own, [a for a in own.accounts() if known(a, row.id) is None])
        self._update_own(own)
        told = self._remote.positions.get(row.id)
        if told is not None and told.moves >= row.moves:  # its node knows its clock
            self._own.note_elsewhere(told)
        self.mark_dirty()

    async def know_players(self, games: Collection[StoredGame]) -> None:
        """Reads the tokens of those who play games of other nodes: they may come to this one."""
        if unknown := self.seated.unknown(games):
            await self.seated.read(self._store.tokens, unknown)

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
        turns = self._own.turns(self._people())
        changed, own = self._shown.since(old), self._own.changed()
        if self._feed.listens and (changed is not None or not self._published):
            self._feed.lobby(self._shown.lobby())
            self._published = True
        whole = self._whole_is_due(positions_to_all)
        if changed is None and not own and not whole and not turns:
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
            if watcher.watch.changes and not own_changed and watcher.account in turns:
                frames = [*frames, changed_turns(turns[watcher.account], self._now().wall)]
            if frames:
                watcher.send_queue.refresh(frames, partial(self._whole, watcher))
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
        if not own_changed:
            return public
        return [*public, changed_yours(self._yours(watcher), self._now().wall)]

    def _people(self) -> set[str]:
        """The accounts in the lobby that are not bots: only these get `turns`."""
        actors = (watcher.actor for watcher in self._watchers)
        return {actor.account for actor in actors if actor is not None and not actor.bot}

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
        return LobbySnapshot(
            tuple(listing.open(self._remote)),
            tuple(listing.running(self._remote)),
            tuple(map(self._row_of, self.bots.listed())),
        )

    def _whole(self, watcher: Watcher) -> str:
        """The whole lobby, encoded once for all sockets of an account."""
        if watcher.actor is None:
            return self._shown.whole()
        key = watcher.actor.account, watcher.watch.process
        return self._wholes.get(key, self._shown, self._yours(watcher), self._now().wall)

    def _yours(self, watcher: Watcher) -> str:
        if watcher.actor is None:
            return NO_ROWS
        games = self.bots.games_of(watcher)
        process = None if games is None else watcher.watch.process
        return self._own.text_of(watcher.actor.account, process, games)

    def _watchers_of(self, account: str) -> list[Watcher]:
        return [w for w in self._watchers if w.actor and w.actor.account == account]
