"""GNU Backgammon as a judge of positions and plays."""

import contextlib
import time
from collections.abc import Iterable

from zeitnot.games.backgammon.driver_gnubg import fibs_board, find_play
from zeitnot_client.drivers.dialogue import Ready, Say
from zeitnot_client.drivers.gnubg import Gnubg, GnubgProcess
from zeitnot_client.drivers.situation import Setup
from zeitnot_engines.games import History
from zeitnot_engines.matches.record import start_of

START_S = 30.0
ANSWER_S = 60.0


class Judge:
    """The program, which is started immediately."""

    def __init__(self, command: Iterable[str], start: History) -> None:
        self._process = GnubgProcess(tuple(command))
        dialogue = Gnubg(Setup(start_of(start)))
        self._process.send(event.line for event in dialogue.greet() if isinstance(event, Say))
        deadline = time.monotonic() + START_S
        while (line := self._process.receive(ANSWER_S)) is not None:
            if dialogue.read_line(line) == [Ready()]:
                return
            assert time.monotonic() < deadline
        raise AssertionError("gnubg does not listen")

    def play(self, state: History) -> str:
        """The program's play, in our notation."""
        legal = tuple(state.legal())
        if len(legal) == 1:
            return legal[0]  # gnubg does not answer a forced pass
        text = self._answer(fibs_board(state.text))
        play = find_play(state.text, legal, text)
        assert play is not None, f"{text} in {state.text}"
        return play

    def chances(self, text: str, plies: int = 0) -> tuple[float, ...]:
        """The evaluation of an XGID before the throw, for the side to move: the probabilities of a
        win, of winning a gammon and a backgammon, of losing a gammon and a backgammon, and the
        cubeless equity."""
        output = self._answer(f"evaluation fibsboard {fibs_board(text)} plies {plies}")
        with contextlib.suppress(ValueError):
            numbers = tuple(map(float, output.split()))
            if len(numbers) == 6:
                return numbers
        raise AssertionError(f"{output} to {text}")

    def close(self) -> None:
        """Ends the program."""
        self._process.close()

    def _answer(self, question: str) -> str:
        self._process.send([question])
        answer = self._process.receive(ANSWER_S)
        assert answer is not None, question
        return answer.strip()
