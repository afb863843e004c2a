"""Writes a batch of commits in one transaction, which succeeds only while the lease lasts.

Moves, which are most commits, are a single statement, which is the transaction: one round trip.
"""

import asyncpg

from ...errors import Conflict
from ...sql.base.connection import ConstraintViolated
from ...sql.logs import batch, log
from ...sql.logs.commit import PreparedCommit
from ..base.connection import REFUSED, run_sync

_ARRAYS = ", ".join(
    f"${at}::{'bigint' if name in ('seq', 'seat', 'ply', 'run', 'at_ms', 'plies') else 'text'}[]"
    for at, name in enumerate(log.COLUMNS, 2)
)
# FOR SHARE: a transaction that ends the lease waits for this one, or is seen by it.
HOLDS = "SELECT 1 FROM lease WHERE run = $1 AND NOT ended FOR SHARE"
_APPEND = f"""WITH held AS ({HOLDS})
INSERT INTO event ({", ".join(log.COLUMNS)})
SELECT game.id, {", ".join(f"entry.{name}" for name in log.COLUMNS[1:])}
FROM unnest({_ARRAYS}) AS entry ({", ".join(log.COLUMNS)}) LEFT JOIN game ON game.id = entry.game
WHERE EXISTS (SELECT 1 FROM held)"""  # null for a missing game: it is refused
_CHANGED = """INSERT INTO room_lease (game, run, changed)
SELECT game, CASE WHEN made THEN nullif($1::bigint, 0) END,
    CAST(CAST(pg_current_xact_id() AS text) AS bigint)
FROM unnest($2::text[], $3::boolean[]) AS written (game, made)
ON CONFLICT (game) DO UPDATE SET changed = excluded.changed"""


class LeaseEnded(Exception):
    """This node or another has ended this node's lease: nothing was written, and nothing will
    be."""


async def write(
    raw: "asyncpg.Connection[object]", run: int, commits: list[PreparedCommit]
) -> list[Conflict | None]:
    """Writes a batch. Returns for each commit its conflict, or None if it was written. Raises
    LeaseEnded, and asyncpg's errors if it is unknown what was written."""
    try:
        if run and all(_is_log_only(one) for one in commits):
            await _append(raw, run, commits)
        else:
            await _write_all(raw, run, commits)
    except (ConstraintViolated, *REFUSED):
        return await _write_each(raw, run, commits)
    return [None] * len(commits)


async def lock_lease(raw: "asyncpg.Connection[object]", run: int) -> None:
    """Locks the lease until the end of the transaction. Run 0, of a command, has none and needs
    none, because it plays no rooms. Raises LeaseEnded."""
    if run and await raw.fetchval(HOLDS, run) is None:
        raise LeaseEnded


def _is_log_only(one: PreparedCommit) -> bool:
    return not (one.new_games or one.seats or one.effects or one.game)


async def _append(
    raw: "asyncpg.Connection[object]", run: int, commits: list[PreparedCommit]
) -> None:
    events = [values for one in commits for values in one.events]
    if not events:
        return
    status = await raw.execute(
        _APPEND, run, *(list(column) for column in zip(*events, strict=True))
    )
    if status == "INSERT 0 0":
        raise LeaseEnded


async def _write_all(
    raw: "asyncpg.Connection[object]", run: int, commits: list[PreparedCommit]
) -> None:
    async with raw.transaction():
        await lock_lease(raw, run)
        await run_sync(lambda c: batch.write_all(c, commits), raw)
        await _note_changes(raw, run, commits)


async def _write_each(
    raw: "asyncpg.Connection[object]", run: int, commits: list[PreparedCommit]
) -> list[Conflict | None]:
    """Writes commits one by one, so that only the commit at fault fails."""
    async with raw.transaction():
        await lock_lease(raw, run)
        conflicts = await run_sync(lambda c: batch.write_each(c, commits), raw)
        written = [one for one, bad in zip(commits, conflicts, strict=True) if bad is None]
        await _note_changes(raw, run, written)
    return conflicts


async def _note_changes(
    raw: "asyncpg.Connection[object]", run: int, commits: list[PreparedCommit]
) -> None:
    """Marks the games whose rows in lists have changed; new ones belong to this run."""
    made = {game.id for one in commits for game in one.new_games}
    changed = made | {seat.game for one in commits for seat in one.seats}
    changed |= {one.game.id for one in commits if one.game is not None}
    if changed:
        games = sorted(changed)
        await raw.execute(_CHANGED, run, games, [game in made for game in games])
