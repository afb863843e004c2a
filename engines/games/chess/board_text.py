"""The moves of chess pieces, as far as notation needs them; pure.

The server knows which moves are legal. To write a move of either side, this module finds out which
pieces could go to a square, and whether a side is in check or mate.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

FILES, RANKS = "abcdefgh", "12345678"
Pieces = dict[str, str]
"""The letters of FEN by square."""


def pieces_of(placement: str) -> Pieces:
    """The pieces of the first field of a FEN. Raises ValueError."""
    pieces: Pieces = {}
    for rank, row in zip(reversed(RANKS), placement.split("/"), strict=True):
        x = 0
        for letter in row:
            if letter.isdecimal():
                x += int(letter)
            elif letter.upper() in "KQRBNP" and x < len(FILES):
                pieces[FILES[x] + rank] = letter
                x += 1
            else:
                raise ValueError(f"{placement!r} is no placement")
    return pieces


@dataclass(frozen=True, slots=True)
class Castled:
    """The squares of a castling move."""

    king_to: str
    rook_from: str
    rook_to: str


def takes_own_rook(pieces: Pieces, move: str) -> bool:
    """Whether the king's move is castling that is written as the king taking its rook."""
    return pieces.get(move[2:4]) == {"K": "R", "k": "r"}.get(pieces.get(move[:2], ""))


def castled_squares(pieces: Pieces, move: str) -> Castled | None:
    """The squares of a castling move, written as the king's move from the classical squares or as
    the king taking its rook; None for other moves."""
    origin, to = move[:2], move[2:4]
    king, rank = pieces.get(origin, ""), origin[1:]
    if king not in ("K", "k"):
        return None
    takes_rook = takes_own_rook(pieces, move)
    if not takes_rook and abs(FILES.index(to[0]) - FILES.index(origin[0])) != 2:
        return None
    is_short = to[0] > origin[0]
    rook_from = to if takes_rook else ("h" if is_short else "a") + rank
    king_to, rook_to = ("g", "f") if is_short else ("c", "d")
    return Castled(king_to + rank, rook_from, rook_to + rank)


@dataclass(frozen=True, slots=True)
class Board:
    """A position. `ep_square`: the en passant target square, or `-`."""

    pieces: Pieces
    white_to_move: bool
    ep_square: str

    @classmethod
    def read(cls, fen: str) -> "Board":
        """Raises ValueError for text that is not a FEN."""
        fields = fen.split()
        if len(fields) < 4 or fields[1] not in ("w", "b"):
            raise ValueError(f"{fen!r} is no FEN")
        return cls(pieces_of(fields[0]), fields[1] == "w", fields[3])

    @property
    def text(self) -> str:
        """A FEN without castling rights and counters."""
        rows = (
            "".join(self.pieces.get(file + rank, " ") for file in FILES) for rank in reversed(RANKS)
        )
        placement = re.sub(" +", lambda empty: str(len(empty[0])), "/".join(rows))
        return f"{placement} {'w' if self.white_to_move else 'b'} - {self.ep_square}"

    @property
    def in_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
        return self._is_attacked(self.white_to_move)

    @property
    def has_move(self) -> bool:
        """Whether the side to move has a legal move other than castling."""
        squares = (file + rank for file in FILES for rank in RANKS)
        return any(True for square in squares for _ in self.origins(square))

    def origins(self, to: str) -> Iterator[str]:
        """The squares from which the side to move can go to `to`, except by castling."""
        for origin, piece in self.pieces.items():
            if piece.isupper() == self.white_to_move and self._reaches(origin, to):
                after = self.after(origin + to)
                if not after._is_attacked(self.white_to_move):
                    yield origin

    def after(self, move: str) -> "Board":
        """The position after a move, including castling and captures en passant."""
        origin, to, pieces = move[:2], move[2:4], dict(self.pieces)
        piece = pieces.pop(origin)
        if piece in "Pp" and to == self.ep_square:
            pieces.pop(to[0] + origin[1], None)
        if castled := castled_squares(self.pieces, move):
            rook = pieces.pop(castled.rook_from, "R" if piece == "K" else "r")
            pieces |= {castled.king_to: piece, castled.rook_to: rook}
            return Board(pieces, not self.white_to_move, "-")
        promoted = move[4:] or piece
        pieces[to] = promoted.upper() if piece.isupper() else promoted
        is_double_step = piece in "Pp" and {origin[1], to[1]} in ({"2", "4"}, {"7", "5"})
        ep_square = origin[0] + ("3" if piece == "P" else "6") if is_double_step else "-"
        return Board(pieces, not self.white_to_move, ep_square)

    def _is_attacked(self, white: bool) -> bool:
        """Whether this side's king is attacked."""
        letter = "K" if white else "k"
        king = next((square for square, piece in self.pieces.items() if piece == letter), None)
        return king is not None and any(
            piece.isupper() != white and self._reaches(square, king)
            for square, piece in self.pieces.items()
        )

    def _reaches(self, origin: str, to: str) -> bool:
        """Whether the piece could move or capture there, ignoring checks to its own king."""
        piece, target = self.pieces[origin], self.pieces.get(to)
        if origin == to or (target is not None and target.isupper() == piece.isupper()):
            return False
        dx = FILES.index(to[0]) - FILES.index(origin[0])
        dy = int(to[1]) - int(origin[1])
        match piece.upper():
            case "P":
                return self._pawn_reaches(origin, to, dx, dy if piece == "P" else -dy)
            case "N":
                return {abs(dx), abs(dy)} == {1, 2}
            case "K":
                return max(abs(dx), abs(dy)) == 1
            case "B":
                return abs(dx) == abs(dy) and self._is_clear(origin, dx, dy)
            case "R":
                return 0 in (dx, dy) and self._is_clear(origin, dx, dy)
            case _:
                is_line = abs(dx) == abs(dy) or 0 in (dx, dy)
                return is_line and self._is_clear(origin, dx, dy)

    def _pawn_reaches(self, origin: str, to: str, dx: int, forward: int) -> bool:
        if dx:
            takes = to in self.pieces or to == self.ep_square
            return abs(dx) == 1 and forward == 1 and takes
        is_white = self.pieces[origin] == "P"
        if to in self.pieces or forward not in (1, 2):
            return False
        return forward == 1 or (
            origin[1] == ("2" if is_white else "7")
            and origin[0] + ("3" if is_white else "6") not in self.pieces
        )

    def _is_clear(self, origin: str, dx: int, dy: int) -> bool:
        """Whether the squares between `origin` and the one at offset (dx, dy) are empty."""
        x, y, steps = FILES.index(origin[0]), int(origin[1]), max(abs(dx), abs(dy))
        step_x, step_y = dx // steps, dy // steps
        return not any(
            f"{FILES[x + n * step_x]}{y + n * step_y}" in self.pieces for n in range(1, steps)
        )
