"""The quick way in takes just the frames that need no parser, and reads them as it does."""

import pytest
from websockets.frames import Frame, Opcode

from zeitnot_server.web.direct import short_text


def masked(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 90, 125])
def test_a_short_text_is_read(size: int) -> None:
    text = ("{" * size).encode()
    assert short_text(masked(text)) == text.decode()


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
def test_all_else_is_for_the_parser(data: bytes) -> None:
    assert short_text(data) is None
