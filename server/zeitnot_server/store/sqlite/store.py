"""The store: everything that is on disk, behind one object."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterator
from pathlib import Path
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

import zeitnot_protocol as p

from ...rooms.record import Record
from ...rooms.room import Actor, LogEntry
from ..errors import CrashedBefore, Damaged, StoreError
from ..filters import GameFilter
from ..shared import Shared
from ..tally import WriterTally
from . import (
    accounts,
    audit,
    bot_games,
    log,
    queries,
    records,
    removal,
    runs,
    sanctions,
    tokens,
)
from .accounts import NewAccount
from .alive import Alive, AtWork
from .audit import Act, By
from .books import SqliteBooks
from .commit import Commit
from .connect import connect, connect_reading
from .damage import Damage
from .load import PORTION, Loaded, LoadTurn, RulesFor, at_once, load, look_up
from .lock import Lock, beside
from .lookup import Lookup, made_by
from .migrate import upgrade_locked
from .readable import UNREADABLE
from .reader import Reader
from .runs import Run
from .sanctions import BannedGame, Sanction
from .scrub import Scrub
from .tokens import Credential, NewToken, Token
from .watch import Watch
from .writer import Connect, Writer

LISTS_AT_ONCE = 2
LISTS_WAITING = 64
CRASHES = 3  # in one position: the room is not loaded any more

T = TypeVar("T")


def wall_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class Store:
    """One database, open; made by `open`. Writes are durable when their await returns.

    `damage`: what was found wrong with the database. `lists` is for what anybody may ask for, so
    that neither the server itself nor `ping` waits behind that.
    """

    def __init__(
        self,
        path: Path,
        lock: Lock,
        rules_for: RulesFor,
        connect_writer: Connect | None = None,
        connect_lookup: Connect | None = None,
    ) -> None:
        """See `open`; the database must have been brought up to date. `lock` is closed with it."""
        self.on_trouble: Callable[[str | None], None] = lambda trouble: None
        self.damage = Damage()
        self._lock = lock
        self._rules_for = rules_for
        self._run = 0
        self.alive = Alive(beside(path, ".alive"), path)
        try:
            self._watch = Watch(path)
        except BaseException:
            self.alive.close()
            raise
        self._writer = Writer(
            connect_writer or (lambda: connect(path)),
            self._watch.look,
            self.damage,
            is_cut=lambda: self._watch.cut,
        )
        self._writer.on_trouble = lambda trouble: self.on_trouble(trouble)
        self._reader = Reader(path, damage=self.damage)
        self._records = Reader(path, connections=1, damage=self.damage)
        self.lists = Reader(
            path, connections=LISTS_AT_ONCE, waiting=LISTS_WAITING, damage=self.damage
        )
        self._lookup = Lookup(connect_lookup or (lambda: connect_reading(path)), damage=self.damage)
        self._pulse = Lookup(lambda: connect_reading(path), damage=self.damage)
        self._pinging = Shared(self._ping)
        self._scrub = Scrub(lambda: connect_reading(path), self.damage)
        self.books = SqliteBooks(self._writer, self._lookup, self._reader, self.lists)
        self._watch.begin(self._writer.suspect)

    @classmethod
    async def open(
        cls,
        path: Path,
        rules_for: RulesFor,
        *,
        wait_s: float = 0.0,
        connect_writer: Connect | None = None,
        connect_lookup: Connect | None = None,
    ) -> "Store":
        """Locks, migrates and opens. Raises DatabaseInUse, SchemaError, ReadFailed, OSError.

        `wait_s`: for the lock. `connect_writer` and `connect_lookup` stand in for the ways to their
        connections, in tests.
        """
        lock = await asyncio.to_thread(Lock, path, wait_s)
        try:
            await asyncio.to_thread(upgrade_locked, path)
            lock.hold()  # a new database is there only now
            return cls(path, lock, rules_for, connect_writer, connect_lookup)
        except BaseException:
            lock.close()
            raise

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written just now, None as long as it can; `on_trouble` hears of every
        change."""
        return self._writer.trouble

    @property
    def tally(self) -> WriterTally:
        """What the writer has counted since the start."""
        return self._writer.tally

    @property
    def waiting(self) -> int:
        """How many commits and other writes wait for their transaction."""
        return self._writer.waiting

    async def close(self) -> None:
        """Writes what waits, then lets go of the database."""
        await asyncio.to_thread(self._scrub.close)
        await asyncio.to_thread(self._watch.end)
        await self._lookup.close()
        await self._pulse.close()
        await self.lists.close()
        await self._records.close()
        await self._reader.close()  # before the writer: the last one out folds the log away
        self._watch.close()
        await self._writer.close()
        self._watch.close_index()
        self.alive.close()
        self._lock.close()

    def queries(self) -> int:
        """How many were made by SQLAlchemy, which leaves cycles behind (`garbage`)."""
        return sum(reader.queries for reader in (self._reader, self._records, self.lists))

    def begin_checks(self) -> None:
        """Has the whole database read in the background, soon and then every day."""
        self._scrub.begin()

    # ── rooms ──────────────────────────────────────────────────────────────────────────────────

    async def commit(self, what: Commit) -> None:
        """Appends to the log; returns when it is on disk.

        Raises WriteFailed (outcome unknown: read `rows` before anything else), ReadOnly (refused:
        nothing was written), Conflict (a number or command id is taken; nothing was written).
        """
        await self._writer.commit(what)

    async def load(self, game: str, turn: LoadTurn = at_once) -> Loaded | None:
        """The room as the log has it; a long one portion by portion, and `turn` is entered for
        each. Raises RulesChanged, CrashedBefore, ReadFailed."""
        with self._whole(game):
            found = await self._lookup.ask(lambda c: look_up(c, game, PORTION))
        if found is None:
            return None
        if found.crashes >= CRASHES:
            raise CrashedBefore(f"Game {game} has crashed the server {found.crashes} times.")
        async with turn(0):
            with self._whole(game):
                loaded = load(found, self._rules_for, self._at_work)
        entries = found.entries
        while len(entries) == PORTION:
            async with turn(loaded.room.seq):
                entries = await self.entries(game, loaded.room.seq, PORTION)
                with self._whole(game), self._at_work(game, loaded.room.ply):
                    loaded = loaded.plus(entries)
        return loaded

    @contextlib.contextmanager
    def _legible(self, game: str) -> Iterator[None]:
        """What no version has written is damage. Raises Damaged."""
        try:
            yield
        except UNREADABLE as bad:
            raise self._damaged(game, f"{bad}") from bad

    @contextlib.contextmanager
    def _whole(self, game: str) -> Iterator[None]:
        """Nor has any version written what makes no room: a row that is missing, a move that is not
        legal. Raises Damaged."""
        try:
            with self._legible(game):
                yield
        except (StoreError, MemoryError):
            raise
        except Exception as bad:
            raise self._damaged(game, f"{type(bad).__name__}: {bad}") from bad

    def _damaged(self, game: str, what: str) -> Damaged:
        self._lost(game, what)
        return Damaged(f"What is stored of game {game} cannot be read: {what}.")

    def _lost(self, game: str, what: str) -> None:
        self.damage.note(f"game {game}", what)

    def _at_work(self, game: str, ply: int) -> AtWork:
        """Rules that end the process leave a mark."""
        return AtWork(self.alive, self._run, game, ply)

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]:
        """The log of a game after number `since`; all of it, or so much. Raises ReadFailed."""
        with self._legible(game):
            return await self._lookup.ask(lambda c: log.entries_of(c, game, since, limit))

    # ── runs ───────────────────────────────────────────────────────────────────────────────────

    async def begin_run(self) -> Run:
        """Opens this run and settles how long the previous one lived; names are compared by today's
        table of look-alikes from now on."""
        left = runs.Left(self.alive.key, self.alive.read(), self.alive.marked())
        run = await self.write(lambda c: runs.begin(c, left, wall_ms()))
        await self.write(accounts.renew_handles)
        self.alive.unmark()
        self.alive.sign(run.key)
        self._run = run.number
        return run

    async def keep_alive(self, run: int, ms: int) -> None:
        """The durable sign of life, every few seconds; the quick one is `alive.beat`."""
        await self.write(lambda c: runs.keep_alive(c, run, ms))

    async def last_alive_ms(self, run: int) -> int:
        """How far a past run's clock is known to have come; 0 for a run unknown."""
        return await self._lookup.ask(lambda c: runs.last_alive_ms(c, run))

    async def crashes_in(self, game: str) -> int:
        """How many runs broke off while the rules were at work on this room as it now stands."""
        return await self._lookup.ask(lambda c: runs.crashes_in(c, game))

    # ── accounts ───────────────────────────────────────────────────────────────────────────────

    async def create_guest(self, name: str | None = None, address: str | None = None) -> NewAccount:
        """A guest; a name is made up where none is given. Raises BadName. `address`: as counted."""
        return await self.write(lambda c: accounts.create_guest(c, name, wall_ms(), address))

    async def create_bot(
        self, name: str, owner: str | None = None, address: str | None = None
    ) -> p.BotToken:
        """A bot of this account and its token. Raises BadName."""
        new = await self.write(lambda c: accounts.create_bot(c, name, wall_ms(), owner, address))
        return p.BotToken(account=new.account, name=new.name, token=new.token, owner=owner)

    async def ensure_bot(self, name: str, token: str) -> Actor:
        """The house's own bot, with this token and no other."""
        account = await self.write(lambda c: accounts.ensure_bot(c, name, token, wall_ms()))
        return Actor(account, name, bot=True)

    async def account(self, account: str) -> accounts.Account | None:
        """One account."""
        return await self._lookup.ask(lambda c: accounts.find(c, account))

    async def record_of(self, account: str) -> Record:
        """How this account's games have ended."""
        return await self._lookup.ask(lambda c: accounts.record_of(c, account))

    # ── tokens ─────────────────────────────────────────────────────────────────────────────────

    async def credential(self, token: str) -> Credential | None:
        """Whose token this is, if it is still good."""
        return await self._lookup.ask(lambda c: tokens.find(c, token, wall_ms()))

    async def tokens_of(self, account: str) -> list[Token]:
        """The good tokens of an account and of the bots that it owns."""
        return await self._lookup.ask(lambda c: tokens.of_account(c, account, wall_ms()))

    async def make_token(
        self, by: By, bot: str, name: str | None, expires_at: int | None
    ) -> NewToken | None:
        """See `tokens.make_for_bot`. Raises TooManyTokens."""
        return await self.write(
            lambda c: tokens.make_for_bot(c, by, bot, name, expires_at, wall_ms())
        )

    async def rotate_token(self, by: By, id: str, grace_ms: int) -> NewToken:
        """See `tokens.rotate`. Raises NoSuchToken."""
        return await self.write(lambda c: tokens.rotate(c, by, id, grace_ms, wall_ms()))

    async def revoke_token(self, by: By, id: str) -> list[str]:
        """See `tokens.revoke`. Raises NoSuchToken."""
        return await self.write(lambda c: tokens.revoke(c, by, id, wall_ms()))

    async def log_out(self, by: By, hash: str) -> list[str]:
        """See `tokens.log_out`."""
        return await self.write(lambda c: tokens.log_out(c, by, hash, wall_ms()))

    async def note_used(self, hashes: list[str]) -> None:
        """These tokens have been used just now."""
        await self.write(lambda c: tokens.note_used(c, hashes, wall_ms()))

    async def dead_tokens(self, hashes: list[str]) -> list[str]:
        """Which of these are not, or no longer, good."""
        return await self._lookup.ask(lambda c: tokens.dead(c, hashes, wall_ms()))

    # ── what the operator does ─────────────────────────────────────────────────────────────────

    async def newest_act(self) -> int:
        """The number of the last row of the audit log."""
        return await self._lookup.ask(audit.newest)

    async def acts_since(self, number: int) -> list[Act]:
        """The rows of the audit log after this number."""
        return await self._lookup.ask(lambda c: audit.since(c, number))

    async def renamed_lately(self) -> dict[str, str]:
        """See `audit.renamed_lately`."""
        return await self._lookup.ask(audit.renamed_lately)

    async def prune_audit(self, after: int, before_ms: int, now_ms: int) -> tuple[int, int | None]:
        """See `audit.prune_next`. Raises WriteFailed, ReadOnly."""
        return await self.write(lambda c: audit.prune_next(c, after, before_ms, now_ms))

    async def sanctions(self) -> list[Sanction]:
        """The bans and mutes that are in force."""
        return await self._lookup.ask(lambda c: sanctions.active(c, wall_ms()))

    async def games_of_banned(self) -> list[BannedGame]:
        """See `sanctions.games`."""
        async with self.reading() as session:
            return await sanctions.games(session, wall_ms())

    async def rename_in_game(self, game: str, account: str, name: str) -> None:
        """See `removal.rename_in_game`."""
        await self.write(lambda c: removal.rename_in_game(c, game, account, name))

    async def owner_of(self, bot: str) -> str | None:
        """Whose bot this account is; None where it belongs to whoever holds its token."""
        return await self._lookup.ask(lambda c: accounts.owner_of(c, bot))

    async def made_by(self, account: str, without: Collection[str] = ()) -> tuple[int, int]:
        """How many games of this account's making have not ended, and how many of these are listed
        and have not begun, not counting those of these ids."""
        ids = frozenset(without)  # as it is now: the answer is found on another thread
        return await self._lookup.ask(lambda c: made_by(c, account, ids))

    # ── history ────────────────────────────────────────────────────────────────────────────────

    async def list_games(self, asked: GameFilter, account: str | None = None) -> p.GamePage:
        """A page of games as this account may see it (None: anybody), newest first. Raises
        BadFilter, Busy."""
        async with self.lists.reading() as session:
            return await queries.list_games(session, asked, account, self._lost)

    async def record(self, game: str, account: str | None = None) -> p.GameRecord | None:
        """One game with its whole history, as this account may see it. Raises RulesChanged."""
        with self._legible(game):
            async with self.reading() as session:
                return await queries.record(session, game, self._rules_for, account)

    async def record_parts(
        self, game: str, account: str | None = None, turn: records.RecordTurn = records.at_once
    ) -> AsyncGenerator[bytes, None] | None:
        """The same in JSON, a portion at a time, and `turn` is entered for each. They have a
        connection of their own, so that no list waits for them. Raises RulesChanged."""
        with self._legible(game):
            parts = await records.record(self._records, game, self._rules_for, account, turn)
        return None if parts is None else self._parts(game, parts)

    async def export_parts(
        self, game: str, turn: records.RecordTurn = records.at_once
    ) -> AsyncGenerator[bytes, None] | None:
        """What `export` answers, as `record_parts`. Raises RulesChanged."""
        with self._legible(game):
            parts = await records.export(self._records, game, self._rules_for, turn)
        return None if parts is None else self._parts(game, parts)

    async def _parts(
        self, game: str, parts: AsyncGenerator[bytes, None]
    ) -> AsyncGenerator[bytes, None]:
        """The damage may lie behind the first."""
        with self._legible(game):
            async with contextlib.aclosing(parts):
                async for part in parts:
                    yield part

    async def export(self, game: str) -> p.Export | None:
        """The file that `zeitnot verify` reads; without the seed while the game lasts."""
        with self._legible(game):
            async with self.reading() as session:
                return await queries.export(session, game, self._rules_for)

    async def unfinished_of(self, account: str) -> list[p.GameSummary]:
        """The games that this account plays or is awaited in, the newest 200 first."""
        async with self.reading() as session:
            return await queries.unfinished_of(session, account, self._lost)

    async def invitations_of(self, account: str) -> list[p.Invited]:
        """The seats that this account should take, or take again after an outage, of the newest
        200 games, oldest first."""
        async with self.reading() as session:
            return await queries.invitations_of(session, account, self._lost)

    async def open_since(self, before_ms: int) -> list[str]:
        """Games made before that instant (Unix ms) which have not begun, the oldest ten
        thousand."""
        async with self.reading() as session:
            return await queries.open_since(session, before_ms)

    async def games_of_bots(self) -> list[bot_games.BotGame]:
        """The games in which a bot sits or is awaited, and which have not ended."""
        async with self.reading() as session:
            games = await bot_games.unfinished(session, self._lost)
        known = await self.books.addresses_of({game.account for game in games})
        return [game._replace(address=known.get(game.account)) for game in games]

    async def quiet_since(self, before_ms: int, claimable_before_ms: int) -> list[str]:
        """Games that are on, not by days a move, in which no player has done anything since (Unix
        ms; the second instant: where one of them may claim it in time), ten thousand at most."""
        async with self.reading() as session:
            return await queries.quiet_since(session, before_ms, claimable_before_ms)

    async def public_after(
        self, state: str, last: tuple[int, str], limit: int
    ) -> list[p.GameSummary]:
        """Games of this state that the public may know of, after the one named by its time and id,
        oldest first."""
        async with self.reading() as session:
            return await queries.public_after(session, state, last, limit, self._lost)

    async def public_ends(self, limit: int) -> list[p.GameSummary]:
        """The newest games that have ended and that the public may know of, oldest first."""
        async with self.reading() as session:
            return await queries.public_ends(session, limit, self._lost)

    async def by_utc_ids(self) -> list[str]:
        """Running games whose clocks do not stop with the server."""
        async with self.reading() as session:
            return await queries.by_utc_ids(session)

    # ── for the rest of the server ─────────────────────────────────────────────────────────────

    async def ping(self) -> None:
        """Returns when both a write and a read have gone through, which wait for no other read.
        Raises StoreError."""
        await self._pinging.get()

    async def _ping(self) -> None:
        await self.write(lambda connection: None)
        await self._pulse.ask(lambda connection: connection.execute("SELECT 1").fetchone())

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """A short function on the writer's thread, in a transaction, after the moves.

        What it raises undoes it and is raised here. Raises WriteFailed, ReadOnly.
        """
        return await self._writer.write(work)

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session on one snapshot, for a few seconds at most. Raises SlowRead, ReadFailed."""
        async with self._reader.snapshot() as session:
            yield session
