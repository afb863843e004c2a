"""The tables of one-time codes, of codes for joining, and of accounts that are being deleted; see
`tables`."""

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped, mapped_column

from .declarative import Base, where


class AccountCodeRow(Base):
    """A one-time code of an account that has not been used; only its SHA-256 (hex) is stored.

    `kind`: `reset` or `link`. An account has at most one of each kind. Expired rows are deleted
    when the next one is made.
    """

    __tablename__ = "account_code"
    __table_args__ = (Index("ix_account_code_account", "account", "kind"),)

    hash: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str]
    kind: Mapped[str]
    made_at: Mapped[int]
    expires_at: Mapped[int] = mapped_column(index=True)


class JoinCodeRow(Base):
    """A code with which people may keep names; only its SHA-256 (hex) is stored.

    `note`: the operator's, such as the name of a class. `max_uses`, `expires_at` null: no bound.
    """

    __tablename__ = "join_code"
    __table_args__ = (Index("ix_join_code_hash", "hash", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    hash: Mapped[str]
    note: Mapped[str | None]
    made_at: Mapped[int]
    expires_at: Mapped[int | None]
    uses: Mapped[int] = mapped_column(server_default=text("0"))
    max_uses: Mapped[int | None]
    ended_at: Mapped[int | None]


class DeletedAccountRow(Base):
    """An account that was deleted at `at`. `settled_at`: since when no game has its former name;
    null: its games are still being changed."""

    __tablename__ = "deleted_account"
    __table_args__ = (Index("ix_deleted_account_unsettled", "at", **where("settled_at IS NULL")),)

    account: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[int]
    settled_at: Mapped[int | None]
