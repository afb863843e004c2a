"""Sets up an external GTP engine for a game of Go, and handles the marking of dead stones, which
GTP does not have. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.gtp import GtpSetup
from zeitnot_client.drivers.situation import Situation, Start

GAME = "go"
DONE, RESUME, DEAD = "done", "resume", "dead "
MAX_ROUNDS = 3  # of marking; after them play resumes
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
BLACK, SIDES = "x", "xo"  # the sides by seat
_RUN = re.compile(r"[0-9]+|.")


@dataclass(frozen=True, slots=True)
class Stones:
    """The stones of a position by vertex, by rows from the top; the side to move; the vertices of
    stones that are marked as dead."""

    size: int
    colours: dict[str, str]
    side: int
    dead: frozenset[str]


def read_stones(text: str) -> Stones:
    """Parses a text written by the rules: dead stones are capitals."""
    board, side, *_ = text.split()
    rows = board.split("/")
    colours: dict[str, str] = {}
    dead = set()
    for row, runs in enumerate(rows):
        column = 0
        for run in _RUN.findall(runs):
            if run.isdecimal():
                column += int(run)
                continue
            vertex = f"{COLUMNS[column]}{len(rows) - row}"
            colours[vertex] = run.lower()
            if run.isupper():
                dead.add(vertex)
            column += 1
    return Stones(len(rows), colours, SIDES.index(side), frozenset(dead))


def gtp_setup(start: Start) -> GtpSetup:
    """The GTP commands for a game that begins here. Initial stones become a free handicap, or a
    fixed one for engines without free handicaps. Raises Unsupported for other positions."""
    stones = _first_stones(start)
    black = [vertex for vertex, colour in stones.colours.items() if colour == BLACK]
    if len(stones.colours) != len(black) or (stones.side == 1) != bool(black):
        raise Unsupported("GTP cannot set up this position.")
    handicap = f"set_free_handicap {' '.join(black)}" if black else ""
    fixed = start.settings.get("handicap", 0)
    return GtpSetup(
        size=stones.size,
        commands=(f"komi {_komi(start, stones.size)}", *([handicap] if handicap else [])),
        instead={handicap: f"fixed_handicap {fixed}"} if handicap and fixed else {},
        first_seat=stones.side,
        is_played=is_played,
        is_marking=lambda situation: DONE in situation.legal,
        marking_move=marking_move,
    )


def _first_stones(start: Start) -> Stones:
    """The stones at the start. Raises Unsupported for a handicap whose position is unknown."""
    if start.position:
        return read_stones(start.position)
    if start.settings.get("handicap", 0):
        raise Unsupported("GTP cannot set up this position.")
    return Stones(int(start.settings.get("size", 9)), {}, 0, frozenset())


def _komi(start: Start, size: int) -> str:
    """The komi as a number. With `auto` it depends on handicap and size, as in the rules."""
    komi = start.settings.get("komi", "auto")
    if komi != "auto":
        return str(komi)
    if start.settings.get("handicap", 0):
        return "0.5"
    return "7" if size == 9 else "7.5"


def is_played(move: str) -> bool:
    """Whether the move is a stone or a pass, not a move of the marking."""
    return move not in (DONE, RESUME) and not move.startswith(DEAD)


def marking_move(situation: Situation, dead: Sequence[str] | None) -> str | None:
    """The move that a program makes in the marking; None if there is no marking now.

    The marking approaches the program's list of dead stones. After some rounds without agreement,
    play resumes. `dead`: vertices; None if the program does not report them, so it agrees with the
    marking. Raises ValueError for a point that is not on the board.
    """
    if DONE not in situation.legal:
        return None
    if dead is None:
        return DONE
    stones = read_stones(situation.position)
    reported = {_vertex(word, stones.size) for word in dead}
    differing = [at for at in stones.colours if (at in reported) != (at in stones.dead)]
    if not differing:
        return DONE
    if _rounds(situation.moves) >= MAX_ROUNDS:
        return RESUME
    return DEAD + min(differing, key=lambda at: (COLUMNS.index(at[0]), -int(at[1:])))


def _vertex(text: str, size: int) -> str:
    """A vertex in capitals. Raises ValueError."""
    column, row = COLUMNS[:size].find(text[:1].upper() or "?"), text[1:]
    is_number = row.isascii() and row.isdecimal() and len(row) < 3
    if column < 0 or not is_number or not 1 <= int(row) <= size:
        raise ValueError(f'"{text[:8]}" is not a point')
    return f"{COLUMNS[column]}{int(row)}"


def _rounds(moves: Sequence[str]) -> int:
    """How often both sides have been done in the marking at the end of `moves`."""
    done = 0
    for move in reversed(moves):
        if is_played(move):
            break
        done += move == DONE
    return done // 2
