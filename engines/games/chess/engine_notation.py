"""Reads and writes standard algebraic notation of chess with the core's legal moves."""

import re
from collections.abc import Mapping

from zeitnot_engines.games import History, Value
from zeitnot_engines.notations import Notation, PgnForm, UciForm, find_move, without_numbers

from .board_text import pieces_of, takes_own_rook
from .driver_fen import by_rook, is_shuffled
from .notation import NOTATION as CLIENT_NOTATION
from .notation import castling, without_mark
from .starts import CLASSICAL, start_number


def write_san(state: History, move: str) -> str:
    """Converts a legal UCI move to algebraic notation."""
    pieces, legal = pieces_of(state.text.split()[0]), state.legal()
    if move not in legal:
        raise ValueError(f"{move!r} is not a legal move here.")
    return without_mark(pieces, legal, move) + _check_mark(state.play(move))


_SAN = re.compile(
    r"([KQRBNP])?([a-h])?([1-8])?[x:-]?([a-h])([1-8])(?:[=/]?\(?([QRBN])\)?)?"
    r"(?:e\.?p\.?)?(?:[+#!?†‡]*|ch|mate)"
)


_CASTLES = re.compile(r"[O0o]-?[O0o](-?[O0o])?[+#!?]*")


def read_san(state: History, text: str) -> str:
    """The legal move that `text` means, as in UCI. Raises ValueError with a sentence."""
    if found := _SAN.fullmatch(text):
        move = _move_meant(state, found)
    else:
        castles = _CASTLES.fullmatch(text)
        move = castles and _castled(state, castles)
    if move is not None:
        return move
    return find_move(CLIENT_NOTATION, state, text)


def _move_meant(state: History, san: re.Match[str]) -> str | None:
    """The only legal move that fits; None if there is none or more than one. Much faster than
    comparing all spellings of all legal moves, and enough for most files."""
    kind, file, rank, to_file, to_rank, promotion = san.groups()
    end = to_file + to_rank + (promotion or "").lower()
    if kind is None and file is not None and rank is not None:
        return _spelt(state, file + rank + end)
    moves = [
        move
        for move in state.legal()
        if move[2:] == end and file in (None, move[0]) and rank in (None, move[1])
    ]
    pieces = pieces_of(state.text.split()[0])
    moves = [move for move in moves if pieces[move[:2]].upper() == (kind or "P")]
    if kind == "K":  # "Kh1" does not mean the king that takes its rook on h1
        moves = [move for move in moves if not takes_own_rook(pieces, move)]
    return moves[0] if len(moves) == 1 else None


def _spelt(state: History, text: str) -> str | None:
    try:
        return state.spelling(text)
    except ValueError:
        return None


def _castled(state: History, san: re.Match[str]) -> str | None:
    """The castling move."""
    pieces, wanted = pieces_of(state.text.split()[0]), "O-O-O" if san[1] else "O-O"
    kings = (move for move in state.legal() if pieces[move[:2]] in "Kk")
    return next((move for move in kings if castling(pieces, move) == wanted), None)


def write_castling_by_rook(state: History, move: str) -> str:
    """The move as UCI has it in Chess960: castling is the king taking its rook."""
    return by_rook(state.text, move)


_OPERATION = re.compile(r"\b(hmvc|fmvn) ([0-9]{1,4});")


def read_position(text: str) -> str:
    """A FEN or EPD in the form of the rules: with the numbers that EPD has in operations (PGN
    standard, 16.2.4)."""
    fields = text.split()
    numbers = dict(_OPERATION.findall(" ".join(fields[4:])))
    if numbers:
        fields[4:] = [numbers.get("hmvc", "0"), numbers.get("fmvn", "1")]
    return " ".join(fields)


def _check_mark(after: History) -> str:
    if after.result is not None and after.result[2] == "checkmate":
        return "#"
    return "+" if after.in_check else ""


def _settings(start: str) -> dict[str, Value]:
    """The settings of a game that begins here, if that is a start position of Chess960."""
    number = start_number(start)
    return {} if number in (None, CLASSICAL) else {"start": number}


def _variant(settings: Mapping[str, Value], start: History) -> str:
    """The tag `Variant`."""
    is_classical = settings.get("start", CLASSICAL) == CLASSICAL and not is_shuffled(start.text)
    return "" if is_classical else "Chess960"


_CHESS960 = frozenset(
    f"{name}{end}"
    for name in ("chess960", "chess 960", "fischerandom", "fischer random", "fischerrandom", "frc")
    for end in ("", " chess")
)
_PGN = PgnForm(
    seats=("White", "Black"),
    writer="san",
    names=_CHESS960
    | frozenset(("", "standard", "chess", "normal", "from position", "fromposition")),
    settings=_settings,
    variant=_variant,
)
NOTATION = Notation(
    split=without_numbers,
    read=read_san,
    position=read_position,
    writers={"san": write_san},
    default_of=("uci",),
    pgn=_PGN,
    uci_form=UciForm(option="UCI_Chess960", write=write_castling_by_rook),
)
