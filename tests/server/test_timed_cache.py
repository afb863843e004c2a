"""Answers are computed once for all who ask, and again after a while."""

import asyncio

import pytest

from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.limits.timed_cache import COMPUTED_AT_ONCE, TimedCache


class Source:
    """Computes answers, one for each key, when it may. `now`: monotonic seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self.computed: list[str] = []
        self.running = self.most = 0
        self.may = asyncio.Event()
        self.may.set()

    async def __call__(self, key: str) -> str:
        self.running += 1
        self.most = max(self.most, self.running)
        await self.may.wait()
        self.running -= 1
        self.computed.append(key)
        if key == "bad":
            raise LookupError(key)
        return f"{key} at {self.now:.0f}"


def cache(source: Source, size: int = 10, waiting: int = 5) -> TimedCache[str, str]:
    return TimedCache(source, 30.0, size, waiting, lambda: source.now)


async def test_an_answer_is_computed_again_after_a_while() -> None:
    source = Source()
    answers = cache(source)
    assert [await answers.get("a") for _ in range(3)] == ["a at 0"] * 3
    source.now = 29.0
    assert await answers.get("a") == "a at 0"
    source.now = 31.0
    assert await answers.get("a") == "a at 31"
    assert source.computed == ["a", "a"]


async def test_those_who_ask_at_the_same_time_share_an_answer() -> None:
    source = Source()
    answers = cache(source)
    assert await asyncio.gather(*(answers.get("a") for _ in range(50))) == ["a at 0"] * 50
    assert source.computed == ["a"]


async def test_the_number_of_answers_being_computed_is_bounded() -> None:
    source = Source()
    source.may.clear()
    answers = cache(source, waiting=5)
    waiting = [asyncio.create_task(answers.get(f"{n}")) for n in range(5)]
    for _ in range(3):
        await asyncio.sleep(0)
    with pytest.raises(ProblemError) as full:
        await answers.get("one more")
    assert (full.value.problem.status, full.value.code) == (503, "busy")
    source.may.set()
    assert len(await asyncio.gather(*waiting)) == 5
    assert source.most == COMPUTED_AT_ONCE
    assert await answers.get("one more")


async def test_the_oldest_answer_is_dropped() -> None:
    source = Source()
    answers = cache(source, size=2)
    for key in ("a", "b", "a", "c", "a", "b"):
        await answers.get(key)
    assert source.computed == ["a", "b", "c", "b"]
    assert answers.latest("c") is None


async def test_the_latest_answer_is_known_until_the_next_one() -> None:
    source = Source()
    answers = cache(source)
    assert answers.latest("a") is None
    await answers.get("a")
    source.now = 31.0
    assert answers.latest("a") == "a at 0"
    await answers.get("a")
    assert answers.latest("a") == "a at 31"


async def test_an_error_is_not_kept() -> None:
    source = Source()
    answers = cache(source)
    for _ in range(2):
        with pytest.raises(LookupError):
            await answers.get("bad")
    assert source.computed == ["bad", "bad"]
