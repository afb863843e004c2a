"""Tickets, with which a page signs in a socket."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "ticket",
        sa.Column("hash", _TEXT, nullable=False),
        sa.Column("token", _TEXT, nullable=False),
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_ticket"),
    )
    op.create_index("ix_ticket_account", "ticket", ["account"])
    op.create_index("ix_ticket_expires_at", "ticket", ["expires_at"])


def downgrade() -> None:
    op.drop_table("ticket")
