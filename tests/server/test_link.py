"""The link of one connection: measuring the round trip by pings, and unread input."""

import socket
import time
from collections.abc import Iterator

import pytest

from zeitnot_server.web.transport import kernel
from zeitnot_server.web.transport.link import SocketLink


class FakeConnection:
    """A link whose pings the test answers, with a clock that the test advances."""

    def __init__(self, sock: socket.socket | None = None, *, direct: bool = False) -> None:
        self.ns = 10**12
        self.pings: list[bytes] = []
        self.is_open = True
        self.is_direct = direct
        self.unparsed = self.waiting = 0
        self.link = SocketLink(self, sock, lambda: None, lambda: self.ns)

    def ping(self, payload: bytes) -> bool:
        self.pings.append(payload)
        return self.is_open

    def hurry(self) -> None: ...

    def advance(self, ms: int) -> None:
        self.ns += ms * 1_000_000

    def round_trip(self, ms: int) -> None:
        self.advance(2000)
        self.link.measure()
        self.advance(ms)
        assert self.link.pong(self.pings[-1], 0)


def test_no_lag_is_owed_before_a_pong() -> None:
    connection = FakeConnection()
    connection.link.measure()
    connection.advance(300)
    assert connection.link.owed_ms(bot=False) == 0


def test_the_smallest_round_trip_of_the_last_eight_is_owed() -> None:
    connection = FakeConnection()
    for ms in (70, 40, 90):
        connection.round_trip(ms)
    assert connection.link.owed_ms(bot=False) == 40
    for _ in range(7):
        connection.round_trip(120)
    assert connection.link.owed_ms(bot=False) == 90
    connection.round_trip(120)
    assert (connection.link.owed_ms(bot=False), connection.link.owed_ms(bot=True)) == (120, 100)


def test_only_the_first_pong_to_our_ping_counts() -> None:
    connection = FakeConnection()
    assert not connection.link.pong(b"", 0)
    connection.link.measure()
    assert not connection.link.pong(b"guessed!", 0)
    assert connection.link.pong(connection.pings[0], 0)
    assert not connection.link.pong(connection.pings[0], 0)


def test_time_that_a_pong_waits_in_the_kernel_is_not_lag() -> None:
    connection = FakeConnection()
    connection.link.measure()
    connection.advance(2100)
    assert connection.link.pong(connection.pings[0], 2050)
    assert connection.link.owed_ms(bot=False) == 50


def test_at_most_one_ping_is_pending_and_sent_per_second() -> None:
    connection = FakeConnection()
    connection.link.measure()
    connection.advance(5000)
    connection.link.measure()
    assert len(connection.pings) == 1, "the first is not answered yet"
    connection.link.pong(connection.pings[0], 0)
    connection.link.measure()
    connection.link.pong(connection.pings[1], 0)
    connection.advance(999)
    connection.link.measure()
    assert len(connection.pings) == 2
    connection.advance(1)
    connection.link.measure()
    assert len(connection.pings) == 3
    assert len(set(connection.pings)) == 3


def test_a_ping_that_could_not_be_sent_is_not_awaited() -> None:
    connection = FakeConnection()
    connection.is_open = False
    connection.link.measure()
    connection.is_open = True
    connection.link.measure()
    assert connection.link.pong(connection.pings[1], 0)


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of a loopback connection: the server's and the peer's."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        peer = socket.create_connection(listener.getsockname())
        server_end, _ = listener.accept()
        with server_end, peer:
            yield server_end, peer


def test_delayed_pongs_earn_no_more_than_the_kernels_round_trip(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    direct, proxied = FakeConnection(pair[0], direct=True), FakeConnection(pair[0])
    for connection in (direct, proxied):
        connection.link.note_received(0)
        connection.round_trip(4000)
    statistics = kernel.tcp(pair[0])
    assert statistics is not None
    assert direct.link.owed_ms(bot=False) <= 2 * statistics.rtt_ms + 50 < 4000
    assert proxied.link.owed_ms(bot=False) == 300, "the kernel sees only the proxy"


def send(peer: socket.socket, server_end: socket.socket, data: bytes) -> None:
    """Sends, and returns when the data has arrived: a busy kernel may be slow even on loopback."""
    expected_bytes = kernel.unread_bytes(server_end) + len(data)
    peer.sendall(data)
    deadline = time.monotonic() + 30
    while kernel.unread_bytes(server_end) < expected_bytes:
        assert time.monotonic() < deadline


def test_bytes_that_arrive_after_the_call_are_not_waited_for(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    server_end, peer = pair
    connection = FakeConnection(server_end)
    assert connection.link.unread()()
    send(peer, server_end, b"move")
    is_read = connection.link.unread()
    assert not is_read()
    send(peer, server_end, b"and more, for ever")
    server_end.recv(4)
    connection.link.note_received(4)
    assert is_read(), "later bytes are not waited for"


def test_a_frame_queued_for_the_reader_is_unread(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    server_end, peer = pair
    connection = FakeConnection(server_end)
    send(peer, server_end, b"move")
    is_read = connection.link.unread()
    server_end.recv(4)
    connection.link.note_received(4)
    connection.link.frames_in, connection.waiting = 1, 1
    assert not is_read()
    connection.link.frames_in = 2
    assert is_read(), "the first frame was taken; the second one arrived later"


def test_a_closed_connection_has_nothing_unread(pair: tuple[socket.socket, socket.socket]) -> None:
    server_end, peer = pair
    connection = FakeConnection(server_end)
    send(peer, server_end, b"move")
    is_read = connection.link.unread()
    connection.link.close()
    assert is_read()


def test_other_sockets_have_no_kernel_statistics() -> None:
    server_end, peer = socket.socketpair()
    with server_end, peer:
        assert kernel.tcp(server_end) is None
        peer.sendall(b"x")
        assert kernel.unread_bytes(server_end) == 1
    assert kernel.tcp(None) is None
    assert kernel.unread_bytes(server_end) == kernel.unread_bytes(None) == 0
