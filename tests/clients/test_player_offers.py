"""The house bot's answers to draws, takebacks, adjournments and rematches."""

import asyncio

import pytest

import zeitnot_protocol as p
from zeitnot_client.hooks import TAKEBACKS
from zeitnot_client.idle import IdleRooms
from zeitnot_client.offers import BUSY_TEXT

from .bot_rig import BOT, bot_rig, chat_lines
from .fake_engine import FakeEngine
from .fake_room import LONG_CONTROL, FakeRoom, Peer


@pytest.mark.parametrize(
    ("value", "unit", "reason"),
    [(-1.0, "points", "agreed"), (0.0, "points", "agreed"), (2.0, "discs", None)],
)
async def test_bot_accepts_a_draw_unless_it_has_the_advantage(
    value: float, unit: str, reason: str | None
) -> None:
    """The engine's value is for the side to move, which is Ann while the bot ponders."""
    async with bot_rig(engine=FakeEngine(-value)) as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.engines)
        rig.ann.session.draw("offer")
        await rig.wait_until(lambda: rig.ann.session.state.draw_offer == 0 or rig.is_over())
        await rig.wait_until(lambda: rig.ann.session.state.draw_offer is None)
        finished = rig.ann.session.state.finished
    assert (finished.reason if finished else None) == reason


async def test_bot_declines_draws_in_games_with_hidden_cards() -> None:
    async with bot_rig(engine=FakeEngine(1.0)) as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.engines)
        rig.player._game = HidingGame()  # type: ignore[assignment]
        rig.ann.session.draw("offer")
        await rig.wait_until(lambda: rig.ann.session.state.draw_offer == 0)
        await rig.wait_until(lambda: rig.ann.session.state.draw_offer is None)
        assert not rig.is_over()


class HidingGame:
    name = "kuhn"
    hides = True


async def test_bot_declines_a_draw_before_its_first_search() -> None:
    async with bot_rig(ponders=False) as rig:
        await rig.start_game()
        rig.ann.session.draw("offer")
        await rig.wait_until(lambda: rig.ann.session.state.draw_offer == 0)
        await rig.wait_until(lambda: rig.ann.session.state.draw_offer is None)
        assert not rig.is_over()


async def test_bot_accepts_takebacks() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        await rig.move()
        rig.ann.session.takeback("ask")
        await rig.wait_until(lambda: rig.ann.session.state.ply == 0)
        assert rig.ann.session.state.record == ()
        await rig.move()
        assert rig.ann.session.state.ply == 2


async def test_bot_limits_takebacks_on_a_running_clock() -> None:
    """Each takeback costs the time that the bot used for its move; without a clock it is free."""
    for control, max_takebacks in (
        (LONG_CONTROL, TAKEBACKS),
        (p.Control(kind="unlimited"), TAKEBACKS + 2),
    ):
        async with bot_rig(FakeRoom(seats=(None, BOT), control=control)) as rig:
            await rig.start_game()
            for count in range(TAKEBACKS + 2):
                if rig.ann.session.state.ply == 0:
                    await rig.move()
                rig.ann.session.takeback("ask")
                await rig.wait_until(lambda: "takeback" in rig.ann.session.state.offers)
                await rig.wait_until(lambda: "takeback" not in rig.ann.session.state.offers)
                state = rig.ann.session.state
                assert state.takebacks == min(count + 1, max_takebacks)
                if count + 1 > max_takebacks:
                    break


async def test_bot_declines_adjournments_and_agrees_to_resume() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        rig.ann.session.adjourn("offer")
        await rig.wait_until(lambda: "adjourn" in rig.ann.session.state.offers)
        await rig.wait_until(lambda: "adjourn" not in rig.ann.session.state.offers)
        assert rig.ann.session.state.phase == "running"
        rig.room.adjourn_after_crash()
        await rig.wait_until(lambda: rig.ann.session.state.phase == "adjourned")
        rig.ann.session.resume()
        await rig.wait_until(lambda: rig.ann.session.state.phase == "running")


async def test_bot_agrees_to_a_rematch_and_leaves() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        rig.ann.session.resign()
        await rig.wait_until(rig.is_over)
        rig.ann.session.rematch()
        await rig.wait_until(lambda: rig.ann.session.state.next_game)
        await rig.wait_until(lambda: len(rig.room.peers) == 1)


async def test_bot_does_not_ask_for_a_rematch() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        rig.ann.session.resign()
        await rig.wait_until(rig.is_over)
        for _ in range(50):
            await asyncio.sleep(0)
        rig.ann.pump()
        assert rig.ann.session.state.rematch == frozenset()
        assert len(rig.room.peers) == 2


async def test_room_is_idle_after_the_game() -> None:
    idle = IdleRooms()
    async with bot_rig(idle=idle) as rig:
        await rig.start_game()
        assert not idle._rooms
        rig.ann.session.resign()
        await rig.wait_until(lambda: idle._rooms)
        await rig.connection.reconnect()
        await rig.wait_until(lambda: len(rig.room.peers) == 2)
        assert len(idle._rooms) == 1
    assert not idle._rooms


async def test_busy_bot_refuses_a_rematch_with_a_message() -> None:
    async with bot_rig() as rig:
        await rig.start_game()
        rig.ann.session.resign()
        await rig.wait_until(rig.is_over)
        take, wishes = rig.room.take, list[p.RematchWish]()

        def take_with_refusals(peer: Peer, message: p.RoomIn) -> None:
            if isinstance(message, p.RematchWish) and peer.actor == BOT:
                wishes.append(message)
                rig.room.refuse_next = p.Error(code="bot_busy", message="No.")
            take(peer, message)

        rig.room.take = take_with_refusals  # type: ignore[method-assign]
        rig.ann.session.rematch()
        await rig.wait_until(lambda: chat_lines(rig) == [BUSY_TEXT])
        rig.ann.session.chat("Well.")
        await rig.wait_until(lambda: len(chat_lines(rig)) == 2)
    assert len(wishes) == 1
