"""Kriegspiel's twin, built on that of chess: the umpire's position and calls."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..chess import twin as chess
from ..chess.twin import Chess, Men, Square, in_check, is_of, name, reach, read
from ..twin import Result

DIRECTIONS = "frlsn"


@dataclass(frozen=True)
class State:
    """`lost`: the pawns and pieces that white and black have lost. `capture`: the call of the last
    move, such as `e5p`, or empty. `refused`: tries of this turn, without the promotion piece."""

    fen: str
    lost: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    capture: str = ""
    refused: frozenset[str] = frozenset()


def square(text: str) -> Square:
    return chess.FILES.index(text[0]), int(text[1]) - 1


def diagonal(at: Square, step: tuple[int, int]) -> int:
    """How many squares the diagonal through `at` has."""
    length = 1
    for sign in (1, -1):
        x, y = at[0] + sign * step[0], at[1] + sign * step[1]
        while x in range(8) and y in range(8):
            length, x, y = length + 1, x + sign * step[0], y + sign * step[1]
    return length


def direction(men: Men, man: Square, king: Square) -> str:
    """The letter of the direction from which a man checks the king."""
    dx, dy = man[0] - king[0], man[1] - king[1]
    if men[man] in "Nn":
        return "n"
    if dx == 0:
        return "f"
    if dy == 0:
        return "r"
    along, across = (1, 1 if dx * dy > 0 else -1), (1, -1 if dx * dy > 0 else 1)
    return "l" if diagonal(king, along) > diagonal(king, across) else "s"


def checks(fen: str) -> str:
    """The directions of the checks to the side to move, in the order of `DIRECTIONS`."""
    men, side, *_ = read(fen)
    king = next(at for at, man in men.items() if man == ("K" if side == "w" else "k"))
    checkers = [at for at in men if not is_of(side, men[at]) and king in reach(men, at)]
    found = {direction(men, at, king) for at in checkers}
    return "".join(letter for letter in DIRECTIONS if letter in found)


def has_pawn_try(fen: str) -> bool:
    men = read(fen)[0]
    return any(men[square(move)] in "Pp" and move[0] != move[2] for move in chess.legal_moves(fen))


def seen_tries(fen: str) -> Iterator[str]:
    """The tries of the side to move, which cannot see the other side's men."""
    men, side, rights, *_ = read(fen)
    own = {at: man for at, man in men.items() if is_of(side, man)}
    for at, man in own.items():
        kind = man.lower()
        if kind == "p":
            targets = [to for to in chess.pawn_targets(own, at, None) if to[0] == at[0]]
            targets += [to for to in reach(own, at) if has_pawn_try(fen)]
        else:
            targets = list(reach(own, at))
        if kind == "k" and not in_check(men, side):
            targets += list(chess.castling(own, side, rights))
        for x, y in targets:
            if x not in range(8) or y not in range(8) or (x, y) in own:
                continue
            for piece in "qrbn" if kind == "p" and y in (0, 7) else [""]:
                yield name(at) + name((x, y)) + piece


class Kriegspiel:
    def __init__(self) -> None:
        self._chess = Chess()

    def start(self) -> State:
        return State(self._chess.start().fen)

    def turn(self, state: State) -> int:
        return self._chess.turn(chess.State(state.fen))

    def legal(self, state: State) -> list[str]:
        if self.result(state):
            return []
        return [move for move in seen_tries(state.fen) if move[:4] not in state.refused]

    def play(self, state: State, move: str) -> State:
        if move not in chess.legal_moves(state.fen):
            return replace(state, refused=state.refused | {move[:4]})
        men = read(state.fen)[0]
        at, to = square(move), square(move[2:])
        capture = ""
        if to in men:
            capture = name(to) + ("p" if men[to] in "Pp" else "x")
        elif men[at] in "Pp" and at[0] != to[0]:
            capture = name((to[0], at[1])) + "e"
        lost = [list(each) for each in state.lost]
        if capture:
            lost[1 - self.turn(state)][capture[2] == "x"] += 1
        white, black = lost
        after = self._chess.play(chess.State(state.fen), move).fen
        return State(after, ((white[0], white[1]), (black[0], black[1])), capture)

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        return self._chess.result(chess.State(state.fen))

    def text(self, state: State) -> str:
        return f"{state.fen} {self._calls(state)} {self._refused(state) or '-'}"

    def view(self, state: State, seat: int | None) -> str:
        """The view of a seat, or of a spectator."""
        if self.result(state):
            return self.text(state)
        men, side, rights, _, _, number = read(state.fen)
        seen = {at: man for at, man in men.items() if seat == (0 if man.isupper() else 1)}
        own = "".join(right for right in rights if seat == (0 if right.isupper() else 1))
        refused = self._refused(state)
        if seat != self.turn(state):
            refused = "?" * len(state.refused)
        board = f"{chess.board_text(seen)}[{'?' * (len(men) - len(seen))}]"
        return f"{board} {side} {own}? ? ? {number} {self._calls(state)} {refused or '-'}"

    def _calls(self, state: State) -> str:
        lost = "/".join(f"{pawns}+{pieces}" for pawns, pieces in state.lost)
        tries = "t" if has_pawn_try(state.fen) else "-"
        return f"{lost} {state.capture or '-'} {checks(state.fen) or '-'} {tries}"

    def _refused(self, state: State) -> str:
        def order(move: str) -> tuple[int, int, int, int]:
            (x, y), (to_x, to_y) = square(move), square(move[2:])
            return to_y, to_x, y, x

        return "".join(sorted(state.refused, key=order))
