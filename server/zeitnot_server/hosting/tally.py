"""The counters of rooms, lobby and sockets since the start; see `store.tally`."""

from collections import Counter
from collections.abc import Sized

from ..store import Histogram
from ..store.tally import SECONDS
from .reports import Why


class Tally:
    """The counters of one server. Only the loop's thread adds to them.

    `ack_s`: from a frame's stamp until its acknowledgement is written, in whole milliseconds as
    stamps are; `lag_s`: how late the loop ran its heartbeat.
    """

    def __init__(self) -> None:
        self.ack_s = Histogram(SECONDS)
        self.lag_s = Histogram(SECONDS)
        self.moves = 0
        self.cut = 0  # viewers cut off because they did not read
        self.ended: Counter[str] = Counter()  # games, by reason
        self.refused: Counter[str] = Counter()  # by error code
        self.limits_reached: Counter[str] = Counter()  # by the name of the limit
        self.reports_left_out: Counter[Why] = Counter()  # engines' reports, wholly or in part
        self.sockets: Counter[str] = Counter()  # open now, by kind
        self.connections: Sized = ()  # open now
