"""When a bot answers in a game that hides something.

Everybody sees how long a move took. A forced card that is played at once, or a hand that takes
longer to search than another, would tell what the bot holds. So its answer comes after a time that
only the clock and the bot's level decide, both of which everybody knows.
"""

import asyncio

from ..levels import Level

QUICK_MS = 200
LONGEST_MS = 1_000
SEARCH_SHARE = 0.8  # of that time; the rest is for what stops late


def answer_ms(wanted_ms: int, strength: Level) -> int:
    """How long after the beginning of its turn the bot answers; `wanted_ms`: what the clock allows
    for the move."""
    is_weak = strength.blunder_rate > 0 or (strength.max_ms or LONGEST_MS) < LONGEST_MS
    return min(wanted_ms, QUICK_MS if is_weak else LONGEST_MS)


class AnswerTime:
    """One turn, from now on: its answer is due after `wait_ms`."""

    def __init__(self, wait_ms: int) -> None:
        self._due_s = _now_s() + wait_ms / 1000
        self.search_ms = int(wait_ms * SEARCH_SHARE)

    async def wait(self) -> None:
        """Returns when the answer is due; at once if that is past."""
        await _sleep(self._due_s - _now_s())


def _now_s() -> float:
    return asyncio.get_running_loop().time()


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(max(0.0, seconds))
