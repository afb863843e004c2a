"""The lines that bring an engine to its present request, for a command that reproduces a fault."""

from collections.abc import Sequence

MAX_CHARACTERS = 8_000  # that are kept; a longer dialogue is not reproduced
_BY_POSITION = ("uci", "ucci")  # each request has the whole game
_CONTROLS = ("isready", "stop", "quit")
_NOT_LINES = ("gnubg",)  # it is not driven through its standard input


class SentLines:
    """What was sent to one process of an engine, without the requests that are over."""

    def __init__(self, protocol: str) -> None:
        self._protocol = protocol
        self._lines: list[str] = []
        self._start = 0  # of the present request, in UCI and UCCI
        self._is_whole = protocol not in _NOT_LINES

    def begin(self) -> None:
        """A new process begins."""
        self._lines.clear()
        self._start, self._is_whole = 0, self._protocol not in _NOT_LINES

    def note(self, line: str) -> None:
        """A line is sent."""
        if self._protocol in _BY_POSITION:
            self._note_by_position(line)
        elif self._protocol == "ecui":
            self._lines = [line]
        elif self._is_whole:
            self._lines.append(line)
            self._is_whole = sum(map(len, self._lines)) <= MAX_CHARACTERS
            if not self._is_whole:
                self._lines.clear()

    def _note_by_position(self, line: str) -> None:
        word = line.split(" ", 1)[0]
        if word == "position":
            self._start = self._start or len(self._lines)
            del self._lines[self._start :]
        elif word in _CONTROLS and self._start:
            return
        self._lines.append(line)

    @property
    def lines(self) -> Sequence[str]:
        """The lines in order; empty if they are too long."""
        lines = tuple(self._lines)
        return lines if sum(map(len, lines)) <= MAX_CHARACTERS else ()
