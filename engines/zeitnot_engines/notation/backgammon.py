"""Plays of backgammon as people write them: in any order, step by step or at once, with `-` or `/`,
with or without the stars of hits.

A play is identified by the points that lose and gain checkers; stars decide only if two plays
agree in that and hit different blots.
"""

import re
from collections import Counter
from dataclasses import dataclass

from ..games import History
from ..notations import Notation

_WORD = re.compile(r"((?:bar|off|\d{1,2})\*?(?:[/-](?:bar|off|\d{1,2})\*?)+)(?:\((\d)\))?")
_BAR, _OFF = 25, 0
_NAMED_POINTS = {"bar": _BAR, "off": _OFF}


@dataclass(frozen=True)
class _Effect:
    """Checkers gained (or lost) by point, and the points where one was hit."""

    change: tuple[tuple[int, int], ...]
    hits: frozenset[int]


def read_play(state: History, text: str) -> str:
    """The legal move that `text` means, as the core writes it.

    Raises ValueError with a sentence if there is none, or more than one.
    """
    legal = state.legal()
    normalized = " ".join(text.lower().replace(",", " ").split())
    if normalized in legal:
        return normalized
    effect = _effect(normalized)
    candidates = {move: move_effect for move in legal if (move_effect := _effect(move)) and effect}
    matches = [
        move
        for move, move_effect in candidates.items()
        if effect and move_effect.change == effect.change
    ]
    if len(matches) > 1:
        matches = [move for move in matches if effect and candidates[move].hits == effect.hits]
    if len(matches) != 1:
        reason = "is not a legal move here" if not matches else "could be more than one move"
        raise ValueError(f'"{normalized}" {reason}.')
    return matches[0]


def _effect(text: str) -> _Effect | None:
    """The effect of a play; None for a pass, a cube action and other text."""
    change, hits = Counter[int](), set[int]()
    words = text.split()
    for word in words:
        form = _WORD.fullmatch(word)
        if form is None:
            return None
        names = re.split("[/-]", form[1])
        points = [_point(name.rstrip("*")) for name in names]
        times = int(form[2] or 1)
        change[points[0]] -= times
        change[points[-1]] += times
        hits |= {p for p, name in zip(points, names, strict=True) if name.endswith("*")}
    if not words:
        return None
    changes = sorted((point, count) for point, count in change.items() if count)
    return _Effect(tuple(changes), frozenset(hits))


def _point(name: str) -> int:
    return _NAMED_POINTS[name] if name in _NAMED_POINTS else int(name)


def _by_commas(text: str) -> list[str]:
    """The plays, separated by commas since they contain blanks."""
    return [word.strip() for word in text.split(",") if word.strip()]


NOTATION = Notation(read=read_play, split=_by_commas)
