"""A search in a thread of its own."""

import threading
from typing import Any

from zeitnot_engines.engine import Search
from zeitnot_engines.games import load


class Deaf:
    """An engine whose searches end when the test says so, as does each call of `stop`."""

    def __init__(self) -> None:
        self.end, self.asked, self.heard = (threading.Event() for _ in range(3))

    def search(self, state: Any, **limits: Any) -> str:
        assert self.end.wait(30)
        return "found"

    def stop(self) -> None:
        self.asked.set()
        assert self.heard.wait(30)


def test_a_search_has_not_ended_while_somebody_stops_it() -> None:
    """Or else the next one would be stopped: the engine is the same."""
    engine: Any = Deaf()
    search = Search(engine, load("tictactoe").start())
    stopping = threading.Thread(target=search.stop)
    stopping.start()
    assert engine.asked.wait(30)
    engine.end.set()
    assert not search.wait(0.2)
    engine.heard.set()
    assert search.wait(30)
    stopping.join()
    assert search.result() == "found"
