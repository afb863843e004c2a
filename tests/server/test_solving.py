"""Requests to solve positions: their queue and their cost."""

import asyncio

import pytest

from zeitnot_engines.exact_values import MoveValue
from zeitnot_engines.games import Game, History, load
from zeitnot_server.limits.quota_subject import UNMETERED, QuotaSubject
from zeitnot_server.web.api.solving import (
    MAX_WAITING,
    SECONDS,
    WAIT_SECONDS,
    QueueFull,
    Solving,
)

HARD = "1621"  # not in the book, and not solved in milliseconds


class Payer(QuotaSubject):
    """Records its charges."""

    def __init__(self) -> None:
        self.paid = 0

    def charge_reads(self, reads: int) -> None:
        self.paid += reads


def state_of(moves: str) -> History:
    return load("connect4", {}).parse(moves)


async def test_a_position_and_its_mirror_are_solved_once() -> None:
    solving, first, later = Solving(seconds=0.5), Payer(), Payer()
    values = await solving.values(state_of(HARD), first)
    assert len(values) == 7
    again = await asyncio.gather(*(solving.values(state_of(HARD), later) for _ in range(50)))
    assert again == [values] * 50
    mirrored = await solving.values(state_of("7267"), later)
    assert [move.value for move in mirrored] == [move.value for move in reversed(values)]
    assert (first.paid > 0, later.paid) == (True, 0)


class Finder:
    """Records each position with its time limit; the value that it finds names the position."""

    def __init__(self, game: Game) -> None:
        self.searches: list[tuple[str, float]] = []

    def known(self, state: History) -> list[MoveValue] | None:
        return None

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        self.searches.append((state.text, seconds))
        return [MoveValue(state.text, None, None)]


class Sender(Payer):
    """A sender at this address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.origin = address


POSITIONS = [f"{a}{b}{c}" for a in "1234567" for b in "1234567" for c in "1234567"]


async def test_greedy_addresses_do_not_block_others() -> None:
    """Six other addresses are answered, although three greedy ones have requested 48 positions."""
    solving = Solving(finder_of=Finder)
    positions = iter(POSITIONS)
    greedy = [
        asyncio.create_task(solving.values(state_of(next(positions)), Sender(f"192.0.2.{n % 3}")))
        for n in range(3 * 16)
    ]
    await asyncio.sleep(0)
    honest = [
        await solving.values(state_of(next(positions)), Sender(f"198.51.100.{n}")) for n in range(6)
    ]
    assert [values[0].move for values in honest] == POSITIONS[48:54]
    refused = [
        result
        for result in await asyncio.gather(*greedy, return_exceptions=True)
        if isinstance(result, QueueFull)
    ]
    assert len(refused) >= 3 * 16 - MAX_WAITING - 6


async def test_an_account_with_many_addresses_does_not_block_others() -> None:
    solving = Solving(finder_of=Finder)
    greedy = [
        asyncio.create_task(
            solving.values(state_of(POSITIONS[n]), Sender(f"192.0.2.{n}"), "greedy")
        )
        for n in range(2 * MAX_WAITING)
    ]
    await asyncio.sleep(0)
    for n in range(6):
        await solving.values(state_of(POSITIONS[100 + n]), Sender("198.51.100.1"), f"honest {n}")
    await asyncio.gather(*greedy, return_exceptions=True)


async def test_the_number_of_waiting_requests_is_limited() -> None:
    solving = Solving(finder_of=Finder)
    requests = [
        asyncio.create_task(solving.values(state_of(moves), UNMETERED)) for moves in POSITIONS[:100]
    ]
    results = await asyncio.gather(*requests, return_exceptions=True)
    refused = [result for result in results if isinstance(result, QueueFull)]
    assert len(results) - len(refused) == MAX_WAITING
    assert all(isinstance(result, (list, QueueFull)) for result in results)


async def test_waiting_requests_of_an_address_share_its_time() -> None:
    """Another address gets its full time."""
    finders = list[Finder]()

    def finder(game: Game) -> Finder:
        finders.append(Finder(game))
        return finders[-1]

    solving = Solving(finder_of=finder)
    senders = [*[Sender("192.0.2.7")] * 30, Sender("198.51.100.1")]
    requests = zip(POSITIONS, senders, strict=False)
    await asyncio.gather(*(solving.values(state_of(moves), sender) for moves, sender in requests))
    times = dict(finders[0].searches)
    # Half of the time is for solving; two addresses share it, and then 30 requests.
    assert times[POSITIONS[0]] == pytest.approx(WAIT_SECONDS / 2 / 2 / 30, rel=0.1)
    assert times[POSITIONS[30]] == SECONDS
    assert sum(times.values()) * 2 < WAIT_SECONDS + 2 * SECONDS * len(senders)


async def test_a_remembered_position_is_not_solved_again() -> None:
    """All waiting requests of all addresses are answered together, even if only part of the values
    was found."""
    finders = list[Finder]()

    def finder(game: Game) -> Finder:
        finders.append(Finder(game))
        return finders[-1]

    solving, payers = Solving(finder_of=finder), [Sender(f"192.0.2.{n}") for n in range(20)]
    await asyncio.gather(*(solving.values(state_of("444"), payer) for payer in payers))
    await solving.values(state_of("444"), UNMETERED)
    assert [position for position, _ in finders[0].searches] == ["444"]


@pytest.mark.parametrize(("n_requests", "retry_s"), [(1, 600.0), (90, 75.0)])
async def test_an_unsolved_position_is_tried_again_later(n_requests: int, retry_s: float) -> None:
    """The more requests wait, the shorter is each search, and the sooner it is repeated."""

    class Failing(Finder):
        def find(self, state: History, seconds: float) -> list[MoveValue]:
            super().find(state, seconds)
            return [MoveValue("1", None, None)]

    finders, now = list[Failing](), [0.0]

    def finder(game: Game) -> Failing:
        finders.append(Failing(game))
        return finders[-1]

    solving = Solving(finder_of=finder, now_s=lambda: now[0])
    requests = [
        solving.values(state_of(moves), Sender("192.0.2.7")) for moves in POSITIONS[:n_requests]
    ]
    await asyncio.gather(*requests, return_exceptions=True)
    searches = finders[0].searches
    for now[0], times in ((retry_s * 0.9, 1), (retry_s * 5, 2)):
        await solving.values(state_of(POSITIONS[0]), UNMETERED)
        assert [position for position, _ in searches].count(POSITIONS[0]) == times


async def test_a_failing_finder_fails_only_its_request() -> None:
    class Failing(Finder):
        def find(self, state: History, seconds: float) -> list[MoveValue]:
            if state.text == "444":
                raise MemoryError
            return super().find(state, seconds)

    solving = Solving(finder_of=Failing)
    requests = [solving.values(state_of(moves), UNMETERED) for moves in ("444", "445")]
    failed, found = await asyncio.gather(*requests, return_exceptions=True)
    assert isinstance(failed, MemoryError)
    assert isinstance(found, list)


@pytest.mark.parametrize("moves", ["326274314756", "457623354754"])
async def test_late_positions_are_solved_completely(moves: str) -> None:
    values = await Solving(seconds=30).values(state_of(moves), UNMETERED)
    assert all(move.value is not None for move in values)
