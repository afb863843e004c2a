"""On SQLite, writes new rows of the log to a table in order of arrival, with one small row for each
part of a game that says where its rows are; rows of older versions are not moved. On PostgreSQL,
the log keeps its table, without the foreign key, which took a third of the time of a move."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
nodes_may_run = True

_COLUMNS = "game, seq, kind, seat, ply, account, command_id, digest, run, at_ms, body"
_COLUMNS += ", plies, position"
_TABLES = (
    """CREATE TABLE log_entry (
    id INTEGER NOT NULL CONSTRAINT pk_log_entry PRIMARY KEY,
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat BIGINT,
    ply BIGINT NOT NULL,
    account TEXT,
    command_id TEXT,
    digest TEXT,
    run BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    plies BIGINT,
    position TEXT
)""",
    """CREATE TABLE log_segment (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    ids TEXT NOT NULL,
    plies BIGINT,
    position TEXT,
    turn BIGINT,
    clock BIGINT,
    acted BIGINT,
    moved BIGINT NOT NULL,
    CONSTRAINT pk_log_segment PRIMARY KEY (game, seq)
) WITHOUT ROWID""",
    "CREATE TABLE log_tail (first BIGINT NOT NULL)",
    "INSERT INTO log_tail SELECT coalesce(max(rowid), 0) + 1 FROM event",
    f"CREATE VIEW log AS SELECT {_COLUMNS} FROM event UNION ALL SELECT {_COLUMNS} FROM log_entry",
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for statement in _TABLES:
            op.execute(statement)
    else:
        op.drop_constraint("fk_event_game", "event", type_="foreignkey")


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"INSERT INTO event ({_COLUMNS}) SELECT {_COLUMNS} FROM log_entry")
        op.execute("DROP VIEW log")
        for table in ("log_tail", "log_segment", "log_entry"):
            op.drop_table(table)
    else:
        op.create_foreign_key("fk_event_game", "event", "game", ["game"], ["id"])
