"""Asking once before what cannot be undone; pure."""

from ..state import RoomState
from .typed import Typed

_YES = ("y", "yes")
_NO = ("n", "no")


class ResignQuestion:
    """Whether `resign` is meant, as the page asks: the next line answers."""

    def __init__(self) -> None:
        self._open = False

    def hear(self, typed: Typed, state: RoomState) -> Typed:
        """What is to be done for a line: `ask` for the first `resign`; `resign` for a second one or
        `y`; nothing for `n`; any other line stands for itself, and closes the question. Where
        the server would refuse, it is not asked."""
        was_open, self._open = self._open, False
        answer = typed.text.lower() if typed.word == "move" else ""
        if was_open and (typed.word == "resign" or answer in _YES):
            return Typed("resign")
        if was_open and answer in _NO:
            return Typed("none")
        can_resign = state.you is not None and state.phase not in ("open", "finished")
        self._open = typed.word == "resign" and can_resign
        return Typed("ask") if self._open else typed
