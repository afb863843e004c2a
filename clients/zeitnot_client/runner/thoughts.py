"""An engine's search as the server's messages: values with units, and lines of bounded length.
Pure."""

import zeitnot_protocol as p

from ..drivers.situation import Thinking

UNIT = "centipawns"
MATE = 30_000  # centipawns, less the moves to mate
PV_CHARS = 512
MAX_COUNT = 2**53 - 1


def score_of(thinking: Thinking | None) -> float | None:
    """The engine's value for its own side, in centipawns; None if it gave none."""
    if thinking is None:
        return None
    if thinking.mate is not None:
        return MATE - abs(thinking.mate) if thinking.mate > 0 else abs(thinking.mate) - MATE
    return None if thinking.cp is None else float(thinking.cp)


def report_of(thinking: Thinking | None) -> p.EngineReport:
    """The report that is sent with the move of this search."""
    if thinking is None:
        return p.EngineReport()
    value = score_of(thinking)
    return p.EngineReport(
        depth=_count(thinking.depth),
        seldepth=_count(thinking.seldepth),
        nodes=_count(thinking.nodes),
        value=value,
        unit=None if value is None else UNIT,
        pv=_line_text(thinking.pv),
    )


def info_of(game: str, ply: int, seat: int, thinking: Thinking) -> p.Info:
    """The report of a search that still runs."""
    value = score_of(thinking)
    return p.Info(
        game=game,
        ply=ply,
        mode="thinking",
        depth=_count(thinking.depth),
        seldepth=_count(thinking.seldepth),
        nodes=_count(thinking.nodes),
        nps=_count(thinking.nps),
        value=value,
        value_seat=seat,
        unit=None if value is None else UNIT,
        pv=_line_text(thinking.pv),
        time_ms=_count(thinking.ms),
    )


def _line_text(moves: tuple[str, ...]) -> str:
    """The first moves of a line, as many as fit."""
    line = " ".join(moves)
    return line if len(line) <= PV_CHARS else line[: max(0, line.rfind(" ", 0, PV_CHARS + 1))]


def _count(number: int) -> int:
    """The number as far as a message can have it, because it comes from a foreign program."""
    return max(0, min(number, MAX_COUNT))
