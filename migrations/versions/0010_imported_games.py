"""Games that were read from a file: what the file says of them, and an index for the lists of the
accounts that have imported them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    imported: sa.Column[str] = sa.Column("imported", _TEXT, nullable=True)
    op.add_column("game", imported)
    op.create_index(
        "ix_game_imports",
        "game",
        ["maker", "created_at", "id"],
        sqlite_where=sa.text("imported IS NOT NULL"),
        postgresql_where=sa.text("imported IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_game_imports", "game")
    op.drop_column("game", "imported")
