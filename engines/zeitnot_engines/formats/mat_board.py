"""What the reader and the writer of MAT need of a position, and of the names of points."""

from ..games import History

GAME = "backgammon"
BAR, OFF = 25, 0
END_WORDS = {1: "all borne off", 2: "gammon", 3: "backgammon"}
"""The rules' words for a game's end, by how often the stake counts."""


def fields_of(state: History) -> list[str]:
    """The fields of the position's XGID."""
    return state.text.removeprefix("XGID=").split(":")


def scores_of(state: History) -> tuple[int, int]:
    """The points of each side."""
    fields = fields_of(state)
    return int(fields[5]), int(fields[6])


def gains_of(before: History, state: History) -> list[int]:
    """The points that each side has gained."""
    return [now - then for now, then in zip(scores_of(state), scores_of(before), strict=True)]


def other_men(state: History) -> list[int]:
    """The checkers of the side that is not to move, by the mover's points."""
    signs = fields_of(state)[0] if state.turn == 0 else fields_of(state)[0][::-1]
    is_theirs = str.islower if state.turn == 0 else str.isupper
    return [ord(sign.lower()) - ord("a") + 1 if is_theirs(sign) else 0 for sign in signs]


def point_of(name: str) -> int:
    """The point that a name means, such as `8`, `6*` or `bar`."""
    name = name.rstrip("*")
    return {"bar": BAR, "off": OFF}[name] if name in ("bar", "off") else int(name)
