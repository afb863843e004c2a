"""The notations of xiangqi; pure.

Moves are shown as on the page in English: `h2-e2`. Chinese notation, such as 炮二平五, and that of
the World Xiangqi Federation, `C2.5`, can be read too: piece, file, direction, goal. Each side
counts the files from its right, red in Chinese numerals, black in digits. If several pieces of one
kind are on one file, an ordinal replaces the file: 前车进一, `R++1`, also read in the order
of the Chinese, `+R+1`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from zeitnot_client.notations import MoveNotation

_NUMERALS = "一二三四五六七八九"
_PIECES = dict(zip("KABNRCPkabnrcp", "帅仕相马车炮兵将士象马车炮卒", strict=True))
_TRADITIONAL = str.maketrans("帅马车将进后", "帥馬車將進後")
# Characters that are read as the same: traditional and other forms, digits and numerals.
_SAME = str.maketrans(
    "帥將傌馬俥車砲包進後１２３４５６７８９一二三四五六七八九",
    "帅将马马车车炮炮进后123456789123456789",
)
_LETTERS = str.maketrans("帅将仕士相象马车炮兵卒前后进退平", "kkaaeehrcpp+-+-=")
_SAME_LETTERS = str.maketrans("bn.", "eh=")
_COORDINATES = re.compile(r"[a-i]\d-?[a-i]\d")

PieceMap = dict[tuple[int, int], str]
"""The letters of FEN by file and rank, both from 0, as red sees them."""


def chinese_forms(position: str, move: str) -> Iterator[str]:
    """The forms of an ICCS move, such as h2e2, in simplified Chinese, the usual one first. Raises
    ValueError or LookupError for text that is not a position or move."""
    pieces = _piece_map(position)
    (x, y), (to_x, to_y) = _square(move[:2]), _square(move[2:])
    red = pieces[x, y].isupper()
    forward = to_y - y if red else y - to_y
    if forward == 0:
        direction, goal = "平", _file(to_x, red)
    else:
        direction = "进" if forward > 0 else "退"
        goal = _number(abs(forward), red) if x == to_x else _file(to_x, red)
    for name in _piece_names(pieces, (x, y)):
        yield name + direction + goal


def chinese(position: str, move: str, *, traditional: bool = False) -> str:
    """The move in Chinese notation. Raises like `chinese_forms`."""
    text = next(chinese_forms(position, move))
    if not traditional:
        return text
    red = _piece_map(position)[_square(move[:2])].isupper()
    return (text if red else text.replace("炮", "砲")).translate(_TRADITIONAL)


@lru_cache(maxsize=64)
def _piece_map(position: str) -> PieceMap:
    """Not to be changed: all legal moves of a position share it."""
    pieces: PieceMap = {}
    for row, line in enumerate(position.split()[0].split("/")):
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


def _number(number: int, red: bool) -> str:
    return _NUMERALS[number - 1] if red else str(number)


def _file(x: int, red: bool) -> str:
    """A file in its side's numbering."""
    return _number(9 - x if red else x + 1, red)


def _piece_names(pieces: PieceMap, at: tuple[int, int]) -> Iterator[str]:
    """The piece with its file, or with its ordinal among those on the same file."""
    piece, (x, y) = pieces[at], at
    name, red = _PIECES[piece], piece.isupper()
    line = _line(pieces, piece, x)
    if len(line) > 1:
        ordinal = _ordinal(line.index(y), len(line))
        shared = [column for column in range(9) if len(_line(pieces, piece, column)) > 1]
        if piece not in "ABab":
            # With several soldiers on two files, the file replaces the name.
            yield ordinal + (name if len(shared) == 1 else _file(x, red))
        if len(shared) > 1:
            # They may also all be numbered, from the side's right and from the front.
            order = shared[::-1] if red else shared
            before = sum(len(_line(pieces, piece, file)) for file in order[: order.index(x)])
            yield _NUMERALS[before + line.index(y)] + name
        if piece in "ABab":
            # Usually distinguished by their direction only.
            yield name + _file(x, red)
            yield ordinal + name
    else:
        yield name + _file(x, red)


