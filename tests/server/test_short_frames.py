"""The fast path takes only frames that need no parser, and reads them as the parser does."""

import pytest
from websockets.frames import Frame, Opcode

from zeitnot_server.web.sockets.direct import short_frame, whole_frames

MASK = b"\1\2\3\4"


def masked(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    """A frame with a mask that is the same in every run."""
    plain = Frame(opcode, data, fin).serialize(mask=False)
    head = plain[: len(plain) - len(data)]
    body = bytes(byte ^ MASK[at % 4] for at, byte in enumerate(data))
    return bytes([head[0], head[1] | 0x80]) + head[2:] + MASK + body


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 90, 125])
def test_reads_a_short_text(size: int) -> None:
    text = ("{" * size).encode()
    assert short_frame(masked(text)) == (Opcode.TEXT, text)


def test_reads_a_pong_of_any_content() -> None:
    assert short_frame(masked(b"\xff\x00", Opcode.PONG)) == (Opcode.PONG, b"\xff\x00")


@pytest.mark.parametrize(
    "data",
    [
        masked(b"x" * 126),
        masked("ä".encode()),
        masked(b"\xff"),
        masked(b"x", Opcode.BINARY),
        masked(b"x", Opcode.PING),
        masked(b"", Opcode.CLOSE),
        masked(b"x", Opcode.CONT),
        masked(b"x", fin=False),
        masked(b"whole")[:-1],
        masked(b"one") + masked(b"two"),
        b"\xc1" + masked(b"reserved bit")[1:],
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        b"",
        b"\x81",
        b"\x81\x80\x00\x00\x00",
    ],
)
def test_all_other_frames_are_left_to_the_parser(data: bytes) -> None:
    assert short_frame(data) is None


@pytest.mark.parametrize(
    ("data", "is_whole"),
    [
        (masked(b"x"), True),
        (masked(b""), True),
        (masked(b"x") + masked(b"ping", Opcode.PING) + masked(b"y" * 125), True),
        (masked(b"x", Opcode.PONG), True),
        (masked(b"x")[:-1], False),
        (masked(b"x") + masked(b"y")[:1], False),
        (masked(b"x") + masked(b"y")[:5], False),
        (masked(b"x", fin=False), False),
        (masked(b"x", fin=False) + masked(b"y", Opcode.CONT), False),
        (masked(b"x" * 126), False),
        (masked(b"", Opcode.CLOSE), False),
        (Frame(Opcode.TEXT, b"not masked").serialize(mask=False), False),
    ],
)
def test_whole_frames_leave_nothing_for_the_parser(data: bytes, is_whole: bool) -> None:
    assert whole_frames(data) is is_whole
