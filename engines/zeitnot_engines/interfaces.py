"""Protocols for the parts of the native core that the house bot uses and that tests replace."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from ._core import StopToken

R_co = TypeVar("R_co", covariant=True)


class HistoryLike(Protocol):
    """A position with its history, which is needed for repetition; an immutable value."""

    @property
    def turn(self) -> int | None:
        """The seat to move; None before a throw and after the end."""

    @property
    def side(self) -> int:
        """The seat to move, also before a throw; after the end, the seat that would move."""

    def legal(self) -> list[str]: ...

    def play(self, move: str) -> "HistoryLike": ...

    def throw(self, values: Sequence[int]) -> "HistoryLike": ...

    def withdraw(self, seat: int) -> "HistoryLike": ...


class GameLike(Protocol):
    """A game with fixed settings."""

    @property
    def name(self) -> str: ...

    @property
    def start_throw(self) -> tuple[str, tuple[int, ...]] | None: ...

    def start(self) -> HistoryLike: ...

    @property
    def hides(self) -> bool: ...

    def parse(self, position: str) -> HistoryLike: ...

    def sample(self, view: str, seed: int) -> HistoryLike: ...


class LineLike(Protocol):
    """A root move and the expected continuation."""

    @property
    def value(self) -> float: ...
    @property
    def distance(self) -> int | None: ...
    @property
    def pv(self) -> Sequence[str]: ...
    @property
    def visits(self) -> int | None: ...


class ReportLike(Protocol):
    """The results of a search so far. Values are for `seat`, which is to move."""

    @property
    def best(self) -> str | None: ...
    @property
    def value(self) -> float: ...
    @property
    def seat(self) -> int: ...
    @property
    def unit(self) -> str: ...
    @property
    def depth(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def nps(self) -> float: ...
    @property
    def seconds(self) -> float: ...
    @property
    def pv(self) -> Sequence[str]: ...
    @property
    def lines(self) -> Sequence[LineLike]: ...


class Searches(Protocol[R_co]):
    """An engine that keeps its transposition table between searches; one search at a time."""

    def search(
        self,
        history: Any,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        ms: int | None = None,
        soft_ms: int | None = None,
        stop: StopToken | None = None,
        on_report: Callable[[Any], None] | None = None,
    ) -> R_co: ...


EngineLike: TypeAlias = Searches[ReportLike]
Load = Callable[[str, dict[str, str | int | bool]], GameLike]
MakeEngine = Callable[[GameLike], EngineLike]
