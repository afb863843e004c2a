"""The disk after a power failure, rebuilt from the recording of `shim.c`.

Data covered by a finished sync survives. Any subset of later operations may survive: complete
writes, single sectors of a write, a file's new length with or without its content, a new name.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

SECTOR = 512
_HEADER = struct.Struct("=QQIIHHI")


class Operation(IntEnum):
    """The codes of shim.c."""

    CREATE = 1
    WRITE = 2
    TRUNCATE = 3
    SYNC_BEGINS = 4
    SYNC_ENDS = 5
    UNLINK = 6
    DIR_SYNC_BEGINS = 7
    DIR_SYNC_ENDS = 8


@dataclass(frozen=True, slots=True)
class Record:
    """One operation. `at`: seconds of the monotonic clock. `name`: the suffix after the database's
    path. `offset`: of the data, or the new length of a truncated file."""

    at: float
    operation: Operation
    name: str
    thread: int
    offset: int
    data: bytes


def read(log: Path) -> list[Record]:
    """Reads the recording, without an incomplete last record."""
    return list(_records(log.read_bytes()))


def _records(raw: bytes) -> Iterator[Record]:
    at = 0
    while at + _HEADER.size <= len(raw):
        ns, offset, size, thread, operation, name_length, _ = _HEADER.unpack_from(raw, at)
        size = size if operation == Operation.WRITE else 0
        start = at + _HEADER.size + name_length
        if start + size > len(raw):
            return
        suffix = raw[start - name_length : start].decode()
        data = raw[start : start + size]
        yield Record(ns / 1e9, Operation(operation), suffix, thread, offset, data)
        at = start + size


@dataclass
class File:
    """The durable content of a file, and the operations not covered by a sync."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Record] = field(default_factory=list)
    is_name_durable: bool = False  # its directory entry has been synced
    syncing: dict[int, int] = field(default_factory=dict)  # thread → number of pending operations

    def sync_ended(self, thread: int) -> None:
        """Applies the operations that were pending when this sync began."""
        count = self.syncing.pop(thread)
        for record in self.pending[:count]:
            _apply(self.durable, record)
        del self.pending[:count]
        for other, pending in self.syncing.items():
            self.syncing[other] = max(0, pending - count)


class Disk:
    """Applies records one by one; `after_cut` draws a possible content after a power failure."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self._dir_syncs: dict[int, list[str]] = {}

    def feed(self, record: Record) -> None:
        """Applies the next record."""
        name, thread = record.name, record.thread
        match record.operation:
            case Operation.CREATE:
                self.files[name] = File()
            case Operation.WRITE | Operation.TRUNCATE:
                self.files[name].pending.append(record)
            case Operation.SYNC_BEGINS:
                self.files[name].syncing[thread] = len(self.files[name].pending)
            case Operation.SYNC_ENDS:
                self.files[name].sync_ended(thread)
            case Operation.UNLINK:
                del self.files[name]
            case Operation.DIR_SYNC_BEGINS:
                self._dir_syncs[thread] = list(self.files)
            case Operation.DIR_SYNC_ENDS:
                for known in self._dir_syncs.pop(thread):
                    if known in self.files:
                        self.files[known].is_name_durable = True

    def after_cut(self, rng: random.Random) -> dict[str, bytes]:
        """The files' contents after a power failure at this moment."""
        mode = rng.choice(["nothing", "everything", "writes", "sectors", "sectors"])
        return {
            name: _surviving_content(file, mode, rng)
            for name, file in self.files.items()
            if file.is_name_durable or rng.random() < 0.5
        }


def _surviving_content(file: File, mode: str, rng: random.Random) -> bytes:
    content = bytearray(file.durable)
    probability = 1.0 if mode == "everything" else 0.0 if mode == "nothing" else rng.random()
    for record in file.pending:
        if mode == "sectors" and record.operation is Operation.WRITE:
            for piece in _sectors(record):
                if rng.random() < probability:
                    _apply(content, piece)
        elif rng.random() < probability:
            _apply(content, record)
    return bytes(content)


def _sectors(record: Record) -> Iterator[Record]:
    """Splits a write at the sector boundaries."""
    at, end = record.offset, record.offset + len(record.data)
    while at < end:
        next_ = min(end, (at // SECTOR + 1) * SECTOR)
        piece = record.data[at - record.offset : next_ - record.offset]
        yield Record(record.at, record.operation, record.name, record.thread, at, piece)
        at = next_


def _apply(content: bytearray, record: Record) -> None:
    if record.operation is Operation.TRUNCATE:
        if len(content) > record.offset:
            del content[record.offset :]
        else:
            content.extend(bytes(record.offset - len(content)))
        return
    end = record.offset + len(record.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[record.offset : end] = record.data
