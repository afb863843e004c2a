"""Writes of one iteration of the event loop are sent together and in order, and none after the
close."""

import asyncio

import pytest

from zeitnot_server.web.transport.coalescing import (
    FLUSH_BYTES,
    MAX_NS,
    CoalescingTransport,
    WriteCoalescer,
)


class FakeTransport(asyncio.Transport):
    """Records each write."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.closing, "written after the close"
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
    """A coalescing transport with a clock that does not advance."""
    return CoalescingTransport(transport, WriteCoalescer(lambda: 0))


async def test_writes_of_one_loop_iteration_are_merged(
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
    coalescer, other = WriteCoalescer(lambda: 0), FakeTransport()
    first, second = CoalescingTransport(transport, coalescer), CoalescingTransport(other, coalescer)
    first.write(b"1")
    second.write(b"2")
    first.write(b"1")
    await asyncio.sleep(0)
    assert (transport.writes, other.writes) == ([b"11"], [b"2"])


async def test_a_long_iteration_does_not_delay_writes() -> None:
    now_ns = [0]
    coalescer = WriteCoalescer(lambda: now_ns[0])
    transports = [FakeTransport() for _ in range(3)]
    coalescing = [CoalescingTransport(transport, coalescer) for transport in transports]
    coalescing[0].write(b"a")
    coalescing[0].write(b"b")
    now_ns[0] += MAX_NS + 1
    coalescing[1].write(b"c")
    assert [transport.writes for transport in transports] == [[b"ab"], [], []]
    now_ns[0] += MAX_NS
    coalescing[2].write(b"d")
    coalescing[0].write(b"e")
    assert transports[1].writes == [], "the iteration has not taken long enough"
    await asyncio.sleep(0)
    assert [transport.writes for transport in transports] == [[b"ab", b"e"], [b"c"], [b"d"]]


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
