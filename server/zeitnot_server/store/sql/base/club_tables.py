"""The tables of clubs, their members and their ladders; see `tables`."""

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from .declarative import Base, where


class ClubRow(Base):
    """A club, as in `clubs.Club`. `handle`, `slug_handle`: the skeletons of name and slug;
    `games`, `presets`: JSON; `members`: how many people have joined."""

    __tablename__ = "club"
    __table_args__ = (
        Index("ix_club_slug", "slug", unique=True),
        Index("ix_club_slug_handle", "slug_handle", unique=True),
        Index("ix_club_handle", "handle", unique=True),
        Index("ix_club_members", "members", "created_at", "id"),
        Index("ix_club_newest", "created_at", "id"),
        Index("ix_club_founder", "founder"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    slug: Mapped[str]
    slug_handle: Mapped[str]
    name: Mapped[str]
    handle: Mapped[str]
    description: Mapped[str]
    news: Mapped[str]
    news_at: Mapped[int | None]
    join_mode: Mapped[str]
    games: Mapped[str]
    presets: Mapped[str]
    code: Mapped[str | None]
    code_expires_at: Mapped[int | None]
    members: Mapped[int]
    created_at: Mapped[int]
    founder: Mapped[str]


class ClubMemberRow(Base):
    """What an account is in a club (`rank`, see `clubs.club`) since then (Unix ms)."""

    __tablename__ = "club_member"
    __table_args__ = (
        Index("ix_club_member_listed", "club", "rank", "since", "account"),
        Index("ix_club_member_account", "account", "rank"),
    )

    club: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(primary_key=True)
    rank: Mapped[int]
    since: Mapped[int]


class LadderRow(Base):
    """A ladder of a club and its terms, as in `clubs.ladder.Terms`."""

    __tablename__ = "ladder"
    __table_args__ = (Index("ix_ladder_club", "club", "game_type", unique=True),)

    id: Mapped[str] = mapped_column(primary_key=True)
    club: Mapped[str]
    game_type: Mapped[str]
    control: Mapped[str]
    reach: Mapped[int]
    days: Mapped[int]
    rated: Mapped[bool]


class LadderStateRow(Base):
    """The places and challenges of a ladder (`body`: JSON of `clubs.ladder.Ladder`). `next_at`:
    when the next answer, or the start of a game, is due (Unix ms); `changed_at`: when the row was
    written. The end effect `end_effects.ladders` writes it, too."""

    __tablename__ = "ladder_state"
    __table_args__ = (Index("ix_ladder_state_due", "next_at", **where("next_at IS NOT NULL")),)

    ladder: Mapped[str] = mapped_column(primary_key=True)
    body: Mapped[str]
    next_at: Mapped[int | None]
    changed_at: Mapped[int] = mapped_column(index=True)


class LadderResultRow(Base):
    """A challenge that is over, as in `clubs.ladder.Result`."""

    __tablename__ = "ladder_result"

    ladder: Mapped[str] = mapped_column(primary_key=True)
    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int]
    challenger: Mapped[str]
    challenged: Mapped[str]
    outcome: Mapped[str]
    game: Mapped[str | None]
    challenger_place: Mapped[int | None]
    challenged_place: Mapped[int | None]
