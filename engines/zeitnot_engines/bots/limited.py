"""An engine with fixed limits."""

from typing import Any

from ..interfaces import EngineLike, ReportLike


class LimitedEngine:
    """An engine that searches every position to this depth or number of nodes, whatever depth and
    nodes are asked for, and never longer than `max_ms`."""

    def __init__(
        self,
        engine: EngineLike,
        *,
        depth: int | None,
        nodes: int | None,
        max_ms: int | None = None,
    ) -> None:
        self._engine = engine
        self._depth, self._nodes, self._max_ms = depth, nodes, max_ms

    def search(
        self,
        history: Any,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        ms: int | None = None,
        **others: Any,
    ) -> ReportLike:
        """Raises what the engine raises."""
        bounds = [bound for bound in (ms, self._max_ms) if bound is not None]
        return self._engine.search(
            history,
            depth=self._depth,
            nodes=self._nodes,
            ms=min(bounds) if bounds else None,
            **others,
        )
