"""Removes names, chat, reports, and the texts of imported games for the operator.

Players verify the log, so no event is deleted. The text of a line of chat is replaced by a fixed
one, a name by another one in all games of the account, and the engine's report of a move is
removed. The record stays valid (`zeitnot verify`): throws, clocks and results do not depend on
these texts, and `verify` only requires that a game uses one name for a player throughout.
"""

import secrets
from collections.abc import Callable, Sequence

import msgspec

import zeitnot_protocol as p

from ...admin import REMOVED
from ...audit import AuditActor
from ...moderation import EventRef
from ...names import skeleton
from ..base import dialect
from ..base.connection import Connection
from ..logs.log import rows_of
from ..logs.places import LogQuery
from . import accounts, audit

ROWS_PER_TRANSACTION = 100  # few, so that moves are written in between
ROWS_SEARCHED = 50_000  # of the log, in one read
# An account's rows of the log: its own, and those of the guests that were merged into it.
_BY_ACCOUNT = (
    "account IN (SELECT CAST(:account AS text)"
    " UNION ALL SELECT guest FROM merged_guest WHERE merged_guest.account = :account)"
)

_event: p.Decoder[p.RoomEvent] = p.Decoder(p.RoomEvent)
Change = Callable[[p.RoomEvent], p.RoomEvent]
LogRow = int | str
"""The place of a row in the log of all games; see `dialect`."""


# ── chat ───────────────────────────────────────────────────────────────────────────────────────


def chat_of(
    connection: Connection, game: str, account: str | None = None
) -> list[tuple[int, p.Said]]:
    """The lines of chat of a game, or one account's, by their numbers; also the texts with which
    invitations were declined."""
    events = _events_of(connection, game, "said", account)
    said = [(seq, event) for seq, event in events if isinstance(event, p.Said)]
    return sorted([*said, *_declines_of(connection, game, account)], key=lambda line: line[0])


def _declines_of(
    connection: Connection, game: str, account: str | None
) -> list[tuple[int, p.Said]]:
    """The texts of declined invitations, as lines of chat."""
    events = _events_of(connection, game, "seated", account)
    return [
        (seq, p.Said(game=game, seq=seq, at=e.at, name=e.declined.name, text=e.declined.text))
        for seq, e in events
        if isinstance(e, p.Seated) and e.declined is not None and e.declined.text
    ]


def _events_of(
    connection: Connection, game: str, kind: str, account: str | None
) -> list[tuple[int, p.RoomEvent]]:
    """The events of this kind of a game, or one account's, by their numbers."""
    where = "kind = :kind" if account is None else f"kind = :kind AND {_BY_ACCOUNT}"
    parameters = {"kind": kind, "account": account}
    rows = rows_of(connection, LogQuery(game, "seq, body", where=where, parameters=parameters))
    return [(seq, _event.decode(body)) for seq, body in rows]


def games_with(
    connection: Connection, account: str, kind: str, after: LogRow
) -> tuple[set[str], LogRow | None]:
    """The games in which this account has caused an event of this kind, among the ROWS_SEARCHED
    rows of the log after row `after`; and the row after which to continue; None: these were all. A
    declined invitation counts as `said`, because it may have a text."""
    games = dialect.of(connection).array_of.format("DISTINCT game")
    declined = " OR kind = 'seated' AND body LIKE :declined" if kind == "said" else ""
    query = _search(connection, games, f"{_BY_ACCOUNT} AND (kind = :kind{declined})")
    parameters = {"account": account, "kind": kind, "after": after}
    if declined:
        parameters["declined"] = '%"declined"%'
    last, found = connection.execute(query, parameters).fetchone()
    return set(msgspec.json.decode(found or "[]")), last


def _search(
    connection: Connection, found: str, condition: str, searched: int = ROWS_SEARCHED
) -> str:
    """A query for the place of the last of the `searched` rows after `:after` (null: there are
    none), and an aggregate of those rows for which the condition holds."""
    of = dialect.of(connection)
    rows = f"{of.rows_after_place} LIMIT {searched}"
    last = "(SELECT place FROM searched ORDER BY game DESC, seq DESC LIMIT 1)"
    if of is dialect.SQLITE:
        last = "max(place)"
    return (
        f"WITH searched AS ({rows}) SELECT {last}, CAST({found} FILTER (WHERE {condition}) AS text)"
        " FROM searched"
    )


