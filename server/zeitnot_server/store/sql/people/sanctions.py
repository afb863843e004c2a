"""Bans and mutes in SQL; see `store.sanctions`."""

from ipaddress import ip_network

from sqlalchemy import text as sql
from sqlalchemy.ext.asyncio import AsyncSession

from ...audit import AuditActor
from ...sanctions import ACTS, BannedParticipant, Kind, Sanction, canonical
from ..base import dialect
from ..base.connection import Connection
from . import audit

_COLUMNS = ", ".join(Sanction._fields)
_ADD = (
    f"INSERT INTO sanction (id, {_COLUMNS})"
    " SELECT coalesce(max(id), 0) + 1,"
    " ?, ?, ?, ?, CAST(? AS bigint), CAST(? AS bigint), CAST(? AS bigint) FROM sanction"
)
_IN_FORCE = "lifted_at IS NULL AND (until IS NULL OR until > :now)"
_TO_LIFT = (
    f"SELECT id, network FROM sanction WHERE kind = :kind AND {_IN_FORCE}"
    " AND coalesce(account, '') = coalesce(:account, '')"
    " AND (network IS NULL) = (CAST(:network AS text) IS NULL)"
)
_LIFT = "UPDATE sanction SET lifted_at = ? WHERE id = ?"
# The bots of a banned account are banned, too, and theirs: older versions let bots own bots.
_ACTIVE = f"""
WITH RECURSIVE covered AS (
    SELECT {_COLUMNS} FROM sanction WHERE {_IN_FORCE}
    UNION
    SELECT kind, account.id, network, reason, made_at, until, lifted_at
    FROM covered JOIN account ON account.owner = covered.account
)
SELECT {_COLUMNS} FROM covered
"""
# Unfinished games with a player or invited account that is banned for good, or banned for a time
# while another player is a bot.
_GAMES = f"""
WITH banned AS (
    SELECT account, max(CASE WHEN until IS NULL THEN 1 ELSE 0 END) = 1 AS for_good
    FROM ({_ACTIVE}) AS active
    WHERE kind = 'ban' AND account IS NOT NULL GROUP BY account
), participation AS (
    SELECT seat.game, banned.account, for_good FROM banned
    JOIN seat ON seat.account = banned.account AND seat.result IS NULL AND seat.stand_in IS NULL
    UNION
    SELECT seat.game, banned.account, for_good FROM banned
    JOIN seat ON seat.stand_in = banned.account
    UNION
    SELECT seat.game, banned.account, for_good FROM banned
    JOIN seat ON seat.invited_account = banned.account AND seat.account IS NULL
)
SELECT participation.game, participation.account
FROM participation JOIN game ON game.id = participation.game
WHERE game.state != 'finished' AND (for_good OR EXISTS (
    SELECT 1 FROM seat WHERE seat.game = participation.game
    AND CASE WHEN seat.stand_in IS NOT NULL THEN TRUE
        WHEN seat.account IS NULL THEN seat.invited_bot ELSE seat.bot END
    AND coalesce(seat.stand_in, seat.account, seat.invited_account) != participation.account
))
"""


def add(connection: Connection, by: AuditActor, sanction: Sanction) -> None:
    """Puts a sanction in force."""
    dialect.lock(connection, "sanction")
    connection.execute(_ADD, sanction)
    audit.add(
        connection, by, ACTS[sanction.kind][0], sanction.subject, sanction.made_at, sanction.reason
    )


def lift(
    connection: Connection,
    by: AuditActor,
    kind: Kind,
    now: int,
    *,
    account: str | None = None,
    network: str | None = None,
) -> int:
    """Ends the sanctions of this kind on exactly this account or network, in any notation; returns
    their number."""
    parameters = {"now": now, "kind": kind, "account": account, "network": network}
    rows = connection.execute(_TO_LIFT, parameters).fetchall()
    lifted = [id for id, on in rows if on is None or str(canonical(ip_network(on))) == network]
    connection.executemany(_LIFT, [(now, id) for id in lifted])
    if lifted:
        subject = Sanction(kind, account, network, "", now, None).subject
        audit.add(connection, by, ACTS[kind][1], subject, now)
    return len(lifted)


def active(connection: Connection, now: int) -> list[Sanction]:
    """All that are in force; one on an account is repeated for each bot that it owns,
    directly or through other bots."""
    return [Sanction(*row) for row in connection.execute(_ACTIVE, {"now": now})]


async def banned_participants(session: AsyncSession, now: int) -> list[BannedParticipant]:
    """The banned players and invited accounts of the games that are to end for that reason
    (`moderation.ban_sweep`). Banned networks are not considered here."""
    rows = await session.execute(sql(_GAMES), {"now": now})
    return [BannedParticipant(game, account) for game, account in rows]


def history(connection: Connection, *, ended: bool, now: int) -> list[Sanction]:
    """Those in force, or all ever made, the newest first."""
    query = f"SELECT {_COLUMNS} FROM sanction ORDER BY id DESC"
    if not ended:
        query = f"SELECT {_COLUMNS} FROM sanction WHERE {_IN_FORCE} ORDER BY id DESC"
    return [Sanction(*row) for row in connection.execute(query, {} if ended else {"now": now})]
