"""The Chinese notation of xiangqi: piece, file, way, goal, as in 炮二平五.

Each side counts the files from its right, red in Chinese numerals, black in figures. Of pieces
of one kind on one file the notation says which in the file's place: 前车进一. The page writes
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
# All that is read as the same sign: traditional and other forms, figures and numerals.
_SAME = str.maketrans(
    "帥將傌馬俥車砲包進後１２３４５６７８９一二三四五六七八九",
    "帅将马马车车炮炮进后123456789123456789",
)

Men = dict[tuple[int, int], str]
"""The letters of FEN by file and rank, both from 0, as red sees them."""


def write_chinese(state: History, move: str, *, traditional: bool = False) -> str:
    """The move, legal in `state` and given in ICCS as h2e2, in Chinese notation.

    Raises ValueError with a sentence if it is not legal.
    """
    if move not in state.legal():
        raise ValueError(f"{move!r} is not a legal move here.")
    men = _men(state)
    text = next(_forms(men, move))
    if not traditional:
        return text
    return (text if _from(men, move).isupper() else text.replace("炮", "砲")).translate(
        _TRADITIONAL
    )


def read_chinese(state: History, text: str) -> str:
    """The legal move that `text` means, in ICCS. Traditional signs are read as simplified ones are.

    Raises ValueError with a sentence.
    """
    men, written = _men(state), text.strip().translate(_SAME)
    matches = [
        move
        for move in state.legal()
        if written in [form.translate(_SAME) for form in _forms(men, move)]
    ]
    if len(matches) != 1:
        raise ValueError(f"{text!r} is {'more than one move' if matches else 'not legal'} here.")
    return matches[0]


def _men(state: History) -> Men:
    men: Men = {}
    for row, line in enumerate(state.text.split()[0].split("/")):
        x = 0
        for letter in line:
            if letter.isdecimal():
                x += int(letter)
            else:
                men[x, 9 - row] = letter
                x += 1
    return men


def _square(text: str) -> tuple[int, int]:
    return "abcdefghi".index(text[0]), int(text[1])


def _from(men: Men, move: str) -> str:
    return men[_square(move[:2])]


def _forms(men: Men, move: str) -> Iterator[str]:
    """The ways to write a move: the usual one first, then others that are met."""
    (x, y), (to_x, to_y) = _square(move[:2]), _square(move[2:])
    red = _from(men, move).isupper()
    forward = to_y - y if red else y - to_y
    if forward == 0:
        direction, goal = "平", _file(to_x, red)
    else:
        direction = "进" if forward > 0 else "退"
        goal = _number(abs(forward), red) if x == to_x else _file(to_x, red)
    for name in _piece_names(men, (x, y)):
        yield name + direction + goal


def _number(number: int, red: bool) -> str:
    return _NUMERALS[number - 1] if red else str(number)


def _file(x: int, red: bool) -> str:
    """A file as its side counts it."""
    return _number(9 - x if red else x + 1, red)


def _piece_names(men: Men, at: tuple[int, int]) -> Iterator[str]:
    """Piece and file, or which of those that share a file."""
    man, (x, y) = men[at], at
    name, red = _PIECES[man], man.isupper()
    line = _line(men, man, x)
    if len(line) > 1:
        place = _place(line.index(y), len(line))
        shared = [column for column in range(9) if len(_line(men, man, column)) > 1]
        if man not in "ABab":
            # Two files with several soldiers each: the file stands in the name's place.
            yield place + (name if len(shared) == 1 else _file(x, red))
        if len(shared) > 1:
            # Or all of them are counted, from the side's right and from the front.
            order = shared[::-1] if red else shared
            before = sum(len(_line(men, man, file)) for file in order[: order.index(x)])
            yield _NUMERALS[before + line.index(y)] + name
        if man in "ABab":
            # Told apart by the way they go, and by most only so.
            yield name + _file(x, red)
            yield place + name
    else:
        yield name + _file(x, red)


def _line(men: Men, man: str, x: int) -> list[int]:
    """The ranks on which such men stand in a file, the foremost first."""
    ranks = [y for y in range(10) if men.get((x, y)) == man]
    return ranks[::-1] if man.isupper() else ranks


def _place(index: int, of: int) -> str:
    """前 and 后, 中 between them; from four on by number."""
    if index == 0:
        return "前"
    if index == of - 1:
        return "后"
    return "中" if of == 3 else _NUMERALS[index]


_ICCS = re.compile(r"([a-i])(\d+)([a-i])(\d+)")


def shifted(word: str, by: int) -> str:
    """A move with its ranks counted from another number; any other word as it is.

    Who chooses the game by UCI_Variant counts from 1, as Fairy-Stockfish does, which began with
    that; others from 0."""
    match = _ICCS.fullmatch(word)
    if match is None:
        return word
    return f"{match[1]}{int(match[2]) + by}{match[3]}{int(match[4]) + by}"


NOTATION = Notation(
    read=read_chinese,
    writers={"chinese": write_chinese, "traditional": partial(write_chinese, traditional=True)},
    to_variant=partial(shifted, by=1),
    from_variant=partial(shifted, by=-1),
)
