"""Adds an index in the list's order for every filter of the list of games; stores a game's creator.

A seat has the time at which its game was created, so that the games of an account, or those that a
seat has won, are found newest first without reading other games.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_OLD = ("account", "handle")


def upgrade() -> None:
    op.add_column("seat", sa.Column("created_at", sa.BigInteger(), nullable=True))
    op.execute("UPDATE seat SET created_at = (SELECT created_at FROM game WHERE id = seat.game)")
    for column in _OLD:
        op.drop_index(f"ix_seat_{column}_result_game", "seat")
        columns = [column, "result", "created_at", "game"]
        op.create_index(f"ix_seat_{'_'.join(columns)}", "seat", columns)
    columns = ["seat", "result", "created_at", "game"]
    with_result = sa.text("result IS NOT NULL")
    op.create_index(f"ix_seat_{'_'.join(columns)}", "seat", columns, sqlite_where=with_result)
    columns = ["reason", "created_at", "id"]
    ended = sa.text("reason IS NOT NULL")
    op.create_index(f"ix_game_{'_'.join(columns)}", "game", columns, sqlite_where=ended)
    op.add_column("game", sa.Column("maker", sa.Text(), nullable=True))
    on = sa.text("state != 'finished'")
    op.create_index("ix_game_maker_state", "game", ["maker", "state"], sqlite_where=on)


def downgrade() -> None:
    op.drop_index("ix_game_maker_state", "game")
    op.drop_column("game", "maker")
    op.drop_index("ix_game_reason_created_at_id", "game")
    op.drop_index("ix_seat_seat_result_created_at_game", "seat")
    for column in _OLD:
        op.drop_index(f"ix_seat_{column}_result_created_at_game", "seat")
        op.create_index(f"ix_seat_{column}_result_game", "seat", [column, "result", "game"])
    op.drop_column("seat", "created_at")
