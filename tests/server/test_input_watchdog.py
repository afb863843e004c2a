"""While the loop is busy, the watchdog's thread records unread input (a *sighting*), so that each
frame gets its time of arrival. Sockets are real; the test advances the clock and takes the
samples."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from zeitnot_server.web.transport import kernel
from zeitnot_server.web.transport.input_watchdog import LATE_NS, InputWatchdog
from zeitnot_server.web.transport.link import SIGHTINGS_KEPT, SocketLink

from .test_link import send

BEAT_MS = 10
LATE_MS = LATE_NS // 1_000_000
START_NS = 10**12


class Wire:
    """A connection without unread input."""

    is_direct = True
    unparsed = waiting = 0

    def ping(self, payload: bytes) -> bool:
        return True

    def hurry(self) -> None: ...


class Connection:
    """The two ends of a loopback connection, and the link of the server's end."""

    def __init__(
        self,
        server_end: socket.socket,
        peer: socket.socket,
        watchdog: InputWatchdog,
        busy: "BusyLoop",
    ) -> None:
        self.server_end, self.peer = server_end, peer
        self.link = SocketLink(Wire(), server_end, lambda: None, lambda: busy.ns)
        self.link.follow(watchdog)

    def send(self, data: bytes) -> None:
        send(self.peer, self.server_end, data)

    def read(self, count: int = 65_536) -> int:
        """Reads as the loop does. Returns the number of bytes."""
        n_bytes = len(self.server_end.recv(count))
        self.link.note_received(n_bytes)
        return n_bytes

    def frame_ages(self, *sizes: int) -> list[int]:
        """Reads frames of these sizes as the loop does. Returns the age of each in ms."""
        remaining = self.read()
        ages_ms = []
        for size in sizes:
            remaining -= size
            ages_ms.append(self.link.waited_ms(remaining))
        return ages_ms


class BusyLoop:
    """A loop that reads only when the test does; the kernel reports an idle time of 0, as if a byte
    had just arrived."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ns = START_NS
        self.samples = 0
        self.watchdog = InputWatchdog(self._sample, lambda: self.ns)
        self._exit_stack = contextlib.ExitStack()
        monkeypatch.setattr(kernel, "tcp", lambda sock: kernel.Tcp(0.1, 0))

    def _sample(self) -> None:
        self.samples += 1

    def connection(self, before_accept: Callable[[], None] = lambda: None) -> Connection:
        """A new connection; `before_accept` is called before the server's end is accepted."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            peer = self._exit_stack.enter_context(socket.create_connection(listener.getsockname()))
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            before_accept()
            server_end = self._exit_stack.enter_context(listener.accept()[0])
        return Connection(server_end, peer, self.watchdog, self)

    def advance(self, ms: int) -> None:
        """Advances the clock, with a beat of the watchdog every `BEAT_MS`."""
        for _ in range(ms // BEAT_MS):
            self.ns += BEAT_MS * 1_000_000
            self.watchdog.beat()
        self.ns += ms % BEAT_MS * 1_000_000

    def close(self) -> None:
        self._exit_stack.close()


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Iterator[BusyLoop]:
    created = BusyLoop(monkeypatch)
    created.watchdog.beat()
    yield created
    created.close()


def test_a_frame_is_dated_by_the_measurement_before_it_was_seen(busy: BusyLoop) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"move")
    busy.advance(300)
    assert connection.frame_ages(4) == [300]


def test_later_frames_do_not_change_the_date(busy: BusyLoop) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"move")
    busy.advance(100)
    connection.send(b"info")
    busy.advance(100)
    connection.send(b"pi")
    busy.advance(100)
    assert connection.frame_ages(4, 4, 2) == [300, 200, 100]


def test_earlier_frames_do_not_change_the_date(busy: BusyLoop) -> None:
    """Sending the first byte of a frame early has no advantage."""
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"m")
    busy.advance(200)
    connection.send(b"ove")
    busy.advance(100)
    connection.send(b".")
    busy.advance(30)
    assert connection.frame_ages(4, 1) == [130, 30]


def test_a_loop_that_reads_in_time_leaves_nothing_to_record(busy: BusyLoop) -> None:
    connection = busy.connection()
    for _ in range(5):
        busy.advance(BEAT_MS)
        connection.send(b"moveinfo")
        assert connection.frame_ages(4, 4) == [0, 0]
    assert connection.link._sightings == []


def test_records_are_dropped_when_read(busy: BusyLoop) -> None:
    connection = busy.connection()
    connection.send(b"move")
    busy.advance(100)
    assert connection.frame_ages(4) == [100]
    connection.send(b"next")
    assert connection.frame_ages(4) == [0]
    assert connection.link._sightings == []


