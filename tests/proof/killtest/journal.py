"""A journal of the acknowledgements that the server's clients received.

It has one line of JSON for each acknowledgement, in a file and in memory for the checks.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """One `ack`, received `at` (monotonic seconds). `ply` and `move` are None unless it was for a
    move. `node`: the node that sent it, in a cluster."""

    game: str
    account: str
    command: str
    seq: int
    ply: int | None
    move: str | None
    at: float
    node: str = ""


class Journal:
    """An append-only list of acknowledgements. `faults`: descriptions of protocol violations."""

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
