"""Who waits for positions to be solved, and what it costs."""

import asyncio

import pytest

from zeitnot_engines.games import History, load
from zeitnot_server.play.sender import NOBODY, Sender
from zeitnot_server.play.solving import MAX_WAITING, Solving, TooManyWait

HARD = "1621"  # not in the book, and not solved in milliseconds


class Payer(Sender):
    """Notes what it is charged."""

    def __init__(self) -> None:
        self.paid = 0

    def pay_reads(self, reads: int) -> None:
        self.paid += reads


def at(moves: str) -> History:
    return load("connect4", {}).parse(moves)


async def test_a_position_is_solved_once_for_all_who_ask_also_mirrored() -> None:
    solving, first, later = Solving(seconds=0.5), Payer(), Payer()
    values = await solving.values(at(HARD), first)
    assert len(values) == 7
    again = await asyncio.gather(*(solving.values(at(HARD), later) for _ in range(50)))
    assert again == [values] * 50
    mirrored = await solving.values(at("7267"), later)
    assert [one.value for one in mirrored] == [one.value for one in reversed(values)]
    assert (first.paid > 0, later.paid) == (True, 0)


async def test_only_so_many_wait() -> None:
    solving = Solving(seconds=0.05)
    starts = [f"{a}{b}{c}" for a in "12" for b in "1234567" for c in "1234567"]
    asked = [asyncio.create_task(solving.values(at(one), NOBODY)) for one in starts]
    done = await asyncio.gather(*asked, return_exceptions=True)
    refused = [one for one in done if isinstance(one, TooManyWait)]
    assert len(done) - len(refused) == MAX_WAITING + 1
    assert all(isinstance(one, (list, TooManyWait)) for one in done)


@pytest.mark.parametrize("moves", ["326274314756", "457623354754"])
async def test_late_positions_are_solved_whole(moves: str) -> None:
    values = await Solving(seconds=30).values(at(moves), NOBODY)
    assert all(one.value is not None for one in values)
