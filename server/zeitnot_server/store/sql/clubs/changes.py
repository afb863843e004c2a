"""Founds and changes clubs; see `club_store.Clubs`. Each function is one transaction, which locks
the club's row first."""

import json
import secrets
from collections.abc import Iterable

import msgspec

from zeitnot_protocol import clubs as wire

from ....clubs import club as policy
from ....clubs.club import (
    INVITED,
    LEADER,
    MEMBER,
    NO_CLUB,
    REMOVED,
    RESERVED_SLUGS,
    STANDINGS,
    Club,
    ClubChange,
    ClubRefused,
    Member,
    NewClub,
    Rank,
)
from ....clubs.club_store import By
from ...audit import AuditActor
from ...errors import NameTaken
from ...names import skeleton
from ...reserved_names import is_reserved
from ...tokens import code_digest
from ..base import dialect
from ..base.connection import Connection
from ..people import audit
from ..people.accounts import check_own_form
from . import ladders, rows

_IN = "SELECT count(*) FROM club_member WHERE account = ? AND rank {}"
_FOUNDED = "SELECT count(*) FROM club WHERE founder = ?"
_INSERT = (
    "INSERT INTO club (id, slug, slug_handle, name, handle, description, news, join_mode, games,"
    " presets, members, created_at, founder)"
    " VALUES (?, ?, ?, ?, ?, ?, '', ?, ?, '[]', 1, ?, ?)"
)
_ADD = "INSERT INTO club_member (club, account, rank, since) VALUES (?, ?, ?, ?)"
_REMOVE = "DELETE FROM club_member WHERE club = ? AND account = ?"
_COUNT = (
    "UPDATE club SET members ="
    " (SELECT count(*) FROM club_member WHERE club = :club AND rank < :invited) WHERE id = :club"
)
_HEIR = (
    "SELECT account FROM club_member WHERE club = ? AND rank = ? ORDER BY since, account LIMIT 1"
)


def existing(connection: Connection, slug: str) -> Club:
    """The club with this slug, locked. Raises ClubRefused."""
    club = rows.locked(connection, slug)
    if club is None:
        raise ClubRefused("no_such_club", NO_CLUB)
    return club


def led(connection: Connection, by: By, slug: str) -> Club:
    """The club with this slug, locked, which `by` leads. Raises ClubRefused."""
    club = existing(connection, slug)
    policy.check_leads(rows.rank(connection, club.id, by.account))
    return club


def note(connection: Connection, by: By, act: str, club: Club, at: int, about: str = "") -> None:
    """Writes what a leader has done to the audit log."""
    actor = AuditActor(by.account, by.address)
    audit.add(connection, actor, act, f"club {club.slug}", at, about or None)


def found(connection: Connection, by: By, new: NewClub, at: int) -> str:
    """See `club_store.Clubs`."""
    dialect.lock(connection, "club")
    check_own_form(new.name)
    policy.check_founds(by.role, _number(connection, _FOUNDED, by.account), _joined(connection, by))
    _check_free(connection, "handle", new.name, None)
    slug = _slug(connection, new)
    id = secrets.token_hex(8)
    texts = (new.name, skeleton(new.name), new.description)
    values = (*texts, new.join, json.dumps(new.games), at, by.account)
    connection.execute(_INSERT, (id, slug, skeleton(slug), *values))
    connection.execute(_ADD, (id, by.account, LEADER, at))
    actor = AuditActor(by.account, by.address)
    audit.add(connection, actor, "club_founded", f"club {slug}", at, new.name)
    return slug


def _slug(connection: Connection, new: NewClub) -> str:
    """Raises NameTaken."""
    if new.slug:
        if new.slug in RESERVED_SLUGS or is_reserved(new.slug):
            raise NameTaken(f"The address {new.slug} is reserved.")
        _check_free(connection, "slug_handle", new.slug, None)
        return new.slug
    wanted = policy.slug_of(new.name)
    for slug in policy.slugs(wanted):
        if _holder(connection, "slug_handle", slug) is None:
            return slug
    raise NameTaken(f"All addresses like {wanted} are taken. Choose one.")


