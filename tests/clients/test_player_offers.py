"""What the house bot answers: to draws, takebacks, adjournments and rematches."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_client.bot import BUSY, TAKEBACKS
from zeitnot_client.idle import IdleRooms

from .evening import BOT, evening, said
from .fake_engine import FakeEngine
from .fake_room import RICH, FakeRoom, Peer


@pytest.mark.parametrize(
    ("value", "unit", "reason"),
    [(-1.0, "points", "agreed"), (0.0, "points", "agreed"), (2.0, "discs", None)],
)
async def test_accepts_a_draw_when_it_does_not_stand_better(
    value: float, unit: str, reason: str | None
) -> None:
    """The engine's value is for the side to move: as the bot ponders, for Ann."""
    async with evening(engine=FakeEngine(-value)) as night:
        await night.starts()
        await night.sees(lambda: night.ann.session.state.engines)
        night.ann.session.draw("offer")
        await night.sees(lambda: night.ann.session.state.draw_offer == 0 or night.over())
        await night.sees(lambda: night.ann.session.state.draw_offer is None)
        finished = night.ann.session.state.finished
    assert (finished.reason if finished else None) == reason


async def test_declines_a_draw_before_its_first_search() -> None:
    async with evening(ponders=False) as night:
        await night.starts()
        night.ann.session.draw("offer")
        await night.sees(lambda: night.ann.session.state.draw_offer == 0)
        await night.sees(lambda: night.ann.session.state.draw_offer is None)
        assert not night.over()


async def test_accepts_takebacks_of_people() -> None:
    async with evening() as night:
        await night.starts()
        await night.moves()
        night.ann.session.takeback("ask")
        await night.sees(lambda: night.ann.session.state.ply == 0)
        assert night.ann.session.state.record == ()
        await night.moves()
        assert night.ann.session.state.ply == 2


async def test_refuses_takebacks_so_frequent_that_its_clock_would_run_out() -> None:
    """Each takes back a move for which the bot has paid; without a clock they cost it nothing."""
    for control, most in ((RICH, TAKEBACKS), (p.Control(kind="unlimited"), TAKEBACKS + 2)):
        async with evening(FakeRoom(seats=(None, BOT), control=control)) as night:
            await night.starts()
            for asked in range(TAKEBACKS + 2):
                if night.ann.session.state.ply == 0:
                    await night.moves()
                night.ann.session.takeback("ask")
                await night.sees(lambda: "takeback" in night.ann.session.state.offers)
                await night.sees(lambda: "takeback" not in night.ann.session.state.offers)
                state = night.ann.session.state
                assert state.takebacks == min(asked + 1, most)
                if asked + 1 > most:
                    break


async def test_declines_adjournments_and_resumes_adjourned_games() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.adjourn("offer")
        await night.sees(lambda: "adjourn" in night.ann.session.state.offers)
        await night.sees(lambda: "adjourn" not in night.ann.session.state.offers)
        assert night.ann.session.state.phase == "running"
        night.room.shelve()
        await night.sees(lambda: night.ann.session.state.phase == "adjourned")
        night.ann.session.resume()
        await night.sees(lambda: night.ann.session.state.phase == "running")


async def test_agrees_to_a_rematch_and_leaves() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.resign()
        await night.sees(night.over)
        night.ann.session.rematch()
        await night.sees(lambda: night.ann.session.state.next_game)
        await night.sees(lambda: len(night.room.peers) == 1)


async def test_does_not_ask_for_a_rematch() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.resign()
        await night.sees(night.over)
        for _ in range(50):
            await asyncio.sleep(0)
        night.ann.pump()
        assert night.ann.session.state.rematch == frozenset()
        assert len(night.room.peers) == 2


async def test_a_room_is_idle_before_and_after_the_game() -> None:
    idle = IdleRooms()
    async with evening(idle=idle) as night:
        await night.starts()
        assert not idle._rooms
        night.ann.session.resign()
        await night.sees(lambda: idle._rooms)
        await night.line.reconnect()
        await night.sees(lambda: len(night.room.peers) == 2)
        assert len(idle._rooms) == 1
    assert not idle._rooms


async def test_refuses_a_rematch_beyond_its_slots_with_a_message() -> None:
    async with evening() as night:
        await night.starts()
        night.ann.session.resign()
        await night.sees(night.over)
        take, wishes = night.room.take, list[p.RematchWish]()

        def refusing(peer: Peer, message: p.RoomIn) -> None:
            if isinstance(message, p.RematchWish) and peer.actor == BOT:
                wishes.append(message)
                night.room.refuse_next = p.Error(code="bot_busy", message="No.")
            take(peer, message)

        night.room.take = refusing  # type: ignore[method-assign]
        night.ann.session.rematch()
        await night.sees(lambda: said(night) == [BUSY])
        night.ann.session.chat("Well.")
        await night.sees(lambda: len(said(night)) == 2)
    assert len(wishes) == 1
