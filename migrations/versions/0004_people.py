"""Public ids of tokens, bans and mutes, the audit log, and how each account's games ended.

The players' statistics are counted from the stored games. The log says which player aborted a game,
but not whose absence ended one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_THREW = "EXISTS (SELECT 1 FROM event WHERE event.game = game.id AND event.kind = 'threw')"
_ABORTED = """EXISTS (
    SELECT 1 FROM event WHERE event.game = game.id AND event.kind = 'finished'
    AND event.account = seat.account AND event.command_id IS NOT NULL AND game.reason = 'aborted'
)"""
_COUNT = f"""
INSERT INTO player_record (account, games, dice_games, aborted_after_throw)
SELECT seat.account, sum(game.scores IS NOT NULL), sum({_THREW}), sum({_THREW} AND {_ABORTED})
FROM seat JOIN game ON game.id = seat.game
WHERE game.state = 'finished' AND seat.account IS NOT NULL
GROUP BY seat.account
"""


def upgrade() -> None:
    op.add_column("token", sa.Column("id", sa.Text(), nullable=True))
    op.execute("UPDATE token SET id = substr(hash, 1, 16)")
    op.create_index("ix_token_id", "token", ["id"], unique=True)
    _audit()
    _sanctions()
    _records()


def _audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_subject_id", "audit", ["subject", "id"])


def _sanctions() -> None:
    op.create_table(
        "sanction",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("network", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("lifted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sanction"),
    )


def _records() -> None:
    op.create_table(
        "player_record",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("games", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("dice_games", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "aborted_after_throw", sa.BigInteger(), server_default=sa.text("0"), nullable=False
        ),
        sa.PrimaryKeyConstraint("account", name="pk_player_record"),
    )
    op.execute(_COUNT)


def downgrade() -> None:
    for table in ("player_record", "sanction", "audit"):
        op.drop_table(table)
    op.drop_index("ix_token_id", "token")
    op.drop_column("token", "id")
