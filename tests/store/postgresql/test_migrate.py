"""Migration: tables are created, foreign and newer databases refused, and checks find
differences."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from zeitnot_server.store import GameFilter, ReadFailed, SchemaError
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore, checks
from zeitnot_server.store.postgresql.migrate import _LOCK, upgrade_async
from zeitnot_server.store.sql.migrations import newest_revision

from ...postgres_databases import Databases
from ..playing import rules_for


@pytest.fixture
def empty(postgresql_databases: Databases) -> Address:
    return Address(postgresql_databases.new(empty=True))


async def change(address: Address, sql: str) -> None:
    connection = await asyncpg.connect(address.url)
    await connection.execute(sql)
    await connection.close()


async def test_nodes_that_start_together_create_the_tables_once(empty: Address) -> None:
    upgrades = await asyncio.gather(*(upgrade_async(empty) for _ in range(3)))
    assert sorted(upgrade.before or "" for upgrade in upgrades) == ["", *[newest_revision()] * 2]
    assert {upgrade.after for upgrade in upgrades} == {newest_revision()}


async def test_every_connection_uses_the_host_that_answers(empty: Address, tmp_path: Path) -> None:
    """The first host does not answer: the migration, the writer and the readers use the second."""
    where, _, database = empty.url.rpartition("/")
    user, _, host = where.rpartition("@")
    hosts = f"host=127.0.0.1:1,{host}&target_session_attrs=primary&sslmode=prefer"
    address = Address(f"{user}@/{database}?{hosts}")
    store = await PostgresqlStore.open(address, rules_for, tmp_path)
    await store.ping()
    assert (await store.games.page(GameFilter.read({}), None)).games == []
    await store.close()


async def test_a_lost_database_is_not_a_schema_error(address: Address) -> None:
    """The server is then restarted, whereas a SchemaError is permanent."""
    other = await asyncpg.connect(address.url)
    await other.execute("SELECT pg_advisory_lock($1)", _LOCK)
    upgrade = asyncio.create_task(upgrade_async(address))
    end_sessions = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'zeitnot migrate' AND wait_event_type = 'Lock'"""
    while not upgrade.done():
        await other.execute(end_sessions)
    with pytest.raises(ReadFailed, match="cannot be read"):
        await upgrade
    await other.close()


async def test_the_database_of_another_program_is_refused(empty: Address) -> None:
    await change(empty, "CREATE TABLE theirs (id int)")
    with pytest.raises(SchemaError, match="not a Zeitnot database"):
        await upgrade_async(empty)


async def test_a_database_of_a_newer_version_is_refused(address: Address) -> None:
    await change(address, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaError, match="created by a newer version of Zeitnot"):
        await upgrade_async(address)


@pytest.mark.parametrize(
    ("damage", "finding"),
    [
        ("DROP INDEX ix_token_id", "index ix_token_id is missing"),
        ("ALTER TABLE game DROP COLUMN word", "column word of table game is missing"),
        (
            "ALTER TABLE game ALTER COLUMN word TYPE varchar(3)",
            "column word of table game is character varying YES, must be text YES",
        ),
        (
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';"
            " CREATE TRIGGER theirs BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION f()",
            "trigger theirs of table event is not one of Zeitnot's",
        ),
        (
            "ALTER TABLE seat DROP CONSTRAINT fk_seat_game; INSERT INTO seat (game, seat, bot,"
            " invited_bot) VALUES ('gone', 0, false, false)",
            "table seat: rows whose game does not exist: 1",
        ),
    ],
)
async def test_a_check_finds_differences(address: Address, damage: str, finding: str) -> None:
    with checks.opened(address) as intact:
        assert list(intact.file(60)) == []
    await change(address, damage)
    with checks.opened(address) as damaged:
        assert [found.text for found in damaged.file(60)] == [finding]


async def test_a_check_accepts_a_bot_with_an_owner(address: Address) -> None:
    """Its account refers to another row of the same table."""
    account = "INSERT INTO account (id, name, handle, bot, created_at, owner) VALUES"
    await change(address, f"{account} ('ann', 'Ann', NULL, false, 1, NULL)")
    await change(address, f"{account} ('bot', 'Bot', 'bot', true, 1, 'ann')")
    with checks.opened(address) as intact:
        assert list(intact.file(60)) == []
    await change(address, f"{account} ('b2', 'B2', 'b2', true, 1, 'ann')")
    await change(
        address, "ALTER TABLE account DISABLE TRIGGER ALL; DELETE FROM account WHERE NOT bot"
    )
    with checks.opened(address) as damaged:
        (finding,) = damaged.file(60)
    assert finding.text == "table account: rows whose account does not exist: 2"


async def test_a_check_without_time_reports_what_it_skipped(address: Address) -> None:
    await change(address, "INSERT INTO audit VALUES (1, 1, 'operator', 'muted', 'x')")
    with checks.opened(address) as intact:
        (finding,) = intact.file(-1)
    assert finding.kind == "unjudged"
    assert "table audit" in finding.text
