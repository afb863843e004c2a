"""The ends of WebSocket frames, however the bytes are split, compared with the parser of
`websockets`; and short frames, which are decoded without that parser."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from zeitnot_server.web.transport.framing import frame_size, short_frame

CONTROL = [Opcode.PING, Opcode.PONG]
MASK = b"\1\2\3\4"
MAX_BYTES = 70_000


def masked(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A client's frame, with a mask that is the same in every run."""
    unmasked = Frame(opcode, data, fin).serialize(mask=False)
    head = unmasked[: len(unmasked) - len(data)]
    body = bytes(byte ^ MASK[index % 4] for index, byte in enumerate(data))
    return bytes([head[0], head[1] | 0x80]) + head[2:] + MASK + body


def text(size: int, opcode: Opcode = Opcode.TEXT) -> bytes:
    return masked(b"x" * size, opcode)


# ── ends of frames ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 4096, 65_535, 65_536, 70_000])
def test_the_header_gives_the_length_of_the_frame(size: int) -> None:
    frame = text(size)
    assert frame_size(frame, MAX_BYTES) == frame_size(frame + b"more", MAX_BYTES) == len(frame)
    unmasked = Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
    assert frame_size(unmasked, MAX_BYTES) == len(unmasked)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_an_incomplete_frame_has_no_length(size: int) -> None:
    frame = text(size)
    for length in {*range(min(20, len(frame))), len(frame) - 1}:
        assert frame_size(frame[:length], MAX_BYTES) == 0


@pytest.mark.parametrize(
    "frame", [text(4097), b"\x81\xff" + (2**40).to_bytes(8, "big"), b"\x81\xff" + b"\xff" * 8]
)
def test_a_frame_that_is_too_long_is_passed_to_the_parser_at_once(frame: bytes) -> None:
    """Otherwise the server would buffer it until the memory is full."""
    for length in (10, len(frame)):
        assert frame_size(frame[:length], 4096) == length


def test_longer_encodings_of_a_length_are_accepted() -> None:
    long = b"\x81\xff" + (3).to_bytes(8, "big") + b"\0\0\0\0abc"
    assert frame_size(long + text(2), MAX_BYTES) == len(long)


frames = st.lists(
    st.one_of(
        st.builds(text, st.sampled_from([0, 1, 5, 125, 126, 200, 65_535, 65_536])),
        st.builds(text, st.integers(0, 125), st.sampled_from(CONTROL)),
    ),
    max_size=6,
)


def split_at(data: bytes, cuts: list[int]) -> list[bytes]:
    """The same bytes split into several reads."""
    positions = sorted({cut % (len(data) + 1) for cut in cuts} | {0, len(data)})
    return [data[a:b] for a, b in itertools.pairwise(positions)]


@given(frames, st.lists(st.integers(0, 200_000), max_size=8))
def test_the_parser_gets_one_complete_frame_at_a_time(sent: list[bytes], cuts: list[int]) -> None:
    parser, unread, parsed = Protocol(Side.SERVER, max_size=None), bytearray(), []
    for read in split_at(b"".join(sent), cuts):
        unread += read
        while size := frame_size(unread, MAX_BYTES):
            parsed.append(bytes(unread[:size]))
            del unread[:size]
            parser.receive_data(parsed[-1])
            assert len(parser.events_received()) == 1
    assert parsed == sent
    assert parser.parser_exc is None


# ── short frames ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 90, 125])
def test_a_short_text_is_decoded(size: int) -> None:
    assert short_frame(text(size)) == (Opcode.TEXT, b"x" * size)


def test_a_pong_of_any_content_is_decoded() -> None:
    assert short_frame(masked(b"\xff\x00", Opcode.PONG)) == (Opcode.PONG, b"\xff\x00")


@pytest.mark.parametrize(
    "frame",
    [
        text(126),
        masked("ä".encode()),
        masked(b"\xff"),
        masked(b"x", Opcode.BINARY),
        masked(b"x", Opcode.PING),
        masked(b"", Opcode.CLOSE),
        masked(b"x", Opcode.CONT),
        masked(b"x", fin=False),
        b"\xc1" + masked(b"reserved bit")[1:],
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        b"\x81\xfe\x00\x01" + MASK + b"\x00",
    ],
)
def test_all_other_frames_are_left_to_the_parser(frame: bytes) -> None:
    assert short_frame(frame) is None
