"""Xiangqi's twin on a dictionary of squares: each pseudo-legal move is played and then judged."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..twin import Result

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
FILES = "abcdefghi"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
OBLIQUE = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
Square = tuple[int, int]
Men = dict[Square, str]


@dataclass(frozen=True)
class State:
    fen: str
    past: tuple[tuple[str, bool], ...] = ()
    """Each earlier position without its counters, and whether its side to move was in check."""


def read(fen: str) -> tuple[Men, str, int, int]:
    board, side, _, _, quiet, number = fen.split()
    men: Men = {}
    for y, row in enumerate(board.split("/")):
        x = 0
        for letter in row:
            if letter.isdecimal():
                x += int(letter)
            else:
                men[x, 9 - y] = letter
                x += 1
    return men, side, int(quiet), int(number)


def board_text(men: Men) -> str:
    rows = ("".join(men.get((x, y), "1") for x in range(9)) for y in range(9, -1, -1))
    text = "/".join(rows)
    for n in range(9, 1, -1):
        text = text.replace("1" * n, str(n))
    return text


def name(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1]}"


def is_of(side: str, man: str) -> bool:
    return man.isupper() == (side == "w")


def inside(square: Square) -> bool:
    return square[0] in range(9) and square[1] in range(10)


def in_palace(square: Square) -> bool:
    return square[0] in (3, 4, 5) and square[1] in (0, 1, 2, 7, 8, 9)


def line(men: Men, at: Square, step: Square) -> Iterator[Square]:
    """The squares in one direction up to the edge."""
    to = (at[0] + step[0], at[1] + step[1])
    while inside(to):
        yield to
        to = (to[0] + step[0], to[1] + step[1])


def walk(men: Men, at: Square) -> Iterator[Square]:
    """A chariot's squares in each direction: up to the first piece, including it."""
    for step in STRAIGHT:
        for to in line(men, at, step):
            yield to
            if to in men:
                break


def shoot(men: Men, at: Square) -> Iterator[Square]:
    """A cannon's squares: empty ones before the first piece, and the second piece."""
    for step in STRAIGHT:
        squares = list(line(men, at, step))
        occupied = [to for to in squares if to in men]
        yield from squares[: squares.index(occupied[0])] if occupied else squares
        yield from occupied[1:2]


def leap(men: Men, at: Square) -> Iterator[Square]:
    """A horse's squares: one step straight, to an empty square, and one step on diagonally."""
    for dx, dy in STRAIGHT:
        if (at[0] + dx, at[1] + dy) not in men:
            for aside in (-1, 1):
                yield at[0] + 2 * dx + aside * dy, at[1] + 2 * dy + aside * dx


BLOCKABLE = {"r": walk, "c": shoot, "n": leap}


def reach(men: Men, at: Square) -> Iterator[Square]:
    """The man's pseudo-legal targets, including squares with men of its side."""
    man, (x, y) = men[at], at
    red = man.isupper()
    match man.lower():
        case "r" | "c" | "n" as kind:
            yield from BLOCKABLE[kind](men, at)
        case "b":
            for dx, dy in OBLIQUE:
                to = (x + 2 * dx, y + 2 * dy)
                if (x + dx, y + dy) not in men and (to[1] <= 4) == red:
                    yield to
        case "a":
            yield from (to for dx, dy in OBLIQUE if in_palace(to := (x + dx, y + dy)))
        case "k":
            yield from (to for dx, dy in STRAIGHT if in_palace(to := (x + dx, y + dy)))
        case "p":
            yield x, y + (1 if red else -1)
            if (y >= 5) == red:
                yield from ((x - 1, y), (x + 1, y))


def in_check(men: Men, side: str) -> bool:
    """Whether the general is attacked, or faces the other general."""
    generals = {man: at for at, man in men.items() if man in "Kk"}
    general = generals["K" if side == "w" else "k"]
    other = generals["k" if side == "w" else "K"]
    if other in walk(men, general) and other[0] == general[0]:
        return True
    return any(general in reach(men, at) for at, man in men.items() if not is_of(side, man))


@lru_cache(maxsize=4096)
def legal_moves(fen: str) -> dict[str, Men]:
    """The pieces after each legal move."""
    men, side, _, _ = read(fen)
    found = {}
    for at, man in men.items():
        if not is_of(side, man):
            continue
        for to in reach(men, at):
            if not inside(to) or (to in men and is_of(side, men[to])):
                continue
            after = dict(men)
            after[to] = after.pop(at)
            if not in_check(after, side):
                found[name(at) + name(to)] = after
    return found


class Xiangqi:
    def __init__(self, repetition: str = "simple", no_capture_limit: int = 120) -> None:
        assert repetition == "simple"
        self.limit = no_capture_limit

    def start(self) -> State:
        return State(START)

    def turn(self, state: State) -> int:
        return "wb".index(state.fen.split()[1])

    def legal(self, state: State) -> list[str]:
        return [] if self.result(state) else list(legal_moves(state.fen))

    def play(self, state: State, move: str) -> State:
        men, side, quiet, number = read(state.fen)
        after = legal_moves(state.fen)[move]
        quiet = 0 if len(after) < len(men) else quiet + 1
        seen = (repetition_key(state), in_check(men, side))
        fen = f"{board_text(after)} {'b' if side == 'w' else 'w'} - - {quiet}"
        fen += f" {number + (side == 'b')}"
        return State(fen, (*state.past, seen))

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        men, side, quiet, _ = read(state.fen)
        if not any(man in "PNCRpncr" for man in men.values()):
            return (0.5, 0.5), "rules", "dead position"
        if not legal_moves(state.fen):
            word = "checkmate" if in_check(men, side) else "stalemate"
            return ((0.0, 1.0) if side == "w" else (1.0, 0.0)), "rules", word
        if quiet >= self.limit:
            return (0.5, 0.5), "rules", "no capture"
        if Counter(key for key, _ in state.past)[repetition_key(state)] >= 2:
            return self._repeated(state, in_check(men, side))
        return None

    def _repeated(self, state: State, checked_now: bool) -> Result:
        """A side that gave check with every move since the first occurrence loses."""
        keys = [key for key, _ in state.past]
        checks = [checked for _, checked in state.past][keys.index(repetition_key(state)) + 1 :]
        checks.append(checked_now)
        # The last entry is a check by the side that is not to move.
        by_other, by_mover = all(checks[::-2]), all(checks[-2::-2])
        if by_other == by_mover:
            return (0.5, 0.5), "repetition", "repetition"
        loser = self.turn(state) if by_mover else 1 - self.turn(state)
        return ((0.0, 1.0) if loser == 0 else (1.0, 0.0)), "repetition", "perpetual check"

    def text(self, state: State) -> str:
        return state.fen


def repetition_key(state: State) -> str:
    """The fields of the FEN that count for repetition."""
    return " ".join(state.fen.split()[:2])
