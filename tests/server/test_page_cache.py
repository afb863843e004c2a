"""The public page of a bot is computed once for many viewers, and bounded."""

import asyncio
from typing import Any, cast

import pytest

import zeitnot_protocol as p
from zeitnot_server.limits.long_reads import LongReads
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import Account, Store
from zeitnot_server.web.api.page_cache import CACHED, MAX_WAITING, SECONDS, PageCache
from zeitnot_server.web.http.problems import ProblemError


class Stored:
    """A store in which every bot has no results, or one, and which counts the pages that are
    read."""

    def __init__(self) -> None:
        self.newest: str | None = None
        self.read = list[str]()
        self.open = asyncio.Event()
        self.open.set()
        self.accounts = self.bot_pages = self

    async def newest_result(self, account: str) -> str | None:
        await self.open.wait()
        return self.newest

    async def results(self, account: str) -> list[Any]:
        self.read.append(account)
        return []

    async def find(self, account: str) -> Account:
        return Account(account, f"Bot_{account}", True, 1, None, None)

    async def stats_of(self, account: str) -> PlayerStats:
        return PlayerStats()


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def cache(stored: Stored, clock: Clock) -> PageCache:
    return PageCache(cast(Store, stored), LongReads(), LongReads(), clock)


async def test_a_thousand_viewers_read_a_page_once() -> None:
    stored, clock = Stored(), Clock()
    pages = cache(stored, clock)
    found = await asyncio.gather(*(pages.page("a") for _ in range(1_000)))
    assert {each.name for each in found} == {"Bot_a"}
    assert (await pages.page("a")).name == "Bot_a"
    assert stored.read == ["a"]


async def test_a_page_is_read_again_only_after_another_result() -> None:
    stored, clock = Stored(), Clock()
    pages = cache(stored, clock)
    await pages.page("a")
    clock.now_s = SECONDS
    await pages.page("a")
    assert stored.read == ["a"]
    stored.newest = "game1"
    await pages.page("a")
    assert stored.read == ["a"], "the last minute has not passed"
    clock.now_s = 2 * SECONDS
    await pages.page("a")
    assert stored.read == ["a", "a"]


async def test_the_number_of_pages_in_memory_is_bounded() -> None:
    stored = Stored()
    pages = cache(stored, Clock())
    for number in range(CACHED + 1):
        await pages.page(f"{number}")
    assert len(pages._pages._cached) == CACHED
    await pages.page("0")
    assert stored.read.count("0") == 2


async def test_the_number_of_pages_being_computed_is_bounded() -> None:
    stored = Stored()
    stored.open.clear()
    pages = cache(stored, Clock())
    waiting = [asyncio.create_task(pages.page(f"{number}")) for number in range(MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(ProblemError) as full:
        await pages.page("one more")
    assert (full.value.problem.status, full.value.code) == (503, "busy")
    stored.open.set()
    assert all(isinstance(page, p.BotPage) for page in await asyncio.gather(*waiting))
    assert (await pages.page("one more")).name == "Bot_one more"
