"""The log of an imported game: the events that it would have had here. Pure.

Variations are moves that are taken back, and comments, signs and evaluations are lines of chat, so
that an export has them again. No account has a seat in the game: its seats show the file's names,
its clocks are unlimited, and only the receipts have the file's times.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

import zeitnot_protocol as p
from zeitnot_engines.formats.movetext import MAX_COMMENT, sign_of
from zeitnot_engines.formats.record import BadGame, FileGame, Node
from zeitnot_engines.formats.stored import COMMENT, NO_RESULT, SIGN, UNKNOWN_END, VALUE

from ..rooms.file_rules import file_rules
from ..rooms.fold import MoveResult, apply
from ..rooms.game_ids import id_of_number
from ..rooms.room import GameSetup, LogEntry, Room
from ..rooms.rules import Rules, turn_of
from ..rooms.setup import BadSetup, first_state
from ..rooms.text import tidy_chat, tidy_name
from ..store.room_log import Commit, RulesFor

FILE = "file"
"""In the log, the account of the players of imported games; no account has such an id."""
COMMENT_LENGTH = 400
VALUE_LENGTH = 20
MAX_FACTS = 32
FACT_LENGTH = 200
_UNLIMITED = p.Control(kind="unlimited")
_INCREMENT = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,6}))?")
_REASONS: dict[str, p.Reason] = {
    "rules": "rules",
    "resign": "resign",
    "flag": "flag",
    "agreed": "agreed",
    "abandoned": "abandoned",
}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an imported game comes from. `seed`: random; `at`: the time of the import (Unix ms);
    `maker`: the account that imports it, None: the operator."""

    seed: bytes
    at: int
    maker: str | None


class TooLong(ValueError):
    """The game has more events than remain."""


def commit_of(game: FileGame, origin: Origin, rules_for: RulesFor, max_events: int) -> Commit:
    """The finished game with its whole log. Raises BadGame for what cannot be played here, and
    TooLong for more than `max_events` events."""
    try:
        rules = file_rules(rules_for(game.game, dict(game.settings)))
        position = None if game.position is None else game.start().text
        setup = p.Setup(position=position, clock_starts="start")
        first_state(rules, setup)
    except BadSetup as bad:
        raise BadGame(game.line, str(bad).rstrip("."), "an open position") from None
    except ValueError as bad:
        raise BadGame(game.line, str(bad).rstrip("."), "a game of this server") from None
    new = Room.new(
        GameSetup(
            id=id_of(game, origin.maker),
            rules=rules,
            settings=rules.settings,
            control=_UNLIMITED,
            seed=origin.seed,
            created_at=origin.at,
            invitations=(None,) * rules.seats,
            listed=False,
            setup=setup,
            creator=origin.maker,
            facts=_facts(game.facts),
        )
    )
    builder = _Builder(new, game, origin.at, max_events)
    builder.build()
    return Commit(room=builder.room, entries=tuple(builder.entries), created=(new,))


def id_of(game: FileGame, maker: str | None) -> str:
    """The id of the game: the same whenever this account imports the same game. So nothing is
    stored twice, and an import that has stopped halfway can be repeated."""
    content = (
        *(maker, game.game, sorted(game.settings.items()), game.position, game.players),
        *(game.scores, game.reason, game.word, sorted(game.facts.items()), _content(game.root)),
    )
    return id_of_number(int.from_bytes(hashlib.sha256(repr(content).encode()).digest()))


def _content(root: Node) -> list[object]:
    """Everything in a tree of moves, in one list."""
    return [
        (
            *(node.move, node.throw, node.is_null, node.position, node.comments, node.nags),
            *(node.clock_ms, node.periods, node.value, len(node.children)),
        )
        for node in _nodes(root)
    ]


def lost_in(game: FileGame) -> list[str]:
    """What of the game is not kept, for people."""
    nodes, main = list(_nodes(game.root)), _main_line(game)
    lost = []
    if any(not _is_move(node) for node in nodes if id(node) not in main):
        lost.append("variations end before throws, null moves and set-ups")
    return lost


def _main_line(game: FileGame) -> set[int]:
    return {id(game.root), *(id(node) for node in game.main_line())}


