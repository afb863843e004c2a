"""uvicorn's HTTP protocol with limits: peers that are too slow or send too much are refused.

uvicorn itself waits for ever for the end of a request's headers and for the peer to read a
response, and keeps headers, trailers and pipelined requests without limit. Here each connection has
one timer for every wait, and every count has a limit. A refusal is a problem document, after which
the connection is closed. The peer's further input is read and dropped for a moment, because TCP
resets a connection that is closed with unread input, and then the peer might never see the response
(RFC 9112, section 9.6). uvicorn is pinned to a minor version and tests/security/test_requests.py
guards what is used here.
"""

import asyncio
import sys
from collections.abc import Callable
from types import MappingProxyType
from typing import Any, cast

import httptools
import msgspec
from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ...hosting.room.host import ServerTally
from ...limits.holds import Bounds, Holds
from ...limits.rates import Key
from ...limits.table import Limits
from ..http.addresses import bounds, limit_of, network
from ..http.heads import check_head, head_too_large, no_version
from ..http.networks import LOOPBACK, Networks, address_of
from ..http.problems import MEDIA_TYPE, ProblemError
from .bounded_socket import EARLY

IMPORTS = b"/api/v1/imports"
"""The path of the only requests with long bodies."""
SPARE = 32  # extra connections for this machine, for example for monitoring


class _Silence:
    """Replaces the logger for peers' errors, because logging each would let peers fill the disk."""

    level = 100

    def warning(self, *_: object) -> None: ...


