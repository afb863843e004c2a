"""Exports a stored game of draughts as PDN. Moves that were taken back become variations, and chat
becomes comments."""

import textwrap
from dataclasses import dataclass, field
from datetime import UTC, datetime

import zeitnot_protocol as p

from ..games import History, load
from .moves import short_move
from .results import BLACK_WON, DRAWN, UNKNOWN, WHITE_WON

GAME = "checkers"
GAMES_WITH_PDN = (GAME,)
"""The games that can be exported as PDN."""

_TYPE = "21,B,8,8,N1,0"  # English draughts, black begins, eight by eight, numbered squares
_SEATS = ("Black", "White")
_WIDTH = 80


def as_pdn(export: p.Export) -> bytes:
    """The contents of the PDN file. Raises ValueError for another game."""
    if export.game_type not in GAMES_WITH_PDN:
        raise ValueError(f"Games of {export.game_type} cannot be exported as PDN.")
    return _Writer(export).text().encode()


@dataclass(slots=True)
class _Node:
    """A move, or the start. Moves that were taken back are after the main line in `children`."""

    state: History
    move: str = ""
    comments: list[str] = field(default_factory=list)
    children: list["_Node"] = field(default_factory=list)


class _Writer:
    """Builds the tree of a game from its events."""

    def __init__(self, export: p.Export) -> None:
        self._export = export
        self._game = load(export.game_type, export.settings)
        self._line = [_Node(self._game.start())]  # the node after each ply
        self._result = UNKNOWN
        self._started = export.created_at
        for event in export.events:
            self._add(event)

    def _add(self, event: p.RoomEvent) -> None:
        match event:
            case p.Started():
                self._started = event.at
                self._line = [_Node(self._game.parse(event.position))]
            case p.Moved():
                self._moved(event)
            case p.TakenBack():
                del self._line[len(self._line) - event.plies :]
            case p.Said(name=name, text=text):
                self._line[-1].comments.append(f"{name}: {text}")
            case p.Finished():
                self._result = _result(event)

    def _moved(self, event: p.Moved) -> None:
        at = self._line[-1]
        node = _Node(at.state.play(event.move), short_move(at.state, event.move))
        if (left := event.receipt.remaining_ms) is not None:
            node.comments.append(f"[%clk {_clock(left)}]")
        at.children.insert(0, node)
        self._line.append(node)

    def text(self) -> str:
        root = self._line[0]
        tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in self._tags(root).items())
        words = [*_comments(root), *_words(root, 0, True), self._result]
        return f"{tags}\n{textwrap.fill(' '.join(words), _WIDTH, break_on_hyphens=False)}\n\n"

    def _tags(self, root: _Node) -> dict[str, str]:
        day = datetime.fromtimestamp(self._started / 1000, UTC).strftime("%Y.%m.%d")
        names = dict(zip(_SEATS, map(_name, self._export.players), strict=True))
        tags = {"Event": "?", "Site": "Zeitnot", "Date": day, "Round": "?", **names}
        tags |= {"Result": self._result, "GameType": _TYPE, "GameId": self._export.id}
        if root.state.text != self._game.start().text:
            tags |= {"SetUp": "1", "FEN": root.state.text}
        return tags


def _words(node: _Node, ply: int, numbered: bool) -> list[str]:
    """The moves after a node, with their variations, without recursion along the main line."""
    words: list[str] = []
    while node.children:
        main, *others = node.children
        words += _move(node, main, ply, numbered)
        for other in others:
            inner = [*_move(node, other, ply, True), *_words(other, ply + 1, False)]
            words += [f"({inner[0]}", *inner[1:]]
            words[-1] += ")"
        numbered = bool(main.comments or others)
        node, ply = main, ply + 1
    return words


def _move(before: _Node, node: _Node, ply: int, numbered: bool) -> list[str]:
    """A move with its number, if it is black's or if a comment or variation precedes it."""
    turn = before.state.turn
    number = f"{ply // 2 + 1}{'.' if turn == 0 else '...'}"
    return [*([number] if turn == 0 or numbered else []), node.move, *_comments(node)]


def _comments(node: _Node) -> list[str]:
    # A comment ends at the first closing brace, because PDN has no escapes in comments.
    texts = (text.replace("{", "(").replace("}", ")") for text in node.comments)
    return [f"{{{' '.join(text.split())}}}" for text in texts]


def _clock(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _name(seat: p.SeatView) -> str:
    if seat.player is None:
        return "?"
    level = f" {seat.player.level}" if seat.player.level is not None else ""
    return seat.player.name + level


def _result(event: p.Finished) -> str:
    if event.scores is None:
        return UNKNOWN
    if event.scores[0] == event.scores[1]:
        return DRAWN
    return BLACK_WON if event.scores[0] > event.scores[1] else WHITE_WON
