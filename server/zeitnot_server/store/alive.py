"""The sign of life: how far the server's clock had come when it died.

A small file, written every few milliseconds by pwrite(2): what a write has put into the kernel
outlives the process, and that is all that is needed after a kill. After a power failure the file
may be old or torn; the checksum finds that, and the log's own times stand in.
Two slots, used in turn, so that a torn write costs one beat and not all of them.

Slot: little-endian u64 beat number, u64 run, u64 ms, 32 bytes room id (zero-padded), u32 CRC-32 of
the bytes before it.
"""

import os
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

_BODY = struct.Struct("<QQQ32s")
_CHECK = struct.Struct("<I")
SLOT = _BODY.size + _CHECK.size


@dataclass(frozen=True, slots=True)
class Beat:
    """One sign of life. `room`: the room that was being stepped, if one was."""

    run: int
    ms: int
    room: str | None = None


class Alive:
    """The file, open. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        os.fchmod(self._fd, 0o600)
        newest = self._newest()
        self._count = newest[0] + 1 if newest else 0

    def beat(self, run: int, ms: int, room: str | None = None) -> None:
        """Writes a sign of life; some microseconds. Room ids are at most 32 characters of ASCII."""
        name = (room or "").encode("ascii")
        body = _BODY.pack(self._count, run, ms, name)
        slot = self._count % 2
        os.pwrite(self._fd, body + _CHECK.pack(zlib.crc32(body)), slot * SLOT)
        self._count += 1

    def read(self) -> Beat | None:
        """The newest whole beat; None if there is none."""
        newest = self._newest()
        return newest[1] if newest else None

    def close(self) -> None:
        """No more beats."""
        os.close(self._fd)

    def _newest(self) -> tuple[int, Beat] | None:
        raw = os.pread(self._fd, 2 * SLOT, 0)
        beats = [b for at in (0, SLOT) if (b := _decode(raw[at : at + SLOT]))]
        return max(beats, key=lambda b: b[0], default=None)


def _decode(slot: bytes) -> tuple[int, Beat] | None:
    if len(slot) < SLOT:
        return None
    body, (check,) = slot[: _BODY.size], _CHECK.unpack(slot[_BODY.size :])
    if zlib.crc32(body) != check:
        return None
    count, run, ms, name = _BODY.unpack(body)
    room = name.rstrip(b"\0").decode("ascii")
    return count, Beat(run, ms, room or None)
