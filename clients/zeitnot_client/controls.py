"""Time controls as people write them: `180+2`, `600`, `30/move`, `unlimited`.

Seconds, of which a half and the like may be written (`0.5+0.1`). Kinds of later versions are known
by their form and refused as such.
"""

import re
from collections.abc import Callable

from .protocol import Control

_MOST_MS = 10**12  # protocol.Millis
_NUMBER = r"(\d+(?:\.\d{1,3})?)"


class BadControlText(ValueError):
    """Not a time control; the message says what is understood."""


def _ms(seconds: str) -> int:
    return round(float(seconds) * 1000)


_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Control]], ...] = (
    (re.compile("unlimited"), lambda: Control(kind="unlimited")),
    (re.compile(_NUMBER), lambda base: Control(kind="sudden_death", base_ms=_ms(base))),
    (
        re.compile(rf"{_NUMBER}\+{_NUMBER}"),
        lambda base, more: Control(kind="fischer", base_ms=_ms(base), increment_ms=_ms(more)),
    ),
    (
        re.compile(rf"{_NUMBER}/move"),
        lambda time: Control(kind="per_move", time_ms=_ms(time)),
    ),
)
_LATER = (
    (re.compile(rf"{_NUMBER}d{_NUMBER}"), "simple delay"),
    (re.compile(rf"{_NUMBER}b{_NUMBER}"), "Bronstein delay"),
    (re.compile(rf"{_NUMBER}\+\d+x{_NUMBER}"), "byo-yomi"),
    (re.compile(rf"\d+/{_NUMBER}"), "moves in a time"),
)


def parse(text: str) -> Control:
    """The control that the text means. Raises BadControlText."""
    plain = text.strip().lower()
    for form, make in _FORMS:
        if match := form.fullmatch(plain):
            control = make(*match.groups())
            if 0 in (control.base_ms, control.time_ms):
                raise BadControlText(f"{text}: a clock must start with some time")
            times = (control.base_ms, control.increment_ms, control.time_ms)
            if max(time or 0 for time in times) > _MOST_MS:
                raise BadControlText(f"{text}: that is more than a clock can show")
            return control
    for form, name in _LATER:
        if form.fullmatch(plain):
            raise BadControlText(f"{text}: {name} is not offered yet")
    raise BadControlText(
        f"{text}: not a time control; write 600, 180+2 (seconds + seconds a move), "
        "30/move or unlimited"
    )


def format_control(control: Control) -> str:
    """The text that `parse` reads back to the same control, as far as the text has its fields."""
    match control.kind:
        case "sudden_death":
            return _seconds(control.base_ms)
        case "fischer":
            return f"{_seconds(control.base_ms)}+{_seconds(control.increment_ms)}"
        case "per_move":
            return f"{_seconds(control.time_ms)}/move"
        case "unlimited":
            return "unlimited"


def _seconds(ms: int | None) -> str:
    return f"{(ms or 0) / 1000:.3f}".rstrip("0").rstrip(".")
