"""A curve as SVG, for the documentation."""

from collections.abc import Sequence

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 44
TICKS = 5

Point = tuple[float, float]


def drawn(points: Sequence[Point], across: str, upwards: str) -> str:
    """The points, at least one, joined in their order, on axes from the least to the most."""
    low, high = _bounds([x for x, _ in points]), _bounds([y for _, y in points])
    path = " ".join(
        f"{_along(x, low, LEFT, WIDTH - RIGHT):.1f},{_along(y, high, HEIGHT - BOTTOM, TOP):.1f}"
        for x, y in points
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *_ticks(low, high),
        f'<polyline points="{path}" fill="none" stroke="#1f6feb" stroke-width="1.5"/>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">'
        f"{across}</text>",
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {HEIGHT / 2})">{upwards}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _bounds(values: Sequence[float]) -> Point:
    """The least and the most, some way apart."""
    least, most = min(values), max(values)
    return (least, most) if most > least else (least, least + 1)


def _along(value: float, bounds: Point, first: float, last: float) -> float:
    share = (value - bounds[0]) / (bounds[1] - bounds[0])
    return first + share * (last - first)


def _ticks(low: Point, high: Point) -> list[str]:
    parts = []
    for i in range(TICKS + 1):
        x = LEFT + i / TICKS * (WIDTH - RIGHT - LEFT)
        y = HEIGHT - BOTTOM + i / TICKS * (TOP - HEIGHT + BOTTOM)
        across = low[0] + i / TICKS * (low[1] - low[0])
        upwards = high[0] + i / TICKS * (high[1] - high[0])
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{upwards:.4g}</text>'
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{across:.3g}</text>'
        )
    return parts
