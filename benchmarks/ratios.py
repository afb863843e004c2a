"""The ratios of an earlier build's rates to the echo server's, stored with the sources. Later
builds are compared with them, because ratios differ less between machines than speeds do.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

RATIOS = Path(__file__).parent / "ratios.json"
NOTED = 0.05  # the loss that is reported; runs of one build differ by up to this much
YARDSTICK = ("echo, messages", "echo, messages, per second of its processor")
Row = tuple[str, str, str, str]
"""What, found, goal, and the ratio to the echo."""


def of_rows(rows: Sequence[Row]) -> dict[str, float]:
    """The ratios by name; an indented row belongs to the one above it."""
    found, above, section = dict[str, float](), "", ""
    for name, *others, ratio in rows:
        if name.startswith(" "):
            name = f"{above}, {name.strip()}"
        elif not any(others):
            section = f"{name}: "
            continue
        else:
            above = name
        if ratio and name not in YARDSTICK:
            found[section + name] = float(ratio)
    return found


def slower(now: Mapping[str, float], stored: Mapping[str, float]) -> Iterator[str]:
    """A sentence for each ratio that is lower than the stored one by more than NOTED."""
    for name in sorted(now.keys() & stored.keys()):
        loss = 1 - now[name] / stored[name]
        if loss > NOTED:
            yield (
                f"slower by {100 * loss:.0f} %: {name}, {now[name]:.3f} of the echo;"
                f" stored is {stored[name]:.3f}"
            )


def read(path: Path = RATIOS) -> dict[str, float]:
    """The stored ratios; none if there is no file."""
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


def store(now: Mapping[str, float], path: Path = RATIOS) -> None:
    """Stores these in place of the earlier ones of the same names."""
    text = json.dumps({**read(path), **now}, indent=1, sort_keys=True)
    path.write_text(text + "\n", "utf-8")
