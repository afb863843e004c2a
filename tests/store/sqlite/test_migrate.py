"""Migrations: up and down, backups, and databases that are refused."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Inspector, create_engine, inspect

from zeitnot_server.store import Damaged, DatabaseInUse, SchemaError
from zeitnot_server.store.filters import GameFilter
from zeitnot_server.store.sql import migrations, scripts
from zeitnot_server.store.sql.base.tables import Base
from zeitnot_server.store.sqlite import migrate, steps
from zeitnot_server.store.sqlite.lock import Lock
from zeitnot_server.store.sqlite.log.tables import LOG
from zeitnot_server.store.sqlite.store import SqliteStore

from ...new_databases import copies
from ..playing import Game, rules_for

HEAD = migrations.newest_revision()
REVISION = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "9999", "{head}", None, None
def upgrade():
{upgrade}
def downgrade():
    pass
"""
COPIES_GAME = """
    with op.batch_alter_table("game", recreate="always") as game:
        game.add_column(sa.Column("opening", sa.Text(), nullable=True))
"""
FAILS_HALFWAY = """
    op.add_column("event", sa.Column("extra", sa.Text(), nullable=True))
    op.execute("INSERT INTO run (number) VALUES (1)")
"""
BREAKS_REFERENCES = """
    op.execute("DELETE FROM game")
"""


def tables(path: Path) -> dict[str, str]:
    """The database's tables and indices with their definitions."""
    connection = sqlite3.connect(path)
    try:
        return dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL"))
    finally:
        connection.close()


def query_rows(path: Path, query: str) -> list[Any]:
    """The rows that a query finds."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


@pytest.fixture
def add_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Adds a migration, like a newer version of the program."""

    def write_migration(upgrade: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(
            migrations.directory(), folder, ignore=shutil.ignore_patterns("__pycache__")
        )
        (folder / "versions" / "9999_test.py").write_text(
            REVISION.format(head=HEAD, upgrade=upgrade)
        )
        monkeypatch.setattr(migrations, "directory", lambda: folder)

    return write_migration


@pytest.fixture
async def played_game(path: Path) -> Path:
    """A database with a game in it, closed."""
    store = await SqliteStore.open(path, rules_for)
    await (await Game(store).create()).start()
    await store.close()
    return path


def test_a_new_database_needs_no_backup(path: Path) -> None:
    upgraded = migrate.upgrade(path)
    assert upgraded == migrations.Upgrade(None, HEAD, None)
    assert migrate.upgrade(path) == migrations.Upgrade(HEAD, HEAD, None)
    assert sorted(file.name for file in path.parent.iterdir()) == ["zeitnot.db", "zeitnot.db.lock"]


def test_database_copies_for_tests_equal_migrated_ones(tmp_path: Path) -> None:
    dumps = list[list[str]]()
    with copies():
        for name in ("migrated", "copied"):
            migrate.upgrade(tmp_path / name)
            with closing(sqlite3.connect(tmp_path / name)) as connection:
                dumps.append(list(connection.iterdump()))
    assert dumps[0] == dumps[1]


def test_migrations_create_the_declared_tables(path: Path) -> None:
    migrate.upgrade(path)
    with steps.opened(path) as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, [Base.metadata, LOG]) == []


def test_migrations_create_the_declared_constraint_names(path: Path, tmp_path: Path) -> None:
    migrate.upgrade(path)
    engine = create_engine(f"sqlite:///{tmp_path / 'declared.db'}")
    Base.metadata.create_all(engine)
    LOG.create_all(engine)
    with steps.opened(path) as migrated, engine.connect() as declared:
        expected = constraint_names(inspect(declared))
        assert constraint_names(inspect(migrated)) == expected
    engine.dispose()
    assert expected["event"] == [
        "fk_event_game",
        "pk_event",
        "uq_event_game_account_command_id",
    ]


def constraint_names(inspector: Inspector) -> dict[str, list[str | None]]:
    """The names of all constraints and indices, by table."""
    return {
        table: sorted(
            [inspector.get_pk_constraint(table)["name"]]
            + [key["name"] for key in inspector.get_foreign_keys(table)]
            + [unique["name"] for unique in inspector.get_unique_constraints(table)]
            + [index["name"] for index in inspector.get_indexes(table)],
            key=str,
        )
        for table in inspector.get_table_names()
        if table != "alembic_version"
    }


def test_downgrade_and_upgrade_again(path: Path) -> None:
    migrate.upgrade(path)
    before = tables(path)
    with steps.opened(path) as connection:
        steps.run(connection, "base", down=True)
    assert list(tables(path)) == ["alembic_version"]
    with steps.opened(path) as connection:
        steps.run(connection, "head")
    assert tables(path) == before


def test_a_migration_keeps_the_children_of_a_table_it_copies(
    played_game: Path, add_migration: Any
) -> None:
    add_migration(COPIES_GAME)
    upgraded = migrate.upgrade(played_game)
    assert (upgraded.before, upgraded.after) == (HEAD, "9999")
    assert query_rows(played_game, "SELECT id, opening FROM game") == [("game1", None)]
    assert query_rows(played_game, "SELECT count(*) FROM log") == [(5,)]
    assert query_rows(played_game, "SELECT count(*) FROM seat") == [(2,)]
    assert "fk_event_game" in tables(played_game)["event"]


