"""The parameter types of `zeitnot match`: players, clocks and tests."""

from typing import Any

import click

from zeitnot_client.controls import BadControlText, parse_seconds
from zeitnot_protocol import Control

from ..matches.contest import TimeControl
from ..matches.players import BadPlayer, Spec, read_player
from ..matches.standing import Sprt


class PlayerType(click.ParamType[Spec]):
    """A player on the command line."""

    name = "player"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Spec:
        if isinstance(value, Spec):
            return value
        try:
            return read_player(value)
        except BadPlayer as bad:
            raise click.UsageError(str(bad)) from None


class TimeControlType(click.ParamType[TimeControl]):
    """`10+0.1`: seconds for the game, and for each move."""

    name = "time control"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> TimeControl:
        if isinstance(value, TimeControl):
            return value
        try:
            control = parse_seconds(value)
        except BadControlText:
            control = Control(kind="unlimited")
        has_limits = control.cap_ms is not None or control.move_limit_ms is not None
        if control.kind not in ("sudden_death", "fischer") or has_limits:
            raise click.UsageError(f'"{value}" is not a time control such as 10+0.1, in seconds.')
        return TimeControl(control.base_ms or 0, control.increment_ms or 0)


class SprtType(click.ParamType[Sprt]):
    """`elo0,elo1` or `elo0,elo1,alpha,beta`."""

    name = "test"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sprt:
        if isinstance(value, Sprt):
            return value
        try:
            test = Sprt(*map(float, value.split(",")))
        except (ValueError, TypeError):
            test = Sprt(0, 0)
        chances = 0 < test.alpha < 0.5 and 0 < test.beta < 0.5
        if not (chances and abs(test.elo0) <= 1000 and test.elo0 < test.elo1 <= 1000):
            raise click.UsageError(
                f'"{value}" is not an SPRT such as 0,5,0.05,0.05: elo0, then a greater elo1, '
                "alpha and beta."
            )
        return test
