"""The tables of ratings; see `tables`. Only the end effect `end_effects.ratings` and `zeitnot admin
rate` write them."""

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from .declarative import Base, where


class RatingRow(Base):
    """A player's rating in one game and speed class, as in `ratings.Rating`. `sequence`: how many
    rows of `rating_change` it has; `recent`: as in `ratings.counting`; `ranked_until`: until when
    leaderboards list it (Unix ms), null: not now."""

    __tablename__ = "rating"
    __table_args__ = (
        Index(
            *("ix_rating_ranked", "game_type", "speed", "rating", "account"),
            **where("ranked_until IS NOT NULL"),
        ),
    )

    account: Mapped[str] = mapped_column(primary_key=True)
    game_type: Mapped[str] = mapped_column(primary_key=True)
    speed: Mapped[str] = mapped_column(primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    at: Mapped[int]
    games: Mapped[int]
    sequence: Mapped[int]
    recent: Mapped[str]
    ranked_until: Mapped[int | None]


class RatingChangeRow(Base):
    """How one game has changed one rating, as in `ratings.Change`. It outlives its game and its
    account, because later ratings follow from it."""

    __tablename__ = "rating_change"
    __table_args__ = (Index(None, "game", "seat"),)

    account: Mapped[str] = mapped_column(primary_key=True)
    game_type: Mapped[str] = mapped_column(primary_key=True)
    speed: Mapped[str] = mapped_column(primary_key=True)
    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str]
    seat: Mapped[int]
    side: Mapped[int]
    at: Mapped[int]
    score: Mapped[float]
    weight: Mapped[float]
    note: Mapped[str]
    rating_before: Mapped[float]
    deviation_before: Mapped[float]
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
