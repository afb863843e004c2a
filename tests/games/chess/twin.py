"""Chess's twin on a dictionary of squares: each pseudo-legal move is played and then judged."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..twin import Result

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FILES = "abcdefgh"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
OBLIQUE = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
WALKS = {"b": OBLIQUE, "r": STRAIGHT, "q": STRAIGHT + OBLIQUE}
LEAPS = {"n": KNIGHT, "k": STRAIGHT + OBLIQUE}
RIGHT_OF_CORNER = {(7, 0): "K", (0, 0): "Q", (7, 7): "k", (0, 7): "q"}
Square = tuple[int, int]
Men = dict[Square, str]


@dataclass(frozen=True)
class State:
    fen: str
    past: tuple[str, ...] = ()


def read(fen: str) -> tuple[Men, str, str, Square | None, int, int]:
    board, side, rights, ep_name, quiet, number = fen.split()
    men: Men = {}
    for y, row in enumerate(board.split("/")):
        x = 0
        for letter in row:
            if letter.isdecimal():
                x += int(letter)
            else:
                men[x, 7 - y] = letter
                x += 1
    ep_square = None if ep_name == "-" else (FILES.index(ep_name[0]), int(ep_name[1]) - 1)
    return men, side, rights.replace("-", ""), ep_square, int(quiet), int(number)


def board_text(men: Men) -> str:
    rows = ("".join(men.get((x, y), "1") for x in range(8)) for y in range(7, -1, -1))
    text = "/".join(rows)
    for n in range(8, 1, -1):
        text = text.replace("1" * n, str(n))
    return text


def name(square: Square) -> str:
    return FILES[square[0]] + str(square[1] + 1)


def is_of(side: str, man: str) -> bool:
    return man.isupper() == (side == "w")


def reach(men: Men, at: Square) -> Iterator[Square]:
    """The squares that the man there attacks."""
    kind, (x, y) = men[at].lower(), at
    if kind == "p":
        forward = 1 if men[at].isupper() else -1
        yield from ((x + dx, y + forward) for dx in (-1, 1))
    for dx, dy in LEAPS.get(kind, ()):
        yield x + dx, y + dy
    for dx, dy in WALKS.get(kind, ()):
        to = (x + dx, y + dy)
        while to[0] in range(8) and to[1] in range(8):
            yield to
            if to in men:
                break
            to = (to[0] + dx, to[1] + dy)


def attacks(men: Men, side: str, target: Square) -> bool:
    return any(target in reach(men, at) for at in men if is_of(side, men[at]))


def in_check(men: Men, side: str) -> bool:
    king = next(at for at, man in men.items() if man == ("K" if side == "w" else "k"))
    return attacks(men, "b" if side == "w" else "w", king)


def moved(men: Men, at: Square, to: Square, promotion: str = "") -> Men:
    """The pieces after a move; its squares tell whether it is en passant or castling."""
    after = dict(men)
    man = after.pop(at)
    if man in "Pp" and at[0] != to[0] and to not in men:
        del after[to[0], at[1]]
    if man in "Kk" and abs(at[0] - to[0]) == 2:
        after[(at[0] + to[0]) // 2, at[1]] = after.pop((7 if to[0] == 6 else 0, at[1]))
    after[to] = (promotion.upper() if man.isupper() else promotion) or man
    return after


def pawn_targets(men: Men, at: Square, ep_square: Square | None) -> Iterator[Square]:
    (x, y), white = at, men[at].isupper()
    forward, home = (1, 1) if white else (-1, 6)
    if (x, y + forward) not in men:
        yield x, y + forward
        if y == home and (x, y + 2 * forward) not in men:
            yield x, y + 2 * forward
    side = "w" if white else "b"
    for to in reach(men, at):
        if to in men and not is_of(side, men[to]):
            yield to
        # Only an enemy pawn can have passed the square that is ahead of this rank.
        if to == ep_square and y == (4 if white else 3):
            yield to


def castling(men: Men, side: str, rights: str) -> Iterator[Square]:
    y, other = (0, "b") if side == "w" else (7, "w")
    for right, to, empty, crossed in (
        ("k", 6, (5, 6), (4, 5, 6)),
        ("q", 2, (1, 2, 3), (4, 3, 2)),
    ):
        if (right.upper() if side == "w" else right) not in rights:
            continue
        if any((x, y) in men for x in empty):
            continue
        if not any(attacks(men, other, (x, y)) for x in crossed):
            yield to, y


def targets(
    men: Men, at: Square, side: str, rights: str, ep_square: Square | None
) -> Iterator[Square]:
    kind = men[at].lower()
    if kind == "p":
        yield from pawn_targets(men, at, ep_square)
        return
    for to in reach(men, at):
        if to[0] in range(8) and to[1] in range(8) and not (to in men and is_of(side, men[to])):
            yield to
    if kind == "k":
        yield from castling(men, side, rights)


@lru_cache(maxsize=4096)
def legal_moves(fen: str) -> dict[str, Men]:
    """The pieces after each legal move."""
    men, side, rights, ep_square, _, _ = read(fen)
    found = {}
    for at in [at for at in men if is_of(side, men[at])]:
        for to in targets(men, at, side, rights, ep_square):
            if in_check(moved(men, at, to), side):
                continue
            choices = "qrbn" if men[at] in "Pp" and to[1] in (0, 7) else [""]
            for choice in choices:
                found[name(at) + name(to) + choice] = moved(men, at, to, choice)
    return found


def is_dead(men: Men) -> bool:
    """Whether neither side can ever mate: besides the kings there is only a knight, or only bishops
    on squares of one colour."""
    extra = {at: man.lower() for at, man in men.items() if man not in "Kk"}
    one_colour = len({sum(at) % 2 for at in extra}) < 2
    return list(extra.values()) == ["n"] or (set(extra.values()) <= {"b"} and one_colour)


class Chess:
    def start(self) -> State:
        return State(START)

    def turn(self, state: State) -> int:
        return "wb".index(state.fen.split()[1])

    def legal(self, state: State) -> list[str]:
        return [] if self.result(state) else list(legal_moves(state.fen))

    def play(self, state: State, move: str) -> State:
        men, side, rights, _, quiet, number = read(state.fen)
        at, to = ((FILES.index(move[i]), int(move[i + 1]) - 1) for i in (0, 2))
        after = legal_moves(state.fen)[move]
        quiet = 0 if men[at] in "Pp" or to in men else quiet + 1
        lost = {
            RIGHT_OF_CORNER.get(at),
            RIGHT_OF_CORNER.get(to),
            *{"K": "KQ", "k": "kq"}.get(men[at], ""),
        }
        rights = "".join(right for right in rights if right not in lost) or "-"
        other, number = ("b", number) if side == "w" else ("w", number + 1)
        head, tail = f"{board_text(after)} {other} {rights}", f"{quiet} {number}"
        ep_name = "-"
        if men[at] in "Pp" and abs(at[1] - to[1]) == 2:
            square = name((at[0], (at[1] + to[1]) // 2))
            moves = legal_moves(f"{head} {square} {tail}").keys()
            if moves - legal_moves(f"{head} - {tail}").keys():
                ep_name = square
        return State(f"{head} {ep_name} {tail}", (*state.past, self._repetition_key(state)))

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        men, side, _, _, quiet, _ = read(state.fen)
        if not legal_moves(state.fen):
            if not in_check(men, side):
                return (0.5, 0.5), "rules", "stalemate"
            return ((0.0, 1.0) if side == "w" else (1.0, 0.0)), "rules", "checkmate"
        if quiet >= 100:
            return (0.5, 0.5), "rules", "fifty moves"
        if is_dead(men):
            return (0.5, 0.5), "rules", "dead position"
        if state.past.count(self._repetition_key(state)) >= 2:
            return (0.5, 0.5), "repetition", "repetition"
        return None

    def text(self, state: State) -> str:
        return state.fen

    def _repetition_key(self, state: State) -> str:
        """The fields of the FEN that count for repetition: all but the two counters."""
        return " ".join(state.fen.split()[:4])
