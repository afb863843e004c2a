"""Reads clubs and their members; see `club_store.Clubs`."""

import json
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from zeitnot_protocol import clubs as wire

from ....clubs.club import INVITED, LEADER, MAX_CLUBS, MEMBER, REMOVED, Club, Counts, Member, Rank
from ....clubs.club_store import (
    MAX_MEMBERS_PAGE,
    MAX_PAGE,
    ClubPage,
    MemberPage,
    Order,
    Place,
    RatedMember,
)
from ..base import dialect
from ..base.connection import Connection

COLUMNS = (
    "club.id, club.slug, club.name, club.description, club.news, club.news_at, club.join_mode,"
    " club.games, club.presets, club.code, club.code_expires_at, club.members, club.created_at,"
    " club.founder"
)
BY_SLUG = f"SELECT {COLUMNS} FROM club WHERE slug = ?"
BY_SIZE = (
    f"SELECT {COLUMNS} FROM club WHERE (members, created_at, id) < (?, ?, ?)"
    " ORDER BY members DESC, created_at DESC, id DESC LIMIT ?"
)
NEWEST = (
    f"SELECT {COLUMNS} FROM club WHERE (created_at, id) < (?, ?)"
    " ORDER BY created_at DESC, id DESC LIMIT ?"
)
_MEMBER = (
    "SELECT club_member.account, account.name, club_member.rank, club_member.since"
    " FROM club_member JOIN account ON account.id = club_member.account"
)
ONE_MEMBER = f"{_MEMBER} WHERE club_member.club = ? AND club_member.account = ?"
MEMBERS = (
    f"{_MEMBER} WHERE club_member.club = ? AND club_member.rank <= ?"
    " ORDER BY club_member.rank, club_member.since, club_member.account LIMIT ? OFFSET ?"
)
RANK = "SELECT rank FROM club_member WHERE club = ? AND account = ?"
RANKS = f"SELECT club, rank FROM club_member WHERE account = ? AND rank < {REMOVED} LIMIT ?"
RANKED = "SELECT rank, count(*) FROM club_member WHERE club = ? GROUP BY rank"
OF_ACCOUNT = (
    f"SELECT {COLUMNS}, club_member.rank FROM club_member"
    " JOIN club ON club.id = club_member.club WHERE club_member.account = ?"
    f" AND club_member.rank < {REMOVED} ORDER BY club.name, club.id LIMIT ?"
)
LAST_EDITOR = (
    "SELECT actor FROM audit WHERE subject = ? AND act IN ('club_founded', 'club_changed')"
    " ORDER BY id DESC LIMIT 1"
)
# From the members, of whom there are few, and not from the ranking of all players.
LEADERS = (
    "SELECT account.name, rating.rating, rating.deviation, rating.volatility, rating.at,"
    " rating.games FROM club_member"
    " JOIN rating ON rating.account = club_member.account AND rating.game_type = ?"
    " AND rating.speed = ? JOIN account ON account.id = club_member.account"
    " WHERE club_member.club = ? AND club_member.rank < ?"
    " ORDER BY CASE WHEN rating.ranked_until > ? THEN 0 ELSE 1 END, rating.rating DESC,"
    " rating.account DESC LIMIT ?"
)
_LAST = (1 << 53, 1 << 53, "")
_presets: msgspec.json.Decoder[tuple[wire.Preset, ...]] = msgspec.json.Decoder(
    tuple[wire.Preset, ...]
)


def of_row(row: Sequence[Any]) -> Club:
    """The club in a row of COLUMNS."""
    club = Club._make(row)
    games, presets = tuple(json.loads(row[7])), _presets.decode(row[8])
    return club._replace(games=games, presets=presets)


def with_slug(connection: Connection, slug: str) -> Club | None:
    """See `club_store.Clubs.club`."""
    row = connection.execute(BY_SLUG, (slug,)).fetchone()
    return None if row is None else of_row(row)


