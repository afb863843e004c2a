"""Gomoku in SGF (GM[4]): `B[hh]` is h8 on a board of 15 by 15."""

from collections.abc import Mapping

from zeitnot_engines.games import Value
from zeitnot_engines.sgf_form import (
    Point,
    SgfForm,
    SgfHead,
    SgfStart,
    Stones,
    read_rows,
    start_of,
    write_rows,
)

GAME = "gomoku"
_RULES = {"freestyle": "Freestyle", "standard": "Standard", "renju": "Renju"}
_WORDS = (("renju", "renju"), ("rif", "renju"), ("standard", "standard"), ("exact", "standard"))
_NUMBERS = {"0": "freestyle", "1": "standard", "4": "renju"}  # of Gomocup's protocol


def _start(head: SgfHead) -> SgfStart:
    said = head.texts.get("RU", "").lower()
    by_word = next((rule for word, rule in _WORDS if word in said), "freestyle")
    rule = _NUMBERS.get(said, by_word)
    settings: dict[str, Value] = {"size": head.size, "rule": rule}
    notes = []
    if said and rule == "freestyle" and "free" not in said and said not in _NUMBERS:
        notes.append(f"RU[{head.texts['RU'][:30]}] is read as freestyle")
    return SgfStart(settings, start_of(GAME, FORM, settings, head), notes)


def _position(_: str, board: Stones) -> str:
    return write_rows(board)


def _move(point: Point, size: int) -> str:
    return f"{chr(ord('a') + point[0])}{size - point[1]}"


def _point(move: str, size: int) -> Point:
    return ord(move[0]) - ord("a"), size - int(move[1:])


def _head(settings: Mapping[str, Value]) -> dict[str, str]:
    return {"RU": _RULES[str(settings["rule"])]}


FORM = SgfForm(
    number=4,
    size=15,
    start=_start,
    stones=read_rows,
    position=_position,
    move=_move,
    point=_point,
    head=_head,
    reads_typed=True,
)
