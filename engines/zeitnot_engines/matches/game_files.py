"""The games of a match in the form of `formats/`, with what the players said of each move.

A comment after a move is `+0.35/14 0.52s`: value, depth and time, as cutechess-cli and fastchess
write it. Values are for the player that moves, in pawns where the game's unit is the hundredth of
one, otherwise in the unit of the search, with 0 = even; `+M5` sees the end in five of its moves. A
move of the opening has `book`.
"""

from collections.abc import Mapping, Sequence

from ..formats.record import EndReason, FileGame, Node
from ..games import Game, History
from .played import End, FinishedGame, Thought
from .record import states, values_of
from .time_control import TimeControl

_HUNDREDTHS = "centipawns"
_REASONS: dict[End | None, tuple[EndReason, str]] = {
    None: ("unknown", "normal"),
    "rules": ("rules", "normal"),
    "adjudicated": ("adjudicated", "adjudication"),
    "resigned": ("resign", "normal"),
    "claimed": ("adjudicated", "adjudication"),
    "time": ("flag", "time forfeit"),
    "illegal move": ("adjudicated", "rules infraction"),
    "no move": ("adjudicated", "rules infraction"),
    "failed": ("abandoned", "abandoned"),
}


def file_game(
    game: Game,
    played: FinishedGame,
    names: Sequence[str],
    controls: Sequence[TimeControl],
    facts: Mapping[str, str],
) -> FileGame:
    """A finished game. `names`, `controls`: of the match's players; `facts`: those of the match, by
    the names of PGN's tags."""
    seats = played.players if played.seat == 0 else played.players[::-1]
    reason, termination = _REASONS[played.end]
    score = played.score if played.seat == 0 else 1 - played.score
    positions = states(game, played.actions, played.start)
    drawn = game.start_throw is not None and not played.start
    begin = 1 if drawn else 0  # the throw that has drawn the start is its position
    return FileGame(
        game.name,
        game.settings,
        positions[begin].text if drawn or played.start else None,
        _line(positions, played, begin),
        tuple(names[player] for player in seats),
        (score, 1 - score),
        reason,
        played.reason,
        {
            **facts,
            "Round": f"{played.number // 2 + 1}.{played.number % 2 + 1}",
            **_time_facts([controls[player] for player in seats]),
            "Termination": termination,
            "Ending": played.reason,
        },
    )


def _time_facts(controls: Sequence[TimeControl]) -> dict[str, str]:
    first, second = (control.text for control in controls)
    if first == second:
        return {"TimeControl": first}
    return {"WhiteTimeControl": first, "BlackTimeControl": second}


def _line(positions: Sequence[History], played: FinishedGame, begin: int) -> Node:
    """The moves and throws after the first `begin` actions, as a line of nodes."""
    root = node = Node()
    thoughts = iter(played.thoughts)
    for i in range(begin, len(played.actions)):
        action = played.actions[i]
        if positions[i].turn is None:
            child = Node(throw=tuple(values_of(action)))
        elif i < played.opening_plies:
            child = Node(action, comments=["book"])
        else:
            thought = next(thoughts, None)
            said = comment(thought, positions[i].game.unit) if thought else ""
            child = Node(action, comments=[said] if said else [])
        node.children.append(child)
        node = child
    return root


def comment(thought: Thought, unit: str) -> str:
    """What is known of a move, such as `+0.35/14 0.52s`."""
    return " ".join(filter(None, [_value(thought, unit), f"{thought.ms / 1000:.2f}s"]))


def _value(thought: Thought, unit: str) -> str:
    depth = "" if thought.depth is None else f"/{thought.depth}"
    if thought.value is None:
        return depth
    if thought.distance is not None and thought.value:
        sign = "+" if thought.value > 0 else "-"
        return f"{sign}M{(thought.distance + 1) // 2}{depth}"
    value = thought.value / 100 if unit == _HUNDREDTHS else thought.value
    return f"{value:+.2f}{depth}"
