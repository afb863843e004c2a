"""What is unread while the loop is busy is recorded by another thread, and each frame gets its own
instant. The bytes and the kernel are real; the test lets time pass and beats."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from zeitnot_server.web import kernel
from zeitnot_server.web.link import SIGHTINGS_KEPT, SocketLink
from zeitnot_server.web.watch import LATE_NS, Watch

from .test_link import send

BEAT = 10
LATE = LATE_NS // 1_000_000
START = 10**12


class Connection:
    """One end of a loopback connection, the link that knows it, and the peer's end."""

    def __init__(
        self, ours: socket.socket, peer: socket.socket, watch: Watch, busy: "Busy"
    ) -> None:
        self.ours, self.peer = ours, peer
        self.link = SocketLink(lambda payload: True, lambda: True, lambda: busy.ns)
        self.link.sock = ours
        self.link.follow(watch)

    def send(self, data: bytes) -> None:
        send(self.peer, self.ours, data)

    def read(self, count: int = 65_536) -> int:
        """The loop reads; how much."""
        got = len(self.ours.recv(count))
        self.link.came(got)
        return got

    def frame_ages(self, *sizes: int) -> list[int]:
        """The loop reads everything, frames of these sizes; for how long each had waited."""
        got = self.read()
        remaining = got
        results = []
        for size in sizes:
            remaining -= size
            results.append(self.link.waited_ms(remaining))
        return results


class Busy:
    """A loop that does not read unless the test says so; the kernel's own idle time is none, as if
    a byte had come just now."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ns = START
        self.samples = 0
        self.watch = Watch(self._sample, lambda: self.ns)
        self._lines = contextlib.ExitStack()
        monkeypatch.setattr(kernel, "tcp", lambda sock: kernel.Tcp(0.1, 0))

    def _sample(self) -> None:
        self.samples += 1

    def connection(self, before: Callable[[], None] = lambda: None) -> Connection:
        """`before`: is done before our end of it is opened."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            peer = self._lines.enter_context(socket.create_connection(listener.getsockname()))
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            before()
            ours = self._lines.enter_context(listener.accept()[0])
        return Connection(ours, peer, self.watch, self)

    def advance(self, ms: int) -> None:
        """Time, and a beat as often as it is due."""
        for _ in range(ms // BEAT):
            self.ns += BEAT * 1_000_000
            self.watch.beat()
        self.ns += ms % BEAT * 1_000_000

    def close(self) -> None:
        self._lines.close()


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Busy]:
    created = Busy(monkeypatch)
    created.watch.beat()
    yield created
    created.close()


def test_a_frame_is_dated_by_the_measurement_before_it_was_seen(busy: Busy) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"move")
    busy.advance(300)
    assert connection.frame_ages(4) == [300]


def test_later_frames_do_not_change_the_date(busy: Busy) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"move")
    busy.advance(100)
    connection.send(b"info")
    busy.advance(100)
    connection.send(b"pi")
    busy.advance(100)
    assert connection.frame_ages(4, 4, 2) == [300, 200, 100]


def test_earlier_frames_do_not_change_the_date(busy: Busy) -> None:
    """A byte that is sent early, as the begin of a frame, gains nothing."""
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"m")
    busy.advance(200)
    connection.send(b"ove")
    busy.advance(100)
    connection.send(b".")
    busy.advance(30)
    assert connection.frame_ages(4, 1) == [130, 30]


def test_a_loop_that_reads_in_time_leaves_nothing_to_record(busy: Busy) -> None:
    connection = busy.connection()
    for _ in range(5):
        busy.advance(BEAT)
        connection.send(b"moveinfo")
        assert connection.frame_ages(4, 4) == [0, 0]
    assert connection.link._sightings == []


def test_records_are_dropped_when_read(busy: Busy) -> None:
    connection = busy.connection()
    connection.send(b"move")
    busy.advance(100)
    assert connection.frame_ages(4) == [100]
    connection.send(b"next")
    assert connection.frame_ages(4) == [0]
    assert connection.link._sightings == []


def test_a_partial_read(busy: Busy) -> None:
    connection = busy.connection()
    connection.send(b"move")
    busy.advance(100)
    connection.send(b"info")
    busy.advance(100)
    connection.read(6)
    assert connection.link.waited_ms(2) == 200
    busy.advance(20)
    assert connection.frame_ages(2) == [120]


