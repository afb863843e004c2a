"""Who has made an account for somebody else, and lists of kept accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
nodes_may_run = True

_TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_MAKERS = (
    "UPDATE account SET made_by = (SELECT max(actor) FROM audit"
    " WHERE subject = 'account ' || account.id AND act = 'account_made' AND actor != 'operator')"
    " WHERE kept_at IS NOT NULL"
)


def upgrade() -> None:
    op.add_column("account", sa.Column("made_by", _TEXT, nullable=True))
    op.execute(_MAKERS)
    op.create_index(
        "ix_account_maker",
        "account",
        ["made_by", "kept_at", "name"],
        sqlite_where=sa.text("made_by IS NOT NULL"),
        postgresql_where=sa.text("made_by IS NOT NULL"),
    )
    op.create_index(
        "ix_account_kept",
        "account",
        ["kept_at", "name"],
        sqlite_where=sa.text("kept_at IS NOT NULL"),
        postgresql_where=sa.text("kept_at IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index("ix_account_kept", "account")
    op.drop_index("ix_account_maker", "account")
    op.drop_column("account", "made_by")
