"""The board of Kriegspiel as text: one's own men, and the umpire's calls in words; pure.

A position (docs/reference/games.md) is a FEN, the men lost, three calls, and the refused tries. In
a view the board ends with a `?` for each hidden man, in brackets.
"""

import re
from dataclasses import replace

from rich.text import Text

from zeitnot_client.terminal.drawing import fen_rows, file_names, grid
from zeitnot_client.terminal.face import Face, Marks

SIDES = ("white", "black")
CAPTURES = {"p": "a pawn on {}", "x": "a piece on {}", "e": "a pawn on {}, taken en passant"}
CHECKS = {
    "f": "on the file",
    "r": "on the rank",
    "l": "on the long diagonal",
    "s": "on the short diagonal",
    "n": "by a knight",
}


def _draw(position: str, marks: Marks) -> Text:
    """Draws the visible men, the numbers of men lost, and the last calls."""
    words = position.split(" ")
    if len(words) != 11:
        raise ValueError("a position has eleven words")
    board = re.sub(r"\[\?*\]$", "", words[0])
    capture = words[7][:2]
    if marks.move == "?" and capture != "-" and words[10] == "-":
        marks = replace(marks, last=frozenset({capture}))
    rows = fen_rows(board, 8, range(8, 0, -1), marks.turned)
    lines = [grid(rows, marks), file_names(8, marks.turned)]
    lines += [Text(line) for line in (_lost(words[6]), *_calls(words), *_refusals(words))]
    return Text("\n").join(lines)


def _lost(word: str) -> str:
    """`lost: white 1 pawn, black 2 pawns and 1 piece`."""
    sides = []
    for side, men in zip(SIDES, word.split("/"), strict=True):
        pawns, pieces = map(int, men.split("+"))
        named = [
            f"{count} {unit}{'' if count == 1 else 's'}"
            for count, unit in ((pawns, "pawn"), (pieces, "piece"))
            if count
        ]
        sides.append(f"{side} {' and '.join(named) or 'none'}")
    return f"lost: {', '.join(sides)}"


def _calls(words: list[str]) -> list[str]:
    """The umpire's calls after the last move, in one line."""
    capture, checks, tries = words[7:10]
    side = SIDES["wb".index(words[1])]
    calls = [] if capture == "-" else [_loss(side, capture)]
    calls += [f"{side} is in check {CHECKS[letter]}" for letter in checks if letter != "-"]
    calls += [f"{side} can capture with a pawn"] if tries == "t" else []
    return [f"umpire: {'; '.join(calls)}"] if calls else []


def _loss(side: str, capture: str) -> str:
    return f"{side} has lost {CAPTURES[capture[2]].format(capture[:2])}"


def _refusals(words: list[str]) -> list[str]:
    """The tries refused in this turn: the viewer's own tries, or the number of the opponent's."""
    refused = words[10]
    if refused == "-":
        return []
    if "?" in refused:
        side = SIDES["wb".index(words[1])]
        count = len(refused)
        return [f"{count} {'try' if count == 1 else 'tries'} of {side} refused"]
    return [f"refused: {' '.join(re.findall('....', refused))}"]


def _played(move: str, after: str) -> str | None:
    """`hidden`, `g1f3 refused`, `hidden; white has lost a pawn on e5`."""
    name = "hidden" if move == "?" else move
    words = after.split(" ")
    if words[10] != "-":
        return f"{name} refused"
    capture = words[7]
    return name if capture == "-" else f"{name}; {_loss(SIDES['wb'.index(words[1])], capture)}"


FACE = Face(("K", "k"), _draw, ends={"fifty moves": "fifty moves without progress"}, played=_played)
