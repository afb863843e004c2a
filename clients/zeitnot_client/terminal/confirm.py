"""Asks for confirmation before resigning; pure."""

from ..state import RoomState
from . import texts
from .typed import TypedCommand

_YES = ("y", "yes")
_NO = ("n", "no")


def resign_question(state: RoomState) -> str:
    """The question whether to resign. It says that the others play on if they do: at least two of
    them, and not only bots."""
    plays_on = state.room is not None and state.room.plays_on
    gone = state.left | state.done | {state.you}
    others = [seat.player for index, seat in enumerate(state.seats) if index not in gone]
    others_play = len(others) > 1 and not all(player and player.bot for player in others)
    return texts.LEAVE_QUESTION if plays_on and others_play else texts.RESIGN_QUESTION


class ResignQuestion:
    """The confirmation after `resign`, as on the page; the next line answers it."""

    def __init__(self) -> None:
        self._open = False

    def resolve(self, typed: TypedCommand, state: RoomState) -> TypedCommand:
        """The command to carry out: `confirm_resign` for the first `resign`, `resign` for a second
        one or `y`, `none` for `n`. Any other command is unchanged and closes the question. The user
        is not asked if the server would refuse."""
        was_open, self._open = self._open, False
        answer = typed.text.lower() if typed.word == "move" else ""
        if was_open and (typed.word == "resign" or answer in _YES):
            return TypedCommand("resign")
        if was_open and answer in _NO:
            return TypedCommand("none")
        can_resign = state.you is not None and state.phase not in ("open", "finished")
        self._open = typed.word == "resign" and can_resign
        return TypedCommand("confirm_resign") if self._open else typed
