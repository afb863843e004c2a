"""Adds a key to each run of the server, so that a file next to the database can name the run and
the database that it belongs to; marks games that were subtracted from the server's book."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("run", sa.Column("key", sa.Text(), nullable=True))
    op.add_column(
        "game", sa.Column("forgotten", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("game", "forgotten")
    op.drop_column("run", "key")
