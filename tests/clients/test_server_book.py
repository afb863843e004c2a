"""The moves of an opening book that a bot trusts and plays."""

import asyncio
import random
from collections import Counter
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_client.exceptions import Unreachable
from zeitnot_client.server_book import BOOK_PLIES, ServerBook, trusted_moves, weighted_order

ROOM = p.RoomView(
    game_type="othello",
    rules_version=1,
    settings={"size": 8},
    control=p.Control(kind="unlimited"),
    seats=2,
    draws=True,
    created_at=0,
)


def move(text: str, score: float = 0.6, games: int = 10, weight: float = 1.0) -> p.BookMove:
    return p.BookMove(move=text, weight=weight, wins=games, draws=0, losses=0, score=score)


def page(*moves: p.BookMove) -> p.BookPage:
    legal = ["c4", "d3", "e6", "f5"]
    return p.BookPage(
        scope="server", game_type="othello", position="", moves=list(moves), legal=legal, after={}
    )


@pytest.mark.parametrize(
    ("entry", "trusted"),
    [
        (move("c4"), True),
        (move("c4", score=0.5), True),
        (move("c4", score=0.49), False),
        (move("c4", games=2), False),
        (move("c4", weight=0.0), False),
        (move("a1"), False),
    ],
)
def test_move_is_trusted_if_good_known_and_legal(entry: p.BookMove, trusted: bool) -> None:
    assert trusted_moves(page(entry)) == ([entry] if trusted else [])
    assert weighted_order(page(entry), random.Random(1)) == ([entry] if trusted else [])


def test_moves_are_ordered_randomly_by_weight() -> None:
    rng = random.Random(4)
    two_moves = page(move("c4", weight=3.0), move("d3"), move("e6", score=0.1))
    orders = [[move.move for move in weighted_order(two_moves, rng)] for _ in range(400)]
    assert all(sorted(order) == ["c4", "d3"] for order in orders)
    first = Counter(order[0] for order in orders)
    assert 2 < first["c4"] / first["d3"] < 4.5


def test_extreme_weights_are_handled() -> None:
    heavy = page(move("c4", weight=1e308), move("d3", weight=1e308), move("e6", weight=5e-324))
    assert {entry.move for entry in weighted_order(heavy, random.Random(1))} == {"c4", "d3", "e6"}


class Pages:
    """A book client that answers, raises, or never answers."""

    def __init__(self, answer: p.BookPage | Exception | None) -> None:
        self.answer = answer
        self.asked: list[Any] = []

    async def book(self, *question: Any) -> p.BookPage:
        self.asked.append(question)
        if self.answer is None:
            await asyncio.Event().wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        assert self.answer
        return self.answer


async def test_server_book_is_asked_for_the_position() -> None:
    pages = Pages(page(move("c4")))
    (result,) = await ServerBook(pages, random.Random(1)).moves(ROOM, "---", 2)
    assert result.move == "c4"
    assert pages.asked == [("server", "othello", "---", {"size": 8})]


@pytest.mark.parametrize("answer", [Unreachable("gone"), None])
async def test_unavailable_book_costs_little_time(
    answer: Exception | None,
) -> None:
    book = ServerBook(Pages(answer), random.Random(1))
    assert await book.moves(ROOM, "---", 2, patience_s=0.01) == []


async def test_book_is_not_asked_late_in_the_game() -> None:
    pages = Pages(page(move("c4")))
    assert await ServerBook(pages, random.Random(1)).moves(ROOM, "---", BOOK_PLIES) == []
    assert pages.asked == []
