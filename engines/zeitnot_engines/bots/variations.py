"""Formats the variations of a search for a room, as texts of bounded length."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..interfaces import ReportLike

PV_CHARS = 512
LINES_PV_CHARS = 128  # of each of several moves
MAX_LINES = 8  # the limit of a message


def line_text(moves: Sequence[str], chars: int = PV_CHARS) -> str:
    """The first moves of a line, as many as fit."""
    line = " ".join(moves)
    return line if len(line) <= chars else line[: max(0, line.rfind(" ", 0, chars + 1))]


def several_lines(report: ReportLike) -> list[p.EngineLine]:
    """The lines of a report, if it has several."""
    if len(report.lines) < 2:
        return []
    return [
        p.EngineLine(
            move=line.pv[0],
            value=line.value,
            pv=line_text(line.pv, LINES_PV_CHARS),
            visits=line.visits,
        )
        for line in report.lines[:MAX_LINES]
        if line.pv
    ]


def engine_report(
    final: ReportLike | None, ponder: p.PonderReport | None, *, book: bool = False
) -> p.EngineReport:
    """The report that is sent with a move. `final`: the report of its search, None if there was
    none; without a unit it has no value. `book`: the move is from a book."""
    if final is None or not final.unit:
        return p.EngineReport(book=book, ponder=ponder)
    return p.EngineReport(
        depth=final.depth,
        seldepth=final.seldepth,
        nodes=final.nodes,
        value=final.value,
        unit=final.unit,
        ponder=ponder,
        pv=line_text(final.pv),
    )
