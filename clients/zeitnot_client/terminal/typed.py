"""What a typed line means; pure."""

from dataclasses import dataclass
from typing import Literal

from ..state import RoomState
from . import texts
from .boards import plain
from .screen import legal_line

FEW = 12
"""No more legal moves than this are repeated after a wrong one."""

Word = Literal[
    "resign",
    "ask",
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
    """A command: `text` is the move or the line of chat. The word `ask`: the user is asked whether
    to resign."""

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
    typed, and of a move that is a word no more than the beginning that no other has."""
    if typed.word != "move" or typed.text in state.legal:
        return typed
    game = state.room.game_type if state.room else ""
    wanted = plain(game, typed.text)
    alike = [move for move in state.legal if plain(game, move) == wanted]
    if not alike and wanted:
        alike = [move for move in state.legal if plain(game, move).startswith(wanted)]
        alike = alike if all(move.isalpha() for move in alike) else []
    return Typed("move", alike[0]) if len(alike) == 1 else typed


def objection(typed: Typed, state: RoomState) -> str | None:
    """Why this cannot be done now, where the client itself can tell; None: try it."""
    if typed.word == "say":
        return None if typed.text else texts.SAY_WHAT
    if typed.word != "move":
        return None
    if state.phase == "finished":
        return texts.GAME_OVER
    if not (_movelike(typed, state) or typed.text in state.legal):
        return _unknown(typed, state)
    if state.phase == "open":
        return texts.NOT_STARTED
    if state.you is None:
        return texts.WATCHING
    if not state.my_turn:
        return texts.NOT_YOUR_TURN
    if state.legal and typed.text not in state.legal:
        return _with_legal(texts.NOT_LEGAL.format(move=typed.text), state)
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


def _movelike(typed: Typed, state: RoomState) -> bool:
    """Moves are written with digits; `pass` is an exception, and what has been played here."""
    played = any(event.move == typed.text for event in state.moves)
    return played or typed.text == "pass" or any(char.isdigit() for char in typed.text)


def _unknown(typed: Typed, state: RoomState) -> str:
    waits = state.phase == "running" and state.you is not None and not state.my_turn
    said = texts.NO_COMMAND if waits else texts.UNKNOWN
    return _with_legal(said.format(word=typed.text), state)


def _with_legal(reason: str, state: RoomState) -> str:
    """With the legal moves, where they are few."""
    few = state.my_turn and 0 < len(state.legal) <= FEW
    return f"{reason}\n{legal_line(state.legal)}" if few else reason
