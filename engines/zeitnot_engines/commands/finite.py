"""Finite numbers on the command line; click's ranges accept NaN and infinity."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A range of finite numbers."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Raises click.BadParameter."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number
