"""An external program as the engine of a house bot's game."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zeitnot_client.drivers.driver import Driver, Launch
from zeitnot_client.drivers.failures import (
    ClaimsEnd,
    Failed,
    FoundNoMove,
    HasResigned,
    Interrupted,
    PlayedIllegal,
    Unsupported,
)
from zeitnot_client.drivers.situation import Limits
from zeitnot_client.faults import NoMove, Resigns

from ..engine import StopToken
from ..interfaces import LineLike
from .recorded import RecordedHistory

logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a program's search: the move, the seconds, and the seat to move. It has no
    unit, because the program reports no value."""

    best: str
    seconds: float
    seat: int
    value: float = 0.5
    unit: str = ""
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    nps: float = 0

    @property
    def pv(self) -> Sequence[str]:
        """Only the best move."""
        return [self.best]

    @property
    def lines(self) -> Sequence[LineLike]:
        """No lines, because the protocols report no other moves."""
        return ()


class ProgramEngine:
    """A program that is started at the first move, and again if it has failed."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._driver: Driver | None = None

    def search(
        self,
        history: RecordedHistory,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        ms: int | None = None,
        soft_ms: int | None = None,
        stop: StopToken | None = None,
        on_report: Callable[[Any], None] | None = None,
    ) -> Answer:
        """Asks for a move. `soft_ms`: the time that is sent to the program. The program is given up
        after `ms`, or when `stop` is set. Raises Resigns, NoMove."""
        started, stop = time.monotonic(), stop or StopToken()
        limits = Limits(move_ms=soft_ms or ms, give_up_ms=ms)
        try:
            move = self._move(history, limits, stop)
        except Interrupted:
            raise NoMove("it was told to stop") from None
        except HasResigned:
            raise Resigns from None
        except PlayedIllegal as illegal:
            raise NoMove(f"{illegal.move} is illegal") from illegal
        except FoundNoMove as failed:
            raise NoMove("its program finds no move") from failed
        except (Failed, ClaimsEnd) as failed:
            raise NoMove("its program has failed") from failed
        return Answer(move, time.monotonic() - started, history.side)

    def _move(self, history: RecordedHistory, limits: Limits, stop: StopToken) -> str:
        if self._driver is None:
            try:
                self._driver = Driver(self._launch, history.start)
            except Unsupported as refused:
                raise NoMove(str(refused)) from None
        driver = self._driver
        starts = driver.starts
        move = driver.move(history.situation, limits, lambda: stop.stopped).move
        if driver.starts > starts and driver.name:
            logger.info("%s is %s", self._launch, driver.name)
        return move

    def close(self) -> None:
        """Ends the program and all its children."""
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def __del__(self) -> None:
        # In a new thread, because this one may be the event loop's.
        if driver := self._driver:
            threading.Thread(target=driver.close, daemon=True).start()
