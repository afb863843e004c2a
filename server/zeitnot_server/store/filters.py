"""The filters of a list of games, and the cursor that pages through it.

A page continues after the last game seen, by (created_at, id). So games that appear or disappear in
between neither repeat nor hide a row, and no page costs more than the first.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar, get_args

import zeitnot_protocol as p
from zeitnot_client.controls import BadControlText, parse_seconds

from ..ratings.speeds import SPEEDS
from ..rooms.room import Phase
from .errors import BadFilter

DEFAULT_LIMIT = 20
MAX_LIMIT = 100
MAX_SCANNED = 1_000  # rows that are scanned for a page
RESULTS = ("win", "draw", "loss")
SEAT_THAT_WON = "the number of the seat that won, from 0"
REASONS = get_args(p.Reason)
STATES = tuple(phase.value for phase in Phase)

SETTING = "s."
"""The prefix of a setting's name in a URL."""
_TEXTS = (
    *("game", "person", "player", "opponent", "result", "reason", "state", "speed", "position"),
    "cursor",
)
PARAMETERS = (
    *("game", "mine", "imported", "person", "player", "opponent", "result", "reason", "state"),
    *("speed", "control", "rated", "min_moves", "max_moves", "position", "from", "to"),
    *("cursor", "limit"),
)
"""The filters in a URL."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Conditions on games; None: no condition. `check` says whether the filter is valid.

    `game`: a game type. `mine`: only games in which the asking account plays. `person`: the name of
    a bot or a person who has kept it, or one that looks like it; only games in which that account
    plays. `player`: a name in any case, or an account; with `mine` that of another player.
    `opponent`: another player's name or account, beside `mine`, `person` or `player`. `result`:
    `draw`, `win` or `loss` of the asking account with `mine`, else of the person or the player, or
    the number of the seat that won. `reason`, `state`: as in the protocol. `control`: a time
    control; `speed`: a class of them. `min_moves`, `max_moves`: of ended games, both included.
    `position`: a position that occurs early in the game, as text; `settings`: those of its game;
    `position_key`: its key, set by the caller. `date_from`, `date_to`: created in [from, to), Unix
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
    person: str | None = None
    opponent: str | None = None
    speed: str | None = None
    control: p.Control | None = None
    rated: bool | None = None
    min_moves: int | None = None
    max_moves: int | None = None
    position: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    position_key: int | None = None

    @staticmethod
    def read(query: Mapping[str, str]) -> "GameFilter":
        """From a URL's query, with PARAMETERS and `s.NAME` for the settings of a position's game.

        Dates are `2026-01-31`, a whole day in UTC at either end, or ISO 8601 instants. A time
        control is written as on the command line, in seconds: `180+2`. Raises BadFilter.
        """
        for name in query:
            if name not in PARAMETERS and not name.startswith(SETTING):
                raise BadFilter(
                    f"There is no filter {name}; the filters are {', '.join(PARAMETERS)}."
                )
        values = {name: value for name, value in query.items() if value}
        texts: dict[str, Any] = {name: values.get(name) for name in _TEXTS}
        filter_ = GameFilter(
            **texts,
            min_moves=_optional(whole_number, "min_moves", values),
            max_moves=_optional(whole_number, "max_moves", values),
            imported=_optional(yes_or_no, "imported", values),
            rated=_optional(yes_or_no, "rated", values),
            date_from=_instant("from", values.get("from"), ends=False),
            date_to=_instant("to", values.get("to"), ends=True),
            control=_optional(_control, "control", values),
            limit=whole_number("limit", values.get("limit", str(DEFAULT_LIMIT))),
            mine=yes_or_no("mine", values.get("mine", "false")),
            settings={
                n.removeprefix(SETTING): v for n, v in query.items() if n.startswith(SETTING)
            },
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
        for name in ("game", "player", "person", "opponent"):
            text = getattr(self, name)
            if text is not None and any(unicodedata.category(c) in ("Cc", "Cs") for c in text):
                raise BadFilter(f"{name} must be plain text.")
        _one_of("state", self.state, STATES)
        _one_of("reason", self.reason, REASONS)
        _one_of("speed", self.speed, SPEEDS)
        self._check_whose()
        if self.position is not None and self.game is None:
            raise BadFilter("position needs a game.")
        if self.settings and self.position is None:
            raise BadFilter(f"{SETTING}NAME needs a position.")
        if self.result is not None and self.seat is None:
            if self.result not in RESULTS:
                raise BadFilter(f"result must be {', '.join(RESULTS)}, or {SEAT_THAT_WON}.")
            if self.result != "draw" and not self._has_player():
                raise BadFilter(f"result={self.result} needs a player, a person or mine=true.")
        if not 1 <= self.limit <= MAX_LIMIT:
            raise BadFilter(f"limit must be from 1 to {MAX_LIMIT}.")
        if self.cursor is not None:
            read_cursor(self.cursor)

    def _has_player(self) -> bool:
        return self.mine or self.player is not None or self.person is not None

    def _check_whose(self) -> None:
        """Raises BadFilter."""
        if self.person is not None and (self.mine or self.player is not None):
            raise BadFilter("person cannot be combined with mine or player; use opponent.")
        if self.opponent is not None and not self._has_player():
            raise BadFilter("opponent needs a player, a person or mine=true.")
        if self.opponent is not None and self.mine and self.player is not None:
            raise BadFilter("With mine=true, player and opponent are the same; give one of them.")


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


def _optional(read: Callable[[str, str], T], name: str, values: Mapping[str, str]) -> T | None:
    return read(name, values[name]) if name in values else None


def _control(name: str, text: str) -> p.Control:
    try:
        return parse_seconds(text)
    except BadControlText as bad:
        raise BadFilter(f"{name}: {bad}.") from None


def _one_of(name: str, value: str | None, allowed: tuple[str, ...]) -> None:
    if value is not None and value not in allowed:
        raise BadFilter(f"{name} must be one of {', '.join(allowed)}.")


def yes_or_no(name: str, text: str) -> bool:
    """The value of a parameter. Raises BadFilter."""
    if text not in ("true", "false"):
        raise BadFilter(f"{name} must be true or false.")
    return text == "true"


def whole_number(name: str, text: str) -> int:
    """The value of a parameter. Raises BadFilter."""
    if not (text.isascii() and text.isdecimal()):
        raise BadFilter(f"{name} must be a whole number.")
    return int(text) if len(text) < 10 else 10**9  # a longer number exceeds every limit


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
