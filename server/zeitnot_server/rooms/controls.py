"""The time controls: one row of `CONTROLS` for each.

A row says with what time a seat starts, how it runs down within a turn, what the end of a turn
adds, and which reserve follows the time that is shown. Everything else (flags, pauses, lag, the
limit per move, turns of several moves, any number of seats) is in `clock`, the same for all.

Sources: FIDE Laws of Chess, Appendix A and Guidelines III (increment, delay, stages); US Chess
rule 5F (delay); the Nihon Ki-in's byo-yomi; SGF FF[4] property OT (Canadian); and for the hourglass
"what one uses the others gain", so that the sum of all clocks never changes.
"""

from collections.abc import Callable
from dataclasses import dataclass

from zeitnot_protocol import Control, Stage

from .value import Value, replace

DAY_MS = 86_400_000
FREE_TURN_MS = 30_000  # the shortest default of a free first turn
MAX_STAGES = 8


class BadControl(ValueError):
    """The time control is invalid; the message says what is missing."""


class SeatTime(Value, frozen=True):
    """The time of one seat; `remaining_ms` None is unlimited.

    `periods`: full byo-yomi periods left besides the time that is shown. `moves`: how many moves
    have to be made before more time is added, None if moves are not counted. `stage`: from 0.
    """

    remaining_ms: int | None
    periods: int | None = None
    moves: int | None = None
    stage: int = 0


def require(value: int | None) -> int:
    """The value of a field that is not None, as `check` has made sure."""
    if value is None:
        raise AssertionError("checked before")
    return value


def _increased(time: SeatTime, gain_ms: int) -> SeatTime:
    return replace(time, remaining_ms=require(time.remaining_ms) + gain_ms)


# ── how time runs down within a turn: (control, time at its start, its length) ─────────────────


def _run_all(_: Control, time: SeatTime, turn_ms: int) -> SeatTime:
    return replace(time, remaining_ms=max(0, require(time.remaining_ms) - turn_ms))


def _run_nothing(_: Control, time: SeatTime, turn_ms: int) -> SeatTime:
    return time


def _run_after_delay(control: Control, time: SeatTime, turn_ms: int) -> SeatTime:
    return _run_all(control, time, max(0, turn_ms - require(control.delay_ms)))


def _run_byoyomi(control: Control, time: SeatTime, turn_ms: int) -> SeatTime:
    """Each period that is used up is lost, and the next one begins."""
    over = turn_ms - require(time.remaining_ms)
    if over < 0:
        return _run_all(control, time, turn_ms)
    periods, into = divmod(over, require(control.period_ms))
    later_periods = require(time.periods) - 1 - periods
    if later_periods < 0:
        return replace(time, remaining_ms=0, periods=0)
    return replace(time, remaining_ms=require(control.period_ms) - into, periods=later_periods)


def _run_canadian(control: Control, time: SeatTime, turn_ms: int) -> SeatTime:
    """When the main time is used up, the first period begins with its full number of moves."""
    over = turn_ms - require(time.remaining_ms)
    if time.moves is not None or over < 0:
        return _run_all(control, time, turn_ms)
    return _run_all(control, SeatTime(control.period_ms, moves=control.moves), over)


# ── what the end of a turn adds: (control, time at its end, its cost) ──────────────────────────


def _add_nothing(_: Control, time: SeatTime, cost_ms: int) -> SeatTime:
    return time


def _add_increment(control: Control, time: SeatTime, cost_ms: int) -> SeatTime:
    increased = _increased(time, require(control.increment_ms))
    if control.cap_ms is None:
        return increased
    return replace(increased, remaining_ms=min(require(increased.remaining_ms), control.cap_ms))


def _return_delay(control: Control, time: SeatTime, cost_ms: int) -> SeatTime:
    return _increased(time, min(cost_ms, require(control.delay_ms)))


def _restore_start(control: Control, time: SeatTime, cost_ms: int) -> SeatTime:
    return CONTROLS[control.kind].start(control)


def _restore_period(control: Control, time: SeatTime, cost_ms: int) -> SeatTime:
    in_main_time = time.periods == control.periods
    return time if in_main_time else replace(time, remaining_ms=control.period_ms)


