"""The first schema: accounts, games with their log, opening books, runs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _accounts()
    _games()
    _log()
    _books()
    _runs()


def downgrade() -> None:
    for table in ("token", "seat", "event", "run", "game", "book", "account"):
        op.drop_table(table)


def _accounts() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("handle", sa.Text(), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("handle", name="uq_account_handle"),
    )
    op.create_table(
        "token",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"], ["account.id"], name="fk_token_account", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name="pk_token"),
    )
    op.create_index("ix_token_account", "token", ["account"])


def _games() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game_type", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.BigInteger(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("control", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("plies", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("word", sa.Text(), nullable=True),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("learned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_created_at_id", "game", ["created_at", "id"])
    op.create_index("ix_game_game_type_created_at_id", "game", ["game_type", "created_at", "id"])
    op.create_index("ix_game_state_created_at_id", "game", ["state", "created_at", "id"])
    op.create_index(
        "ix_game_to_learn", "game", ["state", "finished_at"], sqlite_where=sa.text("NOT learned")
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("handle", sa.Text(), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.Column("level", sa.BigInteger(), nullable=True),
        sa.Column("invited_account", sa.Text(), nullable=True),
        sa.Column("invited_name", sa.Text(), nullable=True),
        sa.Column("invited_bot", sa.Boolean(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_seat_game"),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seat"),
    )
    for column in ("account", "handle"):
        op.create_index(f"ix_seat_{column}_result_game", "seat", [column, "result", "game"])
    op.create_index(
        "ix_seat_invited_account_account_game", "seat", ["invited_account", "account", "game"]
    )


def _log() -> None:
    op.create_table(
        "event",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=True),
        sa.Column("ply", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("command_id", sa.Text(), nullable=True),
        sa.Column("digest", sa.Text(), nullable=True),
        sa.Column("run", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_event_game"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_event"),
        sa.UniqueConstraint(
            "game", "account", "command_id", name="uq_event_game_account_command_id"
        ),
    )


def _books() -> None:
    op.create_table(
        "book",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("game_type", sa.Text(), nullable=False),
        sa.Column("settings_key", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("draws", sa.BigInteger(), nullable=False),
        sa.Column("losses", sa.BigInteger(), nullable=False),
        sa.Column("score_sum", sa.Double(), nullable=False),
        sa.Column("last_played", sa.BigInteger(), nullable=True),
        sa.Column("source", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint(
            "scope", "game_type", "settings_key", "key", "move", name="pk_book"
        ),
    )


def _runs() -> None:
    op.create_table(
        "run",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("alive_ms", sa.BigInteger(), nullable=False),
        sa.Column("crashed_in", sa.Text(), nullable=True),
        sa.Column("crashed_ply", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("number", name="pk_run"),
    )
    op.create_index("ix_run_crashed_in", "run", ["crashed_in"])
