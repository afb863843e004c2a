"""The audit log: what was done to accounts, tokens and games, and by whom. Rows are never edited;
old ones are deleted, in the background or by the operator.

A row is written in the same transaction as the action. The ids only grow, so that a running server
finds the actions of other processes (`zeitnot admin`) by reading the rows after the last one that
it knows.

act and subject: `session_made` account · `bot_made` account · `token_made`, `token_rotated`,
`token_revoked` token · `logged_out` account · `banned`, `unbanned`, `muted`, `unmuted` account or
network · `renamed`, `complaint_resolved` account (by the operator) · `name_changed` account (by
itself) · `kept`, `signed_in`, `password_changed`, `sessions_ended` account ·
`merged` account (the guest) · `sign_in_failed` sign-in (to that account, counted by the minute) ·
`account_made`, `role_changed`, `reset_code_made`, `password_reset`, `link_made`, `account_deleted`,
`passkey_added`, `passkey_removed` account · `join_code_made`, `join_code_ended` join code ·
`chat_removed`, `reports_removed`, `import_removed`, `game_ended`, `game_adjudicated` game ·
`games_forgotten` game or account · `ratings_recomputed` ratings · `pruned` audit ·
`club_founded`, `club_changed`, `club_dissolved`, `club_invited`, `club_role`, `club_removed`,
`club_code_made`, `club_code_ended`, `ladder_opened`, `ladder_changed`, `ladder_closed`,
`ladder_removed` club.
A subject is written as `account 0123…`, `token 0123…`, `network 192.0.2.0/24`, `game …`,
`ratings chess blitz`.
"""

from typing import NamedTuple

OPERATOR = "operator"
ACTS = (
    *("session_made", "bot_made", "token_made", "token_rotated", "token_revoked", "logged_out"),
    *("banned", "unbanned", "muted", "unmuted", "renamed", "name_changed"),
    *("kept", "signed_in", "sign_in_failed", "password_changed", "sessions_ended", "merged"),
    *("account_made", "role_changed", "reset_code_made", "password_reset", "link_made"),
    *("account_deleted", "join_code_made", "join_code_ended", "passkey_added", "passkey_removed"),
    *("chat_removed", "reports_removed", "import_removed", "games_forgotten", "game_ended"),
    *("complaint_resolved", "game_adjudicated", "ratings_recomputed", "pruned"),
    *("club_founded", "club_changed", "club_dissolved", "club_invited", "club_role"),
    *("club_removed", "club_code_made", "club_code_ended"),
    *("ladder_opened", "ladder_changed", "ladder_closed", "ladder_removed"),
)


class AuditEntry(NamedTuple):
    """One row of the log. `act`: the kind of the action. `address`: where it came from, an IPv6
    address by its /64; None: this machine."""

    id: int
    at: int
    actor: str
    act: str
    subject: str
    address: str | None
    reason: str | None


class Termination(NamedTuple):
    """How the operator ends a game: with `scores`, one per seat, or None for no result; and the
    reason that the players see."""

    scores: tuple[float, ...] | None
    reason: str | None

    @property
    def act(self) -> str:
        """The kind of the audit row."""
        return "game_ended" if self.scores is None else "game_adjudicated"

    @property
    def text(self) -> str | None:
        """The reason column of the row: the reason, for an adjudication after the scores: `1 0: a
        reason`."""
        if self.scores is None:
            return self.reason
        scores = " ".join(repr(score).removesuffix(".0") for score in self.scores)
        return scores if self.reason is None else f"{scores}: {self.reason}"

    @staticmethod
    def of(entry: AuditEntry) -> "Termination":
        """The termination in this row. Raises ValueError if it cannot be read."""
        if entry.act == "game_ended":
            return Termination(None, entry.reason)
        scores, _, reason = (entry.reason or "").partition(": ")
        return Termination(tuple(map(float, scores.split())), reason or None)


class AuditActor(NamedTuple):
    """The account that acts, or OPERATOR, and its address (IPv6 by its /64; None: this machine)."""

    actor: str
    address: str | None = None


class AuditDifference(NamedTuple):
    """How many rows one database's audit log has that another's lacks: actions of the operator, and
    actions of others that ended a token or session."""

    acts: int
    ended: int
