"""asyncpg connections with the interface of `sql.base.connection`, and how they are opened.

Functions of `store.sql` are ordinary functions, but asyncpg's are coroutines. `wait` lets an
ordinary function wait for one: in the server on a greenlet of SQLAlchemy's (`run_sync`), in
commands on a separate event loop (`blocking`).
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import asyncpg
from sqlalchemy.util import await_only, greenlet_spawn

from ...address import Address, host_of
from ...errors import ReadFailed, Unavailable
from ...sql.base.connection import ConstraintViolated, Parameters
from ...sql.logs import log

CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 10.0  # of one statement; then the connection is abandoned
DRIVER = "postgresql+asyncpg://"  # for SQLAlchemy, which gets connections from `connect`
IDLE_SECONDS = 2  # within a transaction, e.g. of a process that was stopped: it must free its locks
LOCK_SECONDS = 5
OTHERS_SECONDS = 1.0
"""How long to wait for the other hosts after a writable one has answered."""
KEEPALIVE = {
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "5",
    "tcp_user_timeout": "7000",
}
"""With these the database soon ends a connection whose peer has vanished, and frees its locks, for
example on a node's name."""
NAME_SECONDS = 10.0
"""How long a restarted node waits for its name: longer than the database needs to end the old
connection."""

T = TypeVar("T")
Wait = Callable[[Any], Any]
GONE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # also when the database ends a connection that is being used
)
"""asyncpg's errors after which the connection cannot be used any more."""
LOST = (*GONE, asyncpg.PostgresError)
"""asyncpg's errors when the database refuses a statement or is gone."""

AWAY = (
    *GONE,
    ReadFailed,  # of `connect`
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""Errors while a database is unreachable, restarts, is full, or has become a standby. Any other
error is a bug of this program or of the database's settings."""

LASTING = (
    ValueError,
    asyncpg.InvalidAuthorizationSpecificationError,  # a wrong password
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
)
"""Errors of a refused connection for which a retry is no use."""
FAILED = (*LOST, ValueError)
"""asyncpg's errors when a connection cannot be opened."""
IS_STANDBY = asyncpg.TargetServerAttributeNotMatched
STANDBY_SAYS = "is a standby that is not promoted (docs/how-to/cluster.md#the-primary-is-gone)"
REFUSED = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.DataError,
)
"""asyncpg's errors for values that cannot be stored, such as text with a zero character. Nothing is
written, and the connection stays usable."""

_APPEND = (
    f"INSERT INTO event ({', '.join(log.COLUMNS)}) VALUES ((SELECT id FROM game WHERE id = ?)"
    f"{', ?' * (len(log.COLUMNS) - 1)})"  # null where there is no such game: it is refused
)
_highest: dict[str, int] = {}
"""The highest timeline that this process has seen, by the database's URL. See `_newest_primary`."""
_TIMELINE = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"  # known at once

_TOKEN = re.compile(r"'(?:[^']|'')*'|::|\?|:([a-z_]+)")
_RETURNS_ROWS = re.compile(
    r"\s*(?:SELECT|WITH|TABLE|VALUES|SHOW)\b|.*\bRETURNING\b", re.DOTALL | re.IGNORECASE
)


@cache
def translated(sql: str) -> tuple[str, tuple[str, ...]]:
    """The statement with `$1`, `$2`, … for `?` and `:name`, and the names in that order."""
    names: list[str] = []
    marks = 0

    def numbered(match: re.Match[str]) -> str:
        nonlocal marks
        if match[0] == "?":
            marks += 1
            return f"${marks}"
        if match[1] is None:
            return match[0]
        if match[1] not in names:
            names.append(match[1])
        return f"${names.index(match[1]) + 1}"

    return _TOKEN.sub(numbered, sql), tuple(names)


class Rows:
    """The result of a statement."""

    def __init__(self, rows: Sequence[Any], rowcount: int) -> None:
        self.rowcount = rowcount
        self._rows = iter(rows)

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows


class Connection:
    """See `sql.base.connection.Connection`. `raw`: asyncpg's."""

    def __init__(self, raw: "asyncpg.Connection[Any]", wait: Wait = await_only) -> None:
        self.raw = raw
        self._wait = wait

    def execute(self, sql: str, parameters: Parameters = (), /) -> Rows:
        statement, names = translated(sql)
        values = _values(parameters, names)
        try:
            if _RETURNS_ROWS.match(sql):
                rows = self._wait(self.raw.fetch(statement, *values))
                return Rows(rows, len(rows))
            status: str = self._wait(self.raw.execute(statement, *values))
        except REFUSED as broken:
            raise ConstraintViolated(f"{broken}") from broken
        count = status.rpartition(" ")[2]
        return Rows((), int(count) if count.isdecimal() else -1)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Rows:
        statement, _ = translated(sql)
        try:
            self._wait(self.raw.executemany(statement, [tuple(row) for row in parameters]))
        except REFUSED as broken:
            raise ConstraintViolated(f"{broken}") from broken
        return Rows((), -1)

    def append_to_log(self, rows: Sequence[Any], /) -> None:
        self.executemany(_APPEND, rows)


def _values(parameters: Parameters, names: Sequence[str]) -> Sequence[Any]:
    if isinstance(parameters, Mapping):
        return [parameters[name] for name in names]
    return parameters


async def run_sync(work: Callable[[Connection], T], raw: "asyncpg.Connection[Any]") -> T:
    """Runs a function of `store.sql` on a connection, from a coroutine."""
    result: T = await greenlet_spawn(work, Connection(raw))
    return result


