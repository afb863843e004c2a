"""Sends the bot's search reports to the room: the newest one, as often as the room accepts."""

import asyncio
from typing import Literal

import zeitnot_protocol as p
from zeitnot_client.room import Room
from zeitnot_client.state import RoomState

from ..interfaces import ReportLike
from .variations import line_text, several_lines

EVERY_S = 0.26  # a room accepts at most four reports a second


class Infos:
    """Keeps the newest report, which `run` sends."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._newest: p.Info | None = None
        self._is_new = asyncio.Event()

    def put(
        self, mode: Literal["thinking", "pondering"], state: RoomState, report: ReportLike
    ) -> None:
        """Replaces the report that has not been sent yet."""
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

    async def run(self) -> None:
        """Sends each newest report, unless the position has changed since. Runs for ever."""
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            if self._newest is not None and self._newest.ply == self._room.state.ply:
                await self._room.info(self._newest)
            await asyncio.sleep(EVERY_S)
