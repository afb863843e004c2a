"""A line of a bot's log as text for a person. Pure.

A line's `event` is a word of the log, such as `started` or `refused`, and not an event of a room.
"""

import json
from datetime import datetime, tzinfo
from typing import Any

from .filters import LogLine

COMMON = ("at", "event", "game", "game_type", "seat", "opponents", "level")


def text_of_line(line: LogLine, zone: tzinfo | None = None) -> str:
    """One line of text: time, level, event, game, opponents, and the other fields as `name=value`.
    `zone`: of the time; None: the system's."""
    parts = [_time(line.get("at"), zone), str(line.get("event"))]
    if (level := line.get("level")) is not None:
        parts.insert(1, str(level).upper())
    if (game := line.get("game")) is not None:
        parts.append(f"{game} {line.get('game_type') or ''}".rstrip())
    if (opponents := line.get("opponents")) and isinstance(opponents, list):
        parts.append(f"against {', '.join(map(str, opponents))}")
    parts += [f"{name}={_value(each)}" for name, each in line.items() if name not in COMMON]
    return "  ".join(parts)


def _time(at: object, zone: tzinfo | None) -> str:
    try:
        instant = datetime.fromisoformat(str(at)).astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return str(at)
    return f"{instant:%Y-%m-%d %H:%M:%S}.{instant.microsecond // 1000:03d}"


def _value(value: Any) -> str:
    is_word = isinstance(value, str) and value and not any(c in value for c in ' "=')
    return value if is_word else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
