"""One-time codes, codes for joining, tokens of people, and accounts that are being deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "account_code",
        sa.Column("hash", _TEXT, nullable=False),
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_account_code"),
    )
    op.create_index("ix_account_code_account", "account_code", ["account", "kind"])
    op.create_index("ix_account_code_expires_at", "account_code", ["expires_at"])
    op.create_table(
        "join_code",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("hash", _TEXT, nullable=False),
        sa.Column("note", _TEXT, nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("uses", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("max_uses", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_join_code"),
    )
    op.create_index("ix_join_code_hash", "join_code", ["hash"], unique=True)
    op.create_table(
        "deleted_account",
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("account", name="pk_deleted_account"),
    )
    op.create_index(
        "ix_deleted_account_unsettled",
        "deleted_account",
        ["at"],
        sqlite_where=sa.text("settled_at IS NULL"),
        postgresql_where=sa.text("settled_at IS NULL"),
    )
    op.create_index(
        "ix_account_role",
        "account",
        ["role"],
        sqlite_where=sa.text("role != 'player'"),
        postgresql_where=sa.text("role != 'player'"),
    )


def downgrade() -> None:
    op.drop_index("ix_account_role", "account")
    for table in ("deleted_account", "join_code", "account_code"):
        op.drop_table(table)
