"""Checks the invariants after every event; the first violation ends the run.

The judge gets every entry when it becomes durable, and every frame when the server or a client
receives it. It keeps a separate state of the game and, in `timekeeper`, a separate clock.
"""

import hashlib
from collections import defaultdict
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.rooms.room import GameSetup, LogEntry

from .disk import DurableEntry
from .facts import Arrival, Broken, Speaker, sent_id
from .frame_reporter import FrameReporter
from .games import (
    STAND_IN,
    engine_prefix,
    full_position,
    may_see_engine_lines,
    redacted,
    secrets_of,
)
from .timekeeper import Timekeeper
from .virtual import VirtualLoop


class Judge:
    """Checks one game."""

    def __init__(self, loop: VirtualLoop, game_setup: GameSetup) -> None:
        self.game_setup = game_setup
        self.entries: list[DurableEntry] = []
        self.finished: p.Finished | None = None
        self.breach: Broken | None = None
        self.tally: dict[str, int] = defaultdict(int)
        self.clocks = Timekeeper(loop, game_setup, self.check, self.tally)
        self._loop = loop
        self._rules = game_setup.rules
        self._state = game_setup.rules.start()
        self._states: list[Any] = []  # after each event
        self._turns: set[tuple[Any, ...]] = set()  # seat, ply and legal moves of all turns
        self._undoable: list[Any] = []  # the states before each ply since the last throw
        self._seats: dict[int, str] = {}  # the account of each taken seat
        self._salts: dict[int, str | None] = {}
        self._ply = 0
        self._throws = 0
        self._left: set[int] = set()  # the seats that have left
        self._people: set[int] = set()  # the seats of people
        self._former: dict[str, tuple[int, int]] = {}  # by account: a lost seat, the event's number
        self._sent: dict[str, Any] = {}  # commands by id
        self._seq_of_command: dict[tuple[str, str], int] = {}
        self._commitment = hashlib.sha256(game_setup.seed).hexdigest()
        self._seed = game_setup.seed.hex()

    def check(self, condition: bool, reason: str) -> None:
        """Ends the run unless the condition is true."""
        if not condition:
            where = f"at {self._loop.time():.3f} s, event {len(self.entries)}"
            self.breach = self.breach or Broken(f"{reason} [{where}]")
            raise self.breach

    def reporter(self, speaker: Speaker) -> FrameReporter:
        """A reporter for one socket."""
        return FrameReporter(self, speaker)

    # ── reports of the server ──────────────────────────────────────────────────────────────────

    def server_received(self, speaker: Speaker, frame: str, stamp: int, unread_s: float) -> None:
        """The server has read a frame that arrived `unread_s` seconds earlier."""
        command = p.decode_room_in(frame)
        if speaker.account is not None and isinstance(command, p.Move):
            self.clocks.arrived(speaker, command, stamp, unread_s)

    # ── the log ────────────────────────────────────────────────────────────────────────────────

    def durable(self, entries: list[DurableEntry]) -> None:
        """Rows have reached the disk."""
        for durable in entries:
            entry = durable.entry
            self.entries.append(durable)
            self.check(entry.event.seq == len(self.entries), "the log has a gap")
            is_allowed = isinstance(entry.event, p.Said | p.Rematch)
            self.check(self.finished is None or is_allowed, "an event after the end of the game")
            self._check_repetition(entry)
            is_end = isinstance(entry.event, p.Finished)
            self.check(is_end or not self._are_bots_alone(), "bots play on without people")
            self._fold(entry.event, entry)
            self._states.append(self._state)
            self._turns.add(
                (self._rules.turn(self._state), self._ply, *self._rules.legal(self._state))
            )

    def _check_repetition(self, entry: LogEntry) -> None:
        if entry.command_id is None or entry.account is None:
            return
        key = (entry.account, entry.command_id)
        self.check(key not in self._seq_of_command, "a command was executed twice")
        self._seq_of_command[key] = entry.event.seq
        self.check(sent_id(entry) in self._sent, "a command was executed that no client sent")

    def _fold(self, event: p.RoomEvent, entry: LogEntry) -> None:
        self.tally["events"] += 1
        match event:
            case p.Seated():
                self._seated(event, entry)
            case p.Started():
                salts = [self._salts.get(seat) or "" for seat in range(self._rules.seats)]
                self.check(event.salts == salts, "a salt was lost or changed")
                self._check_position(event.position, event.turn)
                self.clocks.begin(entry)
            case p.Threw():
                self.check(event.k == self._throws, "a throw's number was used twice, or skipped")
                self._throws += 1
                self._state = self._rules.chance(self._state, tuple(event.values))
                self._undoable.clear()
                self._check_position(event.position, event.turn)
                self.clocks.begin(entry)
            case p.Moved():
                self._moved(event, entry)
            case p.TakenBack():
                self._taken_back(event, entry)
            case p.Withdrew() | p.Vacated():
                self._left_by_player(event, entry)
            case p.Paused():
                self.clocks.pause(event, entry)
            case p.Resumed():
                self.check(self.clocks.paused, "resumed without a pause")
                self.clocks.paused = False
                self.clocks.begin(entry)
            case p.Finished():
                self._finish(event, entry)

    def _seated(self, event: p.Seated, entry: LogEntry) -> None:
        view, before = event.seat_view, self._salts.get(event.seat)
        self.check(before is None or view.salt in (before, None), "a salt was changed")
        self._salts[event.seat] = view.salt
        self._seats.pop(event.seat, None)
        if view.player is not None and entry.account is not None:
            invited = self.game_setup.invitations[event.seat]
            self.check(
                entry.account not in self._seats.values()
                or (invited is not None and invited.bot)
                or (entry.account == STAND_IN and self._was_vacated(event)),
                "one player has two seats",
            )
            self._seats[event.seat] = entry.account
            (self._people.discard if view.player.bot else self._people.add)(event.seat)

    def _check_position(self, position: str, turn: int | None) -> None:
        self.check(position == full_position(self._rules, self._state), "the position is wrong")
        self.check(turn == self._rules.turn(self._state), "the turn is wrong")

    def _moved(self, event: p.Moved, entry: LogEntry) -> None:
        self.tally["moves"] += 1
        sent = self._sent[sent_id(entry)]
        self.check(isinstance(sent, p.Move) and sent.move == event.move, "a move was changed")
        self.check(event.ply == self._ply == sent.ply, "a move at the wrong ply")
        self.check(event.seat == self._rules.turn(self._state), "a move out of turn")
        self.check(self._seats.get(event.seat) == entry.account, "a move of another account")
        self.check(event.move in self._rules.legal(self._state), "an illegal move")
        self.clocks.charge(event, entry)
        self._undoable.append(self._state)
        self._state = self._rules.play(self._state, event.move)
        self._ply += 1
        self._check_position(event.position, event.turn)
        self.clocks.begin(entry, new_turn=True)

    def _taken_back(self, event: p.TakenBack, entry: LogEntry) -> None:
        self.tally["takebacks"] += 1
        self.check(self._rules.hidden is None, "a takeback in a game with hidden information")
        self.check(0 < event.plies <= len(self._undoable), "a takeback over a throw")
        self.check(event.ply == self._ply - event.plies, "a takeback to the wrong ply")
        self.clocks.take_back(event, entry, self._rules.turn(self._state))
        self._state = self._undoable[-event.plies]
        del self._undoable[-event.plies :]
        self._ply = event.ply
        self._check_position(event.position, event.turn)
        self.clocks.begin(entry, new_turn=True)

    def _left_by_player(self, event: p.Withdrew | p.Vacated, entry: LogEntry) -> None:
        if isinstance(event, p.Withdrew):
            self._withdrew(event, entry)
        else:
            self._vacated(event, entry)

    def _withdrew(self, event: p.Withdrew, entry: LogEntry) -> None:
        self.tally[f"left by {event.reason}"] += 1
        mover = self._rules.turn(self._state)
        assert self._rules.plays_on
        self.check(event.seat not in self._left, "a seat left twice")
        self._left.add(event.seat)
        if event.reason == "flag":
            self.clocks.flag(event, entry, mover, lambda arrival: self._is_playable(arrival, mover))
        if event.reason == "resign":
            self.check(self._seats.get(event.seat) == entry.account, "another account resigned")
        self.clocks.leave(event, entry, ends_turn=event.seat == mover)
        self._undoable.clear()
        self._state = self._rules.withdraw(self._state, event.seat)
        self._check_position(event.position, event.turn)
        self.check(event.turn not in self._left, "it is the turn of a seat that has left")
        if event.seat == mover:
            self.clocks.begin(entry, new_turn=True)

    def _vacated(self, event: p.Vacated, entry: LogEntry) -> None:
        self.tally[f"vacated by {event.reason}"] += 1
        mover, account = self._rules.turn(self._state), self._seats.get(event.seat, "")
        self.check(self.game_setup.setup.bots_fill, "a bot takes a seat without permission")
        self.check(event.seat in self._people - self._left, "no person plays on the vacated seat")
        others = self._people - self._left - {event.seat}
        self.check(any(map(self._still_plays, others)), "a bot plays on without people")
        if event.reason == "flag":
            self.clocks.flag(event, entry, mover, lambda arrival: self._is_playable(arrival, mover))
        if event.reason == "resign":
            self.check(account == entry.account, "another account resigned")
        self._former[account] = event.seat, event.seq
        self.clocks.vacate(event, entry, ends_turn=event.seat == mover)

    def _still_plays(self, seat: int) -> bool:
        return not self._rules.plays_on or self._rules.still_plays(self._state, seat)

    def _was_vacated(self, event: p.Seated) -> bool:
        before = self.entries[event.seq - 2].entry.event
        return isinstance(before, p.Vacated) and before.seat == event.seat

    def _are_bots_alone(self) -> bool:
        """Whether all people have left a game in which bots could play on."""
        is_running = self.finished is None and self._rules.outcome(self._state) is None
        return is_running and bool(self._left) and bool(self._people) and self._people <= self._left

    # ── the end ────────────────────────────────────────────────────────────────────────────────

    def _finish(self, event: p.Finished, entry: LogEntry) -> None:
        self.tally[f"ended by {event.reason}"] += 1
        self.check(event.seed == self._seed, "the seed is not the committed one")
        outcome = self._rules.outcome(self._state)
        by_the_server = entry.account is None
        before = self.entries[-2].entry.event
        if isinstance(before, p.Withdrew) and outcome is not None:
            self.check(
                event.reason == before.reason, "the reason is not that of the last seat to leave"
            )
            self.check(event.scores == list(outcome.scores), "the score is wrong")
        elif isinstance(before, p.Withdrew) and event.ended_by is None:  # no seat has aborted it
            self.check(self._are_bots_alone(), "the game ended although people play on")
            self._check_shared(event.scores or [])
        elif event.reason == "flag" or (event.reason == "aborted" and by_the_server):
            loser = self._rules.turn(self._state)
            others = self._rules.seats - len(self._left) - 1
            self.check(
                others < 2 or not self._rules.plays_on, "the game ended although others play on"
            )
            self.clocks.flag(event, entry, loser, lambda arrival: self._is_playable(arrival, loser))
        elif event.reason in ("rules", "repetition", "move_limit", "dead"):
            self.check(outcome is not None, "the game is not over by the rules")
            self.check(event.scores == list(outcome.scores), "the score is wrong")
        self.check(
            event.reason != "agreed" or self._rules.draws,
            "a draw by agreement in a game without draws",
        )
        self.finished = event

    def _check_shared(self, scores: list[float]) -> None:
        """Checks that the seats that have not left are equal and ahead of the others."""
        self.tally["left to bots"] += 1
        left = [score for seat, score in enumerate(scores) if seat in self._left]
        stayed = {score for seat, score in enumerate(scores) if seat not in self._left}
        self.check(len(stayed) == 1 and max(left) < min(stayed), "the score is wrong")

    def _is_playable(self, arrival: Arrival, seat: int | None) -> bool:
        """Whether that seat could play this move now."""
        return (
            seat is not None
            and arrival.account == self._seats.get(seat)
            and arrival.seat in (None, seat)
            and arrival.command.ply == self._ply
            and arrival.command.move in self._rules.legal(self._state)
        )

    # ── frames of clients ──────────────────────────────────────────────────────────────────────

    def client_sent(self, frame: str) -> None:
        """A client has sent a frame."""
        command = p.decode_room_in(frame)
        if (command_id := getattr(command, "id", None)) is not None:
            self._sent.setdefault(command_id, command)

    def server_sent(self, speaker: Speaker, frame: str) -> None:
        """The server has sent a frame. Before the end of the game it must not contain the seed, a
        hidden card, or lines of another seat's engine."""
        if self.finished is not None:
            return
        if frame.startswith('{"type":"turn"'):
            self._check_turn(speaker, p.decode_room_out(frame))
        self.check(self._seed not in frame, "the seed was sent before the end")
        seat = now = self._seat_of(speaker)
        if (lost := self._former.get(speaker.account or "")) is not None:
            seat = lost[0]  # a frame may have been queued while the person had the seat
        for secret in secrets_of(self._rules, self._state, seat):
            self.check(secret not in frame, f"{secret} was sent to seat {seat}")
        for thinker in range(self._rules.seats):
            has_lines = engine_prefix(thinker) in frame
            is_allowed = may_see_engine_lines(self.game_setup.setup, thinker, seat)
            of_stand_in = engine_prefix(thinker, stands_in=True) in frame
            self.check(not of_stand_in or now == thinker, "lines of a bot were sent to others")
            self.check(
                is_allowed or not has_lines,
                f"engine lines of seat {thinker} were sent to seat {seat}",
            )
            self.tally["engine lines sent"] += has_lines

    def _check_turn(self, speaker: Speaker, turn: Any) -> None:
        """Checks that it was once this seat's turn, with these legal moves."""
        lost = self._former.get(speaker.account or "")
        seat = self._seat_of(speaker) if lost is None else lost[0]
        key = (seat, turn.ply, *turn.legal)
        self.check(key in self._turns, f"wrong legal moves: {key}")

    def _seat_of(self, speaker: Speaker) -> int | None:
        seats = sorted(s for s, player in self._seats.items() if player == speaker.account)
        if speaker.seat is not None:
            return speaker.seat if speaker.seat in seats else None
        return next(iter(seats), None)

    def client_received(self, speaker: Speaker, frame: str, known: int) -> int:
        """A client has received a frame after event number `known` on this connection; returns the
        new last number."""
        self.tally["frames"] += 1
        message = p.decode_room_out(frame)
        seat = self._seat_of(speaker)
        match message:
            case p.Welcome():
                self.check(message.commitment == self._commitment, "the commitment is wrong")
                self.check(
                    message.seq <= len(self.entries),
                    "welcome counts events that are not on the disk",
                )
            case p.Ack():
                self._acknowledged(speaker.account, message)
            case p.Event():
                self.check(message.seq == known + 1, f"event {message.seq} after event {known}")
                self._check_event(message, seat, self._former.get(speaker.account or ""))
                return int(message.seq)
        return known

    def _acknowledged(self, account: str | None, ack: p.Ack) -> None:
        self.tally["acks"] += 1
        self.check(ack.seq <= len(self.entries), "an ack for an event that is not on the disk")
        entry = self.entries[ack.seq - 1].entry
        self.check((entry.account, sent_id(entry)) == (account, ack.id), "an ack for another event")
        self.check(ack.clock == getattr(entry.event, "clock", None), "an ack with the wrong clock")

    def _check_event(
        self, event: Any, seat: int | None, lost: tuple[int, int] | None = None
    ) -> None:
        """`lost`: a seat that the receiver had until this event, before which it may have seen more
        than now."""
        self.check(event.seq <= len(self.entries), "sent an event that is not on the disk")
        logged = self.entries[event.seq - 1].entry.event
        setup, state = self.game_setup.setup, self._states[event.seq - 1]
        expected = redacted(self._rules, setup, logged, state, seat)
        is_right = event == expected or (self.finished is not None and event == logged)
        if lost is not None and event.seq < lost[1]:
            is_right |= event == redacted(self._rules, setup, logged, state, lost[0])
        self.check(is_right, f"received {event} where the log has {logged}")
