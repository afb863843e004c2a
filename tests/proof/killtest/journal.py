"""The journal kept outside the server: the acknowledgements that its clients received.

A line of JSON for each acknowledgement in a file of its own; the same in memory, for the checks.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """One `ack`, received `at` (monotonic seconds). `ply` and `move` only of moves; `node`: the one
    of several that sent it."""

    game: str
    account: str
    command: str
    seq: int
    ply: int | None
    move: str | None
    at: float
    node: str = ""


class Journal:
    """Append-only. `faults`: violations of the protocol, in plain words."""

    def __init__(self, file: Path) -> None:
        self.entries: list[Acknowledged] = []
        self.moves = 0
        self.faults: list[str] = []
        self.clock_errors_ms: list[float] = []
        self.crash_adjournments = 0
        self._file = file.open("a")

    def add(self, entry: Acknowledged) -> None:
        """Adds an acknowledgement."""
        self._file.write(json.dumps(asdict(entry)) + "\n")
        self.entries.append(entry)
        self.moves += entry.move is not None

    def add_fault(self, fault: str) -> None:
        """Adds a violation."""
        self.faults.append(fault)

    def since(self, number: int) -> Iterator[Acknowledged]:
        """The acknowledgements after the first `number`."""
        yield from self.entries[number:]

    def close(self) -> None:
        """Closes the file."""
        self._file.close()
