"""Time controls in words: `3 minutes + 2 seconds a move`; pure."""

from zeitnot_protocol import Control, Stage

from . import texts


def describe(control: Control) -> str:
    """The control in words, with its limits."""
    parts = [_without_limits(control)]
    if control.cap_ms is not None:
        parts.append(texts.CLOCK_CAP.format(maximum=duration(control.cap_ms)))
    if control.move_limit_ms is not None:
        parts.append(texts.CLOCK_LIMIT.format(maximum=duration(control.move_limit_ms)))
    return ", ".join(parts)


def duration(ms: int) -> str:
    """`3 minutes`, `90 seconds`, `0.5 seconds`."""
    minutes, rest = divmod(ms, 60_000)
    if minutes and not rest:
        return _counted(str(minutes), texts.MINUTE, texts.MINUTES)
    return _counted(f"{ms / 1000:.3f}".rstrip("0").rstrip("."), texts.SECOND, texts.OF_SECONDS)


def _counted(count: str, one: str, many: str) -> str:
    return one if count == "1" else many.format(count=count)


def _without_limits(control: Control) -> str:
    form = texts.CLOCKS.get(control.kind)
    if control.kind == "stages":
        return texts.CLOCK_THEN.join(map(_stage, control.stages or ()))
    if control.kind in ("byoyomi", "canadian"):
        return _overtime(control)
    if form is None:  # a kind that this version does not know
        return control.kind
    more_ms = control.increment_ms or control.delay_ms or 0
    base_ms = control.base_ms or control.time_ms or 0
    days = _counted(str(control.days), texts.DAY, texts.DAYS)
    return form.format(base=duration(base_ms), more=duration(more_ms), days=days)


def _overtime(control: Control) -> str:
    period = duration(control.period_ms or 0)
    if control.kind == "byoyomi":
        form = texts.PERIOD if control.periods == 1 else texts.PERIODS
        overtime = form.format(count=control.periods, period=period)
    else:
        overtime = _canadian(control.moves or 0, period)
    return texts.CLOCK_THEN.join(
        [*([duration(control.base_ms)] if control.base_ms else []), overtime]
    )


def _canadian(moves: int, period: str) -> str:
    counted = _counted(str(moves), texts.PLY, texts.PLIES)
    return texts.CANADIAN.format(moves=counted, period=period)


def _stage(stage: Stage) -> str:
    text = duration(stage.base_ms)
    if stage.increment_ms:
        text = texts.CLOCKS["fischer"].format(base=text, more=duration(stage.increment_ms))
    if stage.moves is None:
        return text
    return texts.STAGE.format(time=text, moves=_counted(str(stage.moves), texts.PLY, texts.PLIES))
