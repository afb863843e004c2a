"""Bots that play on in the place of people who have left."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("seat", sa.Column("stand_in", _TEXT, nullable=True))
    op.add_column("seat", sa.Column("stand_in_name", _TEXT, nullable=True))
    op.add_column("seat", sa.Column("stand_in_level", sa.BigInteger(), nullable=True))
    op.add_column("seat", sa.Column("stand_in_version", _TEXT, nullable=True))
    op.create_index(
        "ix_seat_stand_in",
        "seat",
        ["stand_in", "game"],
        sqlite_where=sa.text("stand_in IS NOT NULL"),
        postgresql_where=sa.text("stand_in IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_seat_stand_in", "seat")
    for column in ("stand_in_version", "stand_in_level", "stand_in_name", "stand_in"):
        op.drop_column("seat", column)
