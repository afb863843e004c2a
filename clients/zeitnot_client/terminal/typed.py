"""Interprets typed lines; pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..notations import find_moves, notation_of
from ..state import RoomState
from . import texts
from .moves import candidates_text, is_placing_pieces, legal_line

MAX_REPEATED_MOVES = 12
"""After a wrong move, the legal moves are listed again if there are at most this many."""

Word = Literal[
    "resign",
    "confirm_resign",
    "draw",
    "takeback",
    "adjourn",
    "resume",
    "decline",
    "abort",
    "claim",
    "rematch",
    "place_at_random",
    "list_moves",
    "list_legal",
    "help",
    "quit",
    "say",
    "move",
    "none",
]
_COMMANDS: dict[str, Word] = {  # by what the user types
    "resign": "resign",
    "draw": "draw",
    "takeback": "takeback",
    "adjourn": "adjourn",
    "resume": "resume",
    "decline": "decline",
    "abort": "abort",
    "claim": "claim",
    "rematch": "rematch",
    "random": "place_at_random",
    "moves": "list_moves",
    "legal": "list_legal",
    "help": "help",
    "?": "help",
    "quit": "quit",
    "exit": "quit",
    "": "none",
}


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command or a move. `text`: the move or the line of chat; `candidates`: the moves that an
    ambiguous text may mean. `confirm_resign`: ask the user whether to resign."""

    word: Word
    text: str = ""
    candidates: tuple[str, ...] = ()


def read(line: str) -> TypedCommand:
    """Parses a line; anything that is not a command is taken for a move."""
    text = line.strip()
    first, _, remainder = text.partition(" ")
    if first.lower() in ("say", "chat"):
        return TypedCommand("say", remainder.strip())
    word = _COMMANDS.get(text.lower())
    return TypedCommand("move", text) if word is None else TypedCommand(word)


def complete(typed: TypedCommand, state: RoomState) -> TypedCommand:
    """Replaces the move of a command by the legal move that it means. A move may be typed in the
    game's notation or as on the wire; of a word, such as `check`, the beginning is enough."""
    if typed.word != "move" and typed.word in state.legal:
        return TypedCommand("move", typed.word)  # in some positions `resume` is a move
    if typed.word != "move" or typed.text in state.legal:
        return typed
    notation = notation_of(state.room.game_type if state.room else "")
    found = find_moves(notation, state.position or "", state.legal, typed.text)
    found = found or _words_beginning_with(typed.text.lower(), state.legal)
    if len(found) == 1:
        return TypedCommand("move", found[0])
    return TypedCommand("move", typed.text, tuple(found))


def _words_beginning_with(text: str, legal: Sequence[str]) -> list[str]:
    matches = [move for move in legal if text and move.lower().startswith(text)]
    return matches if all(move.isalpha() for move in matches) else []


def problem_with(typed: TypedCommand, state: RoomState) -> str | None:
    """Why the command cannot be carried out now, as far as the client knows; None: it can."""
    match typed.word:
        case "say":
            return None if typed.text else texts.SAY_WHAT
        case "place_at_random":
            return None if state.my_turn and is_placing_pieces(state) else texts.NO_RANDOM
        case "move":
            return _problem_with_move(typed, state)
        case _:
            return None


def _problem_with_move(typed: TypedCommand, state: RoomState) -> str | None:
    if state.phase == "finished":
        return texts.GAME_OVER
    if typed.candidates:
        moves = candidates_text(state, typed.candidates)
        return texts.AMBIGUOUS.format(move=typed.text, moves=moves)
    if not (_looks_like_move(typed, state) or typed.text in state.legal):
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


def must_wait(typed: TypedCommand, state: RoomState, *, settled: bool, watch: bool) -> bool:
    """Whether a line from a file or pipe must wait until the game is ready for it."""
    if typed.word in ("none", "help"):
        return False
    if not settled:
        return True
    if typed.word in ("list_moves", "list_legal", "quit") or state.phase == "finished":
        return False
    if typed.word in ("move", "place_at_random"):
        return not watch and not (state.my_turn and state.legal)
    return typed.word == "rematch" or state.phase == "open"


def _looks_like_move(typed: TypedCommand, state: RoomState) -> bool:
    """Whether the text may be a move: it has a digit, or the notation names it, or it was already
    played in this game."""
    notation = notation_of(state.room.game_type if state.room else "")
    is_named = typed.text.lower().rstrip("+#") in notation.without_digits
    is_played = any(event.move == typed.text for event in state.moves)
    return is_named or is_played or any(char.isdigit() for char in typed.text)


def _unknown(typed: TypedCommand, state: RoomState) -> str:
    is_waiting = state.phase == "running" and state.you is not None and not state.my_turn
    if typed.text.lower() == "undo":
        return texts.UNDO
    reason = texts.NOT_A_COMMAND if is_waiting else texts.UNKNOWN
    return _with_legal(reason.format(word=typed.text), state)


def _with_legal(reason: str, state: RoomState) -> str:
    """The reason, followed by the legal moves if they are few."""
    is_short = state.my_turn and 0 < len(state.legal) <= MAX_REPEATED_MOVES
    return f"{reason}\n{legal_line(state)}" if is_short else reason
