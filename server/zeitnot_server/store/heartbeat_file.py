"""The heartbeat file: the server's clock when it crashed, and the room whose rules were running.

A small file, written every few milliseconds by pwrite(2) or a memory map. What is written to the
kernel survives the process, which is enough after a kill. After a power failure the file may be old
or torn; the checksum detects that, and the times in the games' logs are used instead. There are two
slots, written alternately, so that a torn write costs only one heartbeat. Then comes the mark: the
room whose rules are running, written before and cleared after. It has no checksum, because only a
process that crashes leaves one, and its writes are complete. Last comes the key of the run
(`runs.Run.key`), which identifies the database, because the database may have been replaced by a
backup. The file's name ends in `.alive`.

Slot: little-endian u64 heartbeat number, u64 run, u64 ms, u32 CRC-32 of the bytes before it.
Mark: u64 run (0: no room), u64 ply, 32 bytes room id (zero-padded).
Key: 8 bytes, u32 CRC-32 of them. Files from before version 0.2 end with the mark.
"""

import contextlib
import mmap
import os
import struct
import zlib
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from .owner import open_beside
from .runs import Heartbeats

_BODY = struct.Struct("<QQQ")
_CHECK = struct.Struct("<I")
_MARK = struct.Struct("<QQ32s")
SLOT_BYTES = _BODY.size + _CHECK.size
MARK_AT = 2 * SLOT_BYTES
_NO_MARK = bytes(8)
_MARK_RUN_END = MARK_AT + len(_NO_MARK)
KEY_AT = MARK_AT + _MARK.size
_KEY_BYTES = 8
FILE_BYTES = KEY_AT + _KEY_BYTES + _CHECK.size


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A time of a run's clock, as it was written."""

    run: int
    ms: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The room whose rules that run was executing, and its ply."""

    run: int
    room: str
    ply: int


@dataclass(frozen=True, slots=True)
class PreviousRun:
    """The content of the file, about the run that wrote it."""

    key: str | None
    last: Heartbeat | None
    mark: Mark | None


class CrashMark:
    """Marks a room while its rules are running, in case they crash the process. A class, because
    each move uses three of these, and a generator costs several times as much."""

    __slots__ = ("_heartbeats", "_ply", "_room", "_run")

    def __init__(self, heartbeats: Heartbeats, run: int, room: str, ply: int) -> None:
        self._heartbeats, self._run, self._room, self._ply = heartbeats, run, room, ply

    def __enter__(self) -> None:
        self._heartbeats.mark(self._run, self._room, self._ply)

    def __exit__(self, *_: object) -> None:
        self._heartbeats.unmark()


class HeartbeatFile:
    """The file, open; see `runs.Heartbeats`. `database`: the database that it is beside. Raises
    OSError."""

    def __init__(self, path: Path, database: Path | None = None) -> None:
        self._fd = open_beside(path, database or path)
        try:
            self._page = _mapped(self._fd)
        except OSError:
            os.close(self._fd)
            raise
        newest = self._newest()
        self._count = newest[0] + 1 if newest else 0

    def beat(self, run: int, ms: int) -> None:
        """Writes a heartbeat; it takes a few microseconds."""
        body = _BODY.pack(self._count, run, ms)
        slot = self._count % 2
        self._put(body + _CHECK.pack(zlib.crc32(body)), slot * SLOT_BYTES)
        self._count += 1

    def storing(self, room: str, since_ms: int) -> AbstractContextManager[None]:
        """Ignored, because a local file does not make a move wait for long."""
        return contextlib.nullcontext()

    def began(self, room: str, late_ms: int | None) -> None:
        """Ignored, too."""

    def read(self) -> Heartbeat | None:
        """The newest complete heartbeat; None if there is none."""
        newest = self._newest()
        return newest[1] if newest else None

    def mark(self, run: int, room: str, ply: int) -> None:
        """Marks a room whose rules are about to run. `room`: at most 32 ASCII characters. Called
        four times for each move, so it writes to the mapped page, without a system call."""
        _MARK.pack_into(self._page, MARK_AT, run, ply, room.encode("ascii"))

    def unmark(self) -> None:
        """Clears the mark: the rules have returned."""
        self._page[MARK_AT:_MARK_RUN_END] = _NO_MARK

    def marked(self) -> Mark | None:
        """The mark in the file."""
        raw = os.pread(self._fd, _MARK.size, MARK_AT)
        if len(raw) < _MARK.size or raw.startswith(_NO_MARK):
            return None
        run, ply, name = _MARK.unpack(raw)
        return Mark(run, name.rstrip(b"\0").decode("ascii", "replace"), ply)

    def previous(self) -> PreviousRun:
        """The content of the file before this run writes to it."""
        return PreviousRun(self.key, self.read(), self.marked())

    @property
    def key(self) -> str | None:
        """The key of the run that last wrote to the file; None: it had none."""
        raw = os.pread(self._fd, FILE_BYTES - KEY_AT, KEY_AT)
        body, check = raw[:_KEY_BYTES], raw[_KEY_BYTES:]
        return body.hex() if check == _CHECK.pack(zlib.crc32(body)) else None

    def sign(self, key: str) -> None:
        """Writes the key (16 hex digits) of the run that writes from now on."""
        body = bytes.fromhex(key)
        self._put(body + _CHECK.pack(zlib.crc32(body)), KEY_AT)

    def close(self) -> None:
        """Closes the file; what is written to it afterwards is lost."""
        fd, self._fd = self._fd, -1
        self._page.close()
        os.close(fd)

    def _put(self, data: bytes, at: int) -> None:
        """A failed write is ignored: the log's own times are used instead."""
        with contextlib.suppress(OSError):
            os.pwrite(self._fd, data, at)

    def _newest(self) -> tuple[int, Heartbeat] | None:
        raw = os.pread(self._fd, 2 * SLOT_BYTES, 0)
        slots = (_decode(raw[at : at + SLOT_BYTES]) for at in (0, SLOT_BYTES))
        return max(filter(None, slots), key=lambda slot: slot[0], default=None)


def _mapped(fd: int) -> mmap.mmap:
    """The file's content, which has its full size from now on. Raises OSError."""
    os.fchmod(fd, 0o600)
    if (size := os.fstat(fd).st_size) < KEY_AT:
        os.ftruncate(fd, min(size, MARK_AT))  # an incomplete mark is dropped
    os.posix_fallocate(fd, 0, FILE_BYTES)  # a hole in a mapped file would be SIGBUS
    return mmap.mmap(fd, FILE_BYTES)


def _decode(slot: bytes) -> tuple[int, Heartbeat] | None:
    if len(slot) < SLOT_BYTES:
        return None
    body, (check,) = slot[: _BODY.size], _CHECK.unpack(slot[_BODY.size :])
    if zlib.crc32(body) != check:
        return None
    count, run, ms = _BODY.unpack(body)
    return count, Heartbeat(run, ms)
