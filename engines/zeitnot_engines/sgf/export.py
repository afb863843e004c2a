"""Exports a stored game of Go as SGF. Moves that were taken back become variations, and chat
becomes comments."""

from datetime import UTC, datetime
from importlib.metadata import version

import zeitnot_protocol as p
from zeitnot_client.controls import format_control
from zeitnot_client.seats import player_name

from ..games import Game, load
from ..go.area import areas, number
from ..go.komi import komi_of
from ..go.points import Point, from_vertex, sgf
from ..go.position import BLACK, WHITE, Position
from .text import escaped
from .tree import Node, write

GAME = "go"
GAMES_WITH_SGF = (GAME,)
"""The games that can be exported as SGF."""

_COLOURS = ("B", "W")  # by seat
_PASS = "pass"
_UNPLAYED = ("dead ", "done", "resume")  # moves of the marking, for which SGF has no property
_RESUMED = "{} does not agree on the dead stones: play resumes."
_TIME_OVER = "No agreement on the dead stones in time: play resumes."
_RESULT_LETTERS = {"resign": "R", "flag": "T", "abandoned": "F"}


def as_sgf(export: p.Export) -> bytes:
    """The contents of the SGF file. Raises ValueError for another game or unknown settings."""
    if export.game_type not in GAMES_WITH_SGF:
        raise ValueError(f"Games of {export.game_type} cannot be exported as SGF.")
    return write([_Writer(export).root])


_FACTS = {"DT": "Date", "EV": "Event", "RO": "Round", "PC": "Site"}


class _Writer:
    """Builds the tree of a game from its events."""

    def __init__(self, export: p.Export) -> None:
        self._export = export
        self._game = load(GAME, export.settings)
        self._size = int(self._game.settings["size"])
        self.root = Node(_root_properties(export, self._game))
        self._at = [self.root]  # the node after each ply
        self._position = ""
        for event in export.events:
            self._add(event)

    def _add(self, event: p.RoomEvent) -> None:
        match event:
            case p.Started():
                self._position = event.position
                self.root.properties |= _stones(Position.read(event.position))
            case p.Moved():
                self._position = event.position
                self._at.append(self._moved(event))
            case p.TakenBack():
                self._position = event.position
                del self._at[len(self._at) - event.plies :]
            case p.Said(name=name, text=text):
                self._comment(text if self._export.imported else f"{name}: {text}")
            case p.Finished():
                self._end(event)

    def _comment(self, text: str) -> None:
        comment = self._at[-1].properties.setdefault("C", [""])
        comment[0] += ("\n" if comment[0] else "") + escaped(text)

    def _moved(self, event: p.Moved) -> Node:
        """The node of a move, or the previous node for a move that SGF does not have."""
        if event.move == "resume":
            self._comment(_TIME_OVER if event.by_server else _RESUMED.format(_COLOURS[event.seat]))
        if event.move.startswith(_UNPLAYED):
            return self._at[-1]
        colour = _COLOURS[event.seat]
        value = "" if event.move == _PASS else sgf(from_vertex(event.move, self._size))
        node = Node({colour: [value], **_time_left(event, self._export.control)})
        self._at[-1].children.insert(0, node)  # before variations, which were taken back
        return node

    def _end(self, event: p.Finished) -> None:
        self.root.properties["RE"] = [_result(event)]
        # The dead stones of a game from a file are not known.
        if event.reason != "rules" or not self._position or self._export.imported:
            return
        position = Position.read(self._position)
        owners = areas(position.size, position.stones, position.dead)
        for name, colour in (("TB", BLACK), ("TW", WHITE)):
            territory = [
                point
                for point, owner in owners.items()
                if owner == colour and position.stones.get(point) != colour
            ]
            if territory:
                self._at[-1].properties[name] = _points(territory)


def _root_properties(export: p.Export, game: Game) -> dict[str, list[str]]:
    settings = game.settings
    texts = {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "AP": f"Zeitnot:{version('zeitnot')}",
        "GN": export.id,
        **_when_and_where(export),
        "RU": "Chinese",
        "SZ": str(settings["size"]),
        "KM": number(komi_of(game)),
        "HA": str(settings["handicap"]) if settings["handicap"] else "",
        **{f"P{c}": player_name(seat) for c, seat in zip(_COLOURS, export.players, strict=True)},
        **_time_settings(export.control),
    }
    return {name: [escaped(text)] for name, text in texts.items() if text}


def _when_and_where(export: p.Export) -> dict[str, str]:
    if export.imported:
        return {name: export.facts.get(fact, "") for name, fact in _FACTS.items()}
    started = next((e.at for e in export.events if isinstance(e, p.Started)), export.created_at)
    return {"DT": datetime.fromtimestamp(started / 1000, UTC).date().isoformat()}


def _stones(position: Position) -> dict[str, list[str]]:
    """The stones at the start, and the first player if that is White."""
    stones = {"AB": position.of(BLACK), "AW": position.of(WHITE)}
    properties = {name: _points(points) for name, points in stones.items() if points}
    return properties | ({"PL": ["W"]} if position.side == 1 else {})


def _points(points: list[Point]) -> list[str]:
    return [sgf(point) for point in points]


def _result(event: p.Finished) -> str:
    if event.scores is None:
        return "Void"
    if event.scores[0] == event.scores[1]:
        return "0"
    winner = _COLOURS[event.scores.index(max(event.scores))]
    word = event.word or ""
    if event.reason == "rules" and word.startswith(f"{winner}+"):
        return escaped(word)
    return f"{winner}+{_RESULT_LETTERS.get(event.reason, '')}"


# ── times ──────────────────────────────────────────────────────────────────────────────────────


def _time_settings(control: p.Control) -> dict[str, str]:
    """Main time, and overtime in the form that other programs write."""
    main = {} if control.base_ms is None else {"TM": _seconds(control.base_ms)}
    match control:
        case p.Control(kind="unlimited"):
            return {}
        case p.Control(kind="sudden_death"):
            return main
        case p.Control(kind="fischer", increment_ms=increment):
            return main | {"OT": f"{_seconds(increment)} fischer"}
        case p.Control(kind="byoyomi", periods=periods, period_ms=period):
            return main | {"OT": f"{periods}x{_seconds(period)} byo-yomi"}
        case p.Control(kind="canadian", moves=moves, period_ms=period):
            return main | {"OT": f"{moves}/{_seconds(period)} Canadian"}
        case p.Control(kind="per_move", time_ms=time):
            return {"TM": "0", "OT": f"1x{_seconds(time)} byo-yomi"}
    return main | {"OT": format_control(control)}


def _time_left(event: p.Moved, control: p.Control) -> dict[str, list[str]]:
    """The mover's time after the move; in overtime also the moves or periods left."""
    colour, seat, clock = _COLOURS[event.seat], event.seat, event.clock
    if event.receipt.remaining_ms is None:
        return {}
    properties = {f"{colour}L": [_seconds(event.receipt.remaining_ms)]}
    left = clock.moves[seat] if clock.moves else None
    if clock.periods and control.periods and clock.periods[seat] < control.periods:
        left = clock.periods[seat] + 1  # including the current period
    return properties | ({} if left is None else {f"O{colour}": [str(left)]})


def _seconds(ms: int | None) -> str:
    return number((ms or 0) / 1000)
