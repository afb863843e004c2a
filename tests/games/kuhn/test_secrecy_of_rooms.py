"""As test_secrecy.py, for all frames in a viewer's outbox, also unnumbered ones (clocks, presence,
legal moves): games that differ only in cards which the viewer does not see send the same frames."""

import asyncio
import random
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.play.native import rules_for
from zeitnot_server.play.terms import Joined
from zeitnot_server.rooms import dice

from ...server.hosted import Person, RoomHarness
from .test_secrecy import FOLDED, HANDS, VIEWERS, Deals, other_deals

PAIRS = 60


class Frames:
    """One game and the frames of three viewers: the seats and a spectator."""

    def __init__(self, deals: Deals, monkeypatch: pytest.MonkeyPatch) -> None:
        remaining_deals = iter(deals)
        monkeypatch.setattr(dice.ThrowInputs, "throw", lambda self, k, due: next(remaining_deals))
        self.harness = RoomHarness(rules=rules_for("kuhn", {"hands": HANDS}))
        self.seats: list[Person] = []
        self.spectator = Person(None)

    async def play(self, moves: Sequence[str]) -> "Frames":
        """All of these moves, a second each."""
        room = asyncio.create_task(self.harness.room_actor.run())
        self.harness.room_actor.post(Joined(self.spectator.viewer, 0))
        self.seats = await self.harness.seat_players("Ann", "Bob")
        for ply, move in enumerate(moves):
            self.harness.advance(1_000)
            mover = self.harness.room_actor.room.turn
            assert mover is not None
            command = self.harness.send(self.seats[mover], p.Move, ply=ply, move=move)
            while (await self.seats[mover].until("ack"))["id"] != command:
                pass
        for person in (*self.seats, self.spectator):
            while not person.has_read_all():
                await person.next()
        room.cancel()
        await asyncio.gather(room, return_exceptions=True)
        return self

    def of(self, viewer: int | None) -> tuple[list[dict[str, Any]], set[str]]:
        """The frames in order, without presence; and the presence frames as a set: their number
        depends on the real clock."""
        received = (self.spectator if viewer is None else self.seats[viewer]).received
        presence = {p.encode(frame) for frame in received if frame["type"] == "presence"}
        return [frame for frame in received if frame["type"] != "presence"], presence


@pytest.mark.parametrize("viewer", VIEWERS)
async def test_a_folded_hand_shows_nobody_a_byte(
    viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(11)
    deals = list(permutations(range(3)))
    for _ in range(PAIRS):
        moves = [move for _ in range(HANDS) for move in chance.choice(FOLDED)][:-1]
        first_deals = [chance.choice(deals) for _ in range(HANDS)]
        second_deals = [chance.choice(other_deals(deal, viewer)) for deal in first_deals]
        first = await Frames(first_deals, monkeypatch).play(moves)
        second = await Frames(second_deals, monkeypatch).play(moves)
        assert first.of(viewer) == second.of(viewer)
        kinds = {frame["type"] for frame in first.of(viewer)[0]}
        assert {"welcome", "threw", "moved"} <= kinds
        assert first.harness.log.stored != second.harness.log.stored
