"""Writes of one turn of the loop are sent together, in order, and nothing after the end."""

import asyncio

import pytest

from zeitnot_server.web.coalescing import FLUSH_BYTES, MOST_NS, CoalescingTransport, WriteCoalescer


class FakeTransport(asyncio.Transport):
    """Keeps what is written, and how."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.closing, "written after the end"
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = True


@pytest.fixture
def transport() -> FakeTransport:
    return FakeTransport()


@pytest.fixture
def coalescing(transport: FakeTransport) -> CoalescingTransport:
    """In turns that take no time."""
    return CoalescingTransport(transport, WriteCoalescer(lambda: 0))


async def test_one_write_per_turn_of_the_loop(
    transport: FakeTransport, coalescing: CoalescingTransport
) -> None:
    for data in (b"a", b"b", b"c"):
        coalescing.write(data)
    assert transport.writes == []
    await asyncio.sleep(0)
    assert transport.writes == [b"abc"]
    coalescing.write(b"d")
    await asyncio.sleep(0)
    assert transport.writes == [b"abc", b"d"]


async def test_transports_are_written_separately(transport: FakeTransport) -> None:
    post, other = WriteCoalescer(lambda: 0), FakeTransport()
    first, second = CoalescingTransport(transport, post), CoalescingTransport(other, post)
    first.write(b"1")
    second.write(b"2")
    first.write(b"1")
    await asyncio.sleep(0)
    assert (transport.writes, other.writes) == ([b"11"], [b"2"])


async def test_a_long_turn_does_not_delay_writes() -> None:
    now = [0]
    post = WriteCoalescer(lambda: now[0])
    wires = [FakeTransport() for _ in range(3)]
    lines = [CoalescingTransport(transport, post) for transport in wires]
    lines[0].write(b"a")
    lines[0].write(b"b")
    now[0] += MOST_NS + 1
    lines[1].write(b"c")
    assert [transport.writes for transport in wires] == [[b"ab"], [], []]
    now[0] += MOST_NS
    lines[2].write(b"d")
    lines[0].write(b"e")
    assert wires[1].writes == [], "not long enough"
    await asyncio.sleep(0)
    assert [transport.writes for transport in wires] == [[b"ab", b"e"], [b"c"], [b"d"]]


async def test_large_writes_are_flushed_at_once(
    transport: FakeTransport, coalescing: CoalescingTransport
) -> None:
    coalescing.write(b"a")
    coalescing.write(b"b" * FLUSH_BYTES)
    assert [len(data) for data in transport.writes] == [FLUSH_BYTES + 1]
    await asyncio.sleep(0)
    assert len(transport.writes) == 1


async def test_a_close_follows_the_data_written_before(
    transport: FakeTransport, coalescing: CoalescingTransport
) -> None:
    coalescing.write(b"last words")
    coalescing.close()
    assert (transport.writes, transport.closing) == ([b"last words"], True)
    await asyncio.sleep(0)


async def test_an_abort_drops_pending_data(
    transport: FakeTransport, coalescing: CoalescingTransport
) -> None:
    coalescing.write(b"a")
    coalescing.abort()
    await asyncio.sleep(0)
    assert (transport.writes, transport.closing) == ([], True)


async def test_a_closed_transport_is_not_written(
    transport: FakeTransport, coalescing: CoalescingTransport
) -> None:
    coalescing.write(b"a")
    transport.closing = True
    await asyncio.sleep(0)
    assert transport.writes == []
