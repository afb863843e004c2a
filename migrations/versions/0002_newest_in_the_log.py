"""Lists read a running game's plies and position from the last row of its log, so that a move does
not write the game's own row.

Older rows of the log have neither; for such games the game's own row is up to date.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# The older version reads only the game's row.
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
