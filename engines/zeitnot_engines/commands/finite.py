"""Numbers on the command line: no NaN, which is in every range, and nothing infinite."""

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A range of numbers that can be reckoned with."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Raises click.BadParameter."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no number to reckon with.", param, ctx)
        return number