def page(connection: Connection, order: Order, after: Place | None, limit: int) -> ClubPage:
    """See `club_store.Clubs`."""
    limit = min(limit, MAX_PAGE)
    value, since, id = after or _LAST
    if order == "members":
        rows = connection.execute(BY_SIZE, (value, since, id, limit + 1)).fetchall()
    else:
        rows = connection.execute(NEWEST, (since, id, limit + 1)).fetchall()
    clubs = [of_row(row) for row in rows[:limit]]
    is_last = len(rows) <= limit
    last = None if is_last else Place(clubs[-1].members, clubs[-1].created_at, clubs[-1].id)
    return ClubPage(clubs, last)


def members(
    connection: Connection, club: str, skipped: int, limit: int, *, with_invited: bool
) -> MemberPage:
    """See `club_store.Clubs`."""
    limit, most = min(limit, MAX_MEMBERS_PAGE), INVITED if with_invited else MEMBER
    rows = connection.execute(MEMBERS, (club, most, limit + 1, skipped)).fetchall()
    found = [Member(*row) for row in rows[:limit]]
    return MemberPage(found, skipped + limit if len(rows) > limit else None)


def rank(connection: Connection, club: str, account: str) -> Rank | None:
    """See `club_store.Clubs`."""
    found = _stored_rank(connection, club, account)
    return None if found == REMOVED else found


def is_removed(connection: Connection, club: str, account: str) -> bool:
    """Whether a leader has removed this account, and none has invited it since."""
    return _stored_rank(connection, club, account) == REMOVED


def _stored_rank(connection: Connection, club: str, account: str) -> Rank | None:
    row = connection.execute(RANK, (club, account)).fetchone()
    return None if row is None else int(row[0])


def member(connection: Connection, club: str, account: str) -> Member:
    """A member of a club, or a person whom it has invited; there must be one."""
    return Member(*connection.execute(ONE_MEMBER, (club, account)).fetchone())


def since(connection: Connection, club: str, account: str) -> int:
    """Since when an account is in a club, or invited."""
    query = "SELECT since FROM club_member WHERE club = ? AND account = ?"
    (at,) = connection.execute(query, (club, account)).fetchone()
    return int(at)


def ranks(connection: Connection, account: str) -> dict[str, Rank]:
    """See `club_store.Clubs`."""
    return dict(connection.execute(RANKS, (account, 2 * MAX_CLUBS)).fetchall())


def ranks_in(connection: Connection, club: str, accounts: Collection[str]) -> dict[str, Rank]:
    """What these accounts are in a club."""
    found = {account: rank(connection, club, account) for account in accounts}
    return {account: each for account, each in found.items() if each is not None}


def of_account(connection: Connection, account: str) -> list[tuple[Club, Rank]]:
    """See `club_store.Clubs`."""
    rows = connection.execute(OF_ACCOUNT, (account, 2 * MAX_CLUBS)).fetchall()
    return [(of_row(row[:-1]), int(row[-1])) for row in rows]


def counts(connection: Connection, club: str) -> Counts:
    """See `club_store.Clubs`."""
    by_rank = dict(connection.execute(RANKED, (club,)).fetchall())
    return Counts(by_rank.get(LEADER, 0), by_rank.get(MEMBER, 0), by_rank.get(INVITED, 0))


def last_editor(connection: Connection, slug: str) -> str | None:
    """See `club_store.Clubs`."""
    row = connection.execute(LAST_EDITOR, (f"club {slug}",)).fetchone()
    return row[0] if row else None


def leaders(
    connection: Connection, club: str, game_type: str, speed: str, limit: int, now: int
) -> list[RatedMember]:
    """See `club_store.Clubs`."""
    parameters = (game_type, speed, club, INVITED, now, limit)
    return [RatedMember(*row) for row in connection.execute(LEADERS, parameters).fetchall()]


def locked(connection: Connection, slug: str) -> Club | None:
    """The club with this slug, whose members and ladders nobody else changes until the transaction
    ends."""
    query = f"{BY_SLUG} {dialect.of(connection).row_lock}"
    row = connection.execute(query, (slug,)).fetchone()
    return None if row is None else of_row(row)