def _holder(connection: Connection, column: str, text: str) -> str | None:
    query = f"SELECT id FROM club WHERE {column} = ?"
    row = connection.execute(query, (skeleton(text),)).fetchone()
    return row[0] if row else None


def _check_free(connection: Connection, column: str, text: str, but: str | None) -> None:
    """Raises NameTaken."""
    if _holder(connection, column, text) in (None, but):
        return
    if column == "slug_handle":
        raise NameTaken(f"Another club has the address {text}, or one that looks like it.")
    raise NameTaken(f"Another club is called {text}, or has a name that looks like it.")


def _number(connection: Connection, query: str, account: str) -> int:
    (number,) = connection.execute(query, (account,)).fetchone()
    return int(number)


def _joined(connection: Connection, by: By) -> int:
    return _number(connection, _IN.format(f"< {INVITED}"), by.account)


def renew_handles(connection: Connection) -> None:
    """Recomputes the handles of all clubs with the current table of look-alikes. If two names now
    look alike, the newer club keeps its old handle."""
    for column, of in (("handle", "name"), ("slug_handle", "slug")):
        query = f"SELECT id, {of}, {column} FROM club ORDER BY created_at, id"
        found = connection.execute(query).fetchall()
        taken = {handle for _, _, handle in found}
        for id, text, handle in found:
            if (new := skeleton(text)) not in taken:
                connection.execute(f"UPDATE club SET {column} = ? WHERE id = ?", (new, id))
                taken = {*taken - {handle}, new}


def change(connection: Connection, by: By, slug: str, new: ClubChange, at: int) -> None:
    """See `club_store.Clubs`."""
    if new.name is not None:
        dialect.lock(connection, "club")
    club = led(connection, by, slug)
    columns = dict[str, object]()
    if new.name is not None and new.name != club.name:
        check_own_form(new.name)
        _check_free(connection, "handle", new.name, club.id)
        columns |= {"name": new.name, "handle": skeleton(new.name)}
    if new.description is not None:
        columns["description"] = new.description
    if new.news is not None and new.news != club.news:
        columns |= {"news": new.news, "news_at": at if new.news else None}
    if new.join is not None:
        columns["join_mode"] = new.join
    if new.games is not None:
        columns["games"] = json.dumps(new.games)
    if new.presets is not None:
        columns["presets"] = _json(new.presets)
    if not columns:
        return
    sets = ", ".join(f"{name} = ?" for name in columns)
    connection.execute(f"UPDATE club SET {sets} WHERE id = ?", (*columns.values(), club.id))
    names = ", ".join(sorted(columns.keys() - {"handle", "news_at"}))
    note(connection, by, "club_changed", club, at, names)


def _json(presets: Iterable[wire.Preset]) -> str:
    return msgspec.json.encode(list(presets)).decode()


def dissolve(connection: Connection, by: By, slug: str, at: int) -> None:
    """See `club_store.Clubs`."""
    club = existing(connection, slug)
    if by.role != "admin":
        policy.check_leads(rows.rank(connection, club.id, by.account))
    delete(connection, club.id)
    note(connection, by, "club_dissolved", club, at, club.name)


def delete(connection: Connection, club: str) -> None:
    """Deletes a club, which is locked, with its members and ladders."""
    ladders.delete_all(connection, club)
    connection.execute("DELETE FROM club_member WHERE club = ?", (club,))
    connection.execute("DELETE FROM club WHERE id = ?", (club,))


def set_code(
    connection: Connection, by: By, slug: str, code: str | None, expires_at: int | None, at: int
) -> None:
    """See `club_store.Clubs`."""
    club = led(connection, by, slug)
    query = "UPDATE club SET code = ?, code_expires_at = ? WHERE id = ?"
    connection.execute(query, (code, expires_at, club.id))
    note(connection, by, "club_code_made" if code else "club_code_ended", club, at)


