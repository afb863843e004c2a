"""The bot's search reports, for the room."""

from typing import Literal

import zeitnot_protocol as p
from zeitnot_client.infos import Infos
from zeitnot_client.state import RoomState

from ..interfaces import ReportLike
from .variations import line_text, several_lines


class SearchInfos(Infos):
    """Keeps the newest report of a search, which `run` sends."""

    def put_report(
        self, mode: Literal["thinking", "pondering"], state: RoomState, report: ReportLike
    ) -> None:
        """Replaces the report that has not been sent yet. (It does not call `put`, because a search
        makes many reports.)"""
        self._newest = p.Info(
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
        self._is_new.set()
