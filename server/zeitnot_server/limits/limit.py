"""The rows of the table of limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from .rates import Rate

Kind = Literal["rate", "hold", "size", "time"]
By = Literal["connection", "socket", "account", "address", "player", "game", "server", "request"]
Number = tuple[Rate, ...] | int | float


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit. `kind`: a rate over time, an amount that is held at the same time, a size, or a
    time. `unit`: what is counted. `by`: for whom; an IPv6 /48 has four times each rate and hold of
    an address. `refusal`: what happens beyond the limit: an HTTP status, the close code or the
    error of a socket, or else a description. `why`: what exactly is counted, or what the limit
    protects."""

    kind: Kind
    number: Number
    unit: str
    by: By
    refusal: str
    why: str

    @property
    def text(self) -> str:
        """The number in words, for docs/reference/limits.md."""
        if isinstance(self.number, tuple):
            return "; ".join(_rate(rate, self.unit) for rate in self.number)
        if self.kind == "time":
            return f"{self.number:,g} s"
        amount = _amount(self.number, self.unit)
        return f"{amount} a day" if self.kind == "rate" else amount


def rate(by: By, unit: str, rates: tuple[Rate, ...], refusal: str, why: str) -> Any:
    """A field of a table for a limit on what is done over time."""
    return _field(Limit("rate", rates, unit, by, refusal, why))


def daily(by: By, unit: str, number: int, refusal: str, why: str) -> Any:
    """A field for a number per day."""
    return _field(Limit("rate", number, unit, by, refusal, why))


def hold(by: By, unit: str, number: int, refusal: str, why: str) -> Any:
    """A field for a limit on what is held at the same time."""
    return _field(Limit("hold", number, unit, by, refusal, why))


def size(by: By, unit: str, number: int, refusal: str, why: str) -> Any:
    """A field for a limit on the size or the number of something."""
    return _field(Limit("size", number, unit, by, refusal, why))


def time(by: By, seconds: float, refusal: str, why: str) -> Any:
    """A field for a limit on how long something may take."""
    return _field(Limit("time", seconds, "seconds", by, refusal, why))


def limits_in(table: Any) -> Mapping[str, Limit]:
    """The limits of a table, a dataclass with such fields, by name."""
    return {each.name: each.metadata["limit"] for each in fields(table)}


def _field(limit: Limit) -> Any:
    default: Any = limit.number
    return field(default=default, metadata={"limit": limit})


def _rate(rate: Rate, unit: str) -> str:
    for seconds, period in ((3600, "an hour"), (86_400, "a day")):
        if rate.burst > 1 and rate == Rate(rate.burst / seconds, rate.burst):
            return f"{_amount(rate.burst, unit)} {period}"
    burst = f"{_amount(rate.burst, unit)} at once"
    if rate.per_second >= 1:
        return f"{burst}, then {rate.per_second:,g} a second"
    if rate.per_second * 3600 <= 1:
        return f"{burst}, then one an hour"
    return f"{burst}, then one every {1 / rate.per_second:g} s"


def _amount(number: float, unit: str) -> str:
    if unit != "bytes":
        return f"{number:,} MiB" if unit == "MiB" else f"{number:,}"
    for power, name in ((2, "MiB"), (1, "KiB")):
        if number >= 1024**power and number % 1024**power == 0:
            return f"{int(number) // 1024**power:,} {name}"
    return f"{number:,} bytes"
