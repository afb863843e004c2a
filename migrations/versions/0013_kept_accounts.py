"""Accounts whose names are kept by a password, their sessions, and guests merged into them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    role: sa.Column[str] = sa.Column("role", _TEXT, server_default="player", nullable=False)
    kept: sa.Column[bool] = sa.Column(
        "kept", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("account", sa.Column("kept_at", sa.BigInteger(), nullable=True))
    op.add_column("account", sa.Column("password", _TEXT, nullable=True))
    op.add_column("account", role)
    op.add_column("token", sa.Column("ends_at", sa.BigInteger(), nullable=True))
    op.add_column("token", sa.Column("device", _TEXT, nullable=True))
    op.add_column("seat", kept)
    op.create_table(
        "merged_guest",
        sa.Column("guest", _TEXT, nullable=False),
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guest", name="pk_merged_guest"),
    )
    op.create_index("ix_merged_guest_account", "merged_guest", ["account"])
    op.create_index(
        "ix_merged_guest_unsettled",
        "merged_guest",
        ["at"],
        sqlite_where=sa.text("settled_at IS NULL"),
        postgresql_where=sa.text("settled_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_table("merged_guest")
    for table, column in (
        ("seat", "kept"),
        ("token", "device"),
        ("token", "ends_at"),
        ("account", "role"),
        ("account", "password"),
        ("account", "kept_at"),
    ):
        op.drop_column(table, column)
