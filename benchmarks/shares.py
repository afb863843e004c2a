"""The server's processor time by part, from sampled stacks, counted by their innermost module of
Zeitnot.

py-spy samples the running process from outside, only threads that use the processor. Time in a
library or the kernel counts for the module that called it; the event loop's own work, reading
included, counts as "the loop".
"""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

SAMPLES_A_SECOND = 400
MIN_SHARE = 0.01  # smaller shares are added up
_FRAME = re.compile(r"\((?P<file>[^():]+):\d+\)")
_ZEITNOT_FILE = re.compile(r"(?:^|/)(zeitnot_\w+/.+)")
PARTS = (
    ("zeitnot_server/rooms/", "the room: step, clock, fold"),
    ("zeitnot_server/hosting/native.py", "the rules"),
    ("zeitnot_server/store/", "rows, the database, the sync"),
    ("zeitnot_server/web/transport/coalescing.py", "writing to the sockets"),
    ("zeitnot_server/web/transport/kernel.py", "asking the kernel about the line"),
    ("zeitnot_server/web/", "reading: frames, stamps, JSON"),
    ("zeitnot_server/hosting/room/deadlines.py", "flag timers"),
    ("zeitnot_server/hosting/room/frames.py", "events as frames"),
    ("zeitnot_server/hosting/room/audience.py", "who is sent what"),
    ("zeitnot_server/hosting/room/send_queue.py", "outboxes"),
    ("zeitnot_server/hosting/", "the room's task: queue, order, answers"),
    ("zeitnot_client/", "the protocol's types"),
)


def part_of(stack: str) -> str:
    """The part that a collapsed stack, outermost frame first, belongs to."""
    for file in reversed(_FRAME.findall(stack)):
        if ours := _ZEITNOT_FILE.search(file):
            if not ours[1].endswith("app.py"):
                return next((name for head, name in PARTS if ours[1].startswith(head)), ours[1])
            break
    return "the loop"


def shares(lines: Iterable[str]) -> list[tuple[str, float]]:
    """Parts with their shares of the samples, the largest first."""
    counts: Counter[str] = Counter()
    for line in lines:
        stack, _, count = line.rpartition(" ")
        counts[part_of(stack)] += int(count)
    total = max(1, counts.total())
    results = [(name, count / total) for name, count in counts.most_common()]
    large = [(name, share) for name, share in results if share >= MIN_SHARE]
    rest = sum(share for _, share in results if share < MIN_SHARE)
    return [*large, *([("all else", rest)] if rest else [])]


class Sampler:
    """Samples a process for some seconds, starting immediately."""

    def __init__(self, pid: int, seconds: float, file: Path) -> None:
        self._file = file
        arguments = ["record", "--format", "raw", "--rate", str(SAMPLES_A_SECOND), "--nonblocking"]
        arguments += ["--pid", str(pid), "--duration", str(max(1, round(seconds))), "--output"]
        program = Path(sys.executable).parent / "py-spy"
        self._process = subprocess.Popen(
            [str(program), *arguments, str(file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def shares(self) -> list[tuple[str, float]]:
        """The shares, as from `shares`. Raises RuntimeError if the process could not be sampled."""
        if self._process.wait() != 0:
            raise RuntimeError("py-spy may not look at the server: run as root, or allow ptrace")
        return shares(self._file.read_text().splitlines())