def _count_canadian_move(control: Control, time: SeatTime, cost_ms: int) -> SeatTime:
    if time.moves is None:
        return time
    if time.moves == 1:
        return SeatTime(control.period_ms, moves=control.moves)
    return replace(time, moves=time.moves - 1)


def _count_stage_move(control: Control, time: SeatTime, cost_ms: int) -> SeatTime:
    """Adds the next stage's time after the last move of a stage; the last stage repeats."""
    stages = _stages(control)
    time = _increased(time, stages[time.stage].increment_ms)
    if time.moves is None or time.moves > 1:
        return replace(time, moves=time.moves and time.moves - 1)
    reached = min(time.stage + 1, len(stages) - 1)
    following = stages[reached]
    return replace(_increased(time, following.base_ms), moves=following.moves, stage=reached)


# ── start and reserve ──────────────────────────────────────────────────────────────────────────


def _base_time(control: Control) -> SeatTime:
    return SeatTime(control.base_ms)


def _byoyomi_start(control: Control) -> SeatTime:
    if control.base_ms == 0:
        return SeatTime(control.period_ms, periods=require(control.periods) - 1)
    return SeatTime(control.base_ms, periods=control.periods)


def _canadian_start(control: Control) -> SeatTime:
    if control.base_ms == 0:
        return SeatTime(control.period_ms, moves=control.moves)
    return SeatTime(control.base_ms)


def _first_stage(control: Control) -> SeatTime:
    first = _stages(control)[0]
    return SeatTime(first.base_ms, moves=first.moves)


def _stages(control: Control) -> list[Stage]:
    if control.stages is None:
        raise AssertionError("checked before")
    return control.stages


def _no_reserve(control: Control, time: SeatTime) -> int:
    return 0


def _later_periods(control: Control, time: SeatTime) -> int:
    return require(time.periods) * require(control.period_ms)


def _first_period(control: Control, time: SeatTime) -> int:
    return require(control.period_ms) if time.moves is None else 0


@dataclass(frozen=True, slots=True)
class ControlRule:
    """One time control. `required`, `optional`: fields of `Control`. `reserve`: time that a turn
    may use besides the time that is shown. `others_gain`: the time that a seat uses is added to the
    other seats. `per_turn`: `end_turn` restores time that belongs to each turn, and adds no
    increment."""

    required: tuple[str, ...]
    start: Callable[[Control], SeatTime] = _base_time
    run_down: Callable[[Control, SeatTime, int], SeatTime] = _run_all
    end_turn: Callable[[Control, SeatTime, int], SeatTime] = _add_nothing
    reserve: Callable[[Control, SeatTime], int] = _no_reserve
    optional: tuple[str, ...] = ()
    others_gain: bool = False
    per_turn: bool = False


CONTROLS: dict[str, ControlRule] = {
    "sudden_death": ControlRule(("base_ms",)),
    "fischer": ControlRule(
        ("base_ms", "increment_ms"), end_turn=_add_increment, optional=("cap_ms",)
    ),
    "delay": ControlRule(
        ("base_ms", "delay_ms"),
        run_down=_run_after_delay,
        reserve=lambda control, _: require(control.delay_ms),
    ),
    "bronstein": ControlRule(("base_ms", "delay_ms"), end_turn=_return_delay, per_turn=True),
    "per_move": ControlRule(
        ("time_ms",), start=lambda c: SeatTime(c.time_ms), end_turn=_restore_start, per_turn=True
    ),
    "byoyomi": ControlRule(
        ("base_ms", "periods", "period_ms"),
        start=_byoyomi_start,
        run_down=_run_byoyomi,
        end_turn=_restore_period,
        reserve=_later_periods,
        per_turn=True,
    ),
    "canadian": ControlRule(
        ("base_ms", "moves", "period_ms"),
        start=_canadian_start,
        run_down=_run_canadian,
        end_turn=_count_canadian_move,
        reserve=_first_period,
    ),
    "hourglass": ControlRule(("base_ms",), others_gain=True),
    "stages": ControlRule(("stages",), start=_first_stage, end_turn=_count_stage_move),
    "correspondence": ControlRule(
        ("days",),
        start=lambda c: SeatTime(require(c.days) * DAY_MS),
        end_turn=_restore_start,
        per_turn=True,
    ),
    "unlimited": ControlRule((), start=lambda _: SeatTime(None), run_down=_run_nothing),
}
_FIELDS = (
    "base_ms",
    "increment_ms",
    "cap_ms",
    "delay_ms",
    "time_ms",
    "periods",
    "period_ms",
    "moves",
    "stages",
    "days",
)
_POSITIVE_FIELDS = ("periods", "period_ms", "moves", "days", "move_limit_ms")


