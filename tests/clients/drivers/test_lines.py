"""Bounded lines of output between two threads."""

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from zeitnot_client.drivers import lines
from zeitnot_client.drivers.lines import LINE_BYTES, LineBuffer, lines_of

WAIT_S = 30


def test_a_long_line_counts_only_to_its_bound() -> None:
    """Its rest is no line, whatever it says."""
    long = b"x" * (LINE_BYTES - 4) + b"\n"
    exact = b"y" * (LINE_BYTES - 1) + b"\n"
    data = b"z" * (3 * LINE_BYTES) + b" bestmove e2e4\n" + exact + long + b"\xff\r\nlast"
    found = list(lines_of(io.BytesIO(data)))
    assert [line[:1] for line in found] == ["z", "y", "x", "\ufffd", "l"]
    assert len(found[0]) == LINE_BYTES
    assert found[-1] == "last"


def test_a_byte_order_mark_at_the_beginning_is_dropped() -> None:
    assert list(lines_of(io.BytesIO(b"\xef\xbb\xbf24 18\r\n\xef\xbb\xbfx"))) == ["24 18", "\ufeffx"]


@pytest.mark.parametrize(("name", "value"), [("MAX_LINES", 2), ("MAX_CHARACTERS", 4)])
def test_a_full_buffer_makes_the_writer_wait(
    monkeypatch: pytest.MonkeyPatch, name: str, value: int
) -> None:
    monkeypatch.setattr(lines, name, value)
    buffer, has_put = LineBuffer(), threading.Event()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: [buffer.put(text) for text in ("ab", "cd", "ef")]).add_done_callback(
            lambda _: has_put.set()
        )
        assert buffer.get(WAIT_S) == "ab"
        assert has_put.wait(WAIT_S)
    buffer.end()
    assert [buffer.get(0), buffer.get(0)] == ["cd", "ef"]
    for _ in range(2):
        with pytest.raises(EOFError):
            buffer.get(WAIT_S)


def test_a_writer_does_not_wait_for_a_closed_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINES", 1)
    buffer = LineBuffer()
    buffer.put("kept")
    buffer.close()
    buffer.put("dropped")
    assert buffer.get(0) == "kept"
    with pytest.raises(EOFError):
        buffer.get(0)


def test_nothing_in_time_is_none() -> None:
    assert LineBuffer().get(0) is None
