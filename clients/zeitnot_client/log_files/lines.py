"""The lines of a bot's log file: JSON objects, without secrets. Pure.

Every line has `at` (UTC, with milliseconds) and `event`. Lines about a game also have `game`,
`game_type`, `seat` and `opponents`. `level` is `warning` or `error` on lines that report a problem.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Level = Literal["warning", "error"]
Fields = Mapping[str, Any]
MAX_TEXT = 2_000  # characters of one text in a line; the rest is cut off
MIN_SECRET = 8  # characters; shorter texts could be part of ordinary words
HIDDEN = "[secret]"


class Secrets:
    """Removes texts such as tokens from lines. `secrets`: the texts; those with fewer than
    MIN_SECRET characters are ignored."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = [secret for secret in secrets if len(secret) >= MIN_SECRET]

    def removed(self, value: Any) -> Any:
        """The value without secrets, in all texts that it contains; long texts are cut off."""
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, HIDDEN)
            return value if len(value) <= MAX_TEXT else f"{value[: MAX_TEXT - 1]}…"
        if isinstance(value, Mapping):
            return {self.removed(name): self.removed(each) for name, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.removed(each) for each in value]
        return value


def line(at_s: float, event: str, fields: Fields, secrets: Secrets) -> str:
    """One line of JSON without its line break. `at_s`: Unix time in seconds. Fields that are None
    are left out."""
    known = {name: each for name, each in fields.items() if each is not None}
    head = {"at": time_text(at_s), "event": event}
    return msgspec.json.encode(secrets.removed({**head, **known})).decode()


def time_text(at_s: float) -> str:
    """`2026-11-30T03:43:10.123Z`. Raises OverflowError, OSError or ValueError for a time that has
    no date."""
    at = datetime.fromtimestamp(at_s, UTC)
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03d}Z"
