"""GNU Backgammon through its external interface: it listens on a socket, gets a position with dice
in FIBS's format, and answers with its play. The game's module `driver_gnubg` writes the position.
"""

import contextlib
import socket
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from ..by_name import module_of
from .bounds import Bounds
from .dialogue import Chose, Event, Ready, Say, Talk
from .failures import Unsupported
from .lines import LineBuffer, lines_of
from .options import BadOption, Offered, checked_option
from .process import GRACE_S, Process, ProcessExited, seconds_left
from .situation import Limits, Setup, Situation

FACTS = "driver_gnubg"
PLIES = "plies"
_OPTIONS = {PLIES: Offered(PLIES, "spin", "0", 0, 2)}
_LISTEN = "external"  # the command, which the transport completes with its socket
_LISTENS = "external: listens"  # the transport's own line
_WAIT_S = 0.01


class Gnubg(Talk):
    """The dialogue. The option `plies` is its search depth; 0 evaluates the positions after its own
    plays. Raises Unsupported."""

    name = "GNU Backgammon"

    def __init__(self, setup: Setup) -> None:
        module = module_of(setup.start.game, FACTS)
        if module is None:
            raise Unsupported(f"The protocol gnubg does not support {setup.start.game}.")
        module.check(setup.start)
        self._facts = module
        self._plies = "0"
        for name, value in setup.options:
            try:
                _, self._plies = checked_option(_OPTIONS, name, value)
            except BadOption as bad:
                raise Unsupported(f"gnubg {bad}.") from None
        self._is_asked = False

    def greet(self) -> list[Event]:
        return [*map(Say, settings(int(self._plies))), Say(_LISTEN)]

    def read_line(self, line: str) -> list[Event]:
        if line == _LISTENS:
            return [Ready()]
        if not self._is_asked or not line.strip():
            return []
        self._is_asked = False
        return [Chose(line.strip())]

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        self._is_asked = True
        return [self._facts.fibs_board(situation.position)]

    def find_move(self, situation: Situation, text: str) -> str | None:
        move: str | None = self._facts.find_play(situation.position, situation.legal, text)
        return move

    def farewell(self) -> list[str]:
        return []


class GnubgProcess(Process):
    """The program, and the socket on which it listens. Raises ProcessExited."""

    def __init__(
        self, command: tuple[str, ...], bounds: Bounds | None = None, folder: Path | None = None
    ) -> None:
        if not hasattr(socket, "AF_UNIX"):
            raise ProcessExited("this system has no Unix sockets")
        self._folder = tempfile.TemporaryDirectory(prefix="zeitnot-gnubg-")
        self._path = Path(self._folder.name) / "socket"
        self._answers = LineBuffer()
        self._socket: socket.socket | None = None
        try:
            super().__init__((*command, "-t", "-q", "-r"), bounds, folder)
        except BaseException:
            self._folder.cleanup()
            raise

    def send(self, lines: Iterable[str], patience_s: float = GRACE_S) -> None:
        """Sends lines to the socket; before it listens, to the program. Raises ProcessExited."""
        if self._socket is None:
            completed = (f"{line} {self._path}" if line == _LISTEN else line for line in lines)
            super().send(completed, patience_s)
            return
        try:
            self._socket.sendall("".join(f"{line}\n" for line in lines).encode())
        except OSError:
            raise ProcessExited("it closed the connection") from None

    def receive(self, seconds: float) -> str | None:
        """The next line from the socket. Raises ProcessExited."""
        if self._socket is None:
            return self._connect(seconds)
        try:
            return self._answers.get(seconds)
        except EOFError:
            raise ProcessExited("it closed the connection") from None

    def close(self, last_lines: Iterable[str] = (), grace_s: float = GRACE_S) -> None:
        """Ends the program, also if it still listens."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
        self._answers.close()
        super().close((), grace_s)
        self._folder.cleanup()

    def _connect(self, seconds: float) -> str | None:
        deadline = time.monotonic() + seconds
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(str(self._path))
            except OSError:
                connection.close()
            else:
                connection.settimeout(None)
                self._socket = connection
                threading.Thread(target=self._read_answers, daemon=True).start()
                return _LISTENS
            if time.monotonic() >= deadline:
                return None
            super().receive(min(_WAIT_S, seconds_left(deadline)))

    def _read_answers(self) -> None:
        assert self._socket is not None
        with self._socket.makefile("rb") as file:
            for line in lines_of(file):
                self._answers.put(line)
        self._answers.end()


def settings(plies: int) -> list[str]:
    """gnubg's settings. Under the Jacoby rule, gammons would not count without a turned cube."""
    play = "set evaluation chequerplay evaluation"
    return [
        "set threads 1",
        "set jacoby off",
        f"{play} plies {plies}",
        f"{play} cubeful off",
        f"{play} noise 0",
    ]
