"""Reads the evidence from the database after a trial: all events with their commit times, all
leases with their ends, and all changes of a room's owner, which a trigger of this module records.
Uses SQL directly, because the server's code could hide a fault."""

from dataclasses import dataclass, field
from typing import Any

import asyncpg
import msgspec

_PREPARE = """
CREATE TABLE nemesis_owner (id bigserial, game text NOT NULL, run bigint);
CREATE FUNCTION nemesis_note() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN INSERT INTO nemesis_owner (game, run) VALUES (NEW.game, NEW.run); RETURN NEW; END $$;
CREATE TRIGGER nemesis_made AFTER INSERT ON room_lease FOR EACH ROW EXECUTE FUNCTION nemesis_note();
CREATE TRIGGER nemesis_changed AFTER UPDATE ON room_lease FOR EACH ROW
WHEN (OLD.run IS DISTINCT FROM NEW.run) EXECUTE FUNCTION nemesis_note();
"""
_AT = "CAST(extract(epoch FROM pg_xact_commit_timestamp({}.xmin)) * 1e6 AS bigint)"
_EVENTS = f"""SELECT game, seq, run, account, command_id, kind, body, {_AT.format("event")}
FROM event ORDER BY game, seq"""
_ENDED = f"CASE WHEN ended THEN {_AT.format('lease')} END"
_LEASES = f"""SELECT lease.run, lease.node, started_at * 1000, {_ENDED}
FROM lease JOIN run ON number = lease.run ORDER BY lease.run"""
_OWNERS = f"SELECT game, run, {_AT.format('nemesis_owner')} FROM nemesis_owner ORDER BY id"


@dataclass(frozen=True, slots=True)
class Event:
    """A row of the log. `at`: the time of its commit, in µs of Unix time."""

    game: str
    seq: int
    run: int
    account: str | None
    command: str | None
    kind: str
    body: dict[str, Any]
    at: int


@dataclass(frozen=True, slots=True)
class Lease:
    """A run's lease. `began`, `ended`: in µs of Unix time; None if it has not ended."""

    run: int
    node: str
    began: int
    ended: int | None


@dataclass(frozen=True, slots=True)
class Owner:
    """A change of a room's owner to `run` (None: to no run). `at`: its commit, in µs of Unix
    time."""

    game: str
    run: int | None
    at: int


@dataclass
class Evidence:
    """Events in the order of the log, leases by run, and changes of owners in order."""

    events: list[Event] = field(default_factory=list)
    leases: list[Lease] = field(default_factory=list)
    owners: list[Owner] = field(default_factory=list)


async def prepare(url: str) -> None:
    """Creates the trigger that records the owners of rooms. Requires track_commit_timestamp."""
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(_PREPARE)
    finally:
        await connection.close()


async def read(url: str) -> Evidence:
    """Reads everything in one snapshot."""
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            events = [
                Event(*row[:6], msgspec.json.decode(row[6]), row[7])
                for row in await connection.fetch(_EVENTS)
            ]
            leases = [Lease(*row) for row in await connection.fetch(_LEASES)]
            owners = [Owner(*row) for row in await connection.fetch(_OWNERS)]
    finally:
        await connection.close()
    return Evidence(events, leases, owners)
