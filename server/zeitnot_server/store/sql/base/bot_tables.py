"""The tables for the pages of bots; see `tables`."""

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from .declarative import Base


class GradedGameRow(Base):
    """A finished game in which a bot's moves have been compared with the exact values (`at`: when).

    `moves`: how many have one; `result_loss`, `margin_loss`: what they lost in all, as in
    `GradedMove`.
    """

    __tablename__ = "graded_game"
    __table_args__ = (Index(None, "account", "at", "game"),)

    account: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[int]
    moves: Mapped[int]
    result_loss: Mapped[float]
    margin_loss: Mapped[float]


class CostlyMoveRow(Base):
    """A bot's move that lost some exact value, as in `GradedMove`."""

    __tablename__ = "costly_move"
    __table_args__ = (Index(None, "account", "result_loss", "margin_loss"),)

    game: Mapped[str] = mapped_column(primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    account: Mapped[str]
    seat: Mapped[int]
    move: Mapped[str]
    best: Mapped[str]
    position: Mapped[str]
    result_loss: Mapped[float]
    margin_loss: Mapped[float]


class FaultRow(Base):
    """A fault of its engine that a bot has reported, as in `NewFault`. Ids count from 1 for each
    account; the newest MAX_FAULTS are kept."""

    __tablename__ = "fault"

    account: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int]
    game: Mapped[str]
    ply: Mapped[int]
    kind: Mapped[str]
    position: Mapped[str]
    detail: Mapped[str]
    command: Mapped[str]
    version: Mapped[str]