def test_the_backup_equals_the_database_before_migration(
    played_game: Path, add_migration: Any
) -> None:
    before = query_rows(played_game, "SELECT * FROM log")
    add_migration(COPIES_GAME)
    upgraded = migrate.upgrade(played_game)
    assert upgraded.backup == played_game.with_name(f"zeitnot.db.before-{HEAD}-1")
    assert query_rows(upgraded.backup, "SELECT * FROM log") == before
    assert query_rows(upgraded.backup, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert upgraded.backup.stat().st_mode & 0o777 == 0o600


def test_an_older_backup_is_kept(played_game: Path, add_migration: Any) -> None:
    older = played_game.with_name(f"zeitnot.db.before-{HEAD}-1")
    older.write_text("mine")
    add_migration(COPIES_GAME)
    assert migrate.upgrade(played_game).backup == played_game.with_name(
        f"zeitnot.db.before-{HEAD}-2"
    )
    assert older.read_text() == "mine"


@pytest.mark.parametrize("upgrade", [FAILS_HALFWAY, BREAKS_REFERENCES])
def test_a_failed_migration_changes_nothing(
    played_game: Path, add_migration: Any, upgrade: str
) -> None:
    before, events = tables(played_game), query_rows(played_game, "SELECT * FROM log")
    add_migration(upgrade)
    with pytest.raises(SchemaError, match=r"^The migration "):
        migrate.upgrade(played_game)
    assert tables(played_game) == before
    assert query_rows(played_game, "SELECT * FROM log") == events
    assert query_rows(played_game, "SELECT version_num FROM alembic_version") == [(HEAD,)]


def test_a_newer_database_is_refused(
    played_game: Path, add_migration: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_migration(COPIES_GAME)
    migrate.upgrade(played_game)
    monkeypatch.undo()
    before = tables(played_game)
    with pytest.raises(
        SchemaError, match=r"created by a newer version of Zeitnot \(revision 9999\)"
    ):
        migrate.upgrade(played_game)
    assert tables(played_game) == before


def test_a_foreign_database_is_refused(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipe (name TEXT)")
    other.close()
    with pytest.raises(SchemaError, match="not a Zeitnot database"):
        migrate.upgrade(path)
    assert list(tables(path)) == ["recipe"]


def test_a_database_with_two_revisions_is_damaged(path: Path) -> None:
    migrate.upgrade(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        connection.commit()
        with pytest.raises(Damaged, match="several revisions"):
            migrate.known_revision(connection, path)
    with pytest.raises(Damaged, match="several revisions"):
        migrate.upgrade(path)


def test_a_database_without_one_of_its_tables_is_damaged(path: Path) -> None:
    migrate.upgrade(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE event")
    with pytest.raises(Damaged, match="table event is missing"):
        migrate.upgrade(path)


def test_a_database_in_use_is_refused(path: Path) -> None:
    with Lock(path), pytest.raises(DatabaseInUse):
        migrate.upgrade(path)


async def test_a_game_of_the_first_schema_can_be_shown_and_played(path: Path) -> None:
    game = await game_in_first_schema(path)
    store = await SqliteStore.open(path, rules_for)
    assert await listed_game(store) == (1, "3 1")
    game.store = store
    await game.move("2")
    assert await listed_game(store) == (2, "1 0")
    await store.close()


async def test_downgrading_to_the_first_schema_restores_its_columns(path: Path) -> None:
    game = await game_in_first_schema(path)
    game.store = await SqliteStore.open(path, rules_for)
    await game.move("2")
    await game.store.close()
    downgrade_to_first_schema(path)
    assert query_rows(path, "SELECT state, plies, position FROM game") == [("running", 2, "1 0")]


async def game_in_first_schema(path: Path) -> Game:
    """A game with one move in a closed database of the first schema."""
    store = await SqliteStore.open(path, rules_for)
    game = await (await Game(store).create()).start()
    await game.move("1")
    await store.close()
    downgrade_to_first_schema(path)
    return game


def downgrade_to_first_schema(path: Path) -> None:
    with steps.opened(path) as connection:
        steps.run(connection, "0001", down=True)


async def listed_game(store: SqliteStore) -> tuple[int, str]:
    """Moves and position of the only game, as a list has them."""
    (game,) = (await store.games.page(GameFilter())).games
    return game.moves, game.position


def test_known_tables_and_revisions_equal_those_of_alembic() -> None:
    """A start compares them without importing Alembic."""
    assert {*Base.metadata.tables, *LOG.tables} == migrate.TABLES
    revisions = [step.revision for step in scripts.scripts().walk_revisions()]
    assert revisions[::-1] == migrations.revisions()


def test_a_file_with_only_a_view_is_not_empty(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIEW one AS SELECT 1")
    with pytest.raises(SchemaError, match="not a Zeitnot database"):
        migrate.upgrade(path)


def test_a_database_that_is_up_to_date_needs_no_sql_libraries(path: Path) -> None:
    """Importing them takes longer than everything else that `zeitnot serve` does before its server
    runs."""
    migrate.upgrade(path)
    code = "import sys; from pathlib import Path; from zeitnot_server.database import upgrade\n"
    code += "upgrade(Path(sys.argv[1])); print({'alembic', 'sqlalchemy'} & set(sys.modules))"
    command = [sys.executable, "-c", code, path]
    assert subprocess.check_output(command, text=True) == "set()\n"
