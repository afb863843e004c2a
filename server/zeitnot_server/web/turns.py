"""Sockets of which much was read at once: their frames are taken in chunks, a few in each turn of
the loop, so that no burst holds up what others send. A thousand sockets of one address with two
hundred frames each would otherwise keep the loop for seconds, since all are ready in one turn.

Whoever sends many frames a second from one address waits here with each of them, behind all others:
five hundred games of one's own that are played as fast as the server can would else take nearly all
of its time. The stamp is that of the arrival, so no clock loses by it. Addresses come in turn, so
that a thousand sockets of one keep those of another waiting no longer than one would.
"""

import asyncio
from typing import Protocol

import structlog

from ..play.round_robin import RoundRobin

AT_ONCE = 2  # frames of one read that need not wait: a move, and what its sender thinks of it
IN_A_GO = 8  # frames of one socket
IN_A_TURN = 128
MANY_IN_A_TURN = 6  # frames of addresses that send many: each may be a move, a third of a ms
MANY_PAUSE_SECONDS = 0.01  # between two such turns: 600 frames a second of all of them together

logger = structlog.get_logger()


class Backlog(Protocol):
    """A socket with frames that wait."""

    def take_on(self, most: int) -> bool:
        """Takes at most so many frames; whether there are more."""

    def cut(self) -> None:
        """Ends the connection at once."""


def take_on(backlog: Backlog, most: int) -> bool:
    """Has it take at most so many frames, whether or not it is its turn, and cuts it off if it
    fails; whether there are more."""
    try:
        return backlog.take_on(most)
    except Exception:
        logger.exception("frames not taken")
        backlog.cut()
        return False


class Turns:
    """Gives every backlog its chunks, one after the other, until it is worked off."""

    def __init__(
        self, in_a_turn: int = IN_A_TURN, in_a_go: int = IN_A_GO, pause_seconds: float = 0.0
    ) -> None:
        self._in_a_turn, self._in_a_go = in_a_turn, in_a_go
        self._pause_seconds = pause_seconds
        self._waiting = RoundRobin[Backlog]()

    def add(self, origin: str, backlog: Backlog) -> None:
        """From the next turn of the loop on. `origin`: the address that it counts as."""
        if not self._waiting:
            self._come_again()
        self._waiting.put(origin, backlog)

    def _come_again(self) -> None:
        loop = asyncio.get_running_loop()
        if self._pause_seconds:
            loop.call_later(self._pause_seconds, self._turn)
        else:
            loop.call_soon(self._turn)

    def _turn(self) -> None:
        for _ in range(min(len(self._waiting), self._in_a_turn // self._in_a_go)):
            origin, backlog = self._waiting.take()
            if take_on(backlog, self._in_a_go):
                self._waiting.put(origin, backlog)
        if self._waiting:
            self._come_again()
