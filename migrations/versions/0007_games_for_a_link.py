"""Marks private games, and adds the mark to the indices of lists: a list for other accounts reads
no private game, so that neither its cursor nor its duration reveals one."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_RESULT = sa.text("result IS NOT NULL")
_INDICES: list[tuple[str, list[str], sa.TextClause | None]] = [
    ("game", ["created_at", "id"], None),
    ("game", ["game_type", "created_at", "id"], None),
    ("game", ["state", "created_at", "id"], None),
    ("game", ["reason", "created_at", "id"], sa.text("reason IS NOT NULL")),
    ("seat", ["account", "result", "created_at", "game"], None),
    ("seat", ["handle", "result", "created_at", "game"], None),
    ("seat", ["seat", "result", "created_at", "game"], _RESULT),
]
"""Table, columns before this migration, and condition of each index (None: all rows)."""

_OWN = ["account", "private", "created_at", "game"]


def upgrade() -> None:
    for table in ("game", "seat"):
        private: sa.Column[bool] = sa.Column(
            "private", sa.Boolean(), nullable=False, server_default=sa.false()
        )
        op.add_column(table, private)
    op.execute(
        "UPDATE game SET private = 1"
        " WHERE NOT listed AND state IN ('open', 'finished') AND plies = 0"
    )
    op.execute("UPDATE seat SET private = 1 WHERE game IN (SELECT id FROM game WHERE private)")
    for table, columns, where in _INDICES:
        op.drop_index(_name(table, columns), table)
        columns = [*columns[:-2], "private", *columns[-2:]]
        op.create_index(_name(table, columns), table, columns, sqlite_where=where)
    where = sa.text("private = 1")
    op.create_index(_name("seat", _OWN), "seat", _OWN, sqlite_where=where)


def downgrade() -> None:
    op.drop_index(_name("seat", _OWN), "seat")
    for table, columns, where in _INDICES:
        op.drop_index(_name(table, [*columns[:-2], "private", *columns[-2:]]), table)
        op.create_index(_name(table, columns), table, columns, sqlite_where=where)
    for table in ("seat", "game"):
        op.drop_column(table, "private")


def _name(table: str, columns: list[str]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"
