"""A log of all lines between Zeitnot and the external engines of a match."""

import threading
import time
from collections.abc import Callable
from typing import TextIO

OnLine = Callable[[bool, str], None]
"""Called for each line, with True for the engine's."""


class DialogueLog:
    """Writes lines such as `12.345 game 3 A > isready`, with `<` before those of the engine.
    Thread-safe. `clock`: seconds."""

    def __init__(self, file: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._file, self._clock = file, clock
        self._begin = clock()
        self._lock = threading.Lock()

    def of(self, number: int, player: str) -> OnLine:
        """What to call for the lines of this player in the game with this number."""

        def write(is_engine: bool, line: str) -> None:
            direction = "<" if is_engine else ">"
            seconds = self._clock() - self._begin
            with self._lock:
                self._file.write(f"{seconds:.3f} game {number} {player} {direction} {line}\n")

        return write
