"""Go's twin: the board is a string of points, row 1 first; flood fill finds the chains."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..twin import Result

COLUMNS = "ABCDEFGHJKLMNOPQRST"
SIDES = "xo"


@dataclass(frozen=True)
class State:
    """`past`: all boards of the game, this one included. `next_`: the side to move if play resumes
    after the marking; None outside a marking. `dead`: points; `done`: sides that agree."""

    board: str
    past: frozenset[str]
    side: str
    ko: int | None = None
    passes: int = 0
    captured: tuple[int, int] = (0, 0)
    resumed: bool = False
    next_: str | None = None
    dead: frozenset[int] = frozenset()
    done: frozenset[str] = frozenset()

    @property
    def other(self) -> str:
        return SIDES.replace(self.side, "")


class Go:
    def __init__(
        self, size: int = 9, komi: str = "auto", handicap: int = 0, marking: str = "yes"
    ) -> None:
        self.size, self.handicap, self.marks = size, handicap, marking == "yes"
        usual = 0.5 if handicap else 7.0 if size == 9 else 7.5
        self.komi = usual if komi == "auto" else float(komi)
        self.beside = [list(self._beside(at)) for at in range(size * size)]

    def _beside(self, at: int) -> Iterator[int]:
        row, column = divmod(at, self.size)
        yield from (at - 1 for _ in range(1) if column > 0)
        yield from (at + 1 for _ in range(1) if column < self.size - 1)
        yield from (at - self.size for _ in range(1) if row > 0)
        yield from (at + self.size for _ in range(1) if row < self.size - 1)

    def start(self) -> State:
        board = ["."] * self.size**2
        for name in self.handicap_points():
            board[self.point(name)] = "x"
        text = "".join(board)
        return State(text, frozenset({text}), "o" if self.handicap else "x")

    def handicap_points(self) -> list[str]:
        """The points of GTP's table for 19x19 (lines 4, 10 and 16), scaled to this board."""
        table = {
            0: "",
            2: "D4 Q16",
            3: "D4 Q16 D16",
            4: "D4 Q16 D16 Q4",
            5: "D4 Q16 D16 Q4 K10",
            6: "D4 Q16 D16 Q4 D10 Q10",
            7: "D4 Q16 D16 Q4 D10 Q10 K10",
            8: "D4 Q16 D16 Q4 D10 Q10 K4 K16",
            9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
        }
        low = {5: 2, 7: 3, 9: 3, 13: 4, 19: 4}[self.size]
        line = {"4": low, "10": (self.size + 1) // 2, "16": self.size + 1 - low}
        file = {"D": line["4"], "K": line["10"], "Q": line["16"]}
        names = table[self.handicap].split()
        return [f"{COLUMNS[file[name[0]] - 1]}{line[name[1:]]}" for name in names]

    def name(self, point: int) -> str:
        row, column = divmod(point, self.size)
        return f"{COLUMNS[column]}{row + 1}"

    def point(self, name: str) -> int:
        return (int(name[1:]) - 1) * self.size + COLUMNS.index(name[0])

    def turn(self, state: State) -> int:
        return SIDES.index(state.side)

    def region(self, board: str, point: int) -> tuple[set[int], set[str]]:
        """The connected points with the same content as `point`, and what borders on them."""
        region, edge, todo = {point}, set(), [point]
        while todo:
            for at in self.beside[todo.pop()]:
                if board[at] != board[point]:
                    edge.add(board[at])
                elif at not in region:
                    region.add(at)
                    todo.append(at)
        return region, edge

    def _with_stone(self, state: State, point: int) -> tuple[str, set[int]] | None:
        """The board after a stone, and the captured points; None if occupied or suicide."""
        if state.board[point] != ".":
            return None
        board = state.board[:point] + state.side + state.board[point + 1 :]
        taken: set[int] = set()
        for at in self.beside[point]:
            if board[at] == state.other:
                chain, edge = self.region(board, at)
                if "." not in edge:
                    taken |= chain
        board = "".join("." if at in taken else stone for at, stone in enumerate(board))
        return (board, taken) if "." in self.region(board, point)[1] else None

    def legal(self, state: State) -> list[str]:
        if self.result(state):
            return []
        if state.next_:
            stones = [at for at, stone in enumerate(state.board) if stone != "."]
            return [*(f"dead {self.name(at)}" for at in stones), "done", "resume"]
        points = []
        for point in range(self.size**2):
            after = self._with_stone(state, point)
            if after and after[0] not in state.past and point != state.ko:
                points.append(self.name(point))
        return [*points, "pass"]

    def play(self, state: State, move: str) -> State:
        if move == "pass":
            return self._passed(state)
        if move == "done":
            return replace(state, side=state.other, done=state.done | {state.side})
        if move == "resume":
            side = state.next_ or ""
            return State(state.board, state.past, side, captured=state.captured, resumed=True)
        if move.startswith("dead "):
            chain, _ = self.region(state.board, self.point(move[5:]))
            return replace(state, dead=state.dead ^ chain, done=frozenset())
        return self._put(state, self.point(move))

    def _passed(self, state: State) -> State:
        after = replace(state, side=state.other, ko=None, passes=state.passes + 1)
        if after.passes == 2 and self.marks and not state.resumed:
            return replace(after, next_=after.side)
        return after

    def _put(self, state: State, point: int) -> State:
        after = self._with_stone(state, point)
        assert after
        board, taken = after
        chain, _ = self.region(board, point)
        free = [at for at in self.beside[point] if board[at] == "."]
        is_ko = len(taken) == len(chain) == len(free) == 1
        black, white = state.captured
        captured = (black, white + len(taken)) if state.side == "x" else (black + len(taken), white)
        return State(
            board,
            state.past | {board},
            state.other,
            min(taken) if is_ko else None,
            captured=captured,
            resumed=state.resumed,
        )

    def throws(self, state: State) -> list[tuple[int, ...]]:
        return []

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        raise AssertionError("no throws in this game")

    def result(self, state: State) -> Result | None:
        if state.next_ is not None and len(state.done) < 2:
            return None
        return self.score(state) if state.passes == 2 else None

    def score(self, state: State) -> Result:
        """Counts stones and one-sided empty regions after removing the dead stones."""
        board = "".join("." if at in state.dead else stone for at, stone in enumerate(state.board))
        lead = board.count("x") - board.count("o") - self.komi
        seen: set[int] = set()
        for point, stone in enumerate(board):
            if stone == "." and point not in seen:
                region, edge = self.region(board, point)
                seen |= region
                lead += {("x",): 1, ("o",): -1}.get(tuple(edge), 0) * len(region)
        if lead == 0:
            return (0.5, 0.5), "rules", "0"
        word = f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"
        return ((1.0, 0.0) if lead > 0 else (0.0, 1.0)), "rules", word

    def text(self, state: State) -> str:
        rows = "/".join(self._row(state, row) for row in reversed(range(self.size)))
        ko = "-" if state.ko is None else self.name(state.ko)
        black, white = state.captured
        words = [rows, state.side, ko, str(state.passes), f"{black},{white}"]
        if state.resumed:
            words.append("resumed")
        if state.next_:
            done = "".join(side for side in SIDES if side in state.done)
            words += [state.next_, done or "-"]
        return " ".join(words)

    def _row(self, state: State, row: int) -> str:
        points = range(row * self.size, (row + 1) * self.size)
        row_text, gap = "", 0
        for at in points:
            if state.board[at] == ".":
                gap += 1
                continue
            row_text += str(gap) if gap else ""
            row_text += state.board[at].upper() if at in state.dead else state.board[at]
            gap = 0
        return row_text + (str(gap) if gap else "")
