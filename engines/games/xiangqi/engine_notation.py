"""Reads and writes the Chinese notation of xiangqi, as in 炮二平五, and that of
the World Xiangqi Federation, `C2.5`."""

from functools import partial

from zeitnot_engines.games import History
from zeitnot_engines.notations import Notation, PgnForm, find_move, without_numbers

from .driver_fen import FEN_GAME
from .notation import NOTATION as CLIENT_NOTATION
from .notation import chinese, wxf, wxf_way


def write_chinese(state: History, move: str, *, traditional: bool = False) -> str:
    """Converts a legal move from ICCS, such as h2e2, to Chinese notation.

    Raises ValueError, whose message is a sentence, if the move is not legal.
    """
    if move not in state.legal():
        raise ValueError(f"{move!r} is not a legal move here.")
    return chinese(state.text, move, traditional=traditional)


def write_wxf(state: History, move: str) -> str:
    """The move, legal in `state` and given in ICCS, as the World Xiangqi Federation writes it.

    Raises ValueError with a sentence if it is not legal.
    """
    if move not in state.legal():
        raise ValueError(f"{move!r} is not a legal move here.")
    return wxf(state.text, move)


def read_move(state: History, text: str) -> str:
    """The legal move that `text` means, in ICCS. Raises ValueError with a sentence."""
    if (move := text.lower().replace("-", "")) in state.legal():
        return move
    word, position = text.upper().replace("=", ".").replace("N", "H").replace("B", "E"), state.text
    red = position.split()[1] == "w"
    likely = [move for move in state.legal() if wxf_way(move, red) == word[-2:]]
    found = [move for move in likely if wxf(position, move) == word]
    if len(found) == 1:  # the usual form in files; much faster than comparing all spellings
        return found[0]
    return find_move(CLIENT_NOTATION, state, text)


_LETTERS = str.maketrans("HEhe", "NBnb")


def read_position(text: str) -> str:
    """A FEN with the letters H and E for horse and elephant, with `r` for red to move, or without
    a side, in the form of the rules."""
    board, *fields = text.split() or [""]
    if fields[:1] in ([], ["r"]):
        fields[:1] = ["w"]
    return " ".join([board.translate(_LETTERS), *fields])


NOTATION = Notation(
    split=without_numbers,
    read=read_move,
    position=read_position,
    writers={
        "chinese": write_chinese,
        "traditional": partial(write_chinese, traditional=True),
        "wxf": write_wxf,
    },
    to_variant=FEN_GAME.to_variant,
    from_variant=FEN_GAME.from_variant,
    pgn=PgnForm(
        seats=("Red", "Black"),
        writer="wxf",
        names=frozenset(("xiangqi", "chinese chess", "中国象棋", "中國象棋", "象棋")),
        tags={"Game": "Chinese Chess", "Format": "WXF"},
    ),
    default_of=("ucci",),
)
