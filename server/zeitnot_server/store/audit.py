"""What was done to people, tokens and games, and by whom: rows that are never edited. Old ones are
deleted, by and by or when the operator says so.

Each is written in the transaction of what it tells of. The numbers only grow, so that a running
server hears of what another process (`zeitnot admin`) has written by asking what is new.

act and subject: `session_made` account · `bot_made` account · `token_made`, `token_rotated`,
`token_revoked` token · `logged_out` account · `banned`, `unbanned`, `muted`, `unmuted` account or
network · `renamed` account · `chat_removed`, `reports_removed`, `game_ended` game ·
`games_forgotten` game or account · `pruned` audit.
A subject is written as `account 0123…`, `token 0123…`, `network 192.0.2.0/24`, `game …`.
"""

from typing import NamedTuple

OPERATOR = "operator"
ACTS = (
    *("session_made", "bot_made", "token_made", "token_rotated", "token_revoked", "logged_out"),
    *("banned", "unbanned", "muted", "unmuted", "renamed"),
    *("chat_removed", "reports_removed", "games_forgotten", "game_ended", "pruned"),
)


class Act(NamedTuple):
    """One row. `address`: where it came from, as it is counted; None: this machine."""

    id: int
    at: int
    actor: str
    act: str
    subject: str
    address: str | None
    reason: str | None


class By(NamedTuple):
    """Who does something, and from where as it is counted (None: this machine)."""

    actor: str
    address: str | None = None


class AuditDifference(NamedTuple):
    """How much of what one database's log tells another's does not: what the operator did, and what
    others did so that a token or session is good no more."""

    acts: int
    ended: int
