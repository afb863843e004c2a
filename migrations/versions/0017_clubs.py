"""Clubs, their members and their ladders."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_DUE = sa.text("next_at IS NOT NULL")


def upgrade() -> None:
    _create_clubs()
    _create_ladders()
    op.add_column("game", sa.Column("ladder", _TEXT, nullable=True))


def _create_clubs() -> None:
    op.create_table(
        "club",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("slug", _TEXT, nullable=False),
        sa.Column("slug_handle", _TEXT, nullable=False),
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("handle", _TEXT, nullable=False),
        sa.Column("description", _TEXT, nullable=False),
        sa.Column("news", _TEXT, nullable=False),
        sa.Column("news_at", sa.BigInteger(), nullable=True),
        sa.Column("join_mode", _TEXT, nullable=False),
        sa.Column("games", _TEXT, nullable=False),
        sa.Column("presets", _TEXT, nullable=False),
        sa.Column("code", _TEXT, nullable=True),
        sa.Column("code_expires_at", sa.BigInteger(), nullable=True),
        sa.Column("members", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("founder", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club"),
    )
    for column in ("slug", "slug_handle", "handle"):
        op.create_index(f"ix_club_{column}", "club", [column], unique=True)
    op.create_index("ix_club_members", "club", ["members", "created_at", "id"])
    op.create_index("ix_club_newest", "club", ["created_at", "id"])
    op.create_index("ix_club_founder", "club", ["founder"])
    op.create_table(
        "club_member",
        sa.Column("club", _TEXT, nullable=False),
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("rank", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("club", "account", name="pk_club_member"),
    )
    op.create_index("ix_club_member_listed", "club_member", ["club", "rank", "since", "account"])
    op.create_index("ix_club_member_account", "club_member", ["account", "rank"])


def _create_ladders() -> None:
    op.create_table(
        "ladder",
        sa.Column("id", _TEXT, nullable=False),
        sa.Column("club", _TEXT, nullable=False),
        sa.Column("game_type", _TEXT, nullable=False),
        sa.Column("control", _TEXT, nullable=False),
        sa.Column("reach", sa.BigInteger(), nullable=False),
        sa.Column("days", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ladder"),
    )
    op.create_index("ix_ladder_club", "ladder", ["club", "game_type"], unique=True)
    op.create_table(
        "ladder_state",
        sa.Column("ladder", _TEXT, nullable=False),
        sa.Column("body", _TEXT, nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("ladder", name="pk_ladder_state"),
    )
    op.create_index("ix_ladder_state_changed_at", "ladder_state", ["changed_at"])
    op.create_index(
        "ix_ladder_state_due",
        "ladder_state",
        ["next_at"],
        sqlite_where=_DUE,
        postgresql_where=_DUE,
    )
    op.create_table(
        "ladder_result",
        sa.Column("ladder", _TEXT, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("challenger", _TEXT, nullable=False),
        sa.Column("challenged", _TEXT, nullable=False),
        sa.Column("outcome", _TEXT, nullable=False),
        sa.Column("game", _TEXT, nullable=True),
        sa.Column("challenger_place", sa.BigInteger(), nullable=True),
        sa.Column("challenged_place", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("ladder", "sequence", name="pk_ladder_result"),
    )


def downgrade() -> None:
    op.drop_column("game", "ladder")
    for table in ("ladder_result", "ladder_state", "ladder", "club_member", "club"):
        op.drop_table(table)
