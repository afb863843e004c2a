"""Ratings by game and speed class, and how each game has changed them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_RANKED = sa.text("ranked_until IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "rating",
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("game_type", _TEXT, nullable=False),
        sa.Column("speed", _TEXT, nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("recent", _TEXT, nullable=False),
        sa.Column("ranked_until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("account", "game_type", "speed", name="pk_rating"),
    )
    op.create_index(
        "ix_rating_ranked",
        "rating",
        ["game_type", "speed", "rating", "account"],
        sqlite_where=_RANKED,
        postgresql_where=_RANKED,
    )
    op.create_table(
        "rating_change",
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("game_type", _TEXT, nullable=False),
        sa.Column("speed", _TEXT, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", _TEXT, nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("note", _TEXT, nullable=False),
        sa.Column("rating_before", sa.Double(), nullable=False),
        sa.Column("deviation_before", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint(
            "account", "game_type", "speed", "sequence", name="pk_rating_change"
        ),
    )
    op.create_index("ix_rating_change_game_seat", "rating_change", ["game", "seat"])


def downgrade() -> None:
    for table in ("rating_change", "rating"):
        op.drop_table(table)