def remove_chat(
    connection: Connection, by: AuditActor, game: str, numbers: Sequence[int], now: int
) -> None:
    """Replaces these lines of a game; all of them must be chat."""
    changed = _change_all(connection, game, numbers, _without_text)
    audit.add(connection, by, "chat_removed", f"game {game}", now, changed)


def _without_text(event: p.RoomEvent) -> p.RoomEvent:
    if isinstance(event, p.Seated) and event.declined is not None:
        declined = msgspec.structs.replace(event.declined, text=REMOVED)
        return msgspec.structs.replace(event, declined=declined)
    if not isinstance(event, p.Said):
        raise AssertionError(f"event {event.seq} is not a line of chat")
    return msgspec.structs.replace(event, text=REMOVED)


# ── reports ────────────────────────────────────────────────────────────────────────────────────


def reports_of(
    connection: Connection, game: str, account: str | None = None
) -> dict[int, p.EngineReport]:
    """The reports of engines with the moves of a game, or only one account's, by event number."""
    events = _events_of(connection, game, "moved", account)
    return {seq: e.engine for seq, e in events if isinstance(e, p.Moved) and e.engine is not None}


def remove_reports(
    connection: Connection, by: AuditActor, game: str, numbers: Sequence[int], now: int
) -> None:
    """Removes the reports of these moves of a game; all of them must be moves."""
    changed = _change_all(connection, game, numbers, _without_report)
    audit.add(connection, by, "reports_removed", f"game {game}", now, changed)


def _without_report(event: p.RoomEvent) -> p.RoomEvent:
    if not isinstance(event, p.Moved):
        raise AssertionError(f"event {event.seq} is not a move")
    return msgspec.structs.replace(event, engine=None)


# ── imported games ─────────────────────────────────────────────────────────────────────────────


def imports_of(connection: Connection, account: str) -> list[str]:
    """The games that this account has imported, oldest first."""
    query = "SELECT id FROM game WHERE maker = ? AND imported IS NOT NULL ORDER BY created_at, id"
    return [game for (game,) in connection.execute(query, (account,))]


def texts_of_import(connection: Connection, game: str) -> list[int] | None:
    """The numbers of the events with texts of the file; None: this is no imported game."""
    query = "SELECT 1 FROM game WHERE id = ? AND imported IS NOT NULL"
    if connection.execute(query, (game,)).fetchone() is None:
        return None
    log_query = LogQuery(game, "seq", where="kind IN ('seated', 'said', 'finished')")
    return [seq for (seq,) in rows_of(connection, log_query)]


def remove_import(
    connection: Connection, by: AuditActor, game: str, numbers: Sequence[int], now: int
) -> None:
    """Removes what the file says of an imported game: its facts, names, and the texts of these
    events. The moves stay."""
    changed = _change_all(connection, game, numbers, _without_file_text)
    connection.execute("UPDATE game SET imported = '{}', word = NULL WHERE id = ?", (game,))
    query = "UPDATE seat SET name = ?, handle = ? WHERE game = ? AND name IS NOT NULL"
    connection.execute(query, (REMOVED, REMOVED, game))
    audit.add(connection, by, "import_removed", f"game {game}", now, changed)


def _without_file_text(event: p.RoomEvent) -> p.RoomEvent:
    match event:
        case p.Said():
            return _without_text(event)
        case p.Finished():
            return msgspec.structs.replace(event, word=None)
    return _with_name(REMOVED)(event)


# ── names ──────────────────────────────────────────────────────────────────────────────────────


def neutral(connection: Connection, account: str, bot: bool) -> str:
    """A neutral name for this account."""
    while bot:
        name = f"Bot_{secrets.randbelow(900_000) + 100_000}"
        if accounts.holder_of(connection, name) is None:
            return name
    row = accounts.find(connection, account)
    while row is not None and row.kept_at is not None:
        name = f"Player {secrets.randbelow(900_000) + 100_000}"
        if accounts.holder_of(connection, name) is None:
            return name
    return accounts.random_guest_name()


def rename(connection: Connection, by: AuditActor, account: str, name: str, now: int) -> None:
    """Sets the name of an existing account; `rename_in_game` is for the games that it has played.
    Raises NameTaken for the name of another bot or kept account."""
    accounts.check_free(connection, name, account)
    (former,) = connection.execute("SELECT name FROM account WHERE id = ?", (account,)).fetchone()
    connection.execute(
        "UPDATE account SET name = ?, handle = CASE WHEN handle IS NOT NULL THEN ? END"
        " WHERE id = ?",
        (name, skeleton(name), account),
    )
    audit.add(connection, by, "renamed", f"account {account}", now, f"was {former}, is {name}")


