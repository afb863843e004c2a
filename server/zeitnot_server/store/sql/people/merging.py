"""Guests merged into accounts, in SQL; see `accounts.MergedGuests`."""

from collections.abc import Collection

import msgspec

import zeitnot_protocol as p

from ....rooms.room import Phase
from ...accounts import MOVED_AT_ONCE, GuestsGames, MergedGuest
from ...audit import AuditActor
from ..base import dialect
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from ..profiles import relations
from . import accounts, audit, tokens

MAX_APART = 20  # games named in the answer
MAX_UNSETTLED = 1000

# One query an index.
_SEATED = "SELECT game FROM seat WHERE account = :guest"
_INVITED = "SELECT game FROM seat WHERE invited_account = :guest"
_MADE = (
    "SELECT id FROM game WHERE maker = :guest AND state != 'finished'"
    " UNION SELECT id FROM game WHERE maker = :guest AND imported IS NOT NULL"
)
_BOTH_PLAY = (
    "EXISTS (SELECT 1 FROM seat AS other WHERE other.game = {game}"
    " AND (other.account = :account OR other.invited_account = :account))"
)
_PLAYED = f"SELECT game FROM ({_SEATED} UNION {_INVITED}) AS played"
_APART = f"{_PLAYED} WHERE {_BOTH_PLAY.format(game='played.game')} ORDER BY game"
_TOGETHER = f"{_PLAYED} WHERE NOT {_BOTH_PLAY.format(game='played.game')}"
_MOVE_SEATS = f"""
UPDATE seat SET account = CASE WHEN account = :guest THEN :account ELSE account END,
    invited_account = CASE WHEN invited_account = :guest THEN :account ELSE invited_account END
WHERE game IN (SELECT value FROM {{games}}) AND (account = :guest OR invited_account = :guest)
    AND NOT {_BOTH_PLAY.format(game="seat.game")}
"""
_MOVE_OPPONENTS = f"""
UPDATE seat SET opponent = :account
WHERE game IN (SELECT value FROM {{games}}) AND opponent = :guest
    AND NOT {_BOTH_PLAY.format(game="seat.game")}
"""
_BEGIN_AGAIN = (
    " ON CONFLICT (account, kind, other) DO UPDATE SET at = excluded.at, active = true"
    " WHERE NOT relation.active"
)
_COPY_RELATIONS = (
    "INSERT INTO relation (account, kind, other, at, active)"
    " SELECT :account, kind, other, :now, active FROM relation"
    f" WHERE account = :guest AND active AND other != :account{_BEGIN_AGAIN}"
)
_COPY_BLOCKS_BY_OTHERS = (
    "INSERT INTO relation (account, kind, other, at, active)"
    " SELECT account, kind, :account, :now, active FROM relation"
    f" WHERE other = :guest AND kind = 'block' AND active AND account != :account{_BEGIN_AGAIN}"
)
_MOVE_GAMES = """
UPDATE game SET maker = :account WHERE id IN (SELECT value FROM {games}) AND maker = :guest
"""
_RECORD = ("games", "dice_games", "aborted_after_throw")
_ADD_RECORD = (
    f"INSERT INTO player_record (account, {', '.join(_RECORD)}) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (account) DO UPDATE SET "
    + ", ".join(f"{name} = player_record.{name} + excluded.{name}" for name in _RECORD)
)


def merge(
    connection: Connection, by: AuditActor, guest: str, now: int
) -> tuple[p.Merged, list[str]] | None:
    """Merges a guest into `by.actor`; returns what it brings, and the hashes of its tokens, which
    have become invalid. None, and nothing changes, if it is no guest or has been merged."""
    row = accounts.find(connection, guest)
    if row is None or row.bot or row.kept_at is not None or account_of(connection, guest):
        return None
    both = {"guest": guest, "account": by.actor}
    merged = _contents(connection, both, row.name)
    connection.execute(
        "INSERT INTO merged_guest (guest, account, at) VALUES (?, ?, ?)", (guest, by.actor, now)
    )
    connection.execute("UPDATE account SET owner = :account WHERE owner = :guest", both)
    connection.execute("UPDATE sanction SET account = :account WHERE account = :guest", both)
    connection.execute("UPDATE complaint SET account = :account WHERE account = :guest", both)
    for copy in (_COPY_RELATIONS, _COPY_BLOCKS_BY_OTHERS):
        connection.execute(copy, {**both, "now": now})
    connection.execute("DELETE FROM relation WHERE account = ?", (guest,))
    relations.end_blocked_follows(connection, by.actor)
    ended = tokens.end_sessions(connection, guest, now)
    audit.add(connection, by, "merged", f"account {guest}", now, f"into account {by.actor}")
    return merged, ended


