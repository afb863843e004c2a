"""A house bot whose engine finds no move, or has no memory."""

from typing import Any

import pytest

import zeitnot_protocol as p

from .bot_rig import BOT, bot_rig, chat_of_bot
from .fake_engine import FakeEngine
from .fake_room import Peer

NoMemoryForThread = RuntimeError("can't start new thread")


async def test_a_search_that_fails_once_is_repeated(caplog: Any) -> None:
    engine = FakeEngine()
    engine.error, engine.failures = RuntimeError("a secret path"), 1
    async with bot_rig(engine=engine, ponders=False) as rig:
        await rig.start_game()
        await rig.move()
        assert rig.moves_of_bot()[0].engine.depth == 3  # type: ignore[union-attr]
        assert chat_of_bot(rig) == [
            "Something went wrong with my move (RuntimeError). I will try once more."
        ]
        while not rig.is_over():
            await rig.move()
    assert len(caplog.records) == 1
    assert "no move found in ........x o" in caplog.text
    assert "a secret path" in caplog.text


@pytest.mark.parametrize("way", ["raises", "illegal"])
async def test_a_search_that_fails_twice_resigns_with_a_message(way: str, caplog: Any) -> None:
    engine = FakeEngine()
    if way == "raises":
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
        reason = "RuntimeError" if way == "raises" else "z9 is illegal"
        assert chat_of_bot(rig) == [
            f"Something went wrong with my move ({reason}). I will try once more.",
            f"It went wrong again ({reason}), so I resign.",
        ]
    assert len(caplog.records) == 2


async def test_a_move_refused_as_illegal_counts_as_a_failure() -> None:
    async with bot_rig(ponders=False) as rig:
        await rig.start_game()
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        refusals = [p.Error(code="illegal_move", message="No.") for _ in range(2)]
        take = rig.room.take

        def refusing(peer: Peer, message: p.RoomIn) -> None:
            if isinstance(message, p.Move) and peer.actor == BOT and refusals:
                rig.room.refuse_next = refusals.pop()
            take(peer, message)

        rig.room.take = refusing  # type: ignore[method-assign]
        rig.ann.session.move("a1")
        await rig.wait_until(rig.is_over)
        assert len(chat_of_bot(rig)) == 2


@pytest.mark.parametrize("error", [MemoryError("std::bad_alloc"), NoMemoryForThread])
@pytest.mark.parametrize("ponders", [False, True])
async def test_a_lack_of_memory_is_not_turned_into_a_move(error: Exception, ponders: bool) -> None:
    """No move, no resignation and no message: the process ends, and the game continues without
    it."""
    engine, ends = FakeEngine(), list[BaseException]()
    engine.error = error
    async with bot_rig(engine=engine, ponders=ponders, shortage=ends.append) as rig:
        await rig.start_game()
        if not ponders:
            await rig.wait_until(lambda: rig.ann.session.state.legal)
            rig.ann.session.move("a1")
        await rig.wait_until(lambda: ends)
        assert rig.moves_of_bot() == []
        assert chat_of_bot(rig) == []
        assert not rig.is_over()
    assert ends == [error]
