"""Battleship in the terminal: both waters, and the results of shots."""

from functools import reduce

from zeitnot.games.battleship.terminal import FACE
from zeitnot_client.terminal.drawing import marks_of

from .twin import Battleship, Moves

TWIN = Battleship()
FLEETS = ("A1h5", "C3v4", "J1v3", "F6h3", "A10h2", "A1v5", "D3h4", "F8h3", "I5v3", "C10h2")
SHOTS = ("C10", "A1", "D10", "B2", "A1", "F6", "E5")


def after(*moves: str) -> Moves:
    return reduce(TWIN.play, moves, Moves())


def drawn(state: Moves, seat: int | None) -> list[str]:
    marks = marks_of(TWIN.legal(state), state.moves[-1], seat)
    return FACE.draw(TWIN.view(state, seat), marks).plain.splitlines()


def test_opponents_waters_are_on_the_left() -> None:
    lines = drawn(after(*FLEETS, *SHOTS), 0)
    assert lines[0].split("  ")[0] == "their waters; sunk: 2"
    assert lines[0].rstrip().endswith("your waters")
    assert lines[2][:36] == " 1  x  ·  ·  ·  ·  ·  ·  ·  ·  · "[:36].ljust(36)
    assert lines[2][37:].rstrip() == " 1  x  5  5  5  5  ·  ·  ·  ·  3"
    assert lines[6][:33] == " 5  ·  ·  ·  · [o] ·  ·  ·  ·  · "
    assert lines[11][:13] == "10  ·  ·  #  "
    assert max(map(len, lines)) < 80


def test_spectators_see_only_answered_cells() -> None:
    lines = drawn(after(*FLEETS, *SHOTS), None)
    assert lines[0].rstrip() == "waters of 1".ljust(37) + "waters of 2; sunk: 2"
    assert not any(digit in line[4:36] for line in lines[2:] for digit in "2345")


def test_moves_show_the_results_of_shots() -> None:
    moves = (*FLEETS, *SHOTS)
    notes = []
    for count in range(1, len(moves) + 1):
        state = after(*moves[:count])
        seen = moves[count - 1] if count <= 5 or count > 10 else "?"
        notes.append(FACE.played(seen, TWIN.view(state, 0)))
    assert notes[:10] == [None] * 5 + ["a ship"] * 5
    assert notes[10:] == [
        "C10 hit",
        "A1 hit",
        "D10 sunk: ship of 2",
        "B2 miss",
        "A1 hit",
        "F6 hit",
        "E5 miss",
    ]
