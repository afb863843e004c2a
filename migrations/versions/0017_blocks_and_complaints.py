"""Nobody follows an account that a block separates from it; the complaints of an account."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
nodes_may_run = True


def upgrade() -> None:
    op.create_index("ix_complaint_account_id", "complaint", ["account", "id"])
    op.execute(
        "DELETE FROM relation WHERE kind = 'follow' AND EXISTS (SELECT 1 FROM relation AS block"
        " WHERE block.kind = 'block' AND block.active"
        " AND (block.account = relation.account AND block.other = relation.other"
        " OR block.account = relation.other AND block.other = relation.account))"
    )


def downgrade() -> None:
    """The follows do not come back."""
    op.drop_index("ix_complaint_account_id", "complaint")
