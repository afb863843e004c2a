"""Formats an engine's report for `zeitnot analyse`, as JSON and for people; pure."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from zeitnot_client.plurals import counted

from .._core import Line, Report
from ..engine import has_value
from .seats import seats_text
from .thinking import depth_text, value_text

ESTIMATES = ("centipawns", "men")  # units of evaluations, in which no result is counted
MIN_PROBABILITY = 0.0005  # rarer moves are remnants of the search's first iterations
NODES = {"blueprint": ("board", "boards"), "density": ("fleet", "fleets")}
"""What methods count as nodes, in singular and plural."""

Format: TypeAlias = Callable[[Sequence[str]], list[str]]
"""Formats a line of moves."""


def as_dict(report: Report, method: str = "") -> dict[str, Any]:
    """The report as `--json` prints it. `seat`: the side of all values; `distance`: plies to the
    forced end, or null; `value`: only if one was found."""
    valued = has_value(report, method)
    return {
        "best": report.best,
        **({"value": report.value} if valued else {}),
        "seat": report.seat,
        "unit": report.unit,
        "exact": report.exact,
        "distance": report.distance,
        "depth": report.depth,
        "seldepth": report.seldepth,
        "nodes": report.nodes,
        **({} if report.leaves is None else {"leaves": report.leaves}),
        **({"seats": report.seats} if report.seats else {}),
        "nps": report.nps,
        "seconds": round(report.seconds, 6),
        "pv": report.pv,
        "lines": [_line(line, valued) for line in report.lines]
        + [
            {
                "throw": row.values,
                "probability": row.probability,
                "move": row.move,
                "value": row.value,
                "pv": row.pv,
            }
            for row in report.throws
        ],
    }


def _line(line: Line, valued: bool) -> dict[str, Any]:
    """A line as JSON. `probability` only if the method mixes moves, `visits` if it counts them,
    `prior` if it has one, `seats` if it values the move for each seat."""
    extras = {
        "value": line.value if valued else None,
        "probability": line.probability,
        "visits": line.visits,
        "prior": line.prior,
        "seats": line.seats or None,
    }
    present = {name: value for name, value in extras.items() if value is not None}
    return {"move": line.move, "pv": line.pv, **present}


def as_text(report: Report, method: str = "", format_moves: Format = list) -> str:
    """The report for people: the lines, the cost, then the best move or the mix of moves.
    `format_moves`: formats a line of moves."""
    valued = has_value(report, method)
    if report.depth == 0 and not valued:
        return _nothing_found(report, format_moves)
    rows = []
    # The first line is the move that the method has drawn; people look for the likeliest.
    for line in sorted(report.lines, key=lambda line: -(line.probability or 0)):
        move, *expected = format_moves([line.move, *line.pv[1:]])
        if line.probability is not None:
            expected.insert(0, f"{line.probability:.1%} of the time")
        if line.visits is not None:
            expected.insert(0, counted(line.visits, "visit", "visits"))
        if line.seats:
            expected.insert(0, seats_text(line.seats))
        value = _worth(line.value, report.unit, line.distance) if valued else ""
        rows.append(_row(move, value, expected))
    for row in report.throws:
        thrown = " ".join(map(str, row.values))
        rows.append(
            f"{thrown}: " + _row(row.move or "-", value_text(row.value, report.unit), row.pv[1:])
        )
    certainty = "proved" if report.exact else depth_text(report)
    value = f": {_total(report)}" if valued else ""
    last = f"{certainty}{_end(report)}{value} ({_cost(report, method)})"
    return "\n".join([*rows, last, *advice(report, format_moves)])


def _total(report: Report) -> str:
    """The value of the position."""
    value = _worth(report.value, report.unit, report.distance)
    return f"{value} {seats_text(report.seats)}" if report.seats else value


def _cost(report: Report, method: str) -> str:
    one, many = NODES.get(method, ("node", "nodes"))
    leaves = "" if report.leaves is None else f"{counted(report.leaves, 'leaf', 'leaves')}, "
    nodes = counted(report.nodes, one, many)
    return f"{leaves}{nodes}, {report.nps} {many}/s, {report.seconds:.2f} s"


def _nothing_found(report: Report, format_moves: Format) -> str:
    """The report of a search that was stopped before it had a value for any move."""
    cost = f"{counted(report.nodes, 'node', 'nodes')}, {report.seconds:.2f} s"
    return "\n".join(
        [
            f"stopped before any value was found ({cost}): raise the limits, or lower --depth",
            *(f"first {move}" for move in format_moves(report.pv[:1])),
        ]
    )


def _end(report: Report) -> str:
    if report.distance is None or report.unit in ESTIMATES:
        return ""
    return f", {counted(report.distance, 'ply', 'plies')} to the end"


def advice(report: Report, format_moves: Format = list) -> list[str]:
    """`best e2e4`, or `mix bet 66.8%, check 33.2%` if the method mixes several moves."""
    mixed = [
        (line.probability, format_moves([line.move])[0])
        for line in report.lines
        if line.probability is not None and line.probability >= MIN_PROBABILITY
    ]
    if len(mixed) > 1:
        shares = [f"{move} {share:.1%}" for share, move in sorted(mixed, reverse=True)]
        return [f"mix {', '.join(shares)}"]
    return [f"best {format_moves([report.best])[0]}"] if report.best else []


def _row(move: str, value: str, expected: list[str]) -> str:
    return f"{move:8} {value:>14}  {' '.join(expected)}".rstrip()


def _worth(value: float, unit: str, distance: int | None) -> str:
    """A value with its unit; if that is an estimate, a forced end as its distance instead."""
    if distance is None or unit not in ESTIMATES:
        return value_text(value, unit)
    return f"{'won' if value > 0 else 'lost'} in {counted(distance, 'ply', 'plies')}"
