"""Builds positions of Chinese checkers from the cells of their pegs."""

from collections.abc import Mapping, Sequence

from zeitnot_engines.games import History, load

from .twin import CELL_OF, CELLS, NAMES, ChineseCheckers, State


def placed(
    pegs: Mapping[int, str],
    seats: int = 2,
    plies: int = 0,
    turn: int = 0,
    *,
    finished: tuple[int, ...] = (),
    left: tuple[int, ...] = (),
) -> State:
    """The twin's state with these pegs of each seat; its other pegs, of ten, are at home."""
    twin = ChineseCheckers(seats)
    board = {CELL_OF[name]: seat for seat, names in pegs.items() for name in names.split()}
    for seat in set(range(seats)) - set(left):
        home = [cell for cell in CELLS if cell in twin.homes[seat] and cell not in board]
        missing = 10 - sum(owner == seat for owner in board.values())
        board |= dict.fromkeys(home[:missing], seat)
    return State(tuple(sorted(board.items())), turn, plies, finished, left)


def history(state: State, seats: int = 2) -> History:
    """The same position in the C++ core."""
    return load("chinesecheckers", {"seats": seats}).parse(ChineseCheckers(seats).text(state))


def ends(position: History, start: str) -> set[str]:
    """The cells to which the peg on `start` may go."""
    moves = (move.split("-") for move in position.legal())
    return {cells[-1] for cells in moves if cells[0] == start}


def names(cells: Sequence[tuple[int, int, int]] | frozenset[tuple[int, int, int]]) -> str:
    """The names of cells, in the order of the board."""
    return " ".join(NAMES[cell] for cell in CELLS if cell in cells)
