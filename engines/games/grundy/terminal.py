"""The heaps of Grundy's game as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE

_MAX_COUNTERS = 70  # per line


def _draw(position: str, marks: Marks) -> Text:
    """Draws a line for each heap that can be split: its size and as many counters as fit."""
    heaps = [int(heap) for heap in position.split()[0].split(",")]
    lines = [
        Text(f"{heap:>2} {'●' * min(heap, _MAX_COUNTERS)}{'…' if heap > _MAX_COUNTERS else ''}")
        for heap in heaps
        if heap > 2
    ]
    small = [str(heap) for heap in heaps if heap <= 2]
    if small:
        lines.append(Text(f"   {' '.join(small)}", style=QUIET_STYLE))
    return Text("\n").join(lines)


FACE = Face(("1", "2"), _draw)
