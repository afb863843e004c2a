"""Loads a room from the database: its setup, then the fold of its log."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

import zeitnot_protocol as p

from ....rooms.file_rules import file_rules
from ....rooms.room import GameSetup, Invitation, LogEntry, Phase, Room
from ....rooms.rules import Rules
from ....rooms.value import replace
from ...errors import RulesChanged
from ...games import Holder
from ...room_log import Loaded, RulesFor
from ..base import dialect
from ..base.connection import Connection
from ..base.tables import GameRow, SeatRow
from .listed import with_newest
from .log import beginning_of
from .runs import crashes_in

_ALIASES = """
SELECT guest, account FROM merged_guest WHERE guest IN (SELECT value FROM {accounts})
AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.game = :game
    AND (seat.account = guest OR seat.invited_account = guest))
"""


def with_merged(connection: Connection, game: str, entries: list[LogEntry]) -> list[LogEntry]:
    """The entries, with the account in the place of each guest that was merged into it: the log
    keeps the guest's id. A guest that is still named by a seat stays, because the account plays
    there too, or because the seats have not been moved yet."""
    senders = {entry.account for entry in entries if entry.account is not None}
    if not senders:
        return entries
    query = _ALIASES.format(accounts=dialect.of(connection).texts_of.format(":accounts"))
    parameters = {"accounts": msgspec.json.encode(list(senders)).decode(), "game": game}
    aliases = dict(connection.execute(query, parameters).fetchall())
    if not aliases:
        return entries
    return [
        replace(entry, account=aliases[entry.account]) if entry.account in aliases else entry
        for entry in entries
    ]


class Reservation(NamedTuple):
    """The player for whom a seat is reserved: these columns of SeatRow."""

    invited_account: str | None
    invited_name: str | None
    invited_bot: bool
    level: int | None


class Game(NamedTuple):
    """The fixed part of a game, and its plies: these columns of GameRow."""

    id: str
    game_type: str
    rules_version: int
    settings: str
    control: str
    seed: bytes
    created_at: int
    listed: bool
    setup: str
    maker: str | None
    imported: str | None
    ladder: str | None
    plies: int
    seats: Sequence[Reservation]


_GAME = f"SELECT state, {', '.join(Game._fields[:-1])} FROM game WHERE id = ?"
_settings: p.Decoder[p.Settings] = p.Decoder(p.Settings)
_control: p.Decoder[p.Control] = p.Decoder(p.Control)
_facts: p.Decoder[dict[str, str]] = p.Decoder(dict[str, str])
_setup: p.Decoder[p.Setup] = p.Decoder(p.Setup)
_SEATS = f"SELECT {', '.join(Reservation._fields)} FROM seat WHERE game = ? ORDER BY seat"


MarkRunning = Callable[[str, int], AbstractContextManager[None]]
"""Entered with a game's id and ply while its rules are running."""


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A stored room with its log or the beginning of it. `crashes`: see `runs.crashes_in`."""

    game: Game
    entries: list[LogEntry]
    crashes: int


def look_up(connection: Connection, game: str, limit: int = -1) -> StoredRoom | None:
    """Reads a room with its full log or at most `limit` events; None if there is no such game.
    Raises ValueError, DecodeError for damage."""
    row = connection.execute(_GAME, (game,)).fetchone()
    if row is None:
        return None
    seats = [Reservation(*seat) for seat in connection.execute(_SEATS, (game,))]
    state, *columns = row
    found = Game._make([*columns, seats])
    entries, plies = beginning_of(connection, game, limit)
    if not entries and limit and state != Phase.OPEN.value:
        raise ValueError(f"it is {state}, and its log is empty")
    if plies is not None:
        found = found._replace(plies=plies)
    entries = with_merged(connection, game, entries)
    return StoredRoom(found, entries, crashes_in(connection, game))


def load(stored: StoredRoom, rules_for: RulesFor, mark_running: MarkRunning) -> Loaded:
    """The room, folded from the entries that were read. Raises RulesChanged."""
    game_setup = game_setup_of(stored.game, rules_for)
    with mark_running(stored.game.id, stored.game.plies):
        return Loaded(Room.new(game_setup)).plus(stored.entries)


async def find(session: AsyncSession, game: str) -> GameRow | None:
    """A game's row with its seats."""
    row = await session.get(GameRow, game, options=[selectinload(GameRow.seats)])
    return row and with_newest(session, [row])[0]


def game_setup_of(row: GameRow | Game, rules_for: RulesFor) -> GameSetup:
    """The fixed setup of the room. Raises RulesChanged, ValueError."""
    settings = settings_of(row)
    rules = rules_of(row, settings, rules_for)
    if not isinstance(row.seed, bytes):  # SQLite stores any type in any column
        raise ValueError("the seed is not bytes")
    if rules.version != row.rules_version:
        raise RulesChanged(
            f"Game {row.id} was played by version {row.rules_version} of {row.game_type}; "
            f"this server plays version {rules.version}."
        )
    facts = facts_of(row)
    return GameSetup(
        id=row.id,
        rules=rules if facts is None else file_rules(rules),
        settings=settings,
        control=control_of(row),
        seed=row.seed,
        created_at=row.created_at,
        invitations=tuple(invitation_of(seat) for seat in row.seats),
        listed=bool(row.listed),
        setup=setup_of(row),
        creator=row.maker,
        facts=facts,
        ladder=row.ladder,
    )


def rules_of(row: GameRow | Game, settings: p.Settings, rules_for: RulesFor) -> Rules:
    """The rules of a stored game, in this server's version. Raises RulesChanged if this server has
    no such game or settings."""
    try:
        return rules_for(row.game_type, settings)
    except ValueError as unknown:
        raise RulesChanged(f"Game {row.id} cannot be played by this server: {unknown}") from None


def settings_of(row: GameRow | Game) -> p.Settings:
    """The game's settings. Raises msgspec.DecodeError."""
    return _settings.decode(row.settings)


def control_of(row: GameRow | Game) -> p.Control:
    """The game's time control. Raises msgspec.DecodeError."""
    return _control.decode(row.control)


def setup_of(row: GameRow | Game) -> p.Setup:
    """How the game begins. Raises msgspec.DecodeError."""
    return _setup.decode(row.setup)


def facts_of(row: GameRow | Game) -> dict[str, str] | None:
    """What the file of an imported game says; None: it was played here. Raises
    msgspec.DecodeError."""
    return None if row.imported is None else _facts.decode(row.imported)


def invitation_of(seat: SeatRow | Reservation) -> Invitation | None:
    """The player for whom a seat is reserved."""
    if seat.invited_account is None or seat.invited_name is None:
        return None
    return Invitation(seat.invited_account, seat.invited_name, bool(seat.invited_bot), seat.level)


def holder_of(seat: SeatRow) -> Holder | None:
    """The account that has the seat, or for which it is reserved."""
    if seat.stand_in is not None:
        name, level = seat.stand_in_name or "", seat.stand_in_level
        return Holder(seat.stand_in, level, True, name, seated=True)
    if seat.account is not None:
        return Holder(seat.account, seat.level, bool(seat.bot), seat.name or "", seated=True)
    if seat.invited_account is None:
        return None
    name, bot = seat.invited_name or "", bool(seat.invited_bot)
    return Holder(seat.invited_account, seat.level, bot, name)
