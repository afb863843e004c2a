"""The Chinese notation of xiangqi: piece, file, direction, goal, as in 炮二平五.

Each side counts the files from its right, red in Chinese numerals, black in digits. Of pieces
of one kind on one file the notation says which in place of the file: 前车进一. The page writes
the same.
"""

import re
from collections.abc import Iterator
from functools import partial

from ..games import History
from ..notations import Notation

_NUMERALS = "一二三四五六七八九"
_PIECES = dict(zip("KABNRCPkabnrcp", "帅仕相马车炮兵将士象马车炮卒", strict=True))
_TRADITIONAL = str.maketrans("帅马车将进后", "帥馬車將進後")
# Characters that are read as the same: traditional and other forms, digits and numerals.
_SAME = str.maketrans(
    "帥將傌馬俥車砲包進後１２３４５６７８９一二三四五六七八九",
    "帅将马马车车炮炮进后123456789123456789",
)

PieceMap = dict[tuple[int, int], str]
"""The letters of FEN by file and rank, both from 0, as red sees them."""


def write_chinese(state: History, move: str, *, traditional: bool = False) -> str:
    """The move, legal in `state` and given in ICCS as h2e2, in Chinese notation.

    Raises ValueError with a sentence if it is not legal.
    """
    if move not in state.legal():
        raise ValueError(f"{move!r} is not a legal move here.")
    pieces = _piece_map(state)
    text = next(_forms(pieces, move))
    if not traditional:
        return text
    return (text if _moving_piece(pieces, move).isupper() else text.replace("炮", "砲")).translate(
        _TRADITIONAL
    )


def read_chinese(state: History, text: str) -> str:
    """The legal move that `text` means, in ICCS. Traditional characters are accepted, too.

    Raises ValueError with a sentence.
    """
    pieces, normalised = _piece_map(state), text.strip().translate(_SAME)
    matches = [
        move
        for move in state.legal()
        if normalised in [form.translate(_SAME) for form in _forms(pieces, move)]
    ]
    if len(matches) != 1:
        raise ValueError(f"{text!r} is {'more than one move' if matches else 'not legal'} here.")
    return matches[0]


def _piece_map(state: History) -> PieceMap:
    pieces: PieceMap = {}
    for row, line in enumerate(state.text.split()[0].split("/")):
        x = 0
        for letter in line:
            if letter.isdecimal():
                x += int(letter)
            else:
                pieces[x, 9 - row] = letter
                x += 1
    return pieces


def _square(text: str) -> tuple[int, int]:
    return "abcdefghi".index(text[0]), int(text[1])


def _moving_piece(pieces: PieceMap, move: str) -> str:
    return pieces[_square(move[:2])]


def _forms(pieces: PieceMap, move: str) -> Iterator[str]:
    """The ways to write a move: the usual one first, then others in use."""
    (x, y), (to_x, to_y) = _square(move[:2]), _square(move[2:])
    red = _moving_piece(pieces, move).isupper()
    forward = to_y - y if red else y - to_y
    if forward == 0:
        direction, goal = "平", _file(to_x, red)
    else:
        direction = "进" if forward > 0 else "退"
        goal = _number(abs(forward), red) if x == to_x else _file(to_x, red)
    for name in _piece_names(pieces, (x, y)):
        yield name + direction + goal


def _number(number: int, red: bool) -> str:
    return _NUMERALS[number - 1] if red else str(number)


def _file(x: int, red: bool) -> str:
    """A file as its side counts it."""
    return _number(9 - x if red else x + 1, red)


def _piece_names(pieces: PieceMap, at: tuple[int, int]) -> Iterator[str]:
    """Piece and file, or the piece and its place among those on the same file."""
    piece, (x, y) = pieces[at], at
    name, red = _PIECES[piece], piece.isupper()
    line = _line(pieces, piece, x)
    if len(line) > 1:
        ordinal = _ordinal(line.index(y), len(line))
        shared = [column for column in range(9) if len(_line(pieces, piece, column)) > 1]
        if piece not in "ABab":
            # Two files with several soldiers each: the file stands in place of the name.
            yield ordinal + (name if len(shared) == 1 else _file(x, red))
        if len(shared) > 1:
            # Or all of them are counted, from the side's right and from the front.
            order = shared[::-1] if red else shared
            before = sum(len(_line(pieces, piece, file)) for file in order[: order.index(x)])
            yield _NUMERALS[before + line.index(y)] + name
        if piece in "ABab":
            # Usually told apart by their direction alone.
            yield name + _file(x, red)
            yield ordinal + name
    else:
        yield name + _file(x, red)


def _line(pieces: PieceMap, piece: str, x: int) -> list[int]:
    """The ranks on which such pieces stand in a file, the foremost first."""
    ranks = [y for y in range(10) if pieces.get((x, y)) == piece]
    return ranks[::-1] if piece.isupper() else ranks


def _ordinal(index: int, of: int) -> str:
    """前 and 后, 中 between them; with four or more, numerals."""
    if index == 0:
        return "前"
    if index == of - 1:
        return "后"
    return "中" if of == 3 else _NUMERALS[index]


_ICCS = re.compile(r"([a-i])(\d+)([a-i])(\d+)")


def with_shifted_ranks(token: str, by: int) -> str:
    """A move with its ranks counted from another number; any other token unchanged.

    With UCI_Variant, an option of Fairy-Stockfish, ranks count from 1, as there; otherwise from
    0."""
    match = _ICCS.fullmatch(token)
    if match is None:
        return token
    return f"{match[1]}{int(match[2]) + by}{match[3]}{int(match[4]) + by}"


NOTATION = Notation(
    read=read_chinese,
    writers={"chinese": write_chinese, "traditional": partial(write_chinese, traditional=True)},
    to_variant=partial(with_shifted_ranks, by=1),
    from_variant=partial(with_shifted_ranks, by=-1),
)