def _line(pieces: PieceMap, piece: str, x: int) -> list[int]:
    """The ranks of such pieces in a file, the foremost first."""
    ranks = [y for y in range(10) if pieces.get((x, y)) == piece]
    return ranks[::-1] if piece.isupper() else ranks


def _ordinal(index: int, count: int) -> str:
    """前 and 后, with 中 between them, or numerals for four or more."""
    if index == 0:
        return "前"
    if index == count - 1:
        return "后"
    return "中" if count == 3 else _NUMERALS[index]


# ── letters ────────────────────────────────────────────────────────────────────────────────────

_LETTERS_OF = {"B": "E", "N": "H"}
_SIGNS = {
    2: ("+", "-"),
    3: ("+", "", "-"),
    4: ("++", "+", "-", "--"),
    5: ("++", "+", "", "-", "--"),
}


def wxf(position: str, move: str) -> str:
    """The move, given in ICCS as h2e2, as the World Xiangqi Federation writes it: `C2.5`, `R+.1`,
    `C--1` (wxf.org, Official Xiangqi Piece Names and Notation). Raises ValueError or LookupError
    for text that is no position or move."""
    pieces, at = _piece_map(position), _square(move[:2])
    return _wxf_name(pieces, at) + wxf_way(move, pieces[at].isupper())


def wxf_way(move: str, red: bool) -> str:
    """The direction and the goal of a move of this side: `.5`, `+1`. Raises ValueError for text
    that is no move."""
    (x, y), (to_x, to_y) = _square(move[:2]), _square(move[2:])
    forward = to_y - y if red else y - to_y
    if forward == 0:
        return "." + _digit(to_x, red)
    goal = str(abs(forward)) if x == to_x else _digit(to_x, red)
    return ("+" if forward > 0 else "-") + goal


def _digit(x: int, red: bool) -> str:
    return str(9 - x if red else x + 1)


def _wxf_name(pieces: PieceMap, at: tuple[int, int]) -> str:
    """Piece and file, or what tells it apart from others on its file."""
    piece, (x, y) = pieces[at], at
    letter, file = piece.upper(), _digit(x, piece.isupper())
    letter = _LETTERS_OF.get(letter, letter)
    line = _line(pieces, piece, x)
    if len(line) == 1 or letter in "AE":  # advisers and elephants differ in their direction
        return letter + file
    sign = _SIGNS[len(line)][line.index(y)]
    if letter == "P" and sum(len(_line(pieces, piece, column)) > 1 for column in range(9)) > 1:
        return file + (sign or file)  # two files with several soldiers each: 3+, 33, 3-
    if len(sign) == 2:
        return sign
    return letter + (sign or file)


def _write(position: str, move: str) -> str:
    if len(move) != 4:
        raise ValueError(f"{move!r} is no move")
    return f"{move[:2]}-{move[2:]}"


def _spellings(position: str, move: str) -> Iterator[str]:
    yield _write(position, move)
    name = wxf(position, move)
    yield name
    if name[1] in "+-" and name[0] not in "+-":
        yield name[1] + name[0] + name[2:]
    yield from chinese_forms(position, move)


def _tidy(text: str) -> str:
    return text.strip().rstrip("!?").translate(_SAME).lower()


def _in_letters(text: str) -> str:
    """Normalizes 炮二平五 to `c2=5`; leaves coordinates unchanged."""
    tidy = _tidy(text)
    if _COORDINATES.fullmatch(tidy):
        return tidy
    return tidy.translate(_LETTERS).translate(_SAME_LETTERS)


NOTATION = MoveNotation(write=_write, spellings=_spellings, keys=(_tidy, _in_letters))
