"""When a bot answers in a game that hides something.

Everybody sees how long a move took. A forced card that is played at once, or a hand that takes
longer to search than another, would tell what the bot holds. So every move goes the same way,
whether it is forced, drawn at random, looked up or searched: it waits for a core, holds it for a
time, and is answered when that time is over, and not before the turn's answer is due. These times
depend only on the clock, the level and the bot's other games, never on its hand.
"""

import asyncio

from ..levels import Level

QUICK_MS = 200
LONGEST_MS = 1_000
SEARCH_SHARE = 0.8  # of the time with a core; the rest is for what stops late


def answer_ms(wanted_ms: int, strength: Level) -> int:
    """How long after the beginning of its turn the bot answers; `wanted_ms`: what the clock allows
    for the move."""
    is_weak = strength.blunder_rate > 0 or (strength.max_ms or LONGEST_MS) < LONGEST_MS
    return min(wanted_ms, QUICK_MS if is_weak else LONGEST_MS)


class AnswerTime:
    """One turn, which began at `began_s` of the event loop's time. Its answer is due after
    `wait_ms`, or when its time with a core is over, if that is later."""

    def __init__(self, began_s: float, wait_ms: int) -> None:
        self._due_s = began_s + wait_ms / 1000
        self._core_until_s = self._search_until_s = began_s

    def take_core(self, held_ms: int) -> None:
        """The turn has a core now, for `held_ms`."""
        now_s = _now_s()
        self._search_until_s = now_s + held_ms * SEARCH_SHARE / 1000
        self._core_until_s = now_s + held_ms / 1000
        self._due_s = max(self._due_s, self._core_until_s)

    @property
    def search_ms(self) -> int:
        """How long a search may take that begins now; 0: there is no time left."""
        return max(0, int(1000 * (self._search_until_s - _now_s())))

    async def core_time(self) -> None:
        """Returns when the time with a core is over."""
        await _sleep(self._core_until_s - _now_s())

    async def wait(self) -> None:
        """Returns when the answer is due; at once if that is past."""
        await _sleep(self._due_s - _now_s())


def _now_s() -> float:
    return asyncio.get_running_loop().time()


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(max(0.0, seconds))
