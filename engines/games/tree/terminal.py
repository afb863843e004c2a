"""A game tree as text, one line per node; pure."""

import re
from collections.abc import Iterator

from rich.text import Text

from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import LEGAL_STYLE, QUIET_STYLE, SEAT_STYLES

_PART = re.compile(r"(\[\w+\])?(max|min|avg|[ABC])\(|(\d\.?\d*:)|(-?\d+)|\)|,")
_SEATS = {"max": 0, "A": 0, "min": 1, "B": 1, "C": 2}


def _nodes(tree: str) -> Iterator[tuple[str, str, str, str]]:
    """The path, the label, the word or leaf, and the probability of each node, the root first."""
    counts: list[int] = []
    share, at = "", 0
    while at < len(tree):
        part = _PART.match(tree, at)
        if part is None:
            raise ValueError(f"no tree: {tree[at:]}")
        at = part.end()
        label, word, probability, leaf = part.groups()
        if probability:
            share = probability
            continue
        path = "".join(map(str, counts))
        if part[0] == ",":
            counts[-1] += 1
        elif part[0] == ")":
            counts.pop()
        else:
            yield path, label or "", word or leaf, share
            share = ""
            if word:
                counts.append(0)


def _draw(position: str, marks: Marks) -> Text:
    """Draws each node under its parent: its move, probability, and seat or payoff.

    An arrow marks the current node and a star its children. If a step is hidden, all possible
    current nodes are marked."""
    tree, _, path = position.partition(" ")
    here = re.compile(path.replace("?", "."))
    lines = []
    for place, label, word, share in _nodes(tree):
        style = SEAT_STYLES[_SEATS[word]] if word in _SEATS else QUIET_STYLE
        sign = "  "
        if here.fullmatch(place):
            sign, style = "→ ", style.replace(QUIET_STYLE, "bold")
        elif place and here.fullmatch(place[:-1]):
            sign = "* "
        step = f"{place[-1]} " if place else ""
        line = Text.assemble(
            (sign, LEGAL_STYLE), "   " * len(place), step, (f"{share}{label}{word}", style)
        )
        lines.append(line)
    return Text("\n").join(lines)


FACE = Face(("A", "B", "C"), _draw, ends={"leaf": "a leaf is reached"})
