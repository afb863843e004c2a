"""GNU Backgammon through its external interface: it listens on a socket, gets a position with dice
in FIBS's format, and answers with its play.

FIBS's line is `board:` followed by fields between colons: names, the match, the checkers from the
mover's bar (see `fibs_board`), the turn, the dice, the cube. Only single games without the cube are
supported, because for them the line contains all relevant information.
"""

import contextlib
import socket
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from ..games import Game, History
from ..notations import read
from .external import START_S, Failed
from .process import Process, ProcessExited

GAME = "backgammon"
PASS = "pass"
PLAYS = "single games of backgammon without the cube"
PLIES = ("0", "1", "2")
ANSWER_S = 60.0
_WAIT_S = 0.01
_LINE_BYTES = 4096
_POINTS = 26  # with both bars


class Gnubg:
    """The program, which is started immediately and asked for single plays. `plies`: its search
    depth; 0 evaluates the positions after its own plays. Raises Failed."""

    def __init__(self, command: Sequence[str], plies: int = 0) -> None:
        try:
            self._process = Process([*command, "-t", "-q", "-r"])
        except ProcessExited as exited:
            raise Failed(str(exited)) from None
        self._folder = tempfile.TemporaryDirectory(prefix="zeitnot-gnubg-")
        self._socket = socket.socket(socket.AF_UNIX)
        path = Path(self._folder.name) / "socket"
        try:
            self._process.send([*_settings(plies), f"external {path}"])
            self._connect(path)
        except ProcessExited as exited:
            self.close()
            raise Failed(str(exited)) from None
        except BaseException:
            self.close()
            raise

    def play(self, state: History) -> str:
        """The program's play, in our notation. Raises Failed."""
        if state.legal() == [PASS]:
            return PASS  # gnubg does not answer a forced pass
        output = self._answer(fibs_board(state.text))
        try:
            return read(state, output)
        except ValueError:
            raise Failed(f'it answers "{output}" to {state.text}') from None

    def chances(self, text: str, plies: int = 0) -> tuple[float, ...]:
        """The evaluation of an XGID before the throw, for the side to move: the probabilities of a
        win, of winning a gammon and a backgammon, of losing a gammon and a backgammon, and the
        cubeless equity.

        Raises Failed.
        """
        output = self._answer(f"evaluation fibsboard {fibs_board(text)} plies {plies}")
        with contextlib.suppress(ValueError):
            numbers = tuple(map(float, output.split()))
            if len(numbers) == 6:
                return numbers
        raise Failed(f'it answers "{output}" to {text}')

    def close(self) -> None:
        """Ends the program; may be called from any thread, and more than once."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._process.close()
        self._socket.close()
        self._folder.cleanup()

    def _connect(self, path: Path) -> None:
        deadline = time.monotonic() + START_S
        self._socket.settimeout(ANSWER_S)
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                self._socket.connect(str(path))
                return
            time.sleep(_WAIT_S)
            while self._process.receive(0) is not None:
                pass
        raise Failed(f"it did not listen within {START_S:.0f} seconds")

    def _answer(self, question: str) -> str:
        output = b""
        try:
            self._socket.sendall(question.encode() + b"\n")
            while not output.endswith(b"\n"):
                part = self._socket.recv(_LINE_BYTES)
                if not part:
                    raise Failed("it closed the connection")
                output += part
        except OSError:
            raise Failed("it did not answer") from None
        return output.decode(errors="replace").strip()


def fits(game: Game) -> bool:
    """Whether this adapter supports the game with these settings."""
    settings = game.settings
    return game.name == GAME and (settings["match"], settings["cube"]) == ("single", "off")


def fibs_board(text: str) -> str:
    """An XGID of a single game as a FIBS board, from the side to move.

    That side moves from 24 down to 1, has positive numbers of checkers, and its bar is 25; the
    opponent's bar is 0. Both dice are 0 before the throw.
    """
    checkers, _, _, turn, dice, *_ = text.removeprefix("XGID=").split(":")
    board = [_count(sign) for sign in checkers]
    if turn == "-1":
        board = [-count for count in reversed(board)]
    own_off = 15 - sum(count for count in board if count > 0)
    other_off = 15 + sum(count for count in board if count < 0)
    thrown = dice if dice.isdecimal() else "00"
    fields = ["board", "X", "O", 0, 0, 0, *board, 1, *thrown, 0, 0, 1, 1, 1, 0, 1, -1, 0, 25]
    bars = [board[_POINTS - 1], -board[0]]
    return ":".join(map(str, [*fields, own_off, other_off, *bars, 0, 0, 0, 0]))


def _count(sign: str) -> int:
    if sign == "-":
        return 0
    return ord(sign) - ord("A") + 1 if sign.isupper() else -(ord(sign) - ord("a") + 1)


def _settings(plies: int) -> list[str]:
    """gnubg's settings. Under the Jacoby rule, gammons would not count without a turned cube."""
    play = "set evaluation chequerplay evaluation"
    return [
        "set threads 1",
        "set jacoby off",
        f"{play} plies {plies}",
        f"{play} cubeful off",
        f"{play} noise 0",
    ]
