"""Standard algebraic notation of chess: `Nbxd7+`, `O-O`, `e8=Q#` (PGN standard, 8.2.3); pure.

On the wire castling is the king's move from the classical squares, else the king taking its rook.

Typed moves may be more explicit than necessary, or leave out x, = and the marks at the end.
"""

from collections.abc import Iterable, Iterator

from zeitnot_client.notations import MoveNotation

from .board_text import FILES, Board, Pieces, castled_squares

_IGNORED = str.maketrans({"x": "", ":": "", "=": "", "-": "", "0": "O", " ": ""})


def castling(pieces: Pieces, move: str) -> str | None:
    """The notation of a castling move, or None for other moves."""
    castled = castled_squares(pieces, move)
    if castled is None:
        return None
    return "O-O" if castled.king_to[0] == "g" else "O-O-O"


def without_mark(pieces: Pieces, rivals: Iterable[str], move: str) -> str:
    """The move in algebraic notation without `+` or `#`. `rivals`: legal moves, including those of
    other pieces of the same kind to the same square."""
    if castled := castling(pieces, move):
        return castled
    origin, to, kind = move[:2], move[2:4], pieces[move[:2]].upper()
    if kind == "P":
        taking = f"{origin[0]}x" if origin[0] != to[0] else ""
        return f"{taking}{to}" + (f"={move[4].upper()}" if move[4:] else "")
    return f"{kind}{_disambiguation(pieces, rivals, move)}{'x' if to in pieces else ''}{to}"


def _disambiguation(pieces: Pieces, rivals: Iterable[str], move: str) -> str:
    """The minimal disambiguation among pieces of this kind that can go there."""
    origin, to = move[:2], move[2:4]
    if pieces[origin] in "Kk":
        return ""
    others = [
        rival[:2]
        for rival in rivals
        if rival[2:4] == to and rival[:2] != origin and pieces[rival[:2]] == pieces[origin]
    ]
    if not others:
        return ""
    if all(other[0] != origin[0] for other in others):
        return origin[0]
    if all(other[1] != origin[1] for other in others):
        return origin[1]
    return origin


def write(position: str, move: str) -> str:
    """Converts a legal UCI move to algebraic notation. Raises ValueError or LookupError for other
    text."""
    board = Board.read(position)
    if move[:2] not in board.pieces or not {move[2:3], move[:1]} <= {*FILES}:
        raise ValueError(f"{move!r} moves no piece")
    rivals = [f"{origin}{move[2:4]}" for origin in board.origins(move[2:4])]
    after = board.after(move)
    mark = "" if not after.in_check else "+" if after.has_move else "#"
    return without_mark(board.pieces, rivals, move) + mark


def after(position: str, move: str) -> str:
    """The placement, side to move and en passant square after a move. Omits castling rights, which
    notation does not need. Raises like `write`."""
    return Board.read(position).after(move).text


def _spellings(position: str, move: str) -> Iterator[str]:
    """Every explicit form. `e7e8` and `e8` without a promotion piece match several moves."""
    pieces = Board.read(position).pieces
    kind, origin, to = pieces[move[:2]].upper(), move[:2], move[2:4]
    if castled := castled_squares(pieces, move):
        yield castling(pieces, move) or ""
        yield origin + castled.rook_from
        if to == castled.rook_from:
            return  # with the king's letter it would be a capture
    for promotion in {"", move[4:].upper()}:
        yield origin + to + promotion
        if kind != "P":
            yield from (f"{kind}{start}{to}" for start in ("", *origin, origin))
        elif origin[0] == to[0]:
            yield to + promotion
        else:
            yield origin[0] + to + promotion


def _tidy(text: str) -> str:
    return text.rstrip("+#!? ").translate(_IGNORED)


def _tidy_lower(text: str) -> str:
    return _tidy(text).lower()


NOTATION = MoveNotation(
    write=write,
    spellings=_spellings,
    after=after,
    without_digits=("o-o", "o-o-o"),
    keys=(_tidy, _tidy_lower),
)
