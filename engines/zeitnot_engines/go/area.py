"""Area scoring: each side counts its stones, and the empty regions that touch only its stones."""

from collections.abc import Iterable, Mapping

from .chains import region
from .points import Point, points
from .position import BLACK, WHITE


def areas(size: int, stones: Mapping[Point, str], dead: Iterable[Point] = ()) -> dict[Point, str]:
    """The owner of each point, BLACK or WHITE, after the dead stones are removed; neutral points
    are omitted."""
    removed = set(dead)
    alive = {point: colour for point, colour in stones.items() if point not in removed}
    owners = dict(alive)
    seen: set[Point] = set()
    for point in points(size):
        if point not in seen and point not in alive:
            empty, colours = region(size, alive, point)
            seen |= empty
            if len(colours) == 1:
                owners.update(dict.fromkeys(empty, *colours))
    return owners


def margin(owners: Mapping[Point, str], komi: float) -> float:
    """Black's margin, negative if White wins."""
    counts = list(owners.values())
    return counts.count(BLACK) - counts.count(WHITE) - komi


def score_text(black_margin: float) -> str:
    """The result in the form of GTP and SGF: `B+3.5`, `W+12`, or `0` for a draw."""
    if black_margin == 0:
        return "0"
    return f"{'B' if black_margin > 0 else 'W'}+{number(abs(black_margin))}"


def number(value: float) -> str:
    """A number of points without trailing zeros: `7`, `7.5`."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
