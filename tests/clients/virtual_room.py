"""A room whose clocks run on a virtual event loop: a game of minutes takes milliseconds."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from zeitnot_client.room import Room
from zeitnot_server.rooms.commands import Command, Flag
from zeitnot_server.rooms.room import Actor

from ..proof.simulation.virtual import VirtualLoop
from .bot_rig import MemoryConnection
from .fake_room import FakeRoom, Peer, session

FLAG_MARGIN_S = 0.025  # the server's flag falls this much after the deadline


class VirtualRoom(FakeRoom):
    """A room whose time is that of the running loop. Flags fall as on the server."""

    _timer: asyncio.TimerHandle | None = None

    def pass_time(self) -> None:
        self.ms = loop_ms()

    def _send_state(self, peer: Peer) -> None:
        self.ms = loop_ms()
        super()._send_state(peer)

    def _step(self, command: Command, peer: Peer | None) -> None:
        super()._step(command, peer)
        if self._timer is not None:
            self._timer.cancel()
        deadline_ms = self.room.clock.deadline_ms()
        if deadline_ms is not None:
            loop = asyncio.get_running_loop()
            at = deadline_ms / 1000 + FLAG_MARGIN_S
            self._timer = loop.call_at(at, lambda: self._step(Flag(), None))

    def client(self, actor: Actor, seed: int) -> Room:
        """This player's view of the room, without sockets."""
        connection = MemoryConnection(self, actor)
        state = session(seed=seed, game=self.room.id)
        return Room(connection, state, loop_ms)  # type: ignore[arg-type]


def loop_ms() -> int:
    """The running loop's time."""
    return round(1000 * asyncio.get_running_loop().time())


def run_virtually(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs the test on a new loop with virtual time."""
    loop = VirtualLoop()
    try:
        loop.run_until_complete(test())
    finally:
        loop.close()
