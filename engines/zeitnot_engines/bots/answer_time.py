"""Decides when a bot answers in a game with hidden information.

Everybody sees how long a move took, so a forced card played immediately, or a hand that takes
longer to search than another, would reveal what the bot has. Therefore every move takes the same
path, whether it is forced, random, looked up or searched: it waits for a core, keeps it for a fixed
time, and is sent when that time is over, but not before the turn's answer is due. These times
depend only on the clock, the level and the bot's other games, never on its hand.
"""

import asyncio

from ..levels import Level

QUICK_MS = 200  # at weak levels
LONGEST_MS = 1_000  # at all others
SEARCH_SHARE = 0.8  # of the time with a core; the rest is for searches that stop late


def answer_ms(wanted_ms: int, strength: Level) -> int:
    """How long after the start of its turn the bot answers. `wanted_ms`: the time that the clock
    allows for the move."""
    is_weak = strength.blunder_rate > 0 or (strength.max_ms or LONGEST_MS) < LONGEST_MS
    return min(wanted_ms, QUICK_MS if is_weak else LONGEST_MS)


class AnswerTime:
    """The answer time of one turn, which began at `began_s` of the event loop's time. The answer is
    due after `wait_ms`, or when the time with a core is over, if that is later."""

    def __init__(self, began_s: float, wait_ms: int) -> None:
        self._due_s = began_s + wait_ms / 1000
        self._core_until_s = self._search_until_s = began_s

    def take_core(self, held_ms: int) -> None:
        """Starts the turn's time with a core, of `held_ms`."""
        now_s = _now_s()
        self._search_until_s = now_s + held_ms * SEARCH_SHARE / 1000
        self._core_until_s = now_s + held_ms / 1000
        self._due_s = max(self._due_s, self._core_until_s)

    @property
    def search_ms(self) -> int:
        """How long a search that begins now may take; 0 if there is no time left."""
        return max(0, int(1000 * (self._search_until_s - _now_s())))

    async def wait_for_core_end(self) -> None:
        """Returns when the time with a core is over."""
        await _sleep(self._core_until_s - _now_s())

    async def wait_until_due(self) -> None:
        """Returns when the answer is due, or immediately if it is overdue."""
        await _sleep(self._due_s - _now_s())


def _now_s() -> float:
    return asyncio.get_running_loop().time()


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(max(0.0, seconds))
