"""In a game that hides something, when the house bot answers tells nothing of what it holds."""

import itertools

import pytest

from zeitnot_engines.bots import answer_time
from zeitnot_engines.bots.answer_time import LONGEST_MS, QUICK_MS, answer_ms
from zeitnot_engines.levels import FULL, Level

from .bot_rig import BOT, bot_rig
from .fake_room import FakeRoom

GAME = "leduc"
TOOK_S = 0.01  # what a move takes, as the bot measures it


@pytest.mark.parametrize(
    ("strength", "wanted_ms", "expected"),
    [
        (FULL, 60_000, LONGEST_MS),
        (FULL, 40, 40),  # never longer than the clock allows
        (Level(max_ms=5_000), 60_000, LONGEST_MS),
        (Level(blunder_rate=0.1), 60_000, QUICK_MS),
        (Level(nodes=2, max_ms=500), 60_000, QUICK_MS),
    ],
)
def test_clock_and_level_decide(strength: Level, wanted_ms: int, expected: int) -> None:
    assert answer_ms(wanted_ms, strength) == expected


@pytest.mark.parametrize("level", [1, 3, None])
async def test_every_move_comes_at_the_same_time(
    level: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is searched, forced or played at random; and no report says which."""
    waits: list[float] = []

    async def record(seconds: float) -> None:
        waits.append(seconds)

    readings = itertools.count()
    monkeypatch.setattr(answer_time, "_now_s", lambda: TOOK_S * next(readings))
    monkeypatch.setattr(answer_time, "_sleep", record)
    room = FakeRoom(GAME, seats=(None, BOT), level=level)
    async with bot_rig(room) as rig:
        await rig.start_game()
        while not rig.is_over() and len(waits) < 12:
            await rig.wait_until(lambda: rig.ann.session.state.legal or rig.is_over())
            if not rig.is_over():
                ply = rig.ann.session.state.ply
                rig.ann.session.move(rig.ann.session.state.legal[0])
                await rig.wait_until(lambda ply=ply: rig.ann.session.state.ply > ply)
        await rig.wait_until(lambda: len(rig.moves_of_bot()) == len(waits))
        limits = {search["ms"] for search in rig.engine.searches}
    due_ms = QUICK_MS if level else LONGEST_MS
    assert waits == [pytest.approx(due_ms / 1000 - TOOK_S)] * len(waits)
    assert waits
    assert all(limit <= 0.8 * due_ms for limit in limits)
    assert not room.infos
