"""The house bot when its engine finds no move or has no memory."""

from typing import Any

import pytest

import zeitnot_protocol as p

from .bot_rig import BOT, bot_rig, chat_lines
from .fake_engine import FakeEngine
from .fake_room import Peer

NO_MEMORY_FOR_THREAD = RuntimeError("can't start new thread")


async def test_search_that_fails_once_is_repeated(caplog: Any) -> None:
    engine = FakeEngine()
    engine.error, engine.failures = RuntimeError("a secret path"), 1
    async with bot_rig(engine=engine, ponders=False) as rig:
        await rig.start_game()
        await rig.move()
        assert rig.moves_of_bot()[0].engine.depth == 3  # type: ignore[union-attr]
        assert chat_lines(rig) == [
            "Something went wrong with my move (RuntimeError). I will try once more."
        ]
        while not rig.is_over():
            await rig.move()
    assert len(caplog.records) == 1
    assert "no move found in ........x o" in caplog.text
    assert "a secret path" in caplog.text


@pytest.mark.parametrize("failure", ["raises", "illegal"])
async def test_bot_resigns_after_two_failed_searches(failure: str, caplog: Any) -> None:
    engine = FakeEngine()
    if failure == "raises":
        engine.error = RuntimeError("broken")
    else:
        engine.illegal = "z9"
    async with bot_rig(engine=engine, ponders=False) as rig:
        await rig.start_game()
        await rig.move()
        await rig.wait_until(rig.is_over)
        assert rig.moves_of_bot() == []
        finished = rig.ann.session.state.finished
        assert finished
        assert (finished.reason, finished.scores) == ("resign", [1.0, 0.0])
        reason = "RuntimeError" if failure == "raises" else "it was illegal"
        assert chat_lines(rig) == [
            f"Something went wrong with my move ({reason}). I will try once more.",
            f"It went wrong again ({reason}), so I resign.",
        ]
    assert len(caplog.records) == 2


async def test_move_refused_as_illegal_counts_as_a_failure() -> None:
    async with bot_rig(ponders=False) as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        refusals = [p.Error(code="illegal_move", message="No.") for _ in range(2)]
        take = rig.room.take

        def take_with_refusals(peer: Peer, message: p.RoomIn) -> None:
            if isinstance(message, p.Move) and peer.actor == BOT and refusals:
                rig.room.refuse_next = refusals.pop()
            take(peer, message)

        rig.room.take = take_with_refusals  # type: ignore[method-assign]
        rig.ann.session.move("a1")
        await rig.wait_until(rig.is_over)
        assert len(chat_lines(rig)) == 2


@pytest.mark.parametrize("error", [MemoryError("std::bad_alloc"), NO_MEMORY_FOR_THREAD])
@pytest.mark.parametrize("ponders", [False, True])
async def test_shortage_of_memory_leads_to_no_move(error: Exception, ponders: bool) -> None:
    """The bot neither moves nor resigns nor sends a message; it reports the shortage, after which
    its process ends."""
    engine, ends = FakeEngine(), list[BaseException]()
    engine.error = error
    async with bot_rig(engine=engine, ponders=ponders, shortage=ends.append) as rig:
        await rig.start_game()
        if not ponders:
            await rig.wait_until(lambda: rig.ann.session.state.legal)
            rig.ann.session.move("a1")
        await rig.wait_until(lambda: ends)
        assert rig.moves_of_bot() == []
        assert chat_lines(rig) == []
        assert not rig.is_over()
    assert ends == [error]
