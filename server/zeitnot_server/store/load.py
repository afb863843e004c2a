"""From the database to a room: its charter, then the fold of its log."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from zeitnot_client import protocol as p

from ..rooms.fold import fold
from ..rooms.room import Charter, Invitation, Room
from ..rooms.rules import Rules
from .errors import RulesChanged
from .log import read_rows
from .tables import GameRow, SeatRow

RulesFor = Callable[[str, p.Settings], Rules]
"""Game id and settings to its rules. Raises ValueError for what it does not know."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A room from the log, and when its last event was: milliseconds of that run of the server."""

    room: Room
    last_run: int
    last_at_ms: int


AtWork = Callable[[str, int], AbstractContextManager[None]]
"""Entered with a game's id and ply while its rules are at work."""


async def load(
    session: AsyncSession, game: str, rules_for: RulesFor, at_work: AtWork
) -> Loaded | None:
    """The room, None if there is no such game. Raises RulesChanged."""
    row = await find(session, game)
    if row is None:
        return None
    rows = await read_rows(session, game)
    with at_work(game, row.plies):
        room = fold(Room.new(charter_of(row, rules_for)), rows)
    last = rows[-1] if rows else None
    return Loaded(room, last.run if last else 0, last.at_ms if last else 0)


async def find(session: AsyncSession, game: str) -> GameRow | None:
    """A game's row with its seats."""
    return await session.get(GameRow, game, options=[selectinload(GameRow.seats)])


def charter_of(row: GameRow, rules_for: RulesFor) -> Charter:
    """What was fixed when the room was made. Raises RulesChanged."""
    settings = settings_of(row)
    rules = rules_for(row.game_type, settings)
    if rules.version != row.rules_version:
        raise RulesChanged(
            f"Game {row.id} was played by version {row.rules_version} of {row.game_type};"
            f" this server has version {rules.version}."
        )
    return Charter(
        id=row.id,
        rules=rules,
        settings=settings,
        control=control_of(row),
        seed=row.seed,
        created_at=row.created_at,
        invitations=tuple(invitation_of(seat) for seat in row.seats),
        listed=row.listed,
    )


def settings_of(row: GameRow) -> p.Settings:
    """The game's settings."""
    return msgspec.json.decode(row.settings, type=p.Settings)


def control_of(row: GameRow) -> p.Control:
    """The game's time control."""
    return msgspec.json.decode(row.control, type=p.Control)


def invitation_of(seat: SeatRow) -> Invitation | None:
    """For whom a seat is kept."""
    if seat.invited_account is None or seat.invited_name is None:
        return None
    return Invitation(seat.invited_account, seat.invited_name, seat.invited_bot, seat.level)
