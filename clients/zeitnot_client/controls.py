"""Time controls as people write them, in seconds (of which a half and the like may be written):

`600` sudden death · `180+2` Fischer · `180d2` simple delay · `180b2` Bronstein · `30/move` ·
`600+5x30` byo-yomi, five periods · `600+25/300` Canadian, 25 moves in 300 s · `180/hourglass` ·
`40/5400+30:1800+30` stages, the first of 40 moves · `3days` a move · `unlimited`.
After a comma: `cap300` (what Fischer may not exceed) and `max20` (a limit per move on top of any).
"""

import re
from collections.abc import Callable

import msgspec

from zeitnot_protocol import Control, Stage

_NUMBER = r"(\d+(?:\.\d{1,3})?)"
_STAGE = re.compile(rf"(?:(\d+|\*)/)?{_NUMBER}(?:\+{_NUMBER})?")
ACCEPTED_FORMS = (
    "write 600, 180+2 (seconds + seconds a move), 180d2, 180b2, 30/move, 600+5x30, 600+25/300, "
    "180/hourglass, 40/5400:1800, 3days or unlimited"
)


class BadControlText(ValueError):
    """Not a time control; the message lists the forms that are accepted."""


def _ms(seconds: str) -> int:
    return round(float(seconds) * 1000)


def _fischer(base: str, increment: str) -> Control:
    return Control(kind="fischer", base_ms=_ms(base), increment_ms=_ms(increment))


def _byoyomi(base: str, periods: str, each: str) -> Control:
    return Control(kind="byoyomi", base_ms=_ms(base), periods=int(periods), period_ms=_ms(each))


def _canadian(base: str, moves: str, period: str) -> Control:
    return Control(kind="canadian", base_ms=_ms(base), moves=int(moves), period_ms=_ms(period))


_FORMS: tuple[tuple[str, Callable[..., Control]], ...] = (
    ("unlimited", lambda: Control(kind="unlimited")),
    (_NUMBER, lambda base: Control(kind="sudden_death", base_ms=_ms(base))),
    (rf"{_NUMBER}\+{_NUMBER}", _fischer),
    (
        rf"{_NUMBER}d{_NUMBER}",
        lambda base, delay: Control(kind="delay", base_ms=_ms(base), delay_ms=_ms(delay)),
    ),
    (
        rf"{_NUMBER}b{_NUMBER}",
        lambda base, delay: Control(kind="bronstein", base_ms=_ms(base), delay_ms=_ms(delay)),
    ),
    (rf"{_NUMBER}/move", lambda time: Control(kind="per_move", time_ms=_ms(time))),
    (rf"{_NUMBER}\+(\d+)x{_NUMBER}", _byoyomi),
    (rf"{_NUMBER}\+(\d+)/{_NUMBER}", _canadian),
    (rf"{_NUMBER}/hourglass", lambda base: Control(kind="hourglass", base_ms=_ms(base))),
    (r"(\d+)days?", lambda days: Control(kind="correspondence", days=int(days))),
)


def parse(text: str) -> Control:
    """The control that the text means. Raises BadControlText."""
    form, *options = text.lower().split(",")
    control = _parse_form(form.strip())
    if control is None:
        raise BadControlText(f"{text}: not a time control; {ACCEPTED_FORMS}")
    for option in options:
        _add_option(text, control, option.strip())
    return _validate(text, control)


def _parse_form(form: str) -> Control | None:
    for pattern, make in _FORMS:
        if match := re.fullmatch(pattern, form):
            return make(*match.groups())
    stages = [_STAGE.fullmatch(part) for part in form.split(":")]
    parsed = [_stage(*match.groups()) for match in stages if match]
    return Control(kind="stages", stages=parsed) if len(parsed) == len(stages) else None


def _stage(moves: str | None, base: str, increment: str | None) -> Stage:
    count = None if moves in (None, "*") else int(moves or 0)
    return Stage(base_ms=_ms(base), moves=count, increment_ms=_ms(increment or "0"))


def _add_option(text: str, control: Control, option: str) -> None:
    match = re.fullmatch(rf"(cap|max){_NUMBER}", option)
    if match is None or (match[1] == "cap" and control.kind != "fischer"):
        raise BadControlText(
            f"{text}: {option or 'nothing'} after the comma; cap300 or max20 may be"
        )
    if match[1] == "cap":
        control.cap_ms = _ms(match[2])
    else:
        control.move_limit_ms = _ms(match[2])


def _validate(text: str, control: Control) -> Control:
    """Checks what this client can check; the server decides. Raises BadControlText."""
    stages = control.stages or []
    first_base_ms = stages[0].base_ms if stages else control.base_ms
    overtime = control.kind in ("byoyomi", "canadian")
    if 0 in (control.time_ms, control.period_ms, control.move_limit_ms):
        raise BadControlText(f"{text}: a clock must start with some time")
    if first_base_ms == 0 and not overtime:
        raise BadControlText(f"{text}: a clock must start with some time")
    if any(stage.moves is None for stage in stages[:-1]):
        raise BadControlText(f"{text}: only the last stage may be without a number of moves")
    if control.cap_ms is not None and control.cap_ms < (control.base_ms or 0):
        raise BadControlText(f"{text}: the cap is less than the time at the start")
    try:
        return msgspec.convert(msgspec.to_builtins(control), Control)
    except msgspec.ValidationError as bad:
        raise BadControlText(f"{text}: that is more than a clock can show ({bad})") from None


def format_control(control: Control) -> str:
    """The text that `parse` reads back to the same control."""
    options = [
        f",{name}{_seconds(ms)}"
        for name, ms in (("cap", control.cap_ms), ("max", control.move_limit_ms))
        if ms is not None
    ]
    return "".join([_format(control), *options])


def _format(control: Control) -> str:
    base = _seconds(control.base_ms)
    match control.kind:
        case "sudden_death":
            return base
        case "fischer":
            return f"{base}+{_seconds(control.increment_ms)}"
        case "delay":
            return f"{base}d{_seconds(control.delay_ms)}"
        case "bronstein":
            return f"{base}b{_seconds(control.delay_ms)}"
        case "per_move":
            return f"{_seconds(control.time_ms)}/move"
        case "byoyomi":
            return f"{base}+{control.periods}x{_seconds(control.period_ms)}"
        case "canadian":
            return f"{base}+{control.moves}/{_seconds(control.period_ms)}"
        case "hourglass":
            return f"{base}/hourglass"
        case _:
            return _format_longer(control)


def _format_longer(control: Control) -> str:
    if control.kind == "correspondence":
        return "1day" if control.days == 1 else f"{control.days}days"
    if control.stages is None:  # unlimited, or a kind that is newer than this program
        return control.kind
    stages = control.stages
    parts = [_format_stage(stage) for stage in stages]
    is_single = len(stages) == 1 and stages[0].moves is None
    return f"*/{parts[0]}" if is_single else ":".join(parts)


def _format_stage(stage: Stage) -> str:
    moves = "" if stage.moves is None else f"{stage.moves}/"
    increment = f"+{_seconds(stage.increment_ms)}" if stage.increment_ms else ""
    return f"{moves}{_seconds(stage.base_ms)}{increment}"


def _seconds(ms: int | None) -> str:
    return f"{(ms or 0) / 1000:.3f}".rstrip("0").rstrip(".")
