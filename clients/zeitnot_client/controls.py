"""Time controls as people write them, and as the terminal and the page show them.

`3+2` three minutes, and two more seconds after each move · `10` or `10+0` sudden death · `3d2`
simple delay · `3b2` Bronstein · `30/move` · `10+5x30` byo-yomi, five periods of 30 s · `10+25/5`
Canadian, 25 moves in five minutes · `3/hourglass` · `40/90+30:30+30` stages, the first of 40 moves
· `3days` a move · `unlimited`. After a comma: `cap5` (the maximum of a Fischer clock), and `max20`
(a limit per move, with any control).

Times for many moves are in minutes, and times for a single move in seconds, unless they name their
unit: `90s`, `5m`, `1h`. `parse_seconds` reads the same forms with all times in seconds.
"""

import re
from collections.abc import Callable

import msgspec

from zeitnot_protocol import Control, Stage

_SECOND, _MINUTE = 1000, 60_000
_UNITS = {"s": _SECOND, "sec": _SECOND, "m": _MINUTE, "min": _MINUTE, "h": 60 * _MINUTE}
_TIME = r"(\d+(?:\.\d{1,3})?(?:sec|s|min|m|h)?)"
_STAGE = re.compile(rf"(?:(\d+|\*)/)?{_TIME}(?:\+{_TIME})?")
_TIME_PARTS = re.compile(r"([\d.]+)(\D*)")
_CLOCK_FACE = re.compile(rf"(\d+):([0-5]\d)(\+{_TIME})?")
# A blank between two digits is kept, because "3 2" is not 32.
_BLANKS = re.compile(r"(?<!\d)\s+|\s+(?!\d)")

MainTime = Callable[[str], int]
"""The milliseconds of a time that lasts many moves."""


class BadControlText(ValueError):
    """Not a time control; the message lists the forms that are accepted."""


def parse(text: str) -> Control:
    """Parses a control as people write it: `3+2` has three minutes. Raises BadControlText."""
    return _parse(text, _minutes)


def parse_seconds(text: str) -> Control:
    """Parses a control with all times in seconds: `180+2` has three minutes. Raises
    BadControlText."""
    return _parse(text, _seconds)


def _milliseconds(text: str, default_unit: int) -> int:
    match = _TIME_PARTS.fullmatch(text)
    assert match, text  # the forms have checked it
    return round(float(match[1]) * _UNITS.get(match[2], default_unit))


def _minutes(text: str) -> int:
    return _milliseconds(text, _MINUTE)


def _seconds(text: str) -> int:
    return _milliseconds(text, _SECOND)


def _sudden_death(main_time: MainTime, base: str) -> Control:
    return Control(kind="sudden_death", base_ms=main_time(base))


def _fischer(main_time: MainTime, base: str, increment: str) -> Control:
    return Control(kind="fischer", base_ms=main_time(base), increment_ms=_seconds(increment))


def _delay(main_time: MainTime, base: str, delay: str) -> Control:
    return Control(kind="delay", base_ms=main_time(base), delay_ms=_seconds(delay))


def _bronstein(main_time: MainTime, base: str, delay: str) -> Control:
    return Control(kind="bronstein", base_ms=main_time(base), delay_ms=_seconds(delay))


def _per_move(_: MainTime, time: str) -> Control:
    return Control(kind="per_move", time_ms=_seconds(time))


def _byoyomi(main_time: MainTime, base: str, periods: str, period: str) -> Control:
    return Control(
        kind="byoyomi", base_ms=main_time(base), periods=int(periods), period_ms=_seconds(period)
    )


def _canadian(main_time: MainTime, base: str, moves: str, period: str) -> Control:
    return Control(
        kind="canadian",
        base_ms=main_time(base),
        moves=int(moves),
        period_ms=main_time(period),
    )


def _hourglass(main_time: MainTime, base: str) -> Control:
    return Control(kind="hourglass", base_ms=main_time(base))


def _correspondence(_: MainTime, days: str) -> Control:
    return Control(kind="correspondence", days=int(days))


_FORMS: tuple[tuple[str, Callable[..., Control]], ...] = (
    ("unlimited|∞", lambda _: Control(kind="unlimited")),
    (_TIME, _sudden_death),
    (rf"{_TIME}\+{_TIME}", _fischer),
    (rf"{_TIME}d{_TIME}", _delay),
    (rf"{_TIME}b{_TIME}", _bronstein),
    (rf"{_TIME}/move", _per_move),
    (rf"{_TIME}\+(\d+)[x×]{_TIME}", _byoyomi),
    (rf"{_TIME}\+(\d+)/{_TIME}", _canadian),
    (rf"{_TIME}/hourglass", _hourglass),
    (rf"⧗{_TIME}", _hourglass),
    (r"(\d+)d(?:ays?)?(?:/move)?", _correspondence),
)
ACCEPTED_FORMS = (
    "write 10, 3+2 (minutes + seconds a move), 3d2, 3b2, 30/move, 10+5x30, 10+25/5, 3/hourglass, "
    "40/90:30, 3days or unlimited; 90s, 5m and 1h name their unit"
)
_ACCEPTED_SECONDS = (
    "write 600, 180+2 (seconds + seconds a move), 180d2, 180b2, 30/move, 600+5x30, 600+25/300, "
    "180/hourglass, 40/5400:1800, 3days or unlimited"
)


