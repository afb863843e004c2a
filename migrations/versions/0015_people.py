"""Profiles and lists of an account's games: what they filter by, on each seat; the openings of
games; who follows and blocks whom; complaints."""

import msgspec
import sqlalchemy as sa
from alembic import op

from zeitnot_protocol import Control
from zeitnot_server.ratings.speeds import speed_of

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_OF_ACCOUNT = (
    *("account", "private", "created_at", "game"),
    *("result", "game_type", "speed", "rated", "plies", "opponent"),
)
_OF_PAIR = ["account", "opponent", "private", "created_at", "game", "result", "game_type"]
_FILL = """UPDATE seat SET game_type = game.game_type, rated = false, speed = (
        SELECT speed FROM speed_of_control AS speeds WHERE speeds.control = game.control),
    plies = CASE WHEN game.state = 'finished' THEN game.plies END,
    opponent = coalesce((SELECT other.account FROM seat AS other
        WHERE other.game = seat.game AND other.seat = 1 - seat.seat AND NOT EXISTS (
            SELECT 1 FROM seat AS third WHERE third.game = seat.game AND third.seat = 2)), '')
FROM game WHERE game.id = seat.game AND seat.account IS NOT NULL"""
_FILL_EMPTY = """UPDATE seat SET game_type = game.game_type, rated = false, speed = (
    SELECT speed FROM speed_of_control AS speeds WHERE speeds.control = game.control)
FROM game WHERE game.id = seat.game AND seat.account IS NULL"""


def upgrade() -> None:
    columns: list[sa.Column[object]] = [
        sa.Column("game_type", _TEXT, nullable=True),
        sa.Column("speed", _TEXT, nullable=True),
        sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("plies", sa.BigInteger(), nullable=True),
        sa.Column("opponent", _TEXT, server_default=sa.text("''"), nullable=False),
    ]
    for column in columns:
        op.add_column("seat", column)
    _fill_seats()
    op.drop_index("ix_seat_account_private_created_at_game", "seat")
    op.create_index("ix_seat_of_account", "seat", list(_OF_ACCOUNT))
    op.create_index("ix_seat_of_pair", "seat", _OF_PAIR)
    op.create_table(
        "opening",
        sa.Column("game", _TEXT, nullable=False),
        sa.Column("keys", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_opening"),
    )
    _create_relations()
    _create_complaints()


def _create_relations() -> None:
    op.create_table(
        "relation",
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("kind", _TEXT, nullable=False),
        sa.Column("other", _TEXT, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("account", "kind", "other", name="pk_relation"),
    )
    op.create_index("ix_relation_kind_at", "relation", ["kind", "at"])
    op.create_index("ix_relation_other", "relation", ["other"])
    op.create_table(
        "hidden_presence",
        sa.Column("account", _TEXT, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_hidden_presence"),
    )


def _create_complaints() -> None:
    op.create_table(
        "complaint",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account", _TEXT, nullable=False),
        sa.Column("about", _TEXT, nullable=False),
        sa.Column("name", _TEXT, nullable=False),
        sa.Column("reason", _TEXT, nullable=False),
        sa.Column("text", _TEXT, nullable=False),
        sa.Column("game", _TEXT, nullable=True),
        sa.Column("messages", _TEXT, nullable=False),
        sa.Column("resolved_at", sa.BigInteger(), nullable=True),
        sa.Column("resolution", _TEXT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_complaint"),
    )
    open_ones = sa.text("resolved_at IS NULL")
    op.create_index(
        "ix_complaint_open",
        "complaint",
        ["id"],
        sqlite_where=open_ones,
        postgresql_where=open_ones,
    )
    op.create_index("ix_complaint_about_id", "complaint", ["about", "id"])


def _fill_seats() -> None:
    """Gives the seats what their games have. The speed class is computed here, for each time
    control once."""
    connection = op.get_bind()
    controls = connection.execute(sa.text("SELECT DISTINCT control FROM game")).scalars().all()
    connection.execute(
        sa.text("CREATE TEMPORARY TABLE speed_of_control (control text, speed text)")
    )
    if speeds := [{"control": each, "speed": _speed(each)} for each in controls]:
        insert = "INSERT INTO speed_of_control VALUES (:control, :speed)"
        connection.execute(sa.text(insert), speeds)
    connection.execute(sa.text("CREATE INDEX ix_speed_of_control ON speed_of_control (control)"))
    connection.execute(sa.text(_FILL))
    connection.execute(sa.text(_FILL_EMPTY))
    connection.execute(sa.text("DROP TABLE speed_of_control"))


def _speed(control: str) -> str | None:
    """None: the row is damaged."""
    try:
        return speed_of(msgspec.json.decode(control, type=Control))
    except (msgspec.DecodeError, ZeroDivisionError):
        return None


def downgrade() -> None:
    for table in ("complaint", "hidden_presence", "relation", "opening"):
        op.drop_table(table)
    op.drop_index("ix_seat_of_pair", "seat")
    op.drop_index("ix_seat_of_account", "seat")
    op.create_index(
        "ix_seat_account_private_created_at_game",
        "seat",
        ["account", "private", "created_at", "game"],
        sqlite_where=sa.text("private = 1"),
        postgresql_where=sa.text("private"),
    )
    for name in ("opponent", "plies", "rated", "speed", "game_type"):
        op.drop_column("seat", name)