def _contents(connection: Connection, both: dict[str, str], name: str) -> p.Merged:
    def count(query: str) -> int:
        (number,) = connection.execute(f"SELECT count(*) FROM ({query}) AS found", both).fetchone()
        return int(number)

    apart = connection.execute(f"{_APART} LIMIT {MAX_APART}", both).fetchall()
    is_unfinished = f"SELECT id FROM game WHERE id IN ({_TOGETHER}) AND state != 'finished'"
    imports = "SELECT id FROM game WHERE maker = :guest AND imported IS NOT NULL"
    return p.Merged(
        name=name,
        games=count(_TOGETHER),
        unfinished=count(is_unfinished),
        bots=count("SELECT id FROM account WHERE owner = :guest"),
        imports=count(imports),
        apart=[game for (game,) in apart],
    )


def account_of(connection: Connection, guest: str) -> str | None:
    """The account that a guest has been merged into."""
    query = "SELECT account FROM merged_guest WHERE guest = ?"
    row = connection.execute(query, (guest,)).fetchone()
    return row[0] if row else None


def unsettled(connection: Connection) -> list[MergedGuest]:
    """See `accounts.MergedGuests`."""
    query = (
        "SELECT guest, account, at FROM merged_guest WHERE settled_at IS NULL"
        f" ORDER BY at LIMIT {MAX_UNSETTLED}"
    )
    return [MergedGuest(*row) for row in connection.execute(query)]


def games_of(connection: Connection, merge: MergedGuest) -> GuestsGames:
    """See `accounts.MergedGuests`."""
    of = dialect.of(connection)
    rows = of.array_of.format(of.array.format("id, state"))
    query = f"SELECT CAST({rows} AS text) FROM game WHERE id IN ({_TOGETHER} UNION {_MADE})"
    (found,) = connection.execute(query, merge._asdict()).fetchone()
    games = msgspec.json.decode(found or "[]", type=list[tuple[str, str]])
    over = Phase.FINISHED.value
    return GuestsGames(
        [game for game, state in games if state != over],
        [game for game, state in games if state == over],
    )


def move(connection: Connection, merge: MergedGuest, games: Collection[str]) -> None:
    """See `accounts.MergedGuests`."""
    if len(games) > MOVED_AT_ONCE:
        raise AssertionError(f"{len(games)} games in one transaction")
    ids = msgspec.json.encode(list(games)).decode()
    parameters = {"guest": merge.guest, "account": merge.account, "games": ids}
    those = dialect.of(connection).texts_of.format(":games")
    connection.execute(_MOVE_OPPONENTS.format(games=those), parameters)
    connection.execute(_MOVE_SEATS.format(games=those), parameters)
    connection.execute(_MOVE_GAMES.format(games=those), parameters)


def settle(connection: Connection, merge: MergedGuest, now: int) -> None:
    """See `accounts.MergedGuests`."""
    settled = connection.execute(
        "UPDATE merged_guest SET settled_at = ? WHERE guest = ? AND settled_at IS NULL",
        (now, merge.guest),
    )
    if settled.rowcount != 1:
        return
    record = connection.execute(
        f"DELETE FROM player_record WHERE account = ? RETURNING {', '.join(_RECORD)}",
        (merge.guest,),
    ).fetchone()
    if record is not None:
        connection.execute(_ADD_RECORD, (merge.account, *record))


class SqlMergedGuests:
    """See `accounts.MergedGuests`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def unsettled(self) -> list[MergedGuest]:
        return await self._lookup.ask(unsettled)

    async def games_of(self, merge: MergedGuest) -> GuestsGames:
        return await self._lookup.ask(lambda c: games_of(c, merge))

    async def move(self, merge: MergedGuest, games: Collection[str]) -> None:
        ids = list(games)
        await self._writer.write(lambda c: move(c, merge, ids))

    async def settle(self, merge: MergedGuest) -> None:
        await self._writer.write(lambda c: settle(c, merge, wall_ms()))
