"""Which games a bot takes: games and settings, time controls, and opponents. Pure.

A reason is one of `hooks.DeclineReason`; None takes the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import zeitnot_protocol as p

from ..hooks import DeclineReason

Setting = str | int | bool
Span = tuple[float, float]
"""The least and the most, both included."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time controls that the bot takes. `base_s`, `increment_s`: ranges of the initial time and
    of what each move adds (an increment, a delay, or a byo-yomi period); `per_move_s`: of a fixed
    time for each move; `days`: of correspondence games. `untimed`, `correspondence`: whether it
    takes games without a clock, and correspondence games."""

    base_s: Span = (0, 864_000)
    increment_s: Span = (0, 86_400)
    per_move_s: Span = (0, 86_400)
    days: Span = (1, 366)
    untimed: bool = True
    correspondence: bool = True

    def reason_against(self, control: p.Control) -> DeclineReason | None:
        """Why the bot does not play with this time control."""
        if control.kind == "unlimited":
            return None if self.untimed else "timeControl"
        if control.kind == "correspondence":
            if not self.correspondence:
                return "timeControl"
            return _outside(self.days, control.days or 0)
        if control.kind == "per_move":
            return _outside(self.per_move_s, (control.time_ms or 0) / 1000)
        base_s, increment_s = _base_and_increment(control)
        return _outside(self.base_s, base_s) or _outside(self.increment_s, increment_s)


@dataclass(frozen=True, slots=True)
class Opponents:
    """The players with whom the bot plays. `only`: if there are any, nobody else; `never`: not
    these."""

    people: bool = True
    bots: bool = True
    only: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()

    def reason_against(self, player: p.Player) -> DeclineReason | None:
        """Why the bot does not play with this player."""
        if player.name in self.never or (self.only and player.name not in self.only):
            return "generic"
        if player.bot:
            return None if self.bots else "noBot"
        return None if self.people else "onlyBot"


@dataclass(frozen=True, slots=True)
class Takes:
    """All that the bot takes. `games`: for each game the values of its settings that the bot plays;
    a setting that is not named may have any value."""

    games: Mapping[str, Mapping[str, tuple[Setting, ...]]]
    clocks: Clocks = field(default_factory=Clocks)
    opponents: Opponents = field(default_factory=Opponents)
    rated: bool = True
    casual: bool = True

    def reason_against_game(self, room: p.RoomView) -> DeclineReason | None:
        """Why the bot does not play the game of this room."""
        settings = self.games.get(room.game_type)
        if settings is None:
            return "variant"
        for name, taken in settings.items():
            if name in room.settings and not _is_among(room.settings[name], taken):
                return "variant"
        is_rated = room.setup is not None and room.setup.rated
        if is_rated:
            return None if self.rated else "casual"
        return None if self.casual else "rated"


def _is_among(value: Setting, taken: tuple[Setting, ...]) -> bool:
    """Whether the value is taken; True is not 1."""
    return any(type(each) is type(value) and each == value for each in taken)


def _outside(span: Span, value: float) -> DeclineReason | None:
    return "tooFast" if value < span[0] else "tooSlow" if value > span[1] else None


def _base_and_increment(control: p.Control) -> Span:
    """The initial time and what each move adds, in seconds. The periods of Canadian overtime count
    as their time for one move."""
    base_ms = control.base_ms or 0
    added_ms = control.increment_ms or control.delay_ms or 0
    if control.kind == "byoyomi":
        added_ms = control.period_ms or 0
    elif control.kind == "canadian":
        added_ms = (control.period_ms or 0) // (control.moves or 1)
    elif control.kind == "stages" and control.stages:
        base_ms, added_ms = control.stages[0].base_ms, control.stages[0].increment_ms
    return base_ms / 1000, added_ms / 1000
