"""Parses the RE property: the winner, and how the game ended."""

import re
from dataclasses import dataclass

_WON = re.compile(r"([BW])\+\s*(.*)")
_DRAWN = {"0", "draw", "jigo"}
_HOW = {
    **dict.fromkeys(("r", "resign", "resignation"), "resign"),
    **dict.fromkeys(("t", "time"), "time"),
    **dict.fromkeys(("f", "forfeit"), "forfeit"),
}
_MARGIN = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class Result:
    """A result. `winner`: the seat, None for a draw; `margin`: in points, if the game was counted;
    `how`: `score`, `resign`, `time`, `forfeit`, or empty if the file does not say."""

    winner: int | None
    margin: float | None = None
    how: str = ""

    def score(self, seat: int) -> float:
        """1 for a win of this seat, ½ for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == seat)


def read(text: str) -> Result | None:
    """The result in the property; None if there is none (`Void`, `?`, anything else)."""
    text = text.strip()
    if text.lower() in _DRAWN:
        return Result(None, 0.0, "score")
    found = _WON.match(text)
    if found is None:
        return None
    winner, rest = "BW".index(found[1]), found[2].strip()
    if _MARGIN.match(rest):
        return Result(winner, float(_MARGIN.match(rest)[0]), "score")  # type: ignore[index]
    return Result(winner, None, _HOW.get(rest.lower(), ""))