def test_a_connection_being_read_is_measured_again(busy: Busy) -> None:
    """The other thread looks between the kernel's answer and our counting it."""
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"info")
    connection.ours.recv(4)
    connection.send(b"move")
    busy.advance(BEAT)
    connection.link.came(4)
    busy.advance(200)
    connection.send(b"ping")
    busy.advance(100)
    age, last = connection.frame_ages(4, 4)
    assert 300 <= age <= 300 + BEAT
    assert last == 100


def test_connections_are_independent(busy: Busy) -> None:
    one, two = busy.connection(), busy.connection()
    one.send(b"move")
    busy.advance(100)
    two.send(b"move")
    busy.advance(50)
    assert (one.frame_ages(4), two.frame_ages(4)) == ([150], [50])


def test_nothing_is_recorded_before_following_or_after_forgetting(busy: Busy) -> None:
    busy.advance(1000)
    connection = busy.connection()
    connection.send(b"move")
    busy.advance(40)
    assert connection.frame_ages(4) == [40]
    connection.link.forget()
    connection.send(b"move")
    busy.advance(40)
    assert connection.frame_ages(4) == [0]


def test_records_of_endless_input_are_bounded(busy: Busy) -> None:
    connection = busy.connection()
    for _ in range(SIGHTINGS_KEPT + 50):
        connection.send(b"x")
        busy.advance(BEAT)
    assert len(connection.link._sightings) == SIGHTINGS_KEPT
    ages = connection.frame_ages(*[1] * (SIGHTINGS_KEPT + 50))
    assert ages[0] == BEAT * (SIGHTINGS_KEPT + 50)
    assert ages == sorted(ages, reverse=True)


def test_without_measurements_a_frame_may_be_as_old_as_the_last_one(
    busy: Busy,
) -> None:
    """Native code that keeps the interpreter to itself."""
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"moveinfo")
    busy.ns += 400_000_000
    assert connection.frame_ages(4, 4) == [400, 0], "of the last one the kernel knows"


def test_later_frames_may_still_be_in_the_kernel(busy: Busy) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"moveinfo")
    busy.ns += 400_000_000
    connection.read(4)
    assert connection.link.waited_ms(0) == 400


def test_timely_measurements_give_no_extra_time(busy: Busy) -> None:
    connection = busy.connection()
    busy.advance(50)
    connection.send(b"moveping")
    busy.ns += (LATE - 1) * 1_000_000
    assert connection.frame_ages(4, 4) == [0, 0]


def test_a_stopped_watch_gives_no_extra_time(busy: Busy, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = busy.connection()
    busy.advance(50)
    monkeypatch.setattr(connection.link, "sighted", broken)
    connection.send(b"moveping")
    busy.watch.run()
    assert busy.watch.asked_ns == 0
    busy.ns += 400_000_000
    assert connection.frame_ages(4, 4) == [0, 0]


def broken(since_ns: int) -> Any:
    raise RuntimeError(since_ns)


def test_a_reused_descriptor_is_another_connection(busy: Busy) -> None:
    old = busy.connection()
    number = old.ours.fileno()

    def close() -> None:
        old.link.forget()
        old.ours.close()

    new = busy.connection(close)
    assert new.ours.fileno() == number, "the system gives out the least that is free"
    new.send(b"move")
    busy.advance(50)
    assert new.frame_ages(4) == [50]


def test_the_thread_writes_heartbeats_and_stops() -> None:
    seen = threading.Event()
    watch = Watch(seen.set)
    with watch.running():
        assert seen.wait(30)
        assert threading.active_count() > 1
    assert watch.asked_ns == 0
    assert not [thread for thread in threading.enumerate() if thread.name == "watch"]


def test_other_kinds_of_sockets_are_not_followed(busy: Busy) -> None:
    """What no selector takes; and one that is closed already."""
    link = SocketLink(lambda payload: True, lambda: True, lambda: busy.ns)
    link.sock = socket.socket()
    link.sock.close()
    link.follow(busy.watch)
    busy.advance(20)
    link.forget()


def test_the_last_connection_may_be_forgotten_during_a_measurement() -> None:
    """Another thread does that."""

    class Emptied(dict[int, Any]):
        def __bool__(self) -> bool:
            return True

    watch = Watch()
    watch._lines = Emptied()
    watch.beat()
    assert watch.asked_ns
