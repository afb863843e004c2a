"""Columns for later versions: a game's setup, a bot's owner, a token's scopes, a run's node.

The server's book is built again, because it contained games whose results say nothing about their
moves. Its old content is kept in the scope `former` until every game in it has been subtracted
(`relearn`); the rest came from imported files, and is kept. If such a file had replaced the book
(`book import --replace`), the old content no longer has those games, and the file has to be
imported again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_OLD_SETUP = '{"clock_starts":"start"}'


def upgrade() -> None:
    op.add_column("game", sa.Column("setup", sa.Text(), nullable=False, server_default=_OLD_SETUP))
    op.add_column(
        "game", sa.Column("relearn", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.execute("UPDATE game SET relearn = learned, learned = 0 WHERE learned")
    op.execute("UPDATE book SET scope = 'former' WHERE scope = 'server'")
    with op.batch_alter_table("account") as account:
        account.add_column(sa.Column("owner", sa.Text(), nullable=True))
        account.create_foreign_key(
            "fk_account_owner", "account", ["owner"], ["id"], ondelete="SET NULL"
        )
        account.create_index("ix_account_owner", ["owner"])
    _tokens()
    op.add_column("run", sa.Column("node", sa.Text(), nullable=False, server_default="main"))


def _tokens() -> None:
    op.add_column("token", sa.Column("kind", sa.Text(), nullable=False, server_default="session"))
    op.add_column("token", sa.Column("name", sa.Text(), nullable=True))
    op.add_column("token", sa.Column("scopes", sa.Text(), nullable=False, server_default="all"))
    for column in ("expires_at", "last_used_at", "revoked_at"):
        op.add_column("token", sa.Column(column, sa.BigInteger(), nullable=True))
    op.execute("UPDATE token SET kind = 'bot' WHERE account IN (SELECT id FROM account WHERE bot)")


def downgrade() -> None:
    """Restores the older version's book only if no server has run since the upgrade, because a
    server starts to build the new one. If both the server's book and an imported one have a move,
    the counts of the server's book are kept."""
    op.drop_column("run", "node")
    for column in ("kind", "name", "scopes", "expires_at", "last_used_at", "revoked_at"):
        op.drop_column("token", column)
    with op.batch_alter_table("account") as account:
        account.drop_index("ix_account_owner")
        account.drop_constraint("fk_account_owner", type_="foreignkey")
        account.drop_column("owner")
    op.execute("UPDATE game SET learned = 1 WHERE relearn")
    op.execute("UPDATE OR IGNORE book SET scope = 'server' WHERE scope IN ('former', 'imported')")
    op.execute("DELETE FROM book WHERE scope IN ('former', 'imported')")
    op.drop_column("game", "relearn")
    op.drop_column("game", "setup")
