"""What lists show of a game that is on stands in its log's last row: a move leaves the game's own
row alone.

Rows written before have neither; then the game's row is as new as the log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# The older program reads the game's row alone.
_BACK = """
UPDATE game SET plies = last.plies, position = last.position
FROM event AS last
WHERE last.game = game.id AND last.plies IS NOT NULL
    AND last.seq = (SELECT max(seq) FROM event WHERE event.game = game.id)
"""


def upgrade() -> None:
    op.add_column("event", sa.Column("plies", sa.BigInteger(), nullable=True))
    op.add_column("event", sa.Column("position", sa.Text(), nullable=True))


def downgrade() -> None:
    op.execute(_BACK)
    op.drop_column("event", "position")
    op.drop_column("event", "plies")