def games_of(connection: Connection, account: str) -> list[str]:
    """The games in which this account has a seat or a reserved seat."""
    query = (
        "SELECT game FROM seat WHERE account = :account"
        " UNION SELECT game FROM seat WHERE invited_account = :account"
        " UNION SELECT game FROM seat WHERE stand_in = :account"
    )
    return [game for (game,) in connection.execute(query, {"account": account})]


def rename_seats(connection: Connection, games: Sequence[str], account: str, name: str) -> None:
    """Replaces the account's name in its seats in these games."""
    parameters = (name, name.casefold(), account)
    for game in games:
        connection.execute(
            "UPDATE seat SET name = ?, handle = ? WHERE account = ? AND game = ?",
            (*parameters, game),
        )
        connection.execute(
            "UPDATE seat SET stand_in_name = ? WHERE stand_in = ? AND game = ?",
            (name, account, game),
        )
        connection.execute(
            "UPDATE seat SET invited_name = ? WHERE invited_account = ? AND game = ?",
            (name, account, game),
        )


def named_events(
    connection: Connection,
    account: str,
    name: str,
    after: LogRow,
    damaged: list[EventRef],
    rows: int = ROWS_SEARCHED,
) -> tuple[list[EventRef], LogRow | None]:
    """The events in which the account has another name than `name`, among this many rows of the
    log after row `after`, and the row after which to continue; None: these were all. Unreadable
    events are added to `damaged`."""
    of = dialect.of(connection)
    events = of.array_of.format(of.array.format("game, seq, body"))
    query = _search(connection, events, f"{_BY_ACCOUNT} AND kind IN ('seated', 'said')", rows)
    last, found = connection.execute(query, {"account": account, "after": after}).fetchone()
    change, outdated = _with_name(name), list[EventRef]()
    for game, seq, body in msgspec.json.decode(found or "[]"):
        try:
            event = _event.decode(body)
        except msgspec.DecodeError:
            damaged.append((game, seq))
            continue
        if change(event) != event:
            outdated.append((game, seq))
    return outdated, last


def rename_events(connection: Connection, events: Sequence[EventRef], name: str) -> None:
    """Replaces the name of the account that caused these events."""
    for event in events:
        _change(connection, event, _with_name(name))


def rename_in_game(connection: Connection, game: str, account: str, name: str) -> None:
    """Replaces the account's name in the seats and events of one game."""
    rename_seats(connection, [game], account, name)
    where = f"{_BY_ACCOUNT} AND kind IN ('seated', 'said')"
    log_query = LogQuery(game, "seq", where=where, parameters={"account": account})
    rename_events(connection, [(game, seq) for (seq,) in rows_of(connection, log_query)], name)


def _with_name(name: str) -> Callable[[p.RoomEvent], p.RoomEvent]:
    def change(event: p.RoomEvent) -> p.RoomEvent:
        match event:
            case p.Said():
                return msgspec.structs.replace(event, name=name)
            case p.Seated(seat_view=view):
                player = view.player and msgspec.structs.replace(view.player, name=name)
                reserved = view.reserved and name
                view = msgspec.structs.replace(view, player=player or None, reserved=reserved)
                declined = event.declined and msgspec.structs.replace(event.declined, name=name)
                return msgspec.structs.replace(event, seat_view=view, declined=declined)
        raise AssertionError(f"event {event.seq} names no one")

    return change


def _change_all(connection: Connection, game: str, numbers: Sequence[int], change: Change) -> str:
    """Rewrites these events of a game; returns their description for the audit log."""
    for seq in numbers:
        _change(connection, (game, seq), change)
    return f"events {', '.join(map(str, numbers))}"


def _change(connection: Connection, ref: EventRef, change: Change) -> None:
    """Rewrites one event. The digest of a line of chat is deleted, because a short text can be
    guessed from it. That of a move is kept, because the command may be sent again."""
    game, seq = ref
    ((id, body),) = rows_of(connection, LogQuery(game, "id, body", seq - 1, 1))
    changed = change(_event.decode(body))
    digest = "digest = NULL" if isinstance(changed, p.Said) else "digest = digest"
    table, key = ("event", "game = ? AND seq = ?") if id is None else ("log_entry", "id = ?")
    connection.execute(
        f"UPDATE {table} SET body = ?, {digest} WHERE {key}",
        (p.encode(changed), *(ref if id is None else (id,))),
    )
