"""Commands and server starts on a database without its synchronous standby."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from zeitnot_server import database
from zeitnot_server.commands.serve import _migrate
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.store import Unavailable
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore, admin
from zeitnot_server.store.postgresql.base import standby
from zeitnot_server.store.postgresql.base.blocking import connected

from ..postgres_databases import Databases
from .conftest import Zeitnot

WAITS = 'waits for its standby (synchronous_standby_names = "nobody")'


class Operator:
    """A psql session whose own commits do not wait for a standby."""

    def __init__(self, address: Address) -> None:
        self.address = address

    def remove_standby(self) -> None:
        """Makes all later commits of others wait for a standby that does not exist."""
        self._set("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        quick = connected(self.address, "test", command_s=0.1)
        with contextlib.suppress(TimeoutError), quick as connection:
            while True:  # PostgreSQL's processes reload their settings with a delay
                connection.execute(standby.PROBE)

    def restore_standby(self) -> None:
        self._set("ALTER SYSTEM RESET synchronous_standby_names")

    def _set(self, statement: str) -> None:
        with connected(self.address, "test", {"synchronous_commit": "local"}) as connection:
            connection.execute(statement)
            connection.execute("SELECT pg_reload_conf()")

    def ask(self, question: str) -> object:
        with connected(self.address, "test") as connection:
            return connection.execute(question).fetchone()[0]


@pytest.fixture
def operator(
    postgresql_databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Operator]:
    """The operator of an empty database."""
    monkeypatch.setattr(standby, "SECONDS", 0.5)
    operator = Operator(Address(postgresql_databases.new(empty=True)))
    try:
        yield operator
    finally:
        operator.restore_standby()


TABLES = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
GAMES = "SELECT count(*) FROM game"


def test_a_copy_fails_with_one_error_and_changes_nothing(
    zeitnot: Zeitnot, db: Path, operator: Operator
) -> None:
    operator.remove_standby()
    refused = zeitnot("db", "copy", f"{db}", operator.address.url)
    assert (refused.code, WAITS in refused.err) == (2, True), refused
    assert operator.ask(TABLES) == 0
    assert WAITS in zeitnot("migrate", "--db", operator.address.url).err


def copy_losing_the_standby(db: Path, operator: Operator, say: Callable[[str], None]) -> None:
    """Copies the database, and removes the standby meanwhile."""
    database.copy(
        db, operator.address, lambda done, total: remove_standby_after_start(operator, done), say
    )


def remove_standby_after_start(operator: Operator, done: int) -> None:
    if done and operator.ask("SHOW synchronous_standby_names") == "":
        operator.remove_standby()


def test_a_copy_waits_for_a_standby_that_disappears(db: Path, operator: Operator) -> None:
    """The operator sees one message, and no row is visible before the standby is back."""
    messages: list[str] = []

    def say(line: str) -> None:
        messages.append(line)
        assert operator.ask(GAMES) == 0
        operator.restore_standby()

    copy_losing_the_standby(db, operator, say)
    assert [WAITS in line for line in messages] == [True]
    assert int(str(operator.ask(GAMES))) > 0


def test_a_copy_retries_with_pauses_when_the_database_disappears() -> None:
    """The database refuses connections at once, so retries without pauses would be busy waiting."""
    pauses: list[float] = []
    messages: list[str] = []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        standby.wait(Address("postgresql://nobody@127.0.0.1:1/none"), messages.append, sleep)
    assert len(messages) == 1
    assert min(pauses) > 0


def test_ctrl_c_while_a_copy_waits_leaves_nothing(db: Path, operator: Operator) -> None:
    def say(line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_losing_the_standby(db, operator, say)
    operator.restore_standby()
    assert operator.ask(GAMES) == 0


def test_a_server_start_without_the_standby_is_reported_and_retried(
    operator: Operator, tmp_path: Path
) -> None:
    """The child of `zeitnot serve` exits with a status that makes its parent try again."""
    operator.remove_standby()
    with pytest.raises(Unavailable, match="waits for its standby"):
        asyncio.run(PostgresqlStore.open(operator.address, rules_for, tmp_path))
    _migrate(operator.address)
    assert operator.ask(TABLES) == 0


def test_a_server_start_without_the_database_is_retried(
    postgresql_databases: Databases,
) -> None:
    """This happens when both machines start after a power cut. Wrong settings are not tried
    again."""
    cluster = postgresql_databases.cluster
    _migrate(Address(cluster.url().replace(f":{cluster.port}/", ":1/")))
    with pytest.raises(click.UsageError, match="does not exist"):
        _migrate(Address(cluster.url("nosuch")))


def test_moderation_is_refused_and_reading_is_not(
    zeitnot: Zeitnot, operator: Operator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def guest() -> str:
        store = await PostgresqlStore.open(operator.address, rules_for, tmp_path)
        try:
            return (await store.accounts.create_guest("Ann", "192.0.2.7")).account
        finally:
            await store.close()

    account, url = asyncio.run(guest()), operator.address.url
    operator.remove_standby()
    monkeypatch.setattr(admin, "SECONDS", 0.5)
    refused = zeitnot("admin", "ban", account, "--reason", "abuse", "--db", url)
    assert (refused.code, WAITS in refused.err) == (2, True), refused
    assert zeitnot("admin", "bans", "--db", url).out == ""
