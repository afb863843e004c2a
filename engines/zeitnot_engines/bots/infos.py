"""The reports of a search as messages to the room."""

from typing import Literal

import zeitnot_protocol as p
from zeitnot_client.state import RoomState

from ..interfaces import ReportLike
from .variations import line_text, several_lines


def info_of(mode: Literal["thinking", "pondering"], state: RoomState, report: ReportLike) -> p.Info:
    """The message about a search of this position."""
    return p.Info(
        game=state.game,
        ply=state.ply,
        mode=mode,
        depth=report.depth,
        seldepth=report.seldepth,
        nodes=report.nodes,
        nps=int(report.nps),
        value=report.value,
        value_seat=report.seat,
        unit=report.unit,
        pv=line_text(report.pv),
        time_ms=round(1000 * report.seconds),
        lines=several_lines(report),
    )
