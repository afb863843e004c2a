"""Clubs that two nodes change at once."""

import asyncio

from zeitnot_server.clubs.club import ClubChange

from ..contract.clubs_rig import NOW, keep, new
from .conftest import Open


async def test_two_clubs_take_one_name_at_once(node: Open) -> None:
    """One gets it, and the other hears that it is taken."""
    async with node("a") as a, node("b") as b:
        people = [await keep(a, name) for name in ("Ann", "Bob")]
        for n, by in enumerate(people):
            await a.clubs.found(by, new(f"Club {n}x", slug=f"club-{n}"), NOW)
        for n in range(8):
            renamed = ClubChange(name=f"Cheese {n}x")
            changes = [
                node.clubs.change(by, f"club-{i}", renamed, NOW)
                for i, (node, by) in enumerate(zip((a, b), people, strict=True))
            ]
            ended = await asyncio.gather(*changes, return_exceptions=True)
            assert sorted(type(each).__name__ for each in ended) == ["NameTaken", "NoneType"]
