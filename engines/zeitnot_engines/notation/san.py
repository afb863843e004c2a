"""Standard algebraic notation of chess: `Nbxd7+`, `O-O`, `e8=Q#` (PGN standard, 8.2.3).

Written from the legal moves, so that a move is told from others as shortly as it can be. What is
read may say more than it needs to, or leave out x, = and the marks at the end.
"""

import re

from ..games import History

_FILES = "abcdefgh"
_CASTLING = {"O-O": 6, "O-O-O": 2}
_FORM = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?([QRBN]))?")
_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_OBLIQUE = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

Men = dict[str, str]
"""The letters of FEN by square."""


def write_san(state: History, move: str) -> str:
    """The move, legal in `state` and given as UCI writes it, in algebraic notation."""
    men, legal = _men(state), state.legal()
    if move not in legal:
        raise ValueError(f"{move!r} is not a legal move here.")
    return _bare(men, legal, move) + _mark(state.play(move))


def read_san(state: History, text: str) -> str:
    """The legal move that `text` means, as UCI writes it. Raises ValueError with a sentence."""
    wanted = text.strip().rstrip("+#!?").replace("0", "O")
    men, legal = _men(state), state.legal()
    if wanted in _CASTLING:
        found = [m for m in legal if _castles(men, m) == wanted]
    elif form := _FORM.fullmatch(wanted):
        found = [m for m in legal if _fits(men, m, form)]
    else:
        raise ValueError(f"{text!r} is not a move in algebraic notation.")
    if len(found) != 1:
        raise ValueError(f"{text!r} is {'more than one move' if found else 'not legal'} here.")
    return found[0]


def _men(state: History) -> Men:
    men: Men = {}
    for y, row in zip("87654321", state.text.split()[0].split("/"), strict=True):
        x = 0
        for letter in row:
            if letter.isdecimal():
                x += int(letter)
            else:
                men[_FILES[x] + y] = letter
                x += 1
    return men


def _castles(men: Men, move: str) -> str | None:
    """How the move castles, if it does: no king else goes two files."""
    king = men[move[:2]] in "Kk" and move[0] == "e"
    return {"g": "O-O", "c": "O-O-O"}.get(move[2]) if king else None


def _bare(men: Men, legal: list[str], move: str) -> str:
    """Without the mark of a check or a mate."""
    if castling := _castles(men, move):
        return castling
    at, to, kind = move[:2], move[2:4], men[move[:2]].upper()
    if kind == "P":
        taking = f"{at[0]}x" if at[0] != to[0] else ""
        return f"{taking}{to}" + (f"={move[4].upper()}" if move[4:] else "")
    return f"{kind}{_origin(men, legal, move)}{'x' if to in men else ''}{to}"


def _origin(men: Men, legal: list[str], move: str) -> str:
    """As much of where the man stands as tells him from others of his kind that can go there."""
    at, to = move[:2], move[2:4]
    others = [m[:2] for m in legal if m[2:4] == to and m[:2] != at and men[m[:2]] == men[at]]
    if not others:
        return ""
    if all(other[0] != at[0] for other in others):
        return at[0]
    if all(other[1] != at[1] for other in others):
        return at[1]
    return at


def _fits(men: Men, move: str, form: re.Match[str]) -> bool:
    kind, x, y, to, promotion = form.groups()
    return (
        men[move[:2]].upper() == (kind or "P")
        and move[2:4] == to
        and x in (None, move[0])
        and y in (None, move[1])
        and move[4:].upper() == (promotion or "")
    )


def _mark(after: History) -> str:
    if after.result is not None and after.result[2] == "checkmate":
        return "#"
    return "+" if _in_check(_men(after), white=after.text.split()[1] == "w") else ""


def _in_check(men: Men, *, white: bool) -> bool:
    """Whether the king of that side is attacked."""
    king = next(at for at, man in men.items() if man == ("K" if white else "k"))
    own = str.upper if white else str.lower
    enemy = str.lower if white else str.upper
    pawns = [_away(king, dx, 1 if white else -1) for dx in (-1, 1)]
    knights = [_away(king, dx, dy) for dx, dy in _KNIGHT]
    if any(men.get(at or "") == enemy("p") for at in pawns):
        return True
    if any(men.get(at or "") == enemy("n") for at in knights):
        return True
    lines = [(step, "rq") for step in _STRAIGHT] + [(step, "bq") for step in _OBLIQUE]
    first = [(_first(men, king, *step), kinds) for step, kinds in lines]
    return any(man and man != own(man) and man.lower() in kinds for man, kinds in first)


def _away(at: str, dx: int, dy: int) -> str | None:
    x, y = _FILES.index(at[0]) + dx, int(at[1]) + dy
    return _FILES[x] + str(y) if x in range(8) and y in range(1, 9) else None


def _first(men: Men, at: str, dx: int, dy: int) -> str | None:
    """The first man in that direction."""
    square = _away(at, dx, dy)
    while square and square not in men:
        square = _away(square, dx, dy)
    return men[square] if square else None
