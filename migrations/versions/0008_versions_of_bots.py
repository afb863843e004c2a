"""The version of the bot that plays on a seat, for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    version: sa.Column[str] = sa.Column("version", _TEXT, nullable=True)
    op.add_column("seat", version)


def downgrade() -> None:
    op.drop_column("seat", "version")