# ── members ────────────────────────────────────────────────────────────────────────────────────


def join(connection: Connection, by: By, slug: str, code: str | None, at: int) -> None:
    """See `club_store.Clubs`."""
    club = existing(connection, slug)
    rank = rows.rank(connection, club.id, by.account)
    if rows.is_removed(connection, club.id, by.account):
        raise ClubRefused("join_closed", policy.WAS_REMOVED)
    valid = policy.valid_code(club, at)
    has_code = bool(code and valid and code_digest(code) == code_digest(valid))
    policy.check_joins(club, rank, _joined(connection, by), has_code=has_code)
    connection.execute(_REMOVE, (club.id, by.account))
    connection.execute(_ADD, (club.id, by.account, MEMBER, at))
    _recount(connection, club.id)


def set_rank(
    connection: Connection, by: By, slug: str, account: str, rank: Rank, at: int
) -> Member:
    """See `club_store.Clubs`."""
    club = led(connection, by, slug)
    before = rows.rank(connection, club.id, account)
    policy.check_ranks(club, rows.counts(connection, club.id), before, rank)
    if before is None:
        policy.check_invited_by_few(_number(connection, _IN.format(f"= {INVITED}"), account))
        connection.execute(_REMOVE, (club.id, account))  # who was removed before
        connection.execute(_ADD, (club.id, account, INVITED, at))
        note(connection, by, "club_invited", club, at, f"account {account}")
    elif before not in (INVITED, rank):
        query = "UPDATE club_member SET rank = ? WHERE club = ? AND account = ?"
        connection.execute(query, (rank, club.id, account))
        note(connection, by, "club_role", club, at, f"account {account}: {STANDINGS[rank]}")
    return rows.member(connection, club.id, account)


def remove(connection: Connection, by: By, slug: str, account: str, at: int) -> None:
    """See `club_store.Clubs`."""
    club = existing(connection, slug)
    is_own = by.account == account
    if not is_own:
        policy.check_leads(rows.rank(connection, club.id, by.account))
    rank = rows.rank(connection, club.id, account)
    if rank is None:
        raise ClubRefused("not_member", policy.NOT_IN_CLUB if is_own else policy.NOT_MEMBER)
    if rank == LEADER:
        policy.check_not_last(rows.counts(connection, club.id))
    _take_out(connection, club.id, account, at)
    if not is_own:
        if rank != INVITED:
            connection.execute(_ADD, (club.id, account, REMOVED, at))
        note(connection, by, "club_removed", club, at, f"account {account}")


def _take_out(connection: Connection, club: str, account: str, at: int) -> None:
    ladders.leave_all(connection, club, account, at)
    connection.execute(_REMOVE, (club, account))
    _recount(connection, club)


def _recount(connection: Connection, club: str) -> None:
    connection.execute(_COUNT, {"club": club, "invited": INVITED})


def forget(connection: Connection, account: str, at: int) -> None:
    """Takes an account that is being deleted out of all clubs. Where it was the only leader, the
    member for the longest time leads; a club without members ends."""
    for each, rank in rows.of_account(connection, account):
        club = rows.locked(connection, each.slug)
        if club is None:
            continue  # dissolved since the list was read
        _take_out(connection, club.id, account, at)
        if rank != LEADER or rows.counts(connection, club.id).leaders:
            continue
        heir = connection.execute(_HEIR, (club.id, MEMBER)).fetchone()
        if heir is None:
            delete(connection, club.id)
            continue
        query = "UPDATE club_member SET rank = ? WHERE club = ? AND account = ?"
        connection.execute(query, (LEADER, club.id, heir[0]))
    connection.execute("DELETE FROM club_member WHERE account = ?", (account,))
    connection.execute("UPDATE club SET founder = '' WHERE founder = ?", (account,))
