"""The parameter types of `zeitnot match`: players, clocks, adjudication and tests."""

import math
import re
from collections.abc import Sequence
from typing import Any

import click

from ..matches.adjudication import DrawRule, ResignRule
from ..matches.player_texts import read_player
from ..matches.players import BadPlayer, Spec
from ..matches.standing import Sprt
from ..matches.time_control import TimeControl, read_time_control


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
    """`10+0.1` or `40/60+0.5`: seconds for the game, or for so many moves, and for each move."""

    name = "time control"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> TimeControl:
        if isinstance(value, TimeControl):
            return value
        try:
            return read_time_control(value)
        except ValueError as bad:
            raise click.UsageError(str(bad)) from None


class ResignType(click.ParamType[ResignRule]):
    """`VALUE,MOVES` or `VALUE,MOVES,both`."""

    name = "rule"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> ResignRule:
        if isinstance(value, ResignRule):
            return value
        number, *others = value.split(",")
        is_both = others[1:] == ["both"]
        counts = _counts(others[:1] if is_both else others)
        if (limit := _value(number)) is None or not limit or counts is None or len(counts) != 1:
            raise click.UsageError(
                f'"{value}" is not a rule such as 600,3 or 600,3,both: a value and a number of '
                "moves."
            )
        return ResignRule(limit, counts[0], is_both)


class DrawType(click.ParamType[DrawRule]):
    """`VALUE,MOVES` or `VALUE,MOVES,AFTER`."""

    name = "rule"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> DrawRule:
        if isinstance(value, DrawRule):
            return value
        number, *others = value.split(",")
        counts = _counts(others)
        if (limit := _value(number)) is None or counts is None or len(counts) not in (1, 2):
            raise click.UsageError(
                f'"{value}" is not a rule such as 10,8,40: a value, a number of moves, and the '
                "first move that counts."
            )
        return DrawRule(limit, *counts)


def _value(text: str) -> float | None:
    """A finite number of 0 or more, or None."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number < math.inf else None


def _counts(texts: Sequence[str]) -> list[int] | None:
    """Whole numbers from 1 to 9999, or None."""
    if not all(re.fullmatch("[1-9][0-9]{0,3}", text) for text in texts):
        return None
    return [int(text) for text in texts]


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
