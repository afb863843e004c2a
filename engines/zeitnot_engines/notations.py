"""Notations of moves and games other than that of the wire, for people and programs. Each game's
notation is the `NOTATION` in its `engine_notation.py`, found by name."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from zeitnot_client.by_name import module_of
from zeitnot_client.notations import MoveNotation, find_moves

from .games import NAMES, Game, History, Value
from .sgf_form import SgfForm

Write = Callable[[History, str], str]


def split_at_blanks(text: str) -> list[str]:
    """Splits a text at blanks and commas."""
    return text.replace(",", " ").split()


_NUMBER = re.compile(r"[0-9]{1,4}(?:\.+|…)")


def without_numbers(text: str) -> list[str]:
    """Splits a text in the same way and drops move numbers: `1. e4 e5 2.Nf3` is three words."""
    words = (
        _NUMBER.sub("", word, 1) if _NUMBER.match(word) else word for word in split_at_blanks(text)
    )
    return [word for word in words if word]


def without_blanks(text: str) -> str:
    """A position without blanks around it, and with single ones between its fields."""
    return " ".join(text.split())


def _as_sent(state: History, text: str) -> str:
    return text


def _no_transcript(game: Game, text: str) -> History | None:
    return None


def _no_position(text: str) -> None:
    return None


def _no_settings(start: str) -> dict[str, Value]:
    return {}


def _no_variant(settings: Mapping[str, Value], start: History) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PgnForm:
    """How PGN writes a game. `seats`: the tags with the players' names; `writer`: of the moves;
    `names`: of the game in the tags `Variant` and `Game`, in lower case, the empty one if it may be
    left out; `tags`: those that say which game it is; `settings`: of a game that begins at this
    position; `variant`: the `Variant` of a game with these settings and this start, which then has
    a FEN too; empty for none."""

    seats: tuple[str, str]
    writer: str
    names: frozenset[str]
    tags: Mapping[str, str] = field(default_factory=dict)
    settings: Callable[[str], dict[str, Value]] = _no_settings
    variant: Callable[[Mapping[str, Value], History], str] = _no_variant


@dataclass(frozen=True, slots=True)
class UciForm:
    """Another form of moves in UCI, which the engine writes if a GUI sets the option of this name,
    and always reads."""

    option: str
    write: Write


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """The notation of one game.

    `read`: converts a text to the wire's legal move; raises ValueError with a sentence.
    `position`: converts a position as other programs write it to the form of the rules; returns
    any other text unchanged, but for blanks.
    `writers`: functions that write a move for people, by name.
    `split`: splits typed moves and throws into words.
    `transcript`: the history after an entire game written as one word; None if the text is not a
    transcript; raises ValueError with a sentence.
    `pgn`, `sgf`, `uci_form`: its forms in PGN, SGF and UCI, if it has any.
    `to_variant`, `from_variant`: convert a move to and from the form of UCI engines when
    UCI_Variant is set; other words are unchanged. `default_of`: the protocols (`uci`, `ucci`,
    `gtp`) whose default game this is. `settings_of`: the settings that a position of another
    program is meant for, where they are not given. `find_position`: the position that a text of
    several lines marks as one, such as a board of another program; None if it has none.
    """

    read: Callable[[History, str], str] = _as_sent
    position: Callable[[str], str] = without_blanks
    writers: Mapping[str, Write] = field(default_factory=dict)
    split: Callable[[str], list[str]] = split_at_blanks
    transcript: Callable[[Game, str], History | None] = _no_transcript
    to_variant: Callable[[str], str] = str
    from_variant: Callable[[str], str] = str
    default_of: tuple[str, ...] = ()
    pgn: PgnForm | None = None
    sgf: SgfForm | None = None
    uci_form: UciForm | None = None
    settings_of: Callable[[str], Mapping[str, Value]] = _no_settings
    find_position: Callable[[str], str | None] = _no_position


WIRE_NOTATION = Notation()
"""The notation used on the wire, for games that have no other."""


def find_move(notation: MoveNotation, state: History, text: str) -> str:
    """The legal move that `text` means. Raises ValueError with a sentence, which lists the moves if
    the text is ambiguous."""
    found = find_moves(notation, state.text, state.legal(), text)
    if not found:
        raise ValueError(f'"{text.strip()}" is not a legal move here.')
    if len(found) > 1:
        moves = ", ".join(notation.write(state.text, move) for move in found)
        raise ValueError(f'"{text.strip()}" could be more than one move: {moves}.')
    return found[0]


def notation_of(game: str) -> Notation:
    """The notation of this game."""
    module = module_of(game, "engine_notation")
    notation = WIRE_NOTATION if module is None else module.NOTATION
    assert isinstance(notation, Notation)
    return notation


def default_game(protocol: str) -> str:
    """The id of a protocol's default game."""
    return next(game for game in NAMES if protocol in notation_of(game).default_of)


def read(state: History, text: str) -> str:
    """The wire's legal move that `text` means; for games without another notation, the text itself,
    whether legal or not. Raises ValueError with a sentence."""
    reader = notation_of(state.game.name).read
    return text if reader is _as_sent or text in state.legal() else reader(state, text)


def write_line(state: History, moves: Sequence[str], write: Write) -> list[str]:
    """Successive moves from `state`, up to the end of the game, because a principal variation may
    continue after a draw by repetition."""
    words = []
    for move in moves:
        if state.result is not None:
            break
        words.append(write(state, move))
        state = state.play(move)
    return words