def _parse(text: str, main_time: MainTime) -> Control:
    form, *options = _BLANKS.sub("", text.lower()).split(",")
    if match := _CLOCK_FACE.fullmatch(form):
        raise BadControlText(_colon_hint(text, match, main_time))
    control = _parse_form(form, main_time)
    if control is None:
        forms = ACCEPTED_FORMS if main_time is _minutes else _ACCEPTED_SECONDS
        raise BadControlText(f"{text}: not a time control; {forms}")
    for option in options:
        _add_option(text, control, option, main_time)
    if control.kind == "fischer" and not control.increment_ms and control.cap_ms is None:
        control = Control(
            kind="sudden_death", base_ms=control.base_ms, move_limit_ms=control.move_limit_ms
        )
    return _validate(text, control)


def _colon_hint(text: str, match: re.Match[str], main_time: MainTime) -> str:
    """Says how to write `5:00`, `1:30` and `5:00+3`, because a colon separates stages."""
    minutes, seconds = int(match[1]), int(match[2])
    if seconds or main_time is not _minutes:
        total = 60 * minutes + seconds
        written, meaning = f"{total}s", f"{total} seconds"
    else:
        written, meaning = str(minutes), "1 minute" if minutes == 1 else f"{minutes} minutes"
    return f"{text}: write {written}{match[3] or ''} for {meaning}"


def _parse_form(form: str, main_time: MainTime) -> Control | None:
    for pattern, make in _FORMS:
        if match := re.fullmatch(pattern, form):
            return make(main_time, *match.groups())
    stages = [_STAGE.fullmatch(part) for part in re.split("[:·]", form)]
    parsed = [_stage(main_time, *match.groups()) for match in stages if match]
    return Control(kind="stages", stages=parsed) if len(parsed) == len(stages) else None


def _stage(main_time: MainTime, moves: str | None, base: str, increment: str | None) -> Stage:
    count = None if moves in (None, "*") else int(moves or 0)
    return Stage(base_ms=main_time(base), moves=count, increment_ms=_seconds(increment or "0"))


def _add_option(text: str, control: Control, option: str, main_time: MainTime) -> None:
    match = re.fullmatch(rf"(cap|max){_TIME}", option)
    if match is None or (match[1] == "cap" and control.kind != "fischer"):
        raise BadControlText(
            f"{text}: after a comma write cap5 or max20, not {option or 'nothing'}"
        )
    if match[1] == "cap":
        control.cap_ms = main_time(match[2])
    else:
        control.move_limit_ms = _seconds(match[2])


def _validate(text: str, control: Control) -> Control:
    """Checks what a client can check; the server decides. Raises BadControlText."""
    stages = control.stages or []
    first_base_ms = stages[0].base_ms if stages else control.base_ms
    overtime = control.kind in ("byoyomi", "canadian")
    if 0 in (control.time_ms, control.period_ms, control.move_limit_ms):
        raise BadControlText(f"{text}: a clock must start with some time")
    if first_base_ms == 0 and not overtime:
        raise BadControlText(f"{text}: a clock must start with some time")
    if any(stage.moves is None for stage in stages[:-1]):
        raise BadControlText(f"{text}: only the last stage may omit the number of moves")
    if control.cap_ms is not None and control.cap_ms < (control.base_ms or 0):
        raise BadControlText(f"{text}: the cap is less than the initial time")
    try:
        return msgspec.convert(msgspec.to_builtins(control), Control)
    except msgspec.ValidationError as bad:
        raise BadControlText(f"{text}: a number is too large ({bad})") from None


def format_control(control: Control) -> str:
    """The short form, which `parse` accepts: `3+2`, `10+5×30s`, `3 d/move`."""
    cap = "" if control.cap_ms is None else f",cap{_format_main_time(control.cap_ms)}"
    limit_ms = control.move_limit_ms
    limit = "" if limit_ms is None else f",max{format_seconds(limit_ms)}"
    return f"{_format(control)}{cap}{limit}"


def _format(control: Control) -> str:
    base = _format_main_time(control.base_ms)
    match control.kind:
        case "sudden_death":
            return f"{base}+0"
        case "fischer":
            return f"{base}+{format_seconds(control.increment_ms)}"
        case "delay":
            return f"{base}d{format_seconds(control.delay_ms)}"
        case "bronstein":
            return f"{base}b{format_seconds(control.delay_ms)}"
        case "per_move":
            return f"{format_seconds(control.time_ms)}s/move"
        case "byoyomi":
            return f"{base}+{control.periods}×{format_seconds(control.period_ms)}s"
        case "canadian":
            return f"{base}+{control.moves}/{_format_main_time(control.period_ms)}"
        case "hourglass":
            return f"⧗ {base}"
        case _:
            return _format_longer(control)


def _format_longer(control: Control) -> str:
    if control.kind == "correspondence":
        return f"{control.days} d/move"
    if control.stages is None:  # unlimited, or a kind that this version does not know
        return "∞" if control.kind == "unlimited" else control.kind
    parts = [_format_stage(stage) for stage in control.stages]
    is_single = len(parts) == 1 and control.stages[0].moves is None
    return f"*/{parts[0]}" if is_single else " · ".join(parts)


def _format_stage(stage: Stage) -> str:
    moves = "" if stage.moves is None else f"{stage.moves}/"
    increment = f"+{format_seconds(stage.increment_ms)}" if stage.increment_ms else ""
    return f"{moves}{_format_main_time(stage.base_ms)}{increment}"


def _format_main_time(ms: int | None) -> str:
    """Whole minutes without a unit, other times in seconds with the unit."""
    minutes, rest = divmod(ms or 0, _MINUTE)
    return str(minutes) if minutes and not rest else f"{format_seconds(ms)}s"


def format_seconds(ms: int | None) -> str:
    """Seconds without a unit, such as `5` or `0.5`."""
    return f"{(ms or 0) / 1000:.3f}".rstrip("0").rstrip(".")
