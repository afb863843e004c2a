"""Requests to solve positions: how they wait, and what they cost."""

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
    """Notes what it is charged."""

    def __init__(self) -> None:
        self.paid = 0

    def charge_reads(self, reads: int) -> None:
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


class Finder:
    """Notes what is looked for, and for how long; finds the number of the position."""

    def __init__(self, game: Game) -> None:
        self.looked_for: list[tuple[str, float]] = []

    def known(self, state: History) -> list[MoveValue] | None:
        return None

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        self.looked_for.append((state.text, seconds))
        return [MoveValue(state.text, None, None)]


class At(Payer):
    """Somebody at this address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.origin = address


POSITIONS = [f"{a}{b}{c}" for a in "1234567" for b in "1234567" for c in "1234567"]


async def test_three_greedy_addresses_keep_nobody_out() -> None:
    """Each of six others is answered, though the greedy came first and ask for 48 positions."""
    solving = Solving(finder_of=Finder)
    positions = iter(POSITIONS)
    greedy = [
        asyncio.create_task(solving.values(at(next(positions)), At(f"192.0.2.{n % 3}")))
        for n in range(3 * 16)
    ]
    await asyncio.sleep(0)
    honest = [await solving.values(at(next(positions)), At(f"198.51.100.{n}")) for n in range(6)]
    assert [values[0].move for values in honest] == POSITIONS[48:54]
    refused = [
        one
        for one in await asyncio.gather(*greedy, return_exceptions=True)
        if isinstance(one, QueueFull)
    ]
    assert len(refused) >= 3 * 16 - MAX_WAITING - 6


async def test_an_account_with_many_addresses_keeps_nobody_out() -> None:
    solving = Solving(finder_of=Finder)
    greedy = [
        asyncio.create_task(solving.values(at(POSITIONS[n]), At(f"192.0.2.{n}"), "greedy"))
        for n in range(2 * MAX_WAITING)
    ]
    await asyncio.sleep(0)
    for n in range(6):
        await solving.values(at(POSITIONS[100 + n]), At("198.51.100.1"), f"honest {n}")
    await asyncio.gather(*greedy, return_exceptions=True)


async def test_only_so_many_wait() -> None:
    solving = Solving(finder_of=Finder)
    asked = [asyncio.create_task(solving.values(at(one), UNMETERED)) for one in POSITIONS[:100]]
    done = await asyncio.gather(*asked, return_exceptions=True)
    refused = [one for one in done if isinstance(one, QueueFull)]
    assert len(done) - len(refused) == MAX_WAITING
    assert all(isinstance(one, (list, QueueFull)) for one in done)


async def test_the_more_wait_at_an_address_the_less_time_for_each() -> None:
    """And no less for another address."""
    finders = list[Finder]()

    def finder(game: Game) -> Finder:
        finders.append(Finder(game))
        return finders[-1]

    solving = Solving(finder_of=finder)
    senders = [*[At("192.0.2.7")] * 30, At("198.51.100.1")]
    asked = zip(POSITIONS, senders, strict=False)
    await asyncio.gather(*(solving.values(at(one), sender) for one, sender in asked))
    times = dict(finders[0].looked_for)
    assert times[POSITIONS[0]] == pytest.approx(WAIT_SECONDS / 2 / 2 / 30, rel=0.1)
    assert times[POSITIONS[30]] == SECONDS
    assert sum(times.values()) * 2 < WAIT_SECONDS + 2 * SECONDS * len(senders)


async def test_a_position_is_looked_for_once_while_it_is_remembered() -> None:
    """Even if only part of it was found: all waiting requests are answered together, wherever they
    are."""
    finders = list[Finder]()

    def finder(game: Game) -> Finder:
        finders.append(Finder(game))
        return finders[-1]

    solving, payers = Solving(finder_of=finder), [At(f"192.0.2.{n}") for n in range(20)]
    await asyncio.gather(*(solving.values(at("444"), payer) for payer in payers))
    await solving.values(at("444"), UNMETERED)
    assert [position for position, _ in finders[0].looked_for] == ["444"]


@pytest.mark.parametrize(("load", "again_s"), [(1, 600.0), (90, 75.0)])
async def test_what_was_not_found_for_want_of_time_is_looked_for_again(
    load: int, again_s: float
) -> None:
    """The more wait, the shorter it was looked for, and the sooner it is again."""

    class Failing(Finder):
        def find(self, state: History, seconds: float) -> list[MoveValue]:
            super().find(state, seconds)
            return [MoveValue("1", None, None)]

    finders, now = list[Failing](), [0.0]

    def finder(game: Game) -> Failing:
        finders.append(Failing(game))
        return finders[-1]

    solving = Solving(finder_of=finder, now_s=lambda: now[0])
    asked = [solving.values(at(one), At("192.0.2.7")) for one in POSITIONS[:load]]
    await asyncio.gather(*asked, return_exceptions=True)
    looked_for = finders[0].looked_for
    for now[0], times in ((again_s * 0.9, 1), (again_s * 5, 2)):
        await solving.values(at(POSITIONS[0]), UNMETERED)
        assert [position for position, _ in looked_for].count(POSITIONS[0]) == times


async def test_a_finder_that_fails_fails_its_own_question_only() -> None:
    class Failing(Finder):
        def find(self, state: History, seconds: float) -> list[MoveValue]:
            if state.text == "444":
                raise MemoryError
            return super().find(state, seconds)

    solving = Solving(finder_of=Failing)
    asked = [solving.values(at(one), UNMETERED) for one in ("444", "445")]
    failed, found = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(failed, MemoryError)
    assert isinstance(found, list)


@pytest.mark.parametrize("moves", ["326274314756", "457623354754"])
async def test_late_positions_are_solved_whole(moves: str) -> None:
    values = await Solving(seconds=30).values(at(moves), UNMETERED)
    assert all(one.value is not None for one in values)
