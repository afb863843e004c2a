"""Who follows and blocks whom, who hides being online, complaints, and the openings by which games
are found; see `tables`."""

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from .declarative import Base, where


class RelationRow(Base):
    """`account` follows or blocks (`kind`) `other` since `at`. A block that has ended keeps its row
    (`active` false, `at` its end), from which other nodes learn of it."""

    __tablename__ = "relation"
    __table_args__ = (Index(None, "kind", "at"), Index(None, "other"))

    account: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    other: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[int]
    active: Mapped[bool]


class HiddenPresenceRow(Base):
    """An account that hides when it is online."""

    __tablename__ = "hidden_presence"

    account: Mapped[str] = mapped_column(primary_key=True)


class ComplaintRow(Base):
    """A complaint of `account` about the account `about`, as in `people.Complaint`. `messages`: the
    lines of chat complained of, as JSON. `resolved_at` null: it is open."""

    __tablename__ = "complaint"
    __table_args__ = (
        Index("ix_complaint_open", "id", **where("resolved_at IS NULL")),
        Index(None, "about", "id"),
        Index(None, "account", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int]
    account: Mapped[str]
    about: Mapped[str]
    name: Mapped[str]
    reason: Mapped[str]
    text: Mapped[str]
    game: Mapped[str | None]
    messages: Mapped[str]
    resolved_at: Mapped[int | None]
    resolution: Mapped[str | None]


class OpeningRow(Base):
    """The first positions of an ended game without hidden information (`books.opening_keys`):
    their keys, eight bytes each, most significant first."""

    __tablename__ = "opening"

    game: Mapped[str] = mapped_column(primary_key=True)
    keys: Mapped[bytes]


class MergedGuestRow(Base):
    """A guest whose games belong to another account since `at`. `settled_at`: since when no row
    names the guest any more; null: the rows of its games are still being changed."""

    __tablename__ = "merged_guest"
    __table_args__ = (Index("ix_merged_guest_unsettled", "at", **where("settled_at IS NULL")),)

    guest: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(index=True)
    at: Mapped[int]
    settled_at: Mapped[int | None]
