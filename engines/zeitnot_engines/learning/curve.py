"""Draws a curve as SVG, for the documentation."""

import math
from collections.abc import Sequence

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 44
MARKS = 6
SLACK = 1e-9  # of a step, lost in rounding

Point = tuple[float, float]


def svg_curve(points: Sequence[Point], across: str, upwards: str) -> str:
    """An SVG with the points (at least one), joined in order, on axes with round marks and 0.
    `across`, `upwards`: the labels of the axes."""
    columns, rows = _marks([x for x, _ in points]), _marks([y for _, y in points])
    path = " ".join(f"{_x(x, columns):.1f},{_y(y, rows):.1f}" for x, y in points)
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *(_column(_x(mark, columns), mark) for mark in columns),
        *(_row(_y(mark, rows), mark) for mark in rows),
        f'<polyline points="{path}" fill="none" stroke="#1f6feb" stroke-width="1.5"/>',
        f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{across}</text>',
        f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {HEIGHT / 2})">{upwards}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _marks(values: Sequence[float]) -> list[float]:
    """Up to eight marks in round steps, including 0, that enclose all values."""
    low, high = min(0, *values), max(0, *values)
    min_step = (high - low or 1) / MARKS
    unit = 10 ** math.floor(math.log10(min_step))
    step = next(unit * times for times in (1, 2, 5, 10) if unit * times >= min_step)
    first, last = math.floor(low / step + SLACK), math.ceil(high / step - SLACK)
    return [i * step for i in range(first, max(last, first + 1) + 1)]


def _x(value: float, marks: Sequence[float]) -> float:
    return LEFT + (value - marks[0]) / (marks[-1] - marks[0]) * (WIDTH - RIGHT - LEFT)


def _y(value: float, marks: Sequence[float]) -> float:
    share = (value - marks[0]) / (marks[-1] - marks[0])
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def _column(x: float, mark: float) -> str:
    y = HEIGHT - BOTTOM + 18
    return f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{mark:g}</text>'


def _row(y: float, mark: float) -> str:
    return (
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>'
    )