def test_a_partial_read_keeps_the_remaining_records(busy: BusyLoop) -> None:
    connection = busy.connection()
    connection.send(b"move")
    busy.advance(100)
    connection.send(b"info")
    busy.advance(100)
    connection.read(6)
    assert connection.link.waited_ms(2) == 200
    busy.advance(20)
    assert connection.frame_ages(2) == [120]


def test_a_connection_being_read_is_measured_again(busy: BusyLoop) -> None:
    """The watchdog samples after the kernel returned the bytes, before they are counted."""
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"info")
    connection.server_end.recv(4)
    connection.send(b"move")
    busy.advance(BEAT_MS)
    connection.link.note_received(4)
    busy.advance(200)
    connection.send(b"ping")
    busy.advance(100)
    age, last = connection.frame_ages(4, 4)
    assert 300 <= age <= 300 + BEAT_MS
    assert last == 100


def test_connections_are_independent(busy: BusyLoop) -> None:
    first, second = busy.connection(), busy.connection()
    first.send(b"move")
    busy.advance(100)
    second.send(b"move")
    busy.advance(50)
    assert (first.frame_ages(4), second.frame_ages(4)) == ([150], [50])


def test_nothing_is_recorded_before_following_or_after_forgetting(busy: BusyLoop) -> None:
    busy.advance(1000)
    connection = busy.connection()
    connection.send(b"move")
    busy.advance(40)
    assert connection.frame_ages(4) == [40]
    connection.link.close()
    connection.send(b"move")
    busy.advance(40)
    assert connection.frame_ages(4) == [0]


def test_records_of_endless_input_are_bounded(busy: BusyLoop) -> None:
    connection = busy.connection()
    for _ in range(SIGHTINGS_KEPT + 50):
        connection.send(b"x")
        busy.advance(BEAT_MS)
    assert len(connection.link._sightings) == SIGHTINGS_KEPT
    ages = connection.frame_ages(*[1] * (SIGHTINGS_KEPT + 50))
    assert ages[0] == BEAT_MS * (SIGHTINGS_KEPT + 50)
    assert ages == sorted(ages, reverse=True)


def test_without_measurements_a_frame_may_be_as_old_as_the_last_one(
    busy: BusyLoop,
) -> None:
    """Native code may hold the interpreter's lock, so that the watchdog cannot sample."""
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"moveinfo")
    busy.ns += 400_000_000
    assert connection.frame_ages(4, 4) == [400, 0], "the kernel knows the age of the last frame"


def test_later_frames_may_still_be_in_the_kernel(busy: BusyLoop) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"moveinfo")
    busy.ns += 400_000_000
    connection.read(4)
    assert connection.link.waited_ms(0) == 400


def test_timely_measurements_give_no_extra_time(busy: BusyLoop) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"moveping")
    busy.ns += (LATE_MS - 1) * 1_000_000
    assert connection.frame_ages(4, 4) == [0, 0]


def test_a_stopped_watchdog_gives_no_extra_time(
    busy: BusyLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = busy.connection()
    busy.advance(50)
    monkeypatch.setattr(connection.link, "note_unread", fail)
    connection.send(b"moveping")
    busy.watchdog.run()
    assert busy.watchdog.checked_ns == 0
    busy.ns += 400_000_000
    assert connection.frame_ages(4, 4) == [0, 0]


def fail(since_ns: int) -> Any:
    raise RuntimeError(since_ns)


def test_a_reused_descriptor_is_another_connection(busy: BusyLoop) -> None:
    closed = busy.connection()
    number = closed.server_end.fileno()

    def close() -> None:
        closed.link.close()
        closed.server_end.close()

    new = busy.connection(close)
    assert new.server_end.fileno() == number, "the system reuses the lowest free descriptor"
    new.send(b"move")
    busy.advance(50)
    assert new.frame_ages(4) == [50]


def test_the_thread_writes_heartbeats_and_stops() -> None:
    seen = threading.Event()
    watchdog = InputWatchdog(seen.set)
    with watchdog.running():
        assert seen.wait(30)
        assert threading.active_count() > 1
    assert watchdog.checked_ns == 0
    assert not [thread for thread in threading.enumerate() if thread.name == "input watchdog"]


def test_other_kinds_of_sockets_are_not_followed(busy: BusyLoop) -> None:
    """A closed socket, which no selector accepts."""
    closed = socket.socket()
    closed.close()
    link = SocketLink(Wire(), closed, lambda: None, lambda: busy.ns)
    link.follow(busy.watchdog)
    busy.advance(20)
    link.close()


def test_the_last_connection_may_be_forgotten_during_a_measurement() -> None:
    """The loop's thread may forget it while the watchdog's thread measures."""

    class TruthyEmptyDict(dict[int, Any]):
        def __bool__(self) -> bool:
            return True

    watchdog = InputWatchdog()
    watchdog._watched = TruthyEmptyDict()
    watchdog.beat()
    assert watchdog.checked_ns
