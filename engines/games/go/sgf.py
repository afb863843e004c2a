"""Go in SGF (GM[1]): komi and handicaps as collections have them, and turns out of order."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from zeitnot_engines.games import History, Value, load, settings_of
from zeitnot_engines.go.area import areas, number
from zeitnot_engines.go.komi import komi_of, nearest_komi, usual_komi
from zeitnot_engines.go.points import from_vertex, vertex
from zeitnot_engines.go.position import BLACK, SIDES, WHITE, Position
from zeitnot_engines.go.turns import PASS, RESUME
from zeitnot_engines.sgf_form import (
    Point,
    SgfForm,
    SgfHead,
    SgfStart,
    Stones,
    read_rows,
    start_of,
)

GAME = "go"
_NUMBER = re.compile(r"(-?[0-9]{1,6}(?:[.,][0-9]{0,6})?)\s*[目子]?(半)?")
_STONES = re.compile(r"([0-9]{1,2})又([13])/4")  # in Chinese counting, such as 3 3/4 stones
_HANDICAP = re.compile(r"[0-9]{1,3}")
_AREA_RULES, _WITH_HANDICAP = "Chinese", "NZ"


def _start(head: SgfHead) -> SgfStart:
    notes, facts = list[str](), dict[str, str]()
    handicap = _handicap(head, notes, facts)
    head, handicap, taken = _with_stones(head, handicap, notes)
    komi = _komi(head, handicap, notes, facts)
    settings: dict[str, Value] = {"size": head.size, "komi": nearest_komi(komi)}
    usual_handicap = _usual_handicap(head, handicap)
    if usual_handicap:
        settings["handicap"] = usual_handicap
        head = replace(head, placed=())
    elif handicap > 1:
        facts["Handicap"] = str(handicap)
    if komi == usual_komi(head.size, usual_handicap):
        settings["komi"] = "auto"
    return SgfStart(settings, start_of(GAME, FORM, settings, head), notes, facts, taken)


def _with_stones(head: SgfHead, handicap: int, notes: list[str]) -> tuple[SgfHead, int, int]:
    """The head with its handicap stones, how many, and how many of them the file has as moves."""
    if head.seat is None and handicap > 1:
        head = replace(head, seat=1)
    if any(seat is not None for seat, _ in head.placed):
        return head, handicap, 0
    if handicap in (0, 1, leading := len(head.leading)) and leading:
        if handicap != leading:
            notes.append(f"Black's first {leading} moves are handicap stones")
        placed = tuple((0, point) for point in head.leading)
        return replace(head, placed=placed, seat=1), leading, leading
    if head.seat == 1 and handicap in _handicaps():
        notes.append("the handicap stones are on their usual points, the file has none")
        placed = tuple((0, point) for point in _usual_stones(head.size, handicap).of(0))
        return replace(head, placed=placed), handicap, 0
    return head, handicap, 0


def _handicaps() -> list[int]:
    setting = next(setting for setting in settings_of(GAME) if setting.name == "handicap")
    return [int(stones) for stones in setting.choices if stones]


def _usual_stones(size: int, handicap: int) -> Stones:
    return read_rows(load(GAME, {"size": size, "handicap": handicap}).start().text)


def _usual_handicap(head: SgfHead, handicap: int) -> int:
    """The value of the setting, if its stones are those of the file; otherwise 0."""
    if handicap not in _handicaps():
        return 0
    stones = Stones(head.size, {}, 0).set_up(head.placed, head.seat)
    return handicap if stones == _usual_stones(head.size, handicap) else 0


def _handicap(head: SgfHead, notes: list[str], facts: dict[str, str]) -> int:
    text = head.texts.get("HA", "")
    if not text or _HANDICAP.fullmatch(text):
        return int(text or 0)
    notes.append(f"HA[{text[:30]}] is not a number; the game has no handicap but its stones")
    facts["Handicap"] = text
    return 0


def _komi(head: SgfHead, handicap: int, notes: list[str], facts: dict[str, str]) -> float:
    """The komi. Some servers write hundredths, or half of it as in Chinese counting: 375 and 3.75
    are 7.5, and 50 is 0.5."""
    text, usual = head.texts.get("KM", ""), usual_komi(head.size, handicap if handicap > 1 else 0)
    if not text:
        return usual
    plain = unicodedata.normalize("NFKC", text)  # digits may be of full width
    found, stones = _NUMBER.search(plain), _STONES.search(plain)
    if found is None:
        notes.append(f"KM[{text[:30]}] is not a number; the komi is {number(usual)}")
        return usual
    written = float(found[1].replace(",", ".")) + (0.5 if found[2] else 0)
    if stones is not None:
        written = float(stones[1]) + float(stones[2]) / 4
    value = written / 100 if abs(written) >= 50 else written
    value = 2 * value if value % 0.5 and not value % 0.25 else value
    if value != written:
        notes.append(f"KM[{text[:30]}] is read as a komi of {number(value)}")
    if float(nearest := nearest_komi(value)) != value:
        notes.append(f"the komi is {nearest}; the rules here have no {number(value)}")
        facts["Komi"] = number(value)
    return value


def _position(text: str, board: Stones) -> str:
    stones = {point: SIDES[seat] for point, seat in board.at.items()}
    return replace(Position.read(text), stones=stones).to_move(board.seat).text


def _point(move: str, size: int) -> Point | None:
    return from_vertex(move, size) if move[0].isupper() else None


def _to_turn(state: History, seat: int) -> list[str] | None:
    """A pass of the other side; after two of them play resumes."""
    moves, state = _resumed(state)
    if state.turn == seat:
        return moves
    if state.turn is None:
        return None
    more, state = _resumed(state.play(PASS))
    return [*moves, PASS, *more] if state.turn == seat else None


def _resumed(state: History) -> tuple[list[str], History]:
    is_marking = state.uncharged is not None
    return ([RESUME], state.play(RESUME)) if is_marking else ([], state)


def _head(settings: Mapping[str, Value]) -> dict[str, str]:
    handicap = settings["handicap"]
    komi = number(komi_of(load(GAME, settings)))
    return {"KM": komi, "HA": str(handicap) if handicap else ""}


def _rules(settings: Mapping[str, Value]) -> str:
    """The rules that count as ours do: the Chinese ones give White points for handicap stones,
    those of New Zealand do not."""
    return _WITH_HANDICAP if settings["handicap"] else _AREA_RULES


def _territory(text: str) -> tuple[list[Point], list[Point]]:
    position = Position.read(text)
    owners = areas(position.size, position.stones, position.dead)
    black, white = (
        [at for at, owner in owners.items() if owner == colour != position.stones.get(at)]
        for colour in (BLACK, WHITE)
    )
    return black, white


FORM = SgfForm(
    number=1,
    size=19,
    start=_start,
    stones=read_rows,
    position=_position,
    move=vertex,
    point=_point,
    head=_head,
    rules=_rules,
    passing=PASS,
    to_turn=_to_turn,
    any_turn=True,
    unplayed={RESUME: "The dead stones are not agreed on: play resumes."},
    territory=_territory,
)
