"""Log lines never hold anybody up."""

import atexit
import os
import threading
from collections.abc import Iterator

import pytest

from zeitnot_server import log_writer
from zeitnot_server.log_writer import LogWriter

WAIT = 30.0
Pipe = tuple[int, int]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """Its two ends; the reading one is closed by the test."""
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)


def content(pipe: Pipe) -> list[str]:
    """The lines in it; nobody reads it afterwards."""
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


def test_lines_are_there_when_write_returns(pipe: Pipe) -> None:
    writer = LogWriter(pipe[1])
    for number in range(1_000):
        writer.write(f"line {number}\n")
    assert content(pipe) == [f"line {number}" for number in range(1_000)]


def test_nobody_waits_for_a_reader_that_has_stopped(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "MOST_BYTES", 10_000)
    writer = LogWriter(pipe[1])
    lines = [f"{number:099}" for number in range(3_000)]
    for line in lines:
        writer.write(f"{line}\n")
    first = os.read(pipe[0], 50_000).decode().splitlines()
    writer.write("last\n")
    *rest, note, last = content(pipe)
    told = first + rest
    assert told == lines[: len(told)]
    assert note == f"level=warning event=log_lines_lost lines={len(lines) - len(told)}"
    assert last == "last"


def test_a_line_longer_than_a_pipe_waits_for_room(pipe: Pipe) -> None:
    writer = LogWriter(pipe[1])
    long = "x" * 150_000
    writer.write(f"{long}\n")
    first = os.read(pipe[0], 1 << 20).decode()
    writer.write("end\n")
    second = os.read(pipe[0], 1 << 20).decode()
    writer.close(WAIT)
    assert (first + second + "\n".join([*content(pipe), ""])) == f"{long}\nend\n"


class Interrupted:
    """A poll during which another line is written by the same thread, as a finalizer does that runs
    at any allocation."""

    def __init__(self, writer: LogWriter) -> None:
        self.writer, self.poll_of_writer, self.left = writer, writer._poll, 1

    def poll(self, wait_ms: int) -> object:
        if self.left:
            self.left -= 1
            self.writer.write("of a finalizer\n")
        return self.poll_of_writer.poll(wait_ms)


def test_a_line_may_be_written_in_the_middle_of_another(pipe: Pipe) -> None:
    writer = LogWriter(pipe[1])
    atexit.unregister(writer.close)  # would wait for ever, should the thread have stopped
    writer._poll = Interrupted(writer)  # type: ignore[assignment]
    thread = threading.Thread(target=writer.write, args=("of the loop\n",), daemon=True)
    thread.start()
    thread.join(WAIT)
    assert not thread.is_alive()
    assert sorted(content(pipe)) == ["of a finalizer", "of the loop"]


def test_a_reader_that_has_gone_does_no_harm(pipe: Pipe) -> None:
    os.close(pipe[0])
    writer = LogWriter(pipe[1])
    writer.write("to nobody\n")
    writer.close(WAIT)


def test_a_full_disk_does_no_harm() -> None:
    fd = os.open("/dev/full", os.O_WRONLY)
    writer = LogWriter(fd)
    writer.write("to nowhere\n")
    writer.close(WAIT)
    os.close(fd)
