"""The lobby: its watchers, the bots online, and the games that are open or in progress.

A watcher gets the full lobby when it connects. After that it gets changes: at most once in
UPDATE_INTERVAL_SECONDS when a game begins or ends, or a seat, a bot or who waits changes
(`paced_rows`), and at least every POSITION_INTERVAL_SECONDS the positions of the listed games. A
watcher that has not read the last update gets the full lobby once it has, and no updates before: so
at most one waits for a slow reader. The public part is encoded once, an account's own part once for
all its sockets. The task yields to the event loop between two chunks of watchers, because it must
not delay a move.

If there are several nodes, they all show the same lobby: each applies what the others have posted
(`apply_remote_state`) and the games that they have stored (`note_stored`).
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Iterable
from functools import partial

import structlog

import zeitnot_protocol as p

from ..bots.assignment import requirements_of
from ..bots.online import OnlineBots
from ..bots.watcher import Watcher, people_among, sockets_of
from ..events.accounts import AccountRenamed
from ..feed import Feed
from ..hosting.registry import Registry
from ..hosting.room.audience import FANOUT_CHUNK
from ..hosting.room.events import RoomChanged, RoomCreated, RoomUnloaded
from ..limits.throttle import Throttle
from ..nodes.events import ShownChanged
from ..nodes.remote import NO_PEERS, RemoteState
from ..nodes.state import NodeState
from ..rooms.room import Phase, Room
from ..rooms.summary import public_row
from ..store import Store, StoredGame, StoreError
from .answers import Answers
from .listing import Listing
from .own_games import Invitations, OwnGames
from .owned_game import OwnedGame, owned
from .paced_rows import PacedRows
from .people import People
from .process_invitations import BotProcessInvitations
from .recent_moves import RecentMoves
from .seated import SeatedPlayers
from .seeks import Seeks
from .snapshot import NO_ROWS, FullLobbyFrames, LobbySnapshot, changed_turns, changed_yours

UPDATE_INTERVAL_SECONDS = 0.5
POSITION_INTERVAL_SECONDS = 2.0
FULL_LOBBY_EVERY = 5  # updates of positions per full lobby, for clients that cannot read changes
WAITING_CHARACTERS_PER_SECOND = 2 * 1024  # of the rows of people who wait, to each watcher
FANOUT_CHARACTERS = 256 * 1024  # sent in one tick of the event loop

NOT_READ = "the database cannot be read just now"
logger = structlog.get_logger()


class LobbyService:
    """The watchers, including bots, and the listed games. `bots`: those that are online;
    `make_bot_row`: makes the row of a bot as the lobby shows it."""

    def __init__(
        self,
        registry: Registry,
        store: Store,
        feed: Feed,
        bots: OnlineBots | None = None,
        make_bot_row: Callable[[p.BotView], p.BotView] = lambda bot: bot,
    ) -> None:
        self._store, self._feed, self._now = store, feed, registry.now
        node = store.nodes.this.name
        self._watchers: dict[Watcher, None] = {}  # in the order of their connections
        self.bots = bots or OnlineBots(node)
        self._bot_rows = PacedRows(lambda: map(make_bot_row, self.bots.listed()), time.monotonic)
        self.seated, self._listing = SeatedPlayers(), Listing()
        self._remote, self.people = NO_PEERS, People()
        self._own = OwnGames(
            lambda account: store.games.unfinished_of(account),
            registry.room,
            registry.now,
            registry.absences_end_at,
            lambda row: self._remote.as_posted(row),
        )
        self._invitations = Invitations(lambda account: store.games.invitations_of(account))
        self._process_invitations = BotProcessInvitations(self.bots, self._invitations)
        self.answers = Answers(registry, self.bots, self._own, self._invitations, self._announce)
        self.seeks = Seeks(node, registry, self._announce, self.answers.decline)
        self._waiting = PacedRows(self.seeks.rows, time.monotonic, WAITING_CHARACTERS_PER_SECOND)
        self._read_errors, self._dirty = Throttle(time.monotonic), asyncio.Event()
        self._published = False  # whether the feed has had a lobby since the start
        self._snapshot_sent = self._last_full = LobbySnapshot()
        self._full_frames, self._recent_moves = FullLobbyFrames(), RecentMoves()
        self._in_memory, self._events = registry.in_memory, registry.events
        self._events.subscribe(RoomCreated, lambda created: self.created(created.room))
        self._events.subscribe(RoomChanged, self._changed)
        self._events.subscribe(RoomUnloaded, lambda unloaded: self.unloaded(unloaded.room))
        self._events.subscribe(AccountRenamed, self._renamed)

    # ── watchers ───────────────────────────────────────────────────────────────────────────────

    async def join(self, watcher: Watcher, previous: Watcher | None = None) -> None:
        """Adds a watcher, and sends it the lobby and its invitations; or refuses a bot of another
        version. `previous`: the same socket with its previous `watch`."""
        if not self._watchers and not self._feed.enabled:  # the last one is outdated
            self._snapshot_sent = self._last_full = self._snapshot()
        try:
            await self._enter(watcher)
        except StoreError as failed:
            if self._read_errors.allows():
                logger.warning("lobby not read", error=failed)
            watcher.send_queue.close(p.TRY_AGAIN_LATER, NOT_READ)
            return
        claim = self.bots.make_claim(watcher)
        if refused := self.bots.conflict_of(watcher, claim, previous):
            self._leave_own(watcher)
            watcher.close_with(refused)
            return
        self._watchers[watcher] = None
        account, invitations = watcher.account, self._process_invitations
        unassigned = invitations.unassigned_games(account) if account and watcher.bot else {}
        assigned = self.bots.join(watcher, unassigned, claim)
        frames = [self._full_lobby(watcher), *invitations.frames_for(watcher)]
        watcher.send_queue.send_backlog(frames)
        if account is not None:
            self._announce_assigned(account, assigned, exclude=watcher)
        if self.people.join(watcher):
            self._announce()
        if account is not None and watcher.bot:
            if previous is not None:
                self.leave(previous)
            self._end_outdated(account)
            self._announce()

    def _end_outdated(self, account: str) -> None:
        """Closes the bot's sockets of outdated versions; their games are assigned to the others."""
        outdated = self.bots.outdated(account)
        for watcher, error in outdated.items():
            del self._watchers[watcher]
            self._leave_own(watcher)
            watcher.close_with(error)
        if outdated:
            self._announce_assigned(account, self.bots.leave(*outdated))

    async def _enter(self, watcher: Watcher) -> None:
        """Begins to track the watcher's own games and its invitations."""
        actor = watcher.actor
        if actor is None:
            return
        await self._own.enter(actor.account)
        try:
            await self._invitations.enter(actor.account)
        except BaseException:
            self._own.leave(actor.account)
            raise

    def leave(self, watcher: Watcher) -> None:
        """Removes a watcher that has disconnected; its games as a bot are assigned to others."""
        if watcher not in self._watchers:
            return
        del self._watchers[watcher]
        assigned = self.bots.leave(watcher)
        self._leave_own(watcher)
        self._announce_assigned(watcher.account or "", assigned)
        if self.people.leave(watcher) or watcher.bot:
            self._announce()

    def _leave_own(self, watcher: Watcher) -> None:
        """Ends what `_enter` has begun."""
        if watcher.actor is not None:
            self._own.leave(watcher.actor.account)
            self._invitations.leave(watcher.actor.account)

    @property
    def watcher_count(self) -> int:
        """The number of watchers."""
        return len(self._watchers)

    def _announce_assigned(
        self, account: str, games: list[str], exclude: Watcher | None = None
    ) -> None:
        """Invites processes of a bot to games that have been assigned to them; the socket `exclude`
        has been invited already."""
        self._process_invitations.send(account, games, exclude)
        if games:
            self._own.mark_changed(account)
            self.mark_dirty()

    # ── changes ────────────────────────────────────────────────────────────────────────────────

    def created(self, room: Room) -> None:
        """Adds a new room and sends its invitations."""
        game = owned(room)
        self._invite(game, game.accounts())
        self._update_own(game)
        self._announce()

    def _invite(self, game: OwnedGame, accounts: Iterable[str]) -> None:
        """Sends the invitations to a new game, except to processes of bots, of which one will be
        assigned the game."""
        for account in accounts:
            sockets = sockets_of(account, self._watchers)
            watchers = [each for each in sockets if not self.bots.is_process(each)]
            frames = [p.encode(each) for each in game.invitations(account)] if watchers else []
            for watcher in watchers:
                watcher.send_queue.put_all(frames)

    def _changed(self, changed: RoomChanged) -> None:
        """Handles a change of a room. A move, the usual case, does not trigger an update."""
        room_actor = self._in_memory(changed.game)
        if room_actor is None:
            return
        if self._listing.changed(room_actor):
            self._update_own(owned(room_actor.room))
            self._announce()
        else:
            self._own.note_move(changed.game)
            if self._remote is not NO_PEERS:
                self._recent_moves.note(changed.game, self._now().ms)

    def _update_own(self, game: OwnedGame) -> None:
        self.seated.update(game)
        self._own.note(game)
        for account in self._invitations.note(game):
            required = requirements_of(self._invitations.row(account, game.id) or [])
            self._announce_assigned(account, self.bots.note(account, game.id, required))

    def _announce(self) -> None:
        self.mark_dirty()
        self._events.publish(ShownChanged())

    def _renamed(self, renamed: AccountRenamed) -> None:
        """Handles a new name of an account, which may own bots."""
        self.bots.rename_owner(renamed.account, renamed.name)
        for game in renamed.unloaded:
            self.add_unloaded(game)
        self.mark_dirty()

    def unloaded(self, room: Room) -> None:
        """Handles a room that has left memory."""
        self._listing.note_unloaded(room)
        self._own.note_unloaded(room)

    def add_unloaded(self, game: p.GameSummary) -> None:
        """Adds a game in progress whose room is not in memory."""
        self._listing.add_unloaded(public_row(game))

    # ── other nodes ────────────────────────────────────────────────────────────────────────────

    def state(self) -> NodeState:
        """The state that this node posts to the others."""
        return NodeState(
            self.bots.posted(),
            self._listing.posted(),
            self._listing.positions(self._positions_to_post(), self._now()),
            self.answers.posted(),
            *self.people.posted(),
            self.seeks.posted(),
            self.seeks.posted_paired(),
        )

    def _positions_to_post(self) -> list[str]:
        """The listed games, and those with recent moves, whose players may be on any node."""
        listed = [row.id for row in self._listing.running(self._remote)]
        return list(dict.fromkeys([*listed, *self._recent_moves.newest(self._now().ms)]))

    def apply_remote_state(self, remote: RemoteState) -> None:
        """Applies what the other nodes have posted; some of them may have gone."""
        if remote == self._remote:
            return
        before, self._remote = self._remote, remote
        self.answers.apply_remote(remote.answers - before.answers)
        self.seeks.apply_remote(remote.seeks, remote.paired - before.paired)
        self.people.apply_remote(remote.people, remote.online)
        for position in remote.positions.values():
            self._own.note_remote_position(position)
        unassigned_of = self._process_invitations.unassigned_games
        for account, assigned in self.bots.apply_remote(remote.bots, unassigned_of).items():
            self._announce_assigned(account, assigned)
            self._end_outdated(account)
        self.mark_dirty()

    def note_stored(self, game: StoredGame) -> None:
        """Notes a game whose room is not in memory, and that is new or changed by another node."""
        row, own = game.summary, owned(game)
        if game.private:
            self._listing.forget_unloaded(row.id)
        else:
            self._listing.add_unloaded(public_row(row))
        if row.state == Phase.OPEN.value:
            known = self._own.row
            self._invite(own, [a for a in own.accounts() if known(a, row.id) is None])
        self._update_own(own)
        posted = self._remote.positions.get(row.id)
        if posted is not None and posted.moves >= row.moves:  # its node knows its clock
            self._own.note_remote_position(posted)
        self.mark_dirty()

    async def load_players(self, games: Collection[StoredGame]) -> None:
        """Reads the tokens of the players of other nodes' games, who may connect to this node."""
        if unknown := self.seated.games_with_unknown_tokens(games):
            await self.seated.read(self._store.tokens, unknown)

    def mark_dirty(self) -> None:
        """Requests an update, because something has changed that watchers see."""
        self._dirty.set()

    # ── updates ────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Sends updates to the watchers and the feed, until cancelled."""
        updates = 0
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POSITION_INTERVAL_SECONDS):
                    await self._dirty.wait()
            self._dirty.clear()
            updates += 1
            if self._watchers or self._feed.enabled:
                await self._send_updates(positions_to_all=updates % FULL_LOBBY_EVERY == 0)
            await asyncio.sleep(UPDATE_INTERVAL_SECONDS)

    async def _send_updates(self, positions_to_all: bool) -> None:
        old, self._snapshot_sent = self._snapshot_sent, self._snapshot()
        self._own.clear_encoded()
        self._full_frames.clear()
        turns = self._own.turns(people_among(self._watchers))
        changed, own = self._snapshot_sent.since(old), self._own.changed()
        if self._feed.enabled and (changed is not None or not self._published):
            self._feed.lobby(self._snapshot_sent.lobby())
            self._published = True
        full = self._is_full_lobby_due(positions_to_all)
        if changed is None and not own and not full and not turns:
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
            frames = self._update_frames(watcher, public, own_changed, full)
            if watcher.watch.changes and not own_changed and watcher.account in turns:
                frames = [*frames, changed_turns(turns[watcher.account], self._now().wall)]
            if frames:
                watcher.send_queue.refresh(frames, partial(self._full_lobby, watcher))
            sent += 1
            characters += sum(map(len, frames))

    def _update_frames(
        self, watcher: Watcher, public: list[str], own_changed: bool, full: bool
    ) -> list[str]:
        """The frames for this watcher. `public`: the changes for all watchers, if any;
        `own_changed`: its own games have changed; `full`: clients that cannot read changes get the
        full lobby."""
        if not watcher.watch.changes:
            return [self._full_lobby(watcher)] if full or own_changed else []
        if not own_changed:
            return public
        return [*public, changed_yours(self._yours(watcher), self._now().wall)]

    def _is_full_lobby_due(self, positions_to_all: bool) -> bool:
        """Whether clients that cannot read changes are to get the full lobby again."""
        last = self._last_full
        if self._snapshot_sent == last or (
            self._snapshot_sent.same_games(last) and not positions_to_all
        ):
            return False
        self._last_full = self._snapshot_sent
        return True

    # ── the snapshot ───────────────────────────────────────────────────────────────────────────

    def _snapshot(self) -> LobbySnapshot:
        return LobbySnapshot(
            tuple(self._listing.open(self._remote)),
            tuple(self._listing.running(self._remote)),
            self._bot_rows.shown(),
            self._waiting.shown(),
        )

    def _full_lobby(self, watcher: Watcher) -> str:
        """The full lobby as a frame, encoded once for all sockets of an account's process."""
        if watcher.actor is None:
            return self._snapshot_sent.full_frame()
        key = watcher.actor.account, watcher.watch.process
        yours, at = self._yours(watcher), self._now().wall
        return self._full_frames.get(key, self._snapshot_sent, yours, at)

    def _yours(self, watcher: Watcher) -> str:
        if watcher.actor is None:
            return NO_ROWS
        games = self.bots.games_of(watcher)
        process = None if games is None else watcher.watch.process
        return self._own.encoded_rows(watcher.actor.account, process, games)
