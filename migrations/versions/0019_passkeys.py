"""Passkeys of accounts, and the challenges that they sign."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "passkey",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("credential", _TEXT, nullable=False),
        sa.Column("public_key", _TEXT, nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("origin", _TEXT, nullable=False),
        sa.Column("transports", _TEXT, nullable=False),
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("last_used_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
    )
    op.create_index("ix_passkey_credential", "passkey", ["credential"], unique=True)
    op.create_index("ix_passkey_account", "passkey", ["account"])
    op.create_table(
        "passkey_challenge",
        sa.Column("hash", _TEXT, nullable=False),
        sa.Column("holder", _TEXT, nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_passkey_challenge"),
    )
    op.create_index("ix_passkey_challenge_expires_at", "passkey_challenge", ["expires_at"])


def downgrade() -> None:
    for table in ("passkey_challenge", "passkey"):
        op.drop_table(table)
