"""Chooses lines of a bot's log. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

LogLine = Mapping[str, Any]
"""A line of the log, decoded."""
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_AGO = re.compile(r"(\d{1,6})([smhd])")


class BadTime(ValueError):
    """The text is no time; the message says what is expected."""


def since(text: str, now: datetime) -> datetime:
    """The instant that `text` names: `30m`, `2h` or `3d` before `now`, or an ISO date with or
    without a time, in the zone of `now` if it has none. Raises BadTime."""
    try:
        if ago := _AGO.fullmatch(text):
            return now - timedelta(**{UNITS[ago[2]]: int(ago[1])})
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=now.tzinfo)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadTime(
            f"{text[:40]!r} is no time: write 30m, 2h, 3d, 2026-11-30 or 2026-11-30T14:05"
        ) from None


@dataclass(frozen=True, slots=True)
class Filter:
    """Which lines are shown; None: any. `opponent`: a part of the name, in any case; `since`: the
    first instant; `events`: their names; `only_errors`: lines with a level; `with_engine`: also the
    dialogue with the engine."""

    game: str | None = None
    opponent: str | None = None
    since: datetime | None = None
    events: frozenset[str] = frozenset()
    only_errors: bool = False
    with_engine: bool = False

    def shows(self, line: LogLine) -> bool:
        """Whether the line passes. A line whose time cannot be read is older than any `since`."""
        return (
            (self.game is None or line.get("game") == self.game)
            and self._shows_opponent(line)
            and self._shows_time(line)
            and self._shows_event(line)
            and (not self.only_errors or "level" in line)
        )

    def _shows_opponent(self, line: LogLine) -> bool:
        if self.opponent is None:
            return True
        names = line.get("opponents")
        wanted = self.opponent.casefold()
        return isinstance(names, list) and any(wanted in str(n).casefold() for n in names)

    def _shows_time(self, line: LogLine) -> bool:
        if self.since is None:
            return True
        try:
            return datetime.fromisoformat(str(line.get("at"))) >= self.since
        except (ValueError, TypeError):
            return False

    def _shows_event(self, line: LogLine) -> bool:
        event = line.get("event")
        if event == "engine" and not self.with_engine and "engine" not in self.events:
            return False
        return not self.events or event in self.events