def _nodes(root: Node) -> Iterator[Node]:
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += node.children


def _is_move(node: Node) -> bool:
    """Whether it can be taken back."""
    return node.throw is None and not node.is_null and node.position is None


def _facts(facts: dict[str, str]) -> dict[str, str]:
    tidied = {tidy_name(name): tidy_chat(text)[:FACT_LENGTH] for name, text in facts.items()}
    return {name: text for name, text in list(tidied.items())[:MAX_FACTS] if name and text}


def _with_overtime(clock: p.ClockView, seat: int, left: int | None) -> p.ClockView:
    """The clocks with the moves or periods that the mover has left in overtime."""
    if left is None:
        return clock
    moves = [left if one == seat else None for one in range(len(clock.remaining_ms))]
    return msgspec.structs.replace(clock, moves=moves)


@dataclass(frozen=True, slots=True)
class _Back:
    """A step of the walk: back to this ply, where a variation began."""

    ply: int
    seat: int


class _Builder:
    """Plays a game of a file in a new room."""

    def __init__(self, room: Room, game: FileGame, at: int, max_events: int) -> None:
        self.room, self.entries = room, list[LogEntry]()
        self._game, self._at, self._max_events = game, at, max_events
        self._main = _main_line(game)
        found = _INCREMENT.fullmatch(game.facts.get("TimeControl", ""))
        base, increment = (int(part or 0) * 1000 for part in found.groups()) if found else (0, 0)
        self._increment = increment
        self._clocks: list[int | None] = [base or None] * len(room.seats)
        self._clocks_at = {0: tuple(self._clocks)}  # by ply, for variations

    def build(self) -> None:
        """Raises BadGame, TooLong."""
        for seat, text in enumerate(self._game.players[: len(self.room.seats)]):
            if name := tidy_name(text):
                view = p.SeatView(player=p.Player(name=name))
                self._add(p.Seated(**self._next(), seat=seat, seat_view=view), FILE)
        self._start()
        self._say(self._game.root)
        todo: list[Node | _Back] = self._after(self._game.root)
        while todo:
            step = todo.pop()
            if isinstance(step, _Back):
                self._take_back(step)
                continue
            self._play(step)
            self._say(step)
            todo += self._after(step)
        self._finish()

    def _after(self, node: Node) -> list[Node | _Back]:
        """The steps after a node, in reverse order, because they are put on a stack. The variations
        are played first, each followed by a step back; then the main line continues. The last
        variation comes first, because an export reverses their order."""
        following = [one for one in node.children if id(one) in self._main or _is_move(one)]
        if not following:
            return []
        steps: list[Node | _Back] = [following[0]]
        if self.room.turn is not None:
            back = _Back(self.room.ply, self.room.turn)
            for variation in following[1:]:
                steps += (back, variation)
        return steps

    def _play(self, node: Node) -> None:
        rules = self.room.game_setup.rules
        if node.is_null:
            raise BadGame(node.line, "a null move in the game itself", "a move")
        if node.position is not None:
            raise BadGame(node.line, "a set-up in the middle of the game", "a set-up at its start")
        try:
            if node.throw is not None:
                self._throw(rules, node.throw)
            else:
                self._move(rules, node)
        except BadGame:
            raise
        except ValueError as bad:
            word = (node.move or "the throw")[:40]
            raise BadGame(node.line, f"{word}: {str(bad).rstrip('.')}", "a legal move") from None

    def _move(self, rules: Rules, node: Node) -> None:
        room, seat = self.room, self.room.turn
        if seat is None:
            end = rules.outcome(room.state)
            what = f"the game is over ({end.word})" if end else "a throw is due"
            raise BadGame(node.line, f"{node.move[:40]}: {what}", "the end of the game")
        state = rules.play(room.state, node.move)
        turn, free_ms = turn_of(rules, state)
        elapsed = self._elapsed(seat, node.clock_ms)
        receipt = p.Receipt(
            elapsed_ms=elapsed, compensated_ms=0, charged_ms=elapsed, remaining_ms=node.clock_ms
        )
        stopped = room.clock.apply_receipt(
            receipt, turn_continues=room.clock.is_same_turn(turn, free_ms)
        )
        clock = stopped.begin(turn, 0, free_ms)
        self._add(
            p.Moved(
                **self._next(),
                seat=seat,
                ply=room.ply,
                move=node.move,
                position=rules.full_position(state),
                receipt=receipt,
                clock=_with_overtime(clock.view(0), seat, node.periods),
                turn=turn,
            ),
            FILE,
            seat,
            MoveResult(state, clock),
        )
        self._clocks[seat] = node.clock_ms
        self._clocks_at[self.room.ply] = tuple(self._clocks)

    def _elapsed(self, seat: int, clock_ms: int | None) -> int:
        before = self._clocks[seat]
        if before is None or clock_ms is None:
            return 0
        return max(0, before + self._increment - clock_ms)

    def _throw(self, rules: Rules, values: tuple[int, ...]) -> None:
        room, due = self.room, rules.throw(self.room.state)
        if due is None:
            raise ValueError("no throw is due")
        state = rules.chance(room.state, values)
        turn, free_ms = turn_of(rules, state)
        self._add(
            p.Threw(
                **self._next(),
                k=room.throws,
                ply=room.ply,
                kind=due.kind,
                values=list(values),
                position=rules.full_position(state),
                turn=turn,
                seat=rules.thrower(room.state),
            ),
            result=MoveResult(state, room.clock.begin(turn, 0, free_ms)),
        )

    def _start(self) -> None:
        room, rules = self.room, self.room.game_setup.rules
        self._add(
            p.Started(
                **self._next(),
                salts=[],
                position=rules.full_position(room.state),
                clock=room.clock.view(0),
                turn=turn_of(rules, room.state)[0],
            )
        )

    def _take_back(self, back: _Back) -> None:
        room, rules = self.room, self.room.game_setup.rules
        plies = room.ply - back.ply
        state = room.state_before(plies)
        self._clocks = list(self._clocks_at[back.ply])
        self._add(
            p.TakenBack(
                **self._next(),
                seat=back.seat,
                plies=plies,
                ply=back.ply,
                position=rules.full_position(state),
                clock=room.clock.view(0),
                elapsed_ms=0,
                turn=turn_of(rules, state)[0],
            ),
            FILE,
            back.seat,
        )

    def _say(self, node: Node) -> None:
        if sum(map(len, node.comments)) > MAX_COMMENT:
            raise BadGame(node.line, "a comment is too long", f"at most {MAX_COMMENT} characters")
        said = [(SIGN, sign_of(nag)) for nag in node.nags]
        said += [(VALUE, tidy_chat(node.value)[:VALUE_LENGTH])] if node.value else []
        for comment in node.comments:
            text = tidy_chat(comment)
            parts = range(0, len(text), COMMENT_LENGTH)
            said += [(COMMENT, text[at : at + COMMENT_LENGTH]) for at in parts]
        for name, text in said:
            self._add(p.Said(**self._next(), name=name, text=text))

    def _finish(self) -> None:
        game, room = self._game, self.room
        scores = None if game.scores is None else list(game.scores)
        if scores is not None and len(scores) != len(room.seats):
            raise BadGame(game.line, "a result for other seats", f"{len(room.seats)} scores")
        reason, word = _REASONS.get(game.reason, "adjudicated"), tidy_chat(game.word)[:80]
        if scores is None:
            reason, word = "aborted", NO_RESULT
        elif game.reason == "unknown":
            word = UNKNOWN_END
        seed = room.game_setup.seed.hex()
        self._add(
            p.Finished(
                **self._next(),
                reason=reason,
                seed=seed,
                clock=room.clock.view(0),
                scores=scores,
                word=word or None,
            )
        )

    def _next(self) -> dict[str, Any]:
        """The fields that all events have."""
        return {"game": self.room.id, "seq": self.room.seq + 1, "at": self._at}

    def _add(
        self,
        event: p.RoomEvent,
        account: str | None = None,
        seat: int | None = None,
        result: MoveResult | None = None,
    ) -> None:
        if len(self.entries) == self._max_events:
            raise TooLong(f"more than {self._max_events} moves and comments")
        entry = LogEntry(event=event, run=0, at_ms=0, ply=self.room.ply, seat=seat, account=account)
        self.room = apply(self.room, entry, result)
        self.entries.append(entry)
