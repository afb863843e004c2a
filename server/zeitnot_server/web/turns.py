"""Sockets of which much was read at once: their frames are taken in portions, a few in each turn of
the loop, so that no burst holds up what others send. A thousand sockets of one address with two
hundred frames each would otherwise keep the loop for seconds, since all are ready in one turn.
"""

import asyncio
from collections import deque
from typing import Protocol

import structlog

AT_ONCE = 2  # frames of one read that need not wait: a move, and what its sender thinks of it
IN_A_GO = 8  # frames of one socket
IN_A_TURN = 128

log = structlog.get_logger()


class Backlog(Protocol):
    """A socket with frames that wait."""

    def take_on(self, most: int) -> bool:
        """Takes at most so many frames; whether there are more."""

    def cut(self) -> None:
        """Ends the connection at once."""


class Turns:
    """Gives every backlog its portions, one after the other, until it is worked off."""

    def __init__(self) -> None:
        self._waiting: deque[Backlog] = deque()

    def add(self, backlog: Backlog) -> None:
        """From the next turn of the loop on."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._turn)
        self._waiting.append(backlog)

    def _turn(self) -> None:
        for _ in range(min(len(self._waiting), IN_A_TURN // IN_A_GO)):
            backlog = self._waiting.popleft()
            try:
                if backlog.take_on(IN_A_GO):
                    self._waiting.append(backlog)
            except Exception:
                log.exception("frames not taken")
                backlog.cut()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._turn)
