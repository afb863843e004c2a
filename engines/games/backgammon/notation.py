"""Plays of backgammon as people write them: in any order, with single or combined steps, with `-`
or `/`, with or without the stars of hits; pure.

A play is identified by the points that lose and gain checkers. Stars matter only if two such plays
hit different blots.
"""

import re
from collections import Counter
from collections.abc import Hashable

from zeitnot_client.notations import MoveNotation

_WORD = re.compile(r"((?:bar|off|\d{1,2})\*?(?:[/-](?:bar|off|\d{1,2})\*?)+)(?:\((\d)\))?")
_NAMED_POINTS = {"bar": 25, "off": 0}


def _normalized(text: str) -> str:
    return " ".join(text.lower().replace(",", " ").split())


def _change(text: str) -> Hashable:
    """The checkers gained or lost by point; for a pass, a cube action or other text, the text."""
    return _effect(text)[0]


def _effect(text: str) -> tuple[Hashable, frozenset[int]]:
    """The change, and the points where a checker was hit."""
    change, hits = Counter[int](), set[int]()
    words = _normalized(text).split()
    for word in words:
        form = _WORD.fullmatch(word)
        if form is None:
            return " ".join(words), frozenset()
        names = re.split("[/-]", form[1])
        points = [_point(name.rstrip("*")) for name in names]
        times = int(form[2] or 1)
        change[points[0]] -= times
        change[points[-1]] += times
        hits |= {p for p, name in zip(points, names, strict=True) if name.endswith("*")}
    return tuple(sorted((point, count) for point, count in change.items() if count)), frozenset(
        hits
    )


def _point(name: str) -> int:
    return _NAMED_POINTS[name] if name in _NAMED_POINTS else int(name)


NOTATION = MoveNotation(keys=(_normalized, _effect, _change))