class BoundedRequests(HttpToolsProtocol):
    """uvicorn's protocol with limits. `protocol` sets `limits`, `tally`, `proxies` and `player`,
    and what all connections share: `held` counts the connections of each address, `draining` has
    those that were refused, and `provisional` those beyond a limit, which stay until their first
    request shows whether it comes from a player with a seat in a running game."""

    limits: Limits
    tally: ServerTally
    held: Holds
    proxies: Networks
    player: Callable[[Scope], str | None]
    draining: "set[BoundedRequests]"
    provisional: "dict[BoundedRequests, ProblemError]"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._errors, self.logger = self.logger, _Silence()  # type: ignore[assignment]
        self._timer: asyncio.TimerHandle | None = None
        self._problem: ProblemError | None = None
        self._active_cycle: RequestResponseCycle | None = None
        self._in_head = False
        self._in_body = False
        self._bytes = 0
        self._head_size = 0  # bytes of header names and values
        self._messages = 0  # how many the current chunk has parts of
        self._counted_as: list[Key] = []  # keys under which this connection is counted
        self._chunk_bytes = 0  # how many bytes are being read
        self._refused = False  # nothing more is answered

    # ── the connection ────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.tally.connections = self.connections
        self._set_timer(self.limits.head_seconds)
        spare_connections = SPARE if network(self.client) is None else 0
        if self._counted_connections > self.limits.connections + spare_connections:
            self._refuse(self._full_problem())
        elif not self._count("requests_per_address"):
            sentence = "Too many connections from your address. Close some first."
            self._admit_provisionally(ProblemError(429, "too_many_connections", sentence, 1))

    @property
    def _counted_connections(self) -> int:
        """The number of connections, without the provisional ones."""
        return len(self.connections) - len(self.provisional)

    def _admit_provisionally(self, problem: ProblemError) -> None:
        """Admits a connection that exceeds its address' limit. It is refused with this problem, now
        or after its first request, unless that comes from a player."""
        limits = self.limits
        if len(self.provisional) >= limits.provisional_connections:
            self.tally.limits_reached["provisional_connections"] += 1
            self._refuse(problem)
            return
        address = network(self.client)
        others = [other for other in self.provisional if network(other.client) == address]
        self.provisional[self] = problem
        self._set_timer(limits.provisional_seconds)
        if len(others) >= limits.provisional_connections_per_address:
            self.tally.limits_reached["provisional_connections_per_address"] += 1
            others[0]._refuse(self.provisional[others[0]])

    def _identify(self, problem: ProblemError) -> None:
        """Decides about a provisional connection by the headers of its first request. All players
        of an address together may have as many such connections as it may have others."""
        del self.provisional[self]
        if self._counted_connections > self.limits.connections:
            self._fail(self._full_problem())
        account = self.player({"type": "http", "headers": self.headers})
        of_account = {("seated_connections", account or ""): self.limits.seated_connections}
        if account is None or not self._count("seated_connections", of_account):
            self._fail(problem)

    def _full_problem(self) -> ProblemError:
        self.tally.limits_reached["connections"] += 1
        return ProblemError(503, "full", "The server has too many connections. Try again later.")

    def _count(self, kind: str, of_account: Bounds = MappingProxyType({})) -> bool:
        """Counts the connection for its address under this kind, and for its account, if given.
        False: there are too many."""
        free = self.limits.connections - self._counted_connections
        per_address = self.limits.requests_per_address
        # A proxy's connections belong to many clients; see `ConnectionLimits.answering`.
        proxy = self.client is not None and address_of(self.client[0]) in self.proxies
        counts_as = None if proxy else network(self.client)
        held = {**bounds(kind, counts_as, per_address, free), **of_account}
        if limit := self.held.full(held):
            self.tally.limits_reached[limit_of(limit)] += 1
            return False
        self._counted_as = list(held)
        self.held.add(self._counted_as)
        return True

    def _uncount(self) -> None:
        """Stops counting a connection that has ended or become a socket."""
        keys, self._counted_as = self._counted_as, []
        self.held.remove(keys)

    def resume_writing(self) -> None:
        """Renews the time for the rest of a long response, because the peer reads."""
        super().resume_writing()
        if self._active_cycle is not None:
            self._set_timer(self.limits.answer_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timer()
        self._cancel_work()
        self._uncount()
        self.draining.discard(self)
        self.provisional.pop(self, None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            self._drop(len(data))
        if self._ending:
            return
        self._messages = int(self._in_head or self._in_body)
        self._chunk_bytes = len(data)
        super().data_received(data)
        is_unread = self._in_head and self.url and not self._refused
        if is_unread and data.endswith(b"\n") and self._has_no_version:
            self._refuse(no_version())  # of HTTP/0.9, whose clients send no more than a line
        if self._ending:
            return
        # If a chunk has several messages, the last one's part of it is unknown, but bounded by the
        # chunk.
        if (self._in_head or self._in_body) and self._messages == 1:
            self._bytes += len(data)
            if self._in_head and self._bytes > self.limits.head_bytes:
                self._refuse(head_too_large(self.limits.head_bytes))
            elif self._bytes > self._max_message_bytes:
                self._refuse(ProblemError(413, "too_large", "The request is too long."))

    @property
    def _has_no_version(self) -> bool:
        """Whether the parser has read no version yet, in any request of this connection."""
        return bool(self.parser.get_http_version() == "0.0")

    @property
    def _max_message_bytes(self) -> int:
        imports = self.url.partition(b"?")[0] == IMPORTS
        return self.limits.import_bytes if imports else self.limits.message_bytes

    def handle_websocket_upgrade(self) -> None:
        if self._chunk_bytes > _upgraded_at():
            self._refuse(ProblemError(400, "bad_upgrade", EARLY))  # RFC 6455, section 4.1
            return
        self._cancel_timer()
        self._uncount()
        super().handle_websocket_upgrade()
        self.parser = cast(Any, None)  # breaks a reference cycle

    # ── what the parser reports ───────────────────────────────────────────────────────────────────
    def on_message_begin(self) -> None:
        self._in_head, self._bytes, self._head_size = True, 0, 0
        self._messages += 1
        super().on_message_begin()
        if len(self.pipeline) >= self.limits.pipelined:
            self._fail(
                ProblemError(
                    429,
                    "too_many_requests",
                    "Too many pipelined requests. Read their answers first.",
                    1,
                )
            )

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.limits.url_bytes:
            self._fail(
                ProblemError(
                    414, "too_long", f"The URL is longer than {self.limits.url_bytes} bytes."
                )
            )
        if not url.isascii():
            self._fail(
                ProblemError(
                    400, "malformed", "The URL must be ASCII, with other characters %-encoded."
                )
            )

    def on_header(self, name: bytes, value: bytes) -> None:
        value = value.rstrip(b" \t")  # the parser leaves it (RFC 9112, section 5.1)
        super().on_header(name, value)
        self._head_size += len(name) + len(value)
        if len(self.headers) > self.limits.headers:
            self._fail(
                ProblemError(
                    431, "too_large", f"The request has more than {self.limits.headers} headers."
                )
            )

    def on_headers_complete(self) -> None:
        if self._head_size + len(self.url) > self.limits.head_bytes:
            self._fail(head_too_large(self.limits.head_bytes))
        try:
            is_handshake = self.parser.should_upgrade() and self._should_upgrade()
            check_head(
                self.parser.get_http_version(), self.headers, is_handshake=bool(is_handshake)
            )
        except ProblemError as refusal:
            self._fail(refusal)
        if (problem := self.provisional.get(self)) is not None:
            self._identify(problem)
        self._in_head, self._in_body = False, True
        self._set_timer(self.limits.body_seconds)
        super().on_headers_complete()
        if self.cycle is not None:
            self.cycle.logger = self._errors  # our own errors are logged

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_body = False
        self._set_timer(
            self.limits.answer_seconds if self._active_cycle else self.limits.head_seconds
        )

    def on_response_complete(self) -> None:
        self._active_cycle = None
        super().on_response_complete()
        if self.transport.is_closing():
            self._set_timer(self.limits.linger_seconds)
        elif self._active_cycle:
            self._set_timer(self.limits.answer_seconds)
        elif not self._in_body:
            self._set_timer(self.limits.head_seconds)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._active_cycle = cycle
        super()._start_asgi_task(cycle, app)

    # ── refusing ──────────────────────────────────────────────────────────────────────────────────

    def _fail(self, problem: ProblemError) -> None:
        """Ends the parsing. The parser's caller then calls `send_400_response`."""
        self._problem = problem
        raise problem

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn when the parser or one of our callbacks has refused the input."""
        problem = ProblemError(400, "malformed", "This is not an HTTP request.")
        self._refuse(self._problem or problem)

    def _refuse(self, problem: ProblemError) -> None:
        self.provisional.pop(self, None)
        answering = self._answering
        self._cancel_work()
        self.tally.refused[problem.problem.code] += 1
        self._refused = True
        if not answering:  # nothing can be put into the middle of an answer
            self.transport.write(_rendered(problem, self.server_state.default_headers))
        if (full := len(self.draining) >= self.limits.drained_at_once) or answering:
            self.tally.limits_reached["drained_at_once"] += full
            self.transport.close()
            self._set_timer(self.limits.linger_seconds)
        else:
            self._drain()

    def _drain(self) -> None:
        """Half-closes the connection, and keeps reading for a while until the peer closes it."""
        self.draining.add(self)
        self._bytes = 0
        self.transport.write_eof()
        self.flow.resume_reading()
        self._set_timer(self.limits.drain_seconds)

    def _drop(self, count: int) -> None:
        """Counts bytes from a refused peer; too many abort the connection."""
        self._bytes += count
        if self._bytes > self.limits.drain_bytes:
            self.transport.abort()

    @property
    def _ending(self) -> bool:
        """Whether further input is ignored."""
        return self._refused or self.transport.is_closing()

    @property
    def _answering(self) -> bool:
        """Whether part of a response has been sent."""
        return self._active_cycle is not None and self._active_cycle.response_started

    def _cancel_work(self) -> None:
        """Stops the application's work on the request, because the peer is gone."""
        self.pipeline.clear()
        if self._active_cycle is not None:
            self._active_cycle.disconnected = True
            self._active_cycle.message_event.set()
            self._active_cycle = None

    # ── the one timer ─────────────────────────────────────────────────────────────────────────────

    def _set_timer(self, seconds: float) -> None:
        self._cancel_timer()
        self._timer = self.loop.call_later(seconds, self._on_timeout)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        if (problem := self.provisional.get(self)) is not None:
            self._refuse(problem)
        elif (self._in_head or self._in_body) and not self._ending:
            self._refuse(ProblemError(408, "too_slow", "The request took too long to arrive."))
        elif self._answering and not self.flow.write_paused and not self._ending:
            self._set_timer(self.limits.answer_seconds)  # the server itself is slow
        else:
            self._cancel_work()
            self.transport.abort()


def protocol(
    bounds: Limits,
    tally: ServerTally | None = None,
    proxies: Networks = LOOPBACK,
    player: Callable[[Scope], str | None] = lambda head: None,
) -> type[asyncio.Protocol]:
    """The HTTP protocol class for uvicorn, with these limits. `tally` counts refusals; `proxies`:
    those that name their clients; `player`: the account in a request's headers, if it has a seat in
    a running game."""
    shared: dict[str, Any] = {"limits": bounds, "tally": tally or ServerTally(), "proxies": proxies}
    shared |= {"held": Holds(), "draining": set(), "provisional": {}}
    shared["player"] = staticmethod(player)
    return type("Requests", (BoundedRequests,), shared)


def _upgraded_at() -> int:
    """Where in the data a handshake ends. The parser's exception says so; it is being handled while
    uvicorn performs the upgrade, which would drop the data behind it."""
    upgrade = sys.exception()
    assert isinstance(upgrade, httptools.HttpParserUpgrade)
    return int(upgrade.args[0])


def _rendered(refusal: ProblemError, headers: list[tuple[bytes, bytes]]) -> bytes:
    """The bytes of a complete response, for a connection without a request."""
    problem = refusal.problem
    body = msgspec.json.encode(problem)
    lines = [f"HTTP/1.1 {problem.status} {problem.title}".encode()]
    lines += [name + b": " + value for name, value in headers]
    more = {"content-type": MEDIA_TYPE, "connection": "close", **refusal.headers}
    lines += [f"{name}: {value}".encode() for name, value in more.items()]
    lines += [f"content-length: {len(body)}".encode(), b"", body]
    return b"\r\n".join(lines)
