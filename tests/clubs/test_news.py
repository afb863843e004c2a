"""Clients in the lobby are told of new challenges on ladders, each once."""

import json
from typing import Any

from zeitnot_server.clubs.club_store import NewChallenge
from zeitnot_server.clubs.ladder import Challenge
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.ladders.news import OVERLAP_MS, ChallengeNews

NOW = 1_700_000_000_000


class Stored:
    """The challenges in the store; every account's name is its own in capitals."""

    def __init__(self) -> None:
        self.challenges: list[NewChallenge] = []
        self.asked: list[int] = []

    def add(self, number: int, challenged: str) -> None:
        challenge = Challenge(number, "eve", challenged, NOW, NOW + 9)
        self.challenges.append(NewChallenge("club", "Club", "chess", "ladder1", challenge))

    async def challenged_since(self, at: int) -> list[NewChallenge]:
        self.asked.append(at)
        return self.challenges

    async def names(self, accounts: list[str]) -> dict[str, tuple[str, bool]]:
        return {each: (each.upper(), False) for each in accounts}


async def numbers(queue: SendQueue) -> list[int]:
    found = list[int]()
    while not queue.empty:
        frame: dict[str, Any] = json.loads(await queue.get())
        assert (frame["type"], frame["challenge"]["opponent"]) == ("ladder_challenged", "EVE")
        found.append(frame["challenge"]["number"])
    return found


async def test_each_challenge_is_told_once_to_all_sockets() -> None:
    stored = Stored()
    news = ChallengeNews(stored, stored, lambda: NOW)  # type: ignore[arg-type]
    await news.tick()
    assert stored.asked == []  # no client wants to know
    one, two, other = (SendQueue(lambda: None) for _ in range(3))
    with news.watching("ann", one), news.watching("bob", other):
        stored.add(1, "ann")
        with news.watching("ann", two):
            await news.tick()
        stored.add(2, "ann")
        await news.tick()
        assert stored.asked == [NOW - OVERLAP_MS] * 2
        assert (await numbers(one), await numbers(two), await numbers(other)) == ([1, 2], [1], [])
    await news.tick()
    assert len(stored.asked) == 2
