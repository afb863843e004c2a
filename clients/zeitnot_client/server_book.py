"""The server's opening book, for bots: fetches the page of a position, and chooses one of its
moves."""

import asyncio
import logging
import random
from typing import Protocol

import zeitnot_protocol as p

from .exceptions import ZeitnotError

BOOK_PLIES = 24  # later positions rarely repeat
MIN_SCORE = 0.5  # of a trusted move: the mean for the side to move
MIN_GAMES = 3  # of a trusted move, so that a single lucky win is not enough
PATIENCE_S = 0.3
logger = logging.getLogger("zeitnot.bot")


class BookSource(Protocol):
    """A source of book pages: `zeitnot_client.api.Api`, or a fake in tests."""

    async def book(
        self,
        scope: str,
        game_type: str,
        position: str | None = None,
        settings: p.Settings | None = None,
    ) -> p.BookPage: ...


def trusted_moves(page: p.BookPage) -> list[p.BookMove]:
    """The moves that a bot would play: legal, played often enough, and with a good score."""
    return [
        move
        for move in page.moves
        if move.move in page.legal
        and move.weight > 0
        and move.score >= MIN_SCORE
        and move.wins + move.draws + move.losses >= MIN_GAMES
    ]


def weighted_order(page: p.BookPage, rng: random.Random) -> list[p.BookMove]:
    """The trusted moves in random order, weighted."""
    remaining = trusted_moves(page)
    order: list[p.BookMove] = []
    while remaining:
        largest = max(move.weight for move in remaining)  # scaled, or the sum could overflow
        (move,) = rng.choices(remaining, [move.weight / largest for move in remaining])
        remaining.remove(move)
        order.append(move)
    return order


class ServerBook:
    """Looks up book moves; gives up on a book that answers late."""

    def __init__(self, pages: BookSource, rng: random.Random) -> None:
        self._pages = pages
        self._rng = rng

    async def moves(
        self, room: p.RoomView, position: str, ply: int, patience_s: float = PATIENCE_S
    ) -> list[p.BookMove]:
        """Book moves for the side to move, in the order to consider them; answers within
        `patience_s`."""
        if ply >= BOOK_PLIES:
            return []
        try:
            async with asyncio.timeout(patience_s):
                page = await self._pages.book("server", room.game_type, position, room.settings)
        except (ZeitnotError, TimeoutError) as error:
            logger.debug("no book: %s", error)
            return []
        return weighted_order(page, self._rng)
