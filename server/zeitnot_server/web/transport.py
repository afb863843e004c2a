"""The seam to uvicorn: its sans-I/O WebSocket protocol, bounded (`wire`), with four additions.

Each frame is stamped as it arrives (`zeitnot.at_ms` in the ASGI event), because that is when the
mover's clock stops. The send buffer of the socket is small, or else the kernel would swallow hours
of events for a reader that sleeps. A connection that does not answer a ping is aborted, not
flushed. The ASGI scope has `zeitnot.abort`, for viewers that have to be cut off, and
`zeitnot.dismiss`, for those who are to hear why.
uvicorn is pinned to a minor version and tests/server/test_transport.py guards what is used here.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, cast

from websockets.http11 import Request

from .limits import Limits
from .wire import BoundedSocket

AT_MS = "zeitnot.at_ms"
ABORT = "zeitnot.abort"
DISMISS = "zeitnot.dismiss"
SEND_BUFFER_BYTES = 32 * 1024


class _StampedQueue(asyncio.Queue[Any]):
    def __init__(self, now_ms: Callable[[], int]) -> None:
        super().__init__()
        self._now_ms = now_ms

    def put_nowait(self, item: Any) -> None:
        item[AT_MS] = self._now_ms()
        super().put_nowait(item)


def protocol(now_ms: Callable[[], int], bounds: Limits | None = None) -> type[asyncio.Protocol]:
    """The WebSocket protocol class for uvicorn, stamping with this clock."""

    class Stamping(BoundedSocket):
        limits = bounds or Limits()

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.queue = _StampedQueue(now_ms)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            sock = transport.get_extra_info("socket")
            if sock is not None:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)

        def handle_connect(self, event: Request) -> None:
            super().handle_connect(event)
            if hasattr(self, "scope"):
                scope = cast(dict[str, Any], self.scope)
                scope[ABORT] = self.transport.abort
                scope[DISMISS] = self.dismiss

        def dismiss(self, code: int, reason: str) -> None:
            """Has the application end this socket, as if the peer had gone."""
            event = {"type": "websocket.disconnect", "code": code, "reason": reason, DISMISS: True}
            self.queue.put_nowait(cast(Any, event))

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            self.transport.abort()

    return Stamping