async def connect(
    address: Address,
    name: str,
    settings: Mapping[str, str] | None = None,
    *,
    connect_s: float = CONNECT_SECONDS,
    command_s: float = COMMAND_SECONDS,
) -> "asyncpg.Connection[Any]":
    """Opens a connection. `name`: shown in pg_stat_activity; `connect_s`: the timeout for
    connecting; `command_s`: for a statement. Raises ReadFailed; Unavailable if a retry may help.

    Regardless of the database's settings, a COMMIT that has returned is on disk, and on the disks
    of synchronous standbys (but see `replication`), and each statement sees what was committed
    before it, unless its transaction requests another isolation level.
    """
    server_settings = {
        "application_name": f"zeitnot {name}",
        "idle_in_transaction_session_timeout": f"{IDLE_SECONDS}s",
        "lock_timeout": f"{LOCK_SECONDS}s",
        **KEEPALIVE,
        "synchronous_commit": "on",
        "default_transaction_isolation": "read committed",
        "client_min_messages": "warning",
        "timezone": "UTC",
        **(settings or {}),
    }

    async def one(url: str, **options: Any) -> Any:
        return await asyncpg.connect(
            url,
            timeout=connect_s,
            command_timeout=command_s,
            server_settings=server_settings,
            **options,
        )

    async def primary(url: str) -> Primary:
        raw = await one(url, target_session_attrs="primary")
        try:
            return Primary(host_of(url), int(await raw.fetchval(_TIMELINE), 16), raw)
        except BaseException:
            give_up(raw)
            raise

    if len(address.hosts) > 1:
        return await _newest_primary(address, {url: primary(url) for url in address.hosts})
    try:
        return await one(address.url)
    except FAILED as bad:
        raise _unreachable(address, {address.url: bad}) from bad


def reason(error: BaseException) -> str:
    """An error's message without a full stop, or a description if it has none, like
    TimeoutError."""
    silent = "no answer in time" if isinstance(error, TimeoutError) else type(error).__name__
    if isinstance(error, asyncpg.InvalidPasswordError):
        return f"{error} (the password is the one in the URL, or in PGPASSWORD or ~/.pgpass)"
    if isinstance(error, asyncpg.InsufficientPrivilegeError):
        return f"{error} (docs/how-to/postgresql.md#a-role-that-owns-nothing)"
    if isinstance(error, asyncpg.InternalClientError):  # only says what state asyncpg was in
        return "the connection was lost"
    return f"{error}".rstrip(".") or silent


@dataclass(frozen=True, slots=True)
class Primary:
    """A connection to a writable host. `timeline`: PostgreSQL increments it at each promotion, so
    of two primaries the former standby has the higher one."""

    host: str
    timeline: int
    raw: Any


async def _newest_primary(
    address: Address, attempts: Mapping[str, Coroutine[Any, Any, Primary]]
) -> Any:
    """The connection to the primary with the highest timeline. A restarted old primary is writable,
    too, but what it gets is lost. So this waits for hosts that may only be slow, and refuses a
    timeline below one that this process has seen. Raises like `connect`."""
    tasks = {asyncio.create_task(attempt): url for url, attempt in attempts.items()}
    chosen = None
    try:
        for first in asyncio.as_completed(tasks):
            with contextlib.suppress(*FAILED):
                await first
                break
        await asyncio.wait(tasks, timeout=OTHERS_SECONDS)
        failures = {url: task.exception() for task, url in tasks.items() if task.done()}
        primaries = [task.result() for task in tasks if task.done() and task.exception() is None]
        if not primaries:
            raise _unreachable(address, failures)
        newest = max(primaries, key=lambda primary: primary.timeline)
        highest = _highest[address.url] = max(newest.timeline, _highest.get(address.url, 0))
        if newest.timeline < highest:
            raise Unavailable(
                f"{newest.host} is an old primary (timeline {newest.timeline}, there is {highest}):"
                " stop it, and start the one that was promoted."
            )
        chosen = newest.raw
        return chosen
    finally:
        for task in tasks:
            task.cancel()
            task.add_done_callback(lambda done: _close_surplus(done, chosen))


def _close_surplus(task: "asyncio.Task[Primary]", chosen: Any) -> None:
    """Ends a connection that is not the chosen one."""
    if not task.cancelled() and task.exception() is None and task.result().raw is not chosen:
        give_up(task.result().raw)


def _unreachable(address: Address, failures: Mapping[str, BaseException | None]) -> ReadFailed:
    """The error when no host (by URL) can be used: ReadFailed if a retry is no use."""
    why = "; ".join(
        f"{host_of(url)} {STANDBY_SAYS}"
        if isinstance(failed, IS_STANDBY)
        else (f"{host_of(url)}: " if len(failures) > 1 else "") + reason(failed)
        for url, failed in failures.items()
        if failed is not None
    )
    kind = ReadFailed if any(isinstance(f, LASTING) for f in failures.values()) else Unavailable
    return kind(f"{address} cannot be reached: {why}.")


def give_up(raw: "asyncpg.Connection[Any] | None") -> None:
    """Ends a connection in an unknown state, without waiting."""
    if raw is not None and not raw.is_closed():
        raw.terminate()


async def close(raw: "asyncpg.Connection[Any]") -> None:
    """Ends a connection cleanly. A statement in flight is cancelled first, because the database
    would continue it, for example wait for a standby."""
    try:
        await raw.close(timeout=1)
    except LOST:
        give_up(raw)
        await asyncio.sleep(0)  # the transport closes in the next tick
