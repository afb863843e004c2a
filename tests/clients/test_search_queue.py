"""The queue of searches: a search waits for a core, yields it, and frees it at the end."""

import asyncio

import pytest

from zeitnot_engines.bots.scheduler import Job, Scheduler
from zeitnot_engines.bots.search_queue import SearchQueue

from .jobs import ponder, think


async def test_pondering_yields_to_a_thinking_request() -> None:
    search_queue = SearchQueue(Scheduler(cores=1, max_searches=2))
    stopped = asyncio.Event()
    order: list[str] = []

    async def ponder_until_stopped() -> None:
        async with search_queue.acquire(ponder("p"), stopped.set):
            order.append("ponder")
            await stopped.wait()
        order.append("yielded")

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(ponder_until_stopped())
        await asyncio.sleep(0)
        async with search_queue.acquire(think("t"), lambda: None):
            order.append("think")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
    assert order == ["ponder", "think", "yielded"]


async def test_request_stopped_before_its_start_does_not_start() -> None:
    """The thinking search comes after the pondering one was granted a core, before it starts."""
    search_queue = SearchQueue(Scheduler(cores=1, max_searches=2))
    order: list[str] = []
    first, second = asyncio.Event(), asyncio.Event()

    async def search(job: Job, end: asyncio.Event | None) -> None:
        async with search_queue.acquire(job, lambda: order.append(f"stop {job.name}")):
            order.append(job.name)
            if end:
                await end.wait()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(search(think("t"), first))
        await asyncio.sleep(0)
        tasks.create_task(search(ponder("p"), None))
        await asyncio.sleep(0)
        first.set()
        tasks.create_task(search(think("u"), second))
        for _ in range(10):
            await asyncio.sleep(0)
        assert order == ["t", "u"]
        second.set()
    assert order == ["t", "u", "p"]


async def test_search_is_stopped_when_its_share_is_used() -> None:
    """The queue's timer stops it, without any other event."""
    now_ms = 0
    search_queue = SearchQueue(Scheduler(cores=1, max_searches=1), lambda: now_ms)
    moved = asyncio.Event()

    async def search_second() -> int:
        async with search_queue.acquire(think("b", "x", 100), lambda: None) as allowed_ms:
            return allowed_ms

    async with (
        asyncio.timeout(60),
        search_queue.acquire(think("a", "x", 100), moved.set) as allowed_ms,
    ):
        assert allowed_ms == 100
        waiting = asyncio.create_task(search_second())
        await asyncio.sleep(0)
        now_ms = 50
        await moved.wait()
    assert await waiting == 50


async def test_cancelled_wait_frees_its_place() -> None:
    search_queue = SearchQueue(Scheduler(cores=1, max_searches=1), lambda: 0)

    async def wait_for_core() -> None:
        async with search_queue.acquire(think("b"), lambda: None):
            pytest.fail("must not start")

    async with search_queue.acquire(think("a"), lambda: None):
        task = asyncio.create_task(wait_for_core())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
    async with search_queue.acquire(think("c"), lambda: None) as allowed_ms:
        assert allowed_ms == 1000
