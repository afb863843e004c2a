"""A stored game in the form that the formats write: moves that were taken back become a variation,
and chat becomes comments."""

from contextlib import suppress
from datetime import UTC, datetime

import zeitnot_protocol as p
from zeitnot_client.controls import format_seconds
from zeitnot_client.seats import player_name

from .movetext import nag_of
from .record import EndReason, FileGame, Node

_REASONS: dict[str, EndReason] = {
    **dict.fromkeys(("rules", "repetition", "move_limit", "dead"), "rules"),
    **{"resign": "resign", "flag": "flag", "agreed": "agreed"},
    **{"abandoned": "abandoned", "adjudicated": "adjudicated"},
}
_TERMINATIONS = {
    "flag": "time forfeit",
    "abandoned": "abandoned",
    "aborted": "abandoned",
    "adjudicated": "adjudication",
}


UNKNOWN_END = "as in the file"
"""How an imported game ended, if its file has a result but no reason for it."""
NO_RESULT = "no result in the file"
COMMENT, SIGN, VALUE = "Comment", "Sign", "Value"
"""The names in front of an imported game's lines of chat, which have the file's comments, signs
after moves (`!`), and values of positions (`Node.value`)."""


def of_export(export: p.Export) -> FileGame:
    """The game. Its position is None for the usual start."""
    return _Builder(export).game


class _Builder:
    """Adds the events of a game one after the other."""

    def __init__(self, export: p.Export) -> None:
        self.game = FileGame(
            game=export.game_type,
            settings=export.settings,
            position=None,
            root=Node(),
            players=tuple(map(player_name, export.players)),
            facts=_facts(export),
            control=None if export.imported else export.control,
        )
        self._is_imported = export.imported
        if self.game.control is not None and (control := pgn_control(export.control)) is not None:
            self.game.facts["TimeControl"] = control
        self._path = [self.game.root]  # the node after each move and throw
        self._plies = [0]  # the number of moves up to each of these nodes
        for event in export.events:
            self._add(event)

    def _add(self, event: p.RoomEvent) -> None:
        match event:
            case p.Started():
                if not self._is_imported:
                    self.game.facts |= _day(event.at)
                if event.position != self.game.rules.start().text:
                    self.game.position = event.position
            case p.Threw():
                self._append(Node(throw=tuple(event.values)), 0)
            case p.Moved():
                self._append(_moved(event), 1)
            case p.TakenBack():
                self._take_back(event.plies)
            case p.Said(name=name, text=text):
                self._say(name, text)
            case p.Finished():
                self._finish(event)

    def _say(self, name: str, text: str) -> None:
        node = self._path[-1]
        if not self._is_imported:
            node.comments.append(f"{name}: {text}")
        elif name == SIGN:
            with suppress(ValueError):  # of a line that the operator has removed
                node.nags.append(nag_of(text))
        elif name == VALUE:
            node.value = text if text[:1] != "[" else None
        else:
            node.comments.append(text)

    def _append(self, node: Node, plies: int) -> None:
        # The last child is the main line so far; what was taken back stays behind it.
        self._path[-1].children.insert(0, node)
        self._path.append(node)
        self._plies.append(self._plies[-1] + plies)

    def _take_back(self, plies: int) -> None:
        goal = self._plies[-1] - plies
        while self._plies[-1] > goal:
            del self._path[-1], self._plies[-1]

    def _finish(self, event: p.Finished) -> None:
        self.game.scores = None if event.scores is None else tuple(event.scores)
        self.game.reason = _REASONS.get(event.reason, "unknown")
        self.game.word = event.word or ""
        if self._is_imported:
            if event.word == UNKNOWN_END:
                self.game.reason, self.game.word = "unknown", ""
            return
        self.game.facts["Termination"] = _TERMINATIONS.get(event.reason, "normal")


def _moved(event: p.Moved) -> Node:
    seat, clock = event.seat, event.clock
    left = clock.moves[seat] if clock.moves else clock.periods[seat] if clock.periods else None
    return Node(event.move, clock_ms=event.receipt.remaining_ms, periods=left)


def _facts(export: p.Export) -> dict[str, str]:
    if export.imported:
        return dict(export.facts)
    return {"Site": "Zeitnot", "GameId": export.id, **_day(export.created_at)}


def _day(ms: int) -> dict[str, str]:
    time = datetime.fromtimestamp(ms / 1000, UTC)
    day = time.strftime("%Y.%m.%d")
    return {"Date": day, "UTCDate": day, "UTCTime": time.strftime("%H:%M:%S")}


def pgn_control(control: p.Control) -> str | None:
    """The time control as PGN writes it (standard, 9.6.1); None where it has no form for it."""
    base = format_seconds(control.base_ms)
    match control.kind:
        case "unlimited":
            return "-"
        case "sudden_death":
            return base
        case "fischer":
            return f"{base}+{format_seconds(control.increment_ms)}"
        case "hourglass":
            return f"*{base}"
        case "per_move":
            return f"1/{format_seconds(control.time_ms)}"
        case "canadian":
            return f"{base}:{control.moves}/{format_seconds(control.period_ms)}"
    return None
