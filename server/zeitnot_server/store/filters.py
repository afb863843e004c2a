"""The filters of a list of games, and the cursor that pages through it.

A page continues after the last game seen, by (created_at, id). So games that appear or disappear in
between neither repeat nor hide a row, and no page costs more than the first.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import get_args

import zeitnot_protocol as p

from ..rooms.room import Phase
from .errors import BadFilter

DEFAULT_LIMIT = 20
MAX_LIMIT = 100
MAX_SCANNED = 1_000  # rows that are scanned for a page
RESULTS = ("win", "draw", "loss")
SEAT_THAT_WON = "the number of the seat that won, from 0"
REASONS = get_args(p.Reason)
STATES = tuple(phase.value for phase in Phase)


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Conditions on games; None: no condition. `check` says whether the filter is valid.

    `game`: a game type. `mine`: only games in which the asking account plays. `player`: a name in
    any case, or an account; with `mine` that of another player. `result`: `draw`, `win` or `loss`
    of the asking account with `mine`, else of the player, or the number of the seat that won.
    `reason`, `state`: as in the protocol. `date_from`, `date_to`: created in [from, to), Unix
    milliseconds. `imported`: whether games were imported or played here.
    """

    game: str | None = None
    player: str | None = None
    result: str | None = None
    reason: str | None = None
    state: str | None = None
    date_from: int | None = None
    date_to: int | None = None
    cursor: str | None = None
    limit: int = DEFAULT_LIMIT
    mine: bool = False
    imported: bool | None = None

    @staticmethod
    def read(query: Mapping[str, str]) -> "GameFilter":
        """From a URL's query: game mine imported player result reason state from to
        cursor limit.

        Dates are `2026-01-31`, a whole day in UTC at either end, or ISO 8601 instants.
        Raises BadFilter.
        """
        parameters = (
            "game",
            "mine",
            "imported",
            "player",
            "result",
            "reason",
            "state",
            "from",
            "to",
            "cursor",
            "limit",
        )
        for name in query:
            if name not in parameters:
                raise BadFilter(
                    f"There is no filter {name}; the filters are {', '.join(parameters)}."
                )
        values = {name: value for name, value in query.items() if value}
        filter_ = GameFilter(
            game=values.get("game"),
            player=values.get("player"),
            result=values.get("result"),
            reason=values.get("reason"),
            state=values.get("state"),
            date_from=_instant("from", values.get("from"), ends=False),
            date_to=_instant("to", values.get("to"), ends=True),
            cursor=values.get("cursor"),
            limit=_whole_number("limit", values.get("limit", str(DEFAULT_LIMIT))),
            mine=_yes_or_no("mine", values.get("mine", "false")),
            imported=(_yes_or_no("imported", values["imported"]) if "imported" in values else None),
        )
        filter_.check()
        return filter_

    @property
    def seat(self) -> int | None:
        """The seat that must have won, if the result asked for is a seat's number."""
        result = self.result
        return int(result) if result and re.fullmatch("[0-9]{1,2}", result) else None

    def check(self) -> None:
        """Raises BadFilter."""
        for name, text in (("game", self.game), ("player", self.player)):
            if text is not None and any(unicodedata.category(c) in ("Cc", "Cs") for c in text):
                raise BadFilter(f"{name} must be plain text.")
        _one_of("state", self.state, STATES)
        _one_of("reason", self.reason, REASONS)
        if self.result is not None and self.seat is None:
            if self.result not in RESULTS:
                raise BadFilter(f"result must be {', '.join(RESULTS)}, or {SEAT_THAT_WON}.")
            if self.result != "draw" and self.player is None and not self.mine:
                raise BadFilter(f"result={self.result} needs a player or mine=true.")
        if not 1 <= self.limit <= MAX_LIMIT:
            raise BadFilter(f"limit must be from 1 to {MAX_LIMIT}.")
        if self.cursor is not None:
            read_cursor(self.cursor)


def write_cursor(created_at: int, game: str) -> str:
    """The place after this game, opaque to clients."""
    return base64.urlsafe_b64encode(f"{created_at}:{game}".encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> tuple[int, str]:
    """Raises BadFilter for anything that `write_cursor` did not write."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        match = re.fullmatch("([0-9]{1,15}):([0-9A-Za-z]+)", raw.decode("ascii"))
    except (binascii.Error, UnicodeError, ValueError):
        match = None
    if match is None:
        raise BadFilter("cursor must come from a page of this list.")
    return int(match[1]), match[2]


def _one_of(name: str, value: str | None, allowed: tuple[str, ...]) -> None:
    if value is not None and value not in allowed:
        raise BadFilter(f"{name} must be one of {', '.join(allowed)}.")


def _yes_or_no(name: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise BadFilter(f"{name} must be true or false.")
    return text == "true"


def _whole_number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise BadFilter(f"{name} must be a whole number.")
    return int(text[:9])  # a longer number exceeds every limit


def _instant(name: str, text: str | None, *, ends: bool) -> int | None:
    if text is None:
        return None
    try:
        if len(text) == len("2026-01-31"):
            day = date.fromisoformat(text) + timedelta(days=1 if ends else 0)
            moment = datetime(day.year, day.month, day.day, tzinfo=UTC)
        else:
            moment = datetime.fromisoformat(text)
            moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return round(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BadFilter(
            f"{name} must be a day, such as 2026-01-31, or an ISO 8601 instant."
        ) from None
