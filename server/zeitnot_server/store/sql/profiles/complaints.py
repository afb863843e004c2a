"""Complaints in SQL."""

from typing import Any

import msgspec

from ....profiles.people_store import MAX_COMPLAINTS, Complaint, Message, NewComplaint
from ..base import dialect
from ..base.connection import Connection

_COLUMNS = "account, about, name, reason, text, game, messages"
_ADD = (
    f"INSERT INTO complaint (id, at, {_COLUMNS})"
    " SELECT coalesce(max(id), 0) + 1, CAST(? AS bigint), ?, ?, ?, ?, ?, ?, ? FROM complaint"
)
_SELECT = (
    f"SELECT complaint.id, at, {', '.join(f'complaint.{c}' for c in _COLUMNS.split(', '))},"
    " account.name, resolved_at, resolution FROM complaint"
    " LEFT JOIN account ON account.id = complaint.account"
)
OPEN = f"{_SELECT} WHERE resolved_at IS NULL ORDER BY complaint.id LIMIT ?"
ALL = f"{_SELECT} ORDER BY complaint.id DESC LIMIT ?"
OF_ACCOUNT = f"{_SELECT} WHERE complaint.account = ? ORDER BY complaint.id DESC LIMIT ?"
_RESOLVE = (
    "UPDATE complaint SET resolved_at = ?, resolution = ? WHERE id = ? AND resolved_at IS NULL"
)
_messages: msgspec.json.Decoder[list[Message]] = msgspec.json.Decoder(list[Message])


def add(connection: Connection, complaint: NewComplaint, at: int) -> int:
    """See `people.People.complain`."""
    dialect.lock(connection, "complaint")
    *values, messages = complaint
    connection.execute(_ADD, (at, *values, msgspec.json.encode(messages).decode()))
    (number,) = connection.execute("SELECT max(id) FROM complaint").fetchone()
    return int(number)


def listed(connection: Connection, limit: int, *, resolved: bool) -> list[Complaint]:
    """The open complaints, oldest first; with `resolved` all of them, newest first."""
    return [_complaint(*row) for row in connection.execute(ALL if resolved else OPEN, (limit,))]


def of_account(connection: Connection, account: str) -> list[Complaint]:
    """See `people.People.complaints_of`."""
    rows = connection.execute(OF_ACCOUNT, (account, MAX_COMPLAINTS))
    return [_complaint(*row) for row in rows]


def _complaint(id: int, at: int, *columns: Any) -> Complaint:
    account, about, name, reason, text, game, messages, by, resolved_at, resolution = columns
    complaint = NewComplaint(
        *(account, about, name, reason), text, game, _messages.decode(messages)
    )
    return Complaint(id, at, complaint, by, resolved_at, resolution)


def resolve(connection: Connection, id: int, resolution: str, at: int) -> str | None:
    """Marks an open complaint as resolved; returns the account that it is about. None: there is no
    such open complaint."""
    if connection.execute(_RESOLVE, (at, resolution, id)).rowcount != 1:
        return None
    (about,) = connection.execute("SELECT about FROM complaint WHERE id = ?", (id,)).fetchone()
    return str(about)
