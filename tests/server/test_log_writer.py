"""Writing log lines never blocks the server."""

import atexit
import os
import threading
from collections.abc import Iterator

import pytest

from zeitnot_server import log_writer
from zeitnot_server.log_writer import LogWriter

WAIT_S = 30.0
Pipe = tuple[int, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """The reading and the writing end of a pipe; the test closes the reading one."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)


def content(pipe: Pipe) -> list[str]:
    """The lines in the pipe, whose reading end is then closed."""
    os.set_blocking(pipe[0], False)
    data = b""
    while chunk := _chunk(pipe[0]):
        data += chunk
    os.close(pipe[0])
    return data.decode().splitlines()


def _chunk(fd: int) -> bytes:
    try:
        return os.read(fd, 1 << 20)
    except BlockingIOError:
        return b""


def test_lines_are_in_the_pipe_when_write_returns(pipe: Pipe) -> None:
    writer = LogWriter(pipe[1])
    for number in range(1_000):
        writer.write(f"line {number}\n")
    assert content(pipe) == [f"line {number}" for number in range(1_000)]


def test_a_reader_that_has_stopped_does_not_block_the_writer(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "MAX_BYTES", 10_000)
    writer = LogWriter(pipe[1])
    lines = [f"{number:099}" for number in range(3_000)]
    for line in lines:
        writer.write(f"{line}\n")
    first = os.read(pipe[0], 50_000).decode().splitlines()
    writer.write("last\n")
    *remaining, note, last = content(pipe)
    written = first + remaining
    assert written == lines[: len(written)]
    assert note == f"level=warning event=log_lines_lost lines={len(lines) - len(written)}"
    assert last == "last"


def test_a_line_longer_than_a_pipe_waits_for_room(pipe: Pipe) -> None:
    writer = LogWriter(pipe[1])
    long = "x" * 150_000
    writer.write(f"{long}\n")
    first = os.read(pipe[0], 1 << 20).decode()
    writer.write("end\n")
    second = os.read(pipe[0], 1 << 20).decode()
    writer.close(WAIT_S)
    assert (first + second + "\n".join([*content(pipe), ""])) == f"{long}\nend\n"


class ReentrantPoll:
    """A poll during which the same thread writes another line: a finalizer, which may run at any
    allocation, can do so."""

    def __init__(self, writer: LogWriter) -> None:
        self.writer, self.poll_of_writer, self.remaining_writes = writer, writer._poll, 1

    def poll(self, wait_ms: int) -> object:
        if self.remaining_writes:
            self.remaining_writes -= 1
            self.writer.write("of a finalizer\n")
        return self.poll_of_writer.poll(wait_ms)


def test_a_line_may_be_written_in_the_middle_of_another(pipe: Pipe) -> None:
    writer = LogWriter(pipe[1])
    atexit.unregister(writer.close)  # it would block for ever if the thread had stopped
    writer._poll = ReentrantPoll(writer)  # type: ignore[assignment]
    thread = threading.Thread(target=writer.write, args=("of the loop\n",), daemon=True)
    thread.start()
    thread.join(WAIT_S)
    assert not thread.is_alive()
    assert sorted(content(pipe)) == ["of a finalizer", "of the loop"]


def test_a_closed_reading_end_is_harmless(pipe: Pipe) -> None:
    os.close(pipe[0])
    writer = LogWriter(pipe[1])
    writer.write("to nobody\n")
    writer.close(WAIT_S)


def test_a_full_disk_is_harmless() -> None:
    fd = os.open("/dev/full", os.O_WRONLY)
    writer = LogWriter(fd)
    writer.write("to nowhere\n")
    writer.close(WAIT_S)
    os.close(fd)
