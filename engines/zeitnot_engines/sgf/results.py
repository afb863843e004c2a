"""The RE property: who has won, and how."""

import re
from dataclasses import dataclass

_WON = re.compile(r"([BW])\+\s*(.*)")
_DRAWN = {"0", "draw", "jigo"}
_WAYS = {
    **dict.fromkeys(("r", "resign", "resignation"), "resign"),
    **dict.fromkeys(("t", "time"), "time"),
    **dict.fromkeys(("f", "forfeit"), "forfeit"),
}
_MARGIN = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class Result:
    """`winner`: the seat, None for a draw; `margin`: in points, where the game was counted; `how`:
    `score`, `resign`, `time`, `forfeit`, or empty where the file does not say."""

    winner: int | None
    margin: float | None = None
    how: str = ""

    def score(self, seat: int) -> float:
        """1 for a win of this seat, ½ for a draw, 0 for a loss."""
        return 0.5 if self.winner is None else float(self.winner == seat)


def read(text: str) -> Result | None:
    """The result that the property says; None where it says none (`Void`, `?`, anything else)."""
    text = text.strip()
    if text.lower() in _DRAWN:
        return Result(None, 0.0, "score")
    found = _WON.match(text)
    if found is None:
        return None
    winner, rest = "BW".index(found[1]), found[2].strip()
    if _MARGIN.match(rest):
        return Result(winner, float(_MARGIN.match(rest)[0]), "score")  # type: ignore[index]
    return Result(winner, None, _WAYS.get(rest.lower(), ""))
