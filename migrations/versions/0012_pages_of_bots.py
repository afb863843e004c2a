"""What the pages of bots show: the exact value that moves have lost, and reported faults."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "graded_game",
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("game", _TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.BigInteger(), nullable=False),
        sa.Column("result_loss", sa.Double(), nullable=False),
        sa.Column("margin_loss", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("account", "game", name="pk_graded_game"),
    )
    op.create_index("ix_graded_game_account_at_game", "graded_game", ["account", "at", "game"])
    op.create_table(
        "costly_move",
        sa.Column("game", _TEXT, nullable=False),
        sa.Column("ply", sa.BigInteger(), nullable=False),
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("move", _TEXT, nullable=False),
        sa.Column("best", _TEXT, nullable=False),
        sa.Column("position", _TEXT, nullable=False),
        sa.Column("result_loss", sa.Double(), nullable=False),
        sa.Column("margin_loss", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game", "ply", name="pk_costly_move"),
    )
    op.create_index(
        "ix_costly_move_account_result_loss_margin_loss",
        "costly_move",
        ["account", "result_loss", "margin_loss"],
    )
    op.create_table(
        "fault",
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("game", _TEXT, nullable=False),
        sa.Column("ply", sa.BigInteger(), nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("position", _TEXT, nullable=False),
        sa.Column("detail", _TEXT, nullable=False),
        sa.Column("command", _TEXT, nullable=False),
        sa.Column("version", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("account", "id", name="pk_fault"),
    )


def downgrade() -> None:
    for table in ("fault", "costly_move", "graded_game"):
        op.drop_table(table)
