"""Compares the room with a small reference model in a Hypothesis state machine.

After every command both have the same outcome, phase, seats, position, turn, offers, clocks and
result; the log restores the room; a resend gets the first answer and changes nothing.
"""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import (
    Abandon,
    AdjournAfterCrash,
    Expire,
    Flag,
    LapseResume,
    Outage,
)
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import IN_PROGRESS, Actor, Phase, Room, Step

from ..repetition import times
from .games import Duel
from .model import Model
from .rig import PEOPLE, STRANGER, Rig

ROUNDS = 4
BASE_MS = 60_000
LATE_PLY = 5
WHO = st.sampled_from([PEOPLE[0], PEOPLE[0], PEOPLE[1], PEOPLE[1], STRANGER])
WAITS = st.sampled_from([0, 1, 40, 900, 5_000])
DRAWS = st.sampled_from(["offer", "accept", "decline"])
ASKS = st.sampled_from(["ask", "accept", "decline"])


def outcome(result: Step) -> str:
    if result.refusal:
        return result.refusal.code
    return "+".join(str(entry.event.__struct_config__.tag) for entry in result.entries) or "nothing"


def _tag(kind: type[p.Message]) -> str:
    return str(kind.__struct_config__.tag)


class Machine(RuleBasedStateMachine):
    """One room, its model, and the commands of the players and the server."""

    def __init__(self) -> None:
        super().__init__()
        control = p.Control(kind="sudden_death", base_ms=BASE_MS)
        self.rig = Rig(Duel(rounds=ROUNDS), control)
        self.model = Model(ROUNDS, BASE_MS)
        self.sent: list[tuple[Any, Actor, Step]] = []

    @property
    def room(self) -> Room:
        return self.rig.room

    @initialize(seated=st.booleans(), free=st.booleans(), played=st.integers(0, 2 * ROUNDS - 1))
    def begin(self, seated: bool, free: bool, played: int) -> None:
        """Most runs begin in the middle of a game."""
        if free:
            control = self.rig.room.game_setup.control
            self.rig = Rig(Duel(rounds=ROUNDS), control, setup=p.Setup())
            self.model.free_turn_seats = {0, 1}
        if not seated:
            return
        for player in PEOPLE[:2]:
            self._send(player, 0, p.Sit, "sit")
            self._send(player, 0, p.Ready, "ready", salt="s")
        for ply in range(played):
            player = PEOPLE[ply % 2]
            self._send(player, 10, p.Move, "move", "high", move="high", ply=ply)

    def _send(
        self,
        who: Actor,
        wait: int,
        kind: type[p.Message],
        command: str,
        argument: str = "",
        **fields: Any,
    ) -> None:
        message = self.rig.command(kind, **fields)
        flagged = self.model.pass_time(wait)
        if flagged:
            self.model.flag()
        expected = self.model.send(who.account, command, argument)
        result = self.rig.send(message, who, wait)
        self.sent.append((message, who, result))
        if flagged and result.refusal is None:
            expected = f"finished+{expected}"
        assert outcome(result) == expected

    # ── commands of players ────────────────────────────────────────────────────────────────────
    # Commands that end a game are rules only after LATE_PLY, and commands of other phases are a
    # single rule. Otherwise these would dominate.

    @precondition(lambda self: self.room.phase is Phase.OPEN)
    @rule(who=WHO, wait=WAITS, kind=st.sampled_from([p.Sit, p.Leave, p.Ready]))
    def take_seats(self, who: Actor, wait: int, kind: type[p.Message]) -> None:
        self._send(who, wait, kind, _tag(kind), **({"salt": "s"} if kind is p.Ready else {}))

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(who=WHO, wait=WAITS, chosen=st.sampled_from(["high", "low", "up"]))
    def move(self, who: Actor, wait: int, chosen: str) -> None:
        self._send(who, wait, p.Move, "move", chosen, move=chosen, ply=self.room.ply)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(wait=WAITS, chosen=st.sampled_from(["high", "low"]))
    def make_legal_move(self, wait: int, chosen: str) -> None:
        player = self._sitter(self.model.turn)
        self._send(player, wait, p.Move, "move", chosen, move=chosen, ply=self.room.ply)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(who=WHO, wait=WAITS, action=ASKS)
    def take_back(self, who: Actor, wait: int, action: str) -> None:
        self._send(who, wait, p.Takeback, "takeback", action, action=action)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(who=WHO, wait=WAITS, action=DRAWS)
    def adjourn(self, who: Actor, wait: int, action: str) -> None:
        self._send(who, wait, p.Adjourn, "adjourn", action, action=action)

    @precondition(lambda self: self.room.phase in IN_PROGRESS)
    @rule(who=WHO, wait=WAITS, action=st.sampled_from(["offer", "decline"]))
    def draw(self, who: Actor, wait: int, action: str) -> None:
        self._send(who, wait, p.Draw, "draw", action, action=action)

    @precondition(lambda self: self.room.phase is Phase.ADJOURNED)
    @rule(who=WHO, wait=WAITS)
    def resume(self, who: Actor, wait: int) -> None:
        self._send(who, wait, p.ResumeWish, "resume")

    @precondition(lambda self: self.room.phase in (Phase.RUNNING, Phase.ADJOURNED))
    @rule(seat=st.integers(0, 1), wait=WAITS, adjourns=st.booleans())
    def agree(self, seat: int, wait: int, adjourns: bool) -> None:
        """Makes an offer and accepts it, which random commands seldom do."""
        running = self.room.phase is Phase.RUNNING
        kind = "resume" if not running else "adjourn" if adjourns else "takeback"
        command = {"takeback": p.Takeback, "adjourn": p.Adjourn, "resume": p.ResumeWish}[kind]
        for player, action in (
            (seat, "ask" if kind == "takeback" else "offer"),
            (1 - seat, "accept"),
        ):
            if self.room.phase not in (Phase.RUNNING, Phase.ADJOURNED):
                break
            argument = "" if kind == "resume" else action
            fields = {} if kind == "resume" else {"action": action}
            self._send(self._sitter(player), wait, command, kind, argument, **fields)

    @precondition(lambda self: self.room.ply > LATE_PLY)
    @rule(who=WHO, wait=WAITS, kind=st.sampled_from([p.Resign, p.Abort, p.Draw]))
    def end(self, who: Actor, wait: int, kind: type[p.Message]) -> None:
        if kind is p.Draw:
            self._send(who, wait, kind, "draw", "accept", action="accept")
        else:
            self._send(who, wait, kind, _tag(kind))

    @precondition(lambda self: self.room.phase is Phase.FINISHED)
    @rule(who=WHO, wait=WAITS)
    def rematch(self, who: Actor, wait: int) -> None:
        self._send(who, wait, p.RematchWish, "rematch")

    @precondition(lambda self: self.room.phase is Phase.FINISHED)
    @rule(who=WHO, wait=WAITS)
    def drop_rematch(self, who: Actor, wait: int) -> None:
        self._send(who, wait, p.NoRematch, "no_rematch")

    @rule(who=WHO, wait=WAITS, data=st.data())
    def send_in_any_phase(self, who: Actor, wait: int, data: st.DataObject) -> None:
        """Sends commands in any phase, except those that end the game."""
        kinds = [p.Sit, p.Ready, p.Move, p.Takeback, p.Adjourn, p.ResumeWish, p.RematchWish]
        kind = data.draw(st.sampled_from(kinds))
        fields: dict[type, dict[str, Any]] = {
            p.Ready: {"salt": "s"},
            p.Move: {"move": "up", "ply": self.room.ply},
            p.Takeback: {"action": "decline"},
            p.Adjourn: {"action": "decline"},
        }
        argument = {p.Move: "up", p.Takeback: "decline", p.Adjourn: "decline"}.get(kind, "")
        self._send(who, wait, kind, _tag(kind), argument, **fields.get(kind, {}))

    def _sitter(self, seat: int) -> Actor:
        account = self.model.sitters[seat]
        return next(person for person in [*PEOPLE, STRANGER] if person.account == account)

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data(), wait=WAITS)
    def send_again(self, data: st.DataObject, wait: int) -> None:
        """Resends a command: it gets the first answer and changes nothing."""
        message, player, first = data.draw(st.sampled_from(self.sent))
        if first.answer is None:
            return
        before = self.room
        result = self.rig.send(message, player)
        assert (result.answer, result.refusal, result.entries) == (first.answer, None, ())
        assert self.room is before

    # ── commands of the server ─────────────────────────────────────────────────────────────────

    @rule(wait=WAITS)
    def check_flag(self, wait: int) -> None:
        before = self.room.phase
        if self.model.pass_time(wait):
            self.model.flag()
        result = self.rig.send(Flag(), after=wait)
        assert (result.refusal is None) == (before is Phase.RUNNING)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(elapsed=WAITS, adjourns=st.booleans())
    def stop_server(self, elapsed: int, adjourns: bool) -> None:
        """Stops the server: the turn is charged until then, and no flag falls."""
        used = self.room.clock.used_ms
        since = self.room.clock.since_ms
        assert since is not None
        elapsed_ms = max(0, self.rig.ms - since) + elapsed
        if self.model.turn in self.model.free_turn_seats:
            self.model.free_ms += self.rig.ms - since - elapsed_ms
        else:
            remaining = self.model.remaining_ms[self.model.turn] + (self.rig.ms - since)
            self.model.remaining_ms[self.model.turn] = remaining - elapsed_ms
        self.rig.run += 1
        self.rig.ms = 0
        self.rig.send(AdjournAfterCrash(elapsed_ms) if adjourns else Outage(elapsed_ms))
        assert self.room.clock.used_ms == used + elapsed_ms
        if adjourns:
            self.model.adjourn_game()
        else:
            self.model.outage()

    @precondition(lambda self: self.room.phase is Phase.ADJOURNED)
    @rule(seat=st.integers(0, 1))
    def lapse(self, seat: int) -> None:
        assert outcome(self.rig.send(LapseResume(seat))) == self.model.lapse(seat)

    @precondition(lambda self: self.room.phase is Phase.PAUSED)
    @rule(wait=WAITS)
    def restart(self, wait: int) -> None:
        assert self.rig.resume(after=wait).refusal is None
        self.model.resume()

    @precondition(lambda self: self.room.phase is Phase.RUNNING and self.room.ply > LATE_PLY)
    @rule(seat=st.integers(0, 1))
    def abandon(self, seat: int) -> None:
        flagged = self.model.pass_time(0)
        if flagged:
            self.model.flag()
        else:
            self.model.abandon(seat)
        self.rig.send(Abandon(seat))

    @precondition(lambda self: self.room.phase is Phase.OPEN and not any(self.model.sitters))
    @rule()
    def expire(self) -> None:
        self.rig.send(Expire())
        self.model._end("aborted", None)

    # ── invariants ─────────────────────────────────────────────────────────────────────────────

    @invariant()
    def room_equals_model(self) -> None:
        room, model = self.room, self.model
        assert room.phase.value == model.phase
        assert [s.actor and s.actor.account for s in room.seats] == model.sitters
        assert (room.ply, room.state.moves) == (
            len(model.moves),
            "".join(move[0] for move in model.moves),
        )
        assert {kind: offer.seat for kind, offer in room.offers.items()} == model.offers
        assert room.moved == model.moved_seats
        end = room.finished
        assert (end and end.reason, end and end.scores) == (model.reason, model.scores)
        visible = room.clock.view(self.rig.ms).remaining_ms
        assert visible == [max(0, remaining) for remaining in model.remaining_ms]
        if model.phase == "running":
            free = model.turn in model.free_turn_seats
            assert room.clock.view(self.rig.ms).free_ms == (max(0, model.free_ms) if free else None)

    @invariant()
    def log_restores_room(self) -> None:
        assert fold(self.rig.new, self.rig.log) == self.room
        assert [entry.event.seq for entry in self.rig.log] == [*range(1, self.room.seq + 1)]

    @invariant()
    def remaining_times_are_within_bounds(self) -> None:
        visible = self.room.clock.view(self.rig.ms).remaining_ms
        assert all(remaining is not None and 0 <= remaining <= BASE_MS for remaining in visible)


Machine.TestCase.settings = settings(
    max_examples=times(60, 200), stateful_step_count=40, deadline=None
)
TestMachine = Machine.TestCase
