"""Players of tests."""

from collections.abc import Callable

from zeitnot_engines.games import History
from zeitnot_engines.matches.played import Reply
from zeitnot_engines.matches.players import SimplePlayer


class MovePlayer(SimplePlayer):
    """A player that moves by a function, and says its `values` in turn."""

    def __init__(self, choose: Callable[[History], str], values: list[float] | None = None) -> None:
        self._choose, self._values = choose, list(values or [])

    def move(self, state: History, record: object, clocks: object) -> Reply:
        value = self._values.pop(0) if self._values else None
        return Reply(self._choose(state), 3, value, None, 10)

    def abort(self) -> None:
        pass

    def close(self) -> None:
        pass
