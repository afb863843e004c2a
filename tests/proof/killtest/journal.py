"""The outside journal: what the server has acknowledged, as its clients were told.

A line of JSON for each acknowledgement in a file of its own; the same in memory, for the checks.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """One `ack`, received `at` (monotonic seconds). `ply` and `move` only of moves."""

    game: str
    account: str
    command: str
    seq: int
    ply: int | None
    move: str | None
    at: float


class Journal:
    """Grows only. `faults`: what no server may ever do, in plain words."""

    def __init__(self, file: Path) -> None:
        self.entries: list[Acknowledged] = []
        self.moves = 0
        self.faults: list[str] = []
        self.clock_errors_ms: list[float] = []
        self.shelved = 0
        self._file = file.open("a")

    def add(self, entry: Acknowledged) -> None:
        """An acknowledgement has come."""
        self._file.write(json.dumps(asdict(entry)) + "\n")
        self.entries.append(entry)
        self.moves += entry.move is not None

    def fault(self, kind: str) -> None:
        """Something that must not be."""
        self.faults.append(kind)

    def since(self, number: int) -> Iterator[Acknowledged]:
        """What has been acknowledged after so many."""
        yield from self.entries[number:]

    def close(self) -> None:
        """Ends the file."""
        self._file.close()
