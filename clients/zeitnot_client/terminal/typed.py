"""What a typed line means; pure."""

from dataclasses import dataclass
from typing import Literal

from ..state import RoomState
from . import texts
from .boards import plain

Word = Literal[
    "resign",
    "draw",
    "takeback",
    "adjourn",
    "resume",
    "decline",
    "abort",
    "claim",
    "rematch",
    "moves",
    "help",
    "quit",
    "say",
    "move",
    "none",
]
_PLAIN: dict[str, Word] = {
    "resign": "resign",
    "draw": "draw",
    "takeback": "takeback",
    "adjourn": "adjourn",
    "resume": "resume",
    "decline": "decline",
    "abort": "abort",
    "claim": "claim",
    "rematch": "rematch",
    "moves": "moves",
    "help": "help",
    "?": "help",
    "quit": "quit",
    "exit": "quit",
    "": "none",
}


@dataclass(frozen=True, slots=True)
class Typed:
    """A command: `text` is the move or what is to be said."""

    word: Word
    text: str = ""


def read(line: str) -> Typed:
    """The command in a line; anything else is taken for a move."""
    plain = line.strip()
    first, _, rest = plain.partition(" ")
    if first.lower() in ("say", "chat"):
        return Typed("say", rest.strip())
    word = _PLAIN.get(plain.lower())
    return Typed("move", plain) if word is None else Typed(word)


def meant(typed: Typed, state: RoomState) -> Typed:
    """With the move as in the list: capitals, and what else a game's face says, need not be
    typed."""
    if typed.word != "move" or typed.text in state.legal:
        return typed
    game = state.room.game_type if state.room else ""
    wanted = plain(game, typed.text)
    alike = [move for move in state.legal if plain(game, move) == wanted]
    return Typed("move", alike[0]) if len(alike) == 1 else typed


def objection(typed: Typed, state: RoomState) -> str | None:
    """Why this cannot be done now, where the client itself can tell; None: try it."""
    if typed.word == "say":
        return None if typed.text else texts.SAY_WHAT
    if typed.word != "move":
        return None
    if not (_movelike(typed) or typed.text in state.legal):
        return _unknown(typed)
    if state.phase == "open":
        return texts.NOT_STARTED
    if state.you is None:
        return texts.WATCHING
    if not state.my_turn:
        return texts.NOT_YOUR_TURN
    if state.legal and typed.text not in state.legal:
        return texts.NOT_LEGAL.format(move=typed.text)
    return None


def must_wait(typed: Typed, state: RoomState, *, settled: bool, watch: bool) -> bool:
    """Whether a line from a file or pipe has to wait: it was written before the game could be."""
    if typed.word in ("none", "help"):
        return False
    if not settled:
        return True
    if typed.word in ("moves", "quit") or state.phase == "finished":
        return False
    if typed.word == "move":
        return not watch and not (state.my_turn and state.legal)
    return typed.word == "rematch" or state.phase == "open"


def _movelike(typed: Typed) -> bool:
    """Moves are written with digits; `pass` is the one exception."""
    return typed.text == "pass" or any(char.isdigit() for char in typed.text)


def _unknown(typed: Typed) -> str:
    return texts.UNKNOWN.format(word=typed.text)
