"""Which games a bot takes: games and settings, time controls, and opponents. Pure.

A reason is None if the game is taken.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec

import zeitnot_protocol as p

Setting = str | int | bool
Span = tuple[float, float]
"""Minimum and maximum, both included."""
_REAL_TIME = tuple(
    kind
    for kind in get_args(p.ControlKind)
    if kind not in ("per_move", "correspondence", "unlimited")
)


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

    def reason_against(self, control: p.Control) -> p.DeclineReason | None:
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

    def on_the_wire(self) -> list[dict[str, Any]]:
        """The fields of `p.Takes` for each kind of clock; once without any, if it takes all. Kinds
        without a range of their own share an entry, and bounds that exclude nothing are left out,
        because people read this."""
        usual = Clocks()
        if self == usual:
            return [{}]
        base = _range_of(self.base_s, usual.base_s, 1000)
        increment = _range_of(self.increment_s, usual.increment_s, 1000)
        per_move = _range_of(self.per_move_s, usual.per_move_s, 1000)
        days = _range_of(self.days, usual.days, 1)
        kinds: list[tuple[list[str], dict[str, p.Range | None]]] = [
            (list(_REAL_TIME), {"base_ms": base, "increment_ms": increment}),
            (["per_move"], {"increment_ms": per_move}),
        ]
        if self.correspondence:
            kinds.append((["correspondence"], {"days": days}))
        if self.untimed:
            kinds.append((["unlimited"], {}))
        return _merged(kinds)


@dataclass(frozen=True, slots=True)
class Opponents:
    """The players with whom the bot plays. `only`: if there are any, with no others; `never`: not
    these."""

    people: bool = True
    bots: bool = True
    only: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()

    def reason_against(self, player: p.Player) -> p.DeclineReason | None:
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

    def reason_against_game(self, room: p.RoomView) -> p.DeclineReason | None:
        """Why the bot does not play the game of this room."""
        is_rated = room.setup is not None and room.setup.rated
        return self._reason_against(room.game_type, room.settings, is_rated=is_rated)

    def _reason_against(
        self, game: str, settings: p.Settings, *, is_rated: bool
    ) -> p.DeclineReason | None:
        taken_settings = self.games.get(game)
        if taken_settings is None:
            return "variant"
        for name, taken in taken_settings.items():
            if name in settings and not _is_among(settings[name], taken):
                return "variant"
        if is_rated:
            return None if self.rated else "casual"
        return None if self.casual else "rated"

    def reason_against(self, invited: p.Invited) -> p.DeclineReason | None:
        """Why the bot does not accept this invitation."""
        players = [player for player in (invited.asker, *invited.opponents) if player is not None]
        reasons = (
            self.clocks.reason_against(invited.control),
            self._reason_against(invited.game_type, invited.settings, is_rated=invited.rated),
            *(self.opponents.reason_against(player) for player in players),
        )
        return next((reason for reason in reasons if reason is not None), None)

    def on_the_wire(self) -> list[p.Takes]:
        """The same for the server, which refuses other games before they are created: one entry
        for each kind of clock. Empty if the bot takes everything. What a message cannot hold is
        left out, and the bot declines such games by itself."""
        takes_all = self == Takes({game: {} for game in self.games}, opponents=self._named_only())
        if takes_all:
            return []
        for with_settings in (True, False):
            games = {
                game: _sendable(settings) if with_settings else {}
                for game, settings in self.games.items()
            }
            entries = [self._entry(games, fields) for fields in self.clocks.on_the_wire()]
            if len(p.encode(entries)) <= p.MAX_TAKES_BYTES:
                return entries
        return []

    def _named_only(self) -> Opponents:
        """The opponents without restriction, except by name, which is not sent."""
        return Opponents(only=self.opponents.only, never=self.opponents.never)

    def _entry(self, games: dict[str, p.TakenSettings], clock: dict[str, Any]) -> p.Takes:
        return p.Takes(
            games=games,
            rated=self.rated,
            casual=self.casual,
            people=self.opponents.people,
            bots=self.opponents.bots,
            **clock,
        )


def _is_among(value: Setting, taken: tuple[Setting, ...]) -> bool:
    """Whether the value is taken; True is not 1."""
    return any(type(each) is type(value) and each == value for each in taken)


def _sendable(settings: Mapping[str, tuple[Setting, ...]]) -> p.TakenSettings:
    """The settings that a message can hold."""
    try:
        return msgspec.convert(
            {name: list(values) for name, values in settings.items()}, p.TakenSettings
        )
    except msgspec.ValidationError:
        return {}


def _range_of(span: Span, usual: Span, unit: int) -> p.Range | None:
    """The range on the wire, without the bounds that are the usual ones; None: it has no others."""
    least = None if span[0] <= usual[0] else math.ceil(span[0] * unit)
    most = None if span[1] >= usual[1] else math.floor(span[1] * unit)
    return None if least is None and most is None else p.Range(least=least, most=most)


def _merged(kinds: list[tuple[list[str], dict[str, p.Range | None]]]) -> list[dict[str, Any]]:
    """One entry for each kind with a range, and one for all others."""
    entries, free = list[dict[str, Any]](), list[str]()
    for names, ranges in kinds:
        limits = {name: limit for name, limit in ranges.items() if limit is not None}
        if limits:
            entries.append({"kinds": names, **limits})
        else:
            free += names
    return [*entries, {"kinds": free}] if free else entries


def _outside(span: Span, value: float) -> p.DeclineReason | None:
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
