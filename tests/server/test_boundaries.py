"""The boundaries of WebSocket frames, however the bytes are split; compared with the parser of
`websockets`."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from zeitnot_server.web.sockets.boundaries import Boundaries, frame_bytes

CONTROL = [Opcode.PING, Opcode.PONG]


def masked(size: int, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A client's frame."""
    return Frame(opcode, b"x" * size, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 4096, 65_535, 65_536, 70_000])
def test_the_header_gives_the_length_of_the_frame(size: int) -> None:
    frame = masked(size)
    assert frame_bytes(frame) == frame_bytes(frame[:14]) == len(frame)
    plain = Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
    assert frame_bytes(plain) == len(plain)


def test_an_incomplete_header_gives_no_length() -> None:
    assert frame_bytes(b"") is None
    for size, header_bytes in ((0, 2), (126, 4), (65_536, 10)):
        for length in range(header_bytes):
            assert frame_bytes(masked(size)[:length]) is None
        assert frame_bytes(masked(size)[:header_bytes]) is not None


def test_longer_encodings_of_a_length_are_accepted() -> None:
    long = b"\x81\xff" + (3).to_bytes(8, "big") + b"\0\0\0\0abc"
    assert frame_bytes(long) == len(long)
    short = masked(2)
    assert [*Boundaries().pieces(long + short + long)] == [long, short, long]


frames = st.lists(
    st.one_of(
        st.builds(masked, st.sampled_from([0, 1, 5, 125, 126, 200, 65_535, 65_536])),
        st.builds(masked, st.integers(0, 125), st.sampled_from(CONTROL)),
    ),
    max_size=6,
)


def split_at(data: bytes, cuts: list[int]) -> list[bytes]:
    """The same bytes split into several reads."""
    positions = sorted({cut % (len(data) + 1) for cut in cuts} | {0, len(data)})
    return [data[a:b] for a, b in itertools.pairwise(positions)]


@given(frames, st.lists(st.integers(0, 200_000), max_size=8))
def test_every_frame_ends_a_piece_and_no_byte_is_lost(sent: list[bytes], cuts: list[int]) -> None:
    whole, ends = b"".join(sent), set()
    for frame in sent:
        ends.add(len(frame) + max(ends, default=0))
    reads = split_at(whole, cuts)
    boundaries, position, found = Boundaries(), 0, set()
    for read in reads:
        pieces = [*boundaries.pieces(read)]
        assert b"".join(pieces) == read
        assert all(pieces)
        for piece in pieces:
            position += len(piece)
            found.add(position)
    read_ends = {len(b"".join(reads[: n + 1])) for n in range(len(reads))}
    assert ends <= found <= ends | read_ends


@given(frames, st.lists(st.integers(0, 200_000), max_size=8))
def test_the_parser_gets_one_frame_at_a_time(sent: list[bytes], cuts: list[int]) -> None:
    parser, boundaries, received = Protocol(Side.SERVER, max_size=None), Boundaries(), 0
    for read in split_at(b"".join(sent), cuts):
        for piece in boundaries.pieces(read):
            parser.receive_data(piece)
            events = parser.events_received()
            assert len(events) <= 1
            received += len(events)
    assert parser.parser_exc is None
    assert received == len(sent)