def total_ms(control: Control, time: SeatTime) -> int | None:
    """The time that a turn may use if it starts with this time; None without bound."""
    if time.remaining_ms is None:
        return None
    return time.remaining_ms + CONTROLS[control.kind].reserve(control, time)


def max_turn_ms(control: Control, time: SeatTime) -> int | None:
    """How long a turn that starts with this time may last, including the limit of a move; None
    without bound."""
    total, limit = total_ms(control, time), control.move_limit_ms
    if total is None or limit is None:
        return limit if total is None else total
    return min(total, limit)


# ── validation ─────────────────────────────────────────────────────────────────────────────────


def check(control: Control) -> None:
    """Raises BadControl unless the control has exactly the fields of its kind, with valid
    values."""
    rule = CONTROLS[control.kind]
    for field in _FIELDS:
        value = getattr(control, field)
        if value is None and field in rule.required:
            raise BadControl(f"{control.kind} needs {field}")
        if value is not None and field not in rule.required + rule.optional:
            raise BadControl(f"{control.kind} has no {field}")
    for field in _POSITIVE_FIELDS:
        value = getattr(control, field)
        if value is not None and value < 1:
            raise BadControl(f"{field} must be 1 or more")
    if control.cap_ms is not None and control.cap_ms < require(control.base_ms):
        raise BadControl("cap_ms must not be less than base_ms")
    if control.stages is not None:
        _check_stages(control.stages)
    start = rule.start(control).remaining_ms
    if start is not None and start < 1:
        raise BadControl(f"{control.kind} must start with 1 ms or more")


def _check_stages(stages: list[Stage]) -> None:
    if not 1 <= len(stages) <= MAX_STAGES:
        raise BadControl(f"there must be 1 to {MAX_STAGES} stages")
    for number, stage in enumerate(stages, start=1):
        if stage.moves is None and number < len(stages):
            raise BadControl(f"stage {number} needs moves; only the last may omit them")
        if stage.moves is not None and stage.moves < 1:
            raise BadControl(f"stage {number}: moves must be 1 or more")


# ── how long one turn may last ───────────────────────────────────────────────────────────────────


LONG_TURN_MS = 4 * 3_600_000  # longer than in any game that is played in one sitting
ALWAYS_SLOW = ("correspondence", "unlimited")  # even with a limit for a move
MAX_SAVING_MOVES = 40
"""Increments may be saved up over this many moves that cost no time."""


def longest_turn_ms(control: Control) -> int | None:
    """The longest possible turn of a seat within its first MAX_SAVING_MOVES moves, if those before
    it cost no time; None: unlimited. `control` must be valid (`check`). With an hourglass, a seat
    has at most the time of two."""
    rule = CONTROLS[control.kind]
    time = rule.start(control)
    longest = total_ms(control, time)
    for _ in range(MAX_SAVING_MOVES if longest is not None else 0):
        time = rule.end_turn(control, time, 0)
        longest = max(longest or 0, total_ms(control, time) or 0)
    if longest is not None and rule.others_gain:
        longest *= 2
    bounds = (longest, control.move_limit_ms)
    return min((bound for bound in bounds if bound is not None), default=None)


def is_slow(control: Control) -> bool:
    """Whether such a game is slow, so that it may last for years."""
    longest = None if control.kind in ALWAYS_SLOW else longest_turn_ms(control)
    return longest is None or longest > LONG_TURN_MS
