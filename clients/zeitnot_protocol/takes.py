"""Whether a bot takes a game, by what it has said in `watch`; pure, for the server and clients."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from .codec import encode
from .constants import MAX_TAKES_BYTES
from .invitations import DeclineReason, Range, Takes
from .lobby import Invited
from .parts import Control

Value = str | int | bool


class WantedGame(NamedTuple):
    """What counts of a game that a bot is asked to play. `settings`: all of the game's; `people`,
    `bots`: whether there are such opponents."""

    game_type: str
    settings: Mapping[str, Value]
    control: Control
    people: bool = True
    bots: bool = False
    rated: bool = False


class NotTaken(NamedTuple):
    """Why a game is not taken. `sentence`: what the bot takes instead, without a subject and a full
    stop."""

    reason: DeclineReason
    sentence: str


def wanted_game(invited: Invited) -> WantedGame:
    """The game of an invitation."""
    return WantedGame(
        invited.game_type,
        invited.settings,
        invited.control,
        people=any(each is None or not each.bot for each in invited.opponents),
        bots=any(each is not None and each.bot for each in invited.opponents),
        rated=invited.rated,
    )


def why_not_taken(takes: Sequence[Takes], wanted: WantedGame) -> NotTaken | None:
    """Why no entry of `takes` fits the game; None: one does, or there is none. Of several entries,
    the one counts that fits longest."""
    furthest = None
    for entry in takes:
        failed = next(
            ((n, no) for n, check in enumerate(_CHECKS) if (no := check(entry, wanted))), None
        )
        if failed is None:
            return None
        furthest = failed if furthest is None or failed[0] > furthest[0] else furthest
    return None if furthest is None else furthest[1]


def fault_of(takes: Sequence[Takes], plays: Sequence[str]) -> str | None:
    """What is wrong with a `takes` that is well formed, for people; None: nothing. `plays`: as in
    `watch`."""
    if len(encode(takes).encode()) > MAX_TAKES_BYTES:
        return f"it is longer than {MAX_TAKES_BYTES} bytes as compact JSON"
    for entry in takes:
        if fault := _fault_of_entry(entry, plays):
            return fault
    return None


def _fault_of_entry(entry: Takes, plays: Sequence[str]) -> str | None:
    unknown = next((game for game in entry.games if game not in plays), None)
    if unknown is not None:
        return f"{unknown} is not in plays"
    ranges: dict[str, object] = {name: getattr(entry, name) for name in _RANGES}
    for game, settings in entry.games.items():
        ranges |= {f"{game} {name}": each for name, each in settings.items()}
    for name, each in ranges.items():
        if isinstance(each, Range) and _is_empty(each):
            return f"{name} is from {each.least} to {each.most}, which is empty"
    if not (entry.rated or entry.casual):
        return "it takes neither rated nor casual games"
    if not (entry.people or entry.bots):
        return "it takes neither people nor bots"
    return None


_RANGES = ("base_ms", "increment_ms", "days", "strength")


def _is_empty(bounds: Range) -> bool:
    return bounds.least is not None and bounds.most is not None and bounds.least > bounds.most


# ── the conditions ───────────────────────────────────────────────────────────────────────────────


def base_ms_of(control: Control) -> int:
    """The time on the clock at the start, as in `Takes`."""
    return control.stages[0].base_ms if control.stages else control.base_ms or 0


def increment_ms_of(control: Control) -> int:
    """The time for each move, as in `Takes`, in whole milliseconds."""
    if control.stages:
        return control.stages[0].increment_ms
    if control.kind == "canadian":
        return (control.period_ms or 0) // (control.moves or 1)
    times = (control.increment_ms, control.delay_ms, control.time_ms, control.period_ms)
    return next((ms for ms in times if ms is not None), 0)


def _game(entry: Takes, wanted: WantedGame) -> NotTaken | None:
    if not entry.games or wanted.game_type in entry.games:
        return None
    return NotTaken("variant", f"takes {_listed(entry.games)}")


def _settings(entry: Takes, wanted: WantedGame) -> NotTaken | None:
    for name, allowed in entry.games.get(wanted.game_type, {}).items():
        value = wanted.settings.get(name)
        if isinstance(allowed, Range):
            if type(value) is not int or not is_within(allowed, value):
                return NotTaken("standard", f"takes only {name} {_bounds(allowed)}")
        elif not any(type(each) is type(value) and each == value for each in allowed):
            return NotTaken("standard", f"takes only {name} {_listed(allowed)}")
    return None


def _kind(entry: Takes, wanted: WantedGame) -> NotTaken | None:
    if not entry.kinds or wanted.control.kind in entry.kinds:
        return None
    return NotTaken("timeControl", f"takes only the time controls {_listed(entry.kinds)}")


def _clock(entry: Takes, wanted: WantedGame) -> NotTaken | None:
    control, base_ms = wanted.control, entry.base_ms
    if control.kind in ("correspondence", "unlimited"):
        has_days = control.kind == "correspondence" and entry.days is not None
        if base_ms is None or base_ms.most is None or has_days:
            return None
        return NotTaken("timeControl", "takes only games on a clock")
    for bounds, value, name in (
        (base_ms, base_ms_of(control), "on the clock"),
        (entry.increment_ms, increment_ms_of(control), "for each move"),
    ):
        if bounds is not None and not is_within(bounds, value):
            is_fast = bounds.least is not None and value < bounds.least
            sentence = f"takes only {_bounds(bounds, 1000)} s {name}"
            return NotTaken("tooFast" if is_fast else "tooSlow", sentence)
    return None


def _days(entry: Takes, wanted: WantedGame) -> NotTaken | None:
    days = wanted.control.days
    if days is None or entry.days is None or is_within(entry.days, days):
        return None
    is_fast = entry.days.least is not None and days < entry.days.least
    sentence = f"takes only {_bounds(entry.days)} days for a move"
    return NotTaken("tooFast" if is_fast else "tooSlow", sentence)


def _rating(entry: Takes, wanted: WantedGame) -> NotTaken | None:
    if wanted.rated and not entry.rated:
        return NotTaken("casual", "takes only casual games")
    if not wanted.rated and not entry.casual:
        return NotTaken("rated", "takes only rated games")
    return None


def _opponents(entry: Takes, wanted: WantedGame) -> NotTaken | None:
    if wanted.bots and not entry.bots:
        return NotTaken("noBot", "does not play other bots")
    if wanted.people and not entry.people:
        return NotTaken("onlyBot", "plays only other bots")
    return None


_CHECKS: tuple[Callable[[Takes, WantedGame], NotTaken | None], ...] = (
    _game,
    _settings,
    _kind,
    _clock,
    _days,
    _rating,
    _opponents,
)


def is_within(bounds: Range, value: int) -> bool:
    """Whether the value is in the range."""
    return (bounds.least is None or value >= bounds.least) and (
        bounds.most is None or value <= bounds.most
    )


def _bounds(bounds: Range, unit: int = 1) -> str:
    """The range, for people, in multiples of `unit`."""
    least, most = (None if x is None else f"{x / unit:g}" for x in (bounds.least, bounds.most))
    if least is None or most is None:
        return f"{most} or less" if least is None else f"{least} or more"
    return least if least == most else f"{least} to {most}"


def _listed(values: Mapping[str, object] | Sequence[Value]) -> str:
    *others, last = map(str, values)
    return f"{', '.join(others)} or {last}" if others else last
