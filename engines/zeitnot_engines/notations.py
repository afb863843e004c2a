"""How moves and games are written by a game's players and by programs, where that is not how they
are sent. Each game says its own in `notation/<game>.py`, found by name: it has a `NOTATION`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from zeitnot_client.by_name import module_of

from .games import NAMES, Game, History

Write = Callable[[History, str], str]


def by_blanks(text: str) -> list[str]:
    """The words of a text with blanks or commas between them."""
    return text.replace(",", " ").split()


def _as_sent(state: History, text: str) -> str:
    return text


def _no_transcript(game: Game, text: str) -> History | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """One game's.

    `read`: the legal move that a text means, as it is sent; raises ValueError with a sentence.
    `writers`: by name, how a move is written for people.
    `split`: how typed moves and throws fall into words.
    `transcript`: the history after a whole game in one word; None if the text is none; raises
    ValueError with a sentence.
    `to_variant`, `from_variant`: a move as UCI engines write it that have been told the game by
    UCI_Variant; any other word as it is.
    `default_of`: the protocols, `uci` and `gtp`, that mean this game unless told another.
    """

    read: Callable[[History, str], str] = _as_sent
    writers: Mapping[str, Write] = field(default_factory=dict)
    split: Callable[[str], list[str]] = by_blanks
    transcript: Callable[[Game, str], History | None] = _no_transcript
    to_variant: Callable[[str], str] = str
    from_variant: Callable[[str], str] = str
    default_of: tuple[str, ...] = ()


PLAIN = Notation()
"""Of a game that is written as it is sent."""


def notation_of(game: str) -> Notation:
    """The notation of this game."""
    module = module_of(f"{__package__}.notation", game)
    notation = PLAIN if module is None else module.NOTATION
    assert isinstance(notation, Notation)
    return notation


def default_game(protocol: str) -> str:
    """The id of the game that a protocol means unless told another."""
    return next(game for game in NAMES if protocol in notation_of(game).default_of)


def read(state: History, text: str) -> str:
    """The legal move that is meant, as it is sent; of games without another form the text itself,
    legal or not. Raises ValueError with a sentence."""
    reader = notation_of(state.game.name).read
    return text if reader is _as_sent or text in state.legal() else reader(state, text)


def write_line(state: History, moves: Sequence[str], write: Write) -> list[str]:
    """Moves that follow one another from `state`, to the end of the game at most: what a search
    expects may go on where a position has come back."""
    words = []
    for move in moves:
        if state.result is not None:
            break
        words.append(write(state, move))
        state = state.play(move)
    return words
