"""The room against a small reference model, driven by a Hypothesis state machine (proof 5).

After every command: the same outcome, the same state, seats, position, turn, offers, clocks and
result; the log alone gives the room again; a resend gets the first answer and changes nothing.
"""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, AdjournAfterCrash, Expire, Flag, Lapse, Outage
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import IN_PROGRESS, Actor, Phase, Room, Step

from .games import Duel
from .model import Model
from .rig import PEOPLE, STRANGER, Rig

ROUNDS = 4
BASE_MS = 60_000
LATE = 5
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
    """One room, its model, and all that anybody might do to them."""

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
            self.model.new_here = {0, 1}
        if not seated:
            return
        for player in PEOPLE[:2]:
            self._tell(player, 0, p.Sit, "sit")
            self._tell(player, 0, p.Ready, "ready", salt="s")
        for ply in range(played):
            player = PEOPLE[ply % 2]
            self._tell(player, 10, p.Move, "move", "high", move="high", ply=ply)

    def _tell(
        self,
        who: Actor,
        wait: int,
        kind: type[p.Message],
        command: str,
        argument: str = "",
        **fields: Any,
    ) -> None:
        created = self.rig.command(kind, **fields)
        flagged = self.model.pass_time(wait)
        if flagged:
            self.model.flag()
        expected = self.model.tell(who.account, command, argument)
        result = self.rig.send(created, who, wait)
        self.sent.append((created, who, result))
        if flagged and result.refusal is None:
            expected = f"finished+{expected}"
        assert outcome(result) == expected

    # ── what people do ─────────────────────────────────────────────────────────────────────────
    # Ends are held back and what a state does not know is one rule, or most steps would go there.

    @precondition(lambda self: self.room.phase is Phase.OPEN)
    @rule(who=WHO, wait=WAITS, kind=st.sampled_from([p.Sit, p.Leave, p.Ready]))
    def take_seats(self, who: Actor, wait: int, kind: type[p.Message]) -> None:
        self._tell(who, wait, kind, _tag(kind), **({"salt": "s"} if kind is p.Ready else {}))

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(who=WHO, wait=WAITS, word=st.sampled_from(["high", "low", "up"]))
    def move(self, who: Actor, wait: int, word: str) -> None:
        self._tell(who, wait, p.Move, "move", word, move=word, ply=self.room.ply)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(wait=WAITS, word=st.sampled_from(["high", "low"]))
    def go_on_playing(self, wait: int, word: str) -> None:
        player = self._sitter(self.model.turn)
        self._tell(player, wait, p.Move, "move", word, move=word, ply=self.room.ply)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(who=WHO, wait=WAITS, how=ASKS)
    def take_back(self, who: Actor, wait: int, how: str) -> None:
        self._tell(who, wait, p.Takeback, "takeback", how, action=how)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(who=WHO, wait=WAITS, how=DRAWS)
    def adjourn(self, who: Actor, wait: int, how: str) -> None:
        self._tell(who, wait, p.Adjourn, "adjourn", how, action=how)

    @precondition(lambda self: self.room.phase in IN_PROGRESS)
    @rule(who=WHO, wait=WAITS, how=st.sampled_from(["offer", "decline"]))
    def draw(self, who: Actor, wait: int, how: str) -> None:
        self._tell(who, wait, p.Draw, "draw", how, action=how)

    @precondition(lambda self: self.room.phase is Phase.ADJOURNED)
    @rule(who=WHO, wait=WAITS)
    def resume(self, who: Actor, wait: int) -> None:
        self._tell(who, wait, p.ResumeWish, "resume")

    @precondition(lambda self: self.room.phase in (Phase.RUNNING, Phase.ADJOURNED))
    @rule(seat=st.integers(0, 1), wait=WAITS, adjourns=st.booleans())
    def strike(self, seat: int, wait: int, adjourns: bool) -> None:
        """An offer and its acceptance: rare, if left to chance."""
        running = self.room.phase is Phase.RUNNING
        description = "resume" if not running else "adjourn" if adjourns else "takeback"
        command = {"takeback": p.Takeback, "adjourn": p.Adjourn, "resume": p.ResumeWish}[
            description
        ]
        for player, action in (
            (seat, "ask" if description == "takeback" else "offer"),
            (1 - seat, "accept"),
        ):
            if self.room.phase not in (Phase.RUNNING, Phase.ADJOURNED):
                break
            argument = "" if description == "resume" else action
            fields = {} if description == "resume" else {"action": action}
            self._tell(self._sitter(player), wait, command, description, argument, **fields)

    @precondition(lambda self: self.room.ply > LATE)
    @rule(who=WHO, wait=WAITS, kind=st.sampled_from([p.Resign, p.Abort, p.Draw]))
    def end(self, who: Actor, wait: int, kind: type[p.Message]) -> None:
        if kind is p.Draw:
            self._tell(who, wait, kind, "draw", "accept", action="accept")
        else:
            self._tell(who, wait, kind, _tag(kind))

    @precondition(lambda self: self.room.phase is Phase.FINISHED)
    @rule(who=WHO, wait=WAITS)
    def rematch(self, who: Actor, wait: int) -> None:
        self._tell(who, wait, p.RematchWish, "rematch")

    @rule(who=WHO, wait=WAITS, data=st.data())
    def out_of_place(self, who: Actor, wait: int, data: st.DataObject) -> None:
        """Commands whatever the state; those that would end the game only late."""
        kinds = [p.Sit, p.Ready, p.Move, p.Takeback, p.Adjourn, p.ResumeWish, p.RematchWish]
        kind = data.draw(st.sampled_from(kinds))
        fields: dict[type, dict[str, Any]] = {
            p.Ready: {"salt": "s"},
            p.Move: {"move": "up", "ply": self.room.ply},
            p.Takeback: {"action": "decline"},
            p.Adjourn: {"action": "decline"},
        }
        argument = {p.Move: "up", p.Takeback: "decline", p.Adjourn: "decline"}.get(kind, "")
        self._tell(who, wait, kind, _tag(kind), argument, **fields.get(kind, {}))

    def _sitter(self, seat: int) -> Actor:
        account = self.model.sits[seat]
        return next(person for person in [*PEOPLE, STRANGER] if person.account == account)

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data(), wait=WAITS)
    def send_again(self, data: st.DataObject, wait: int) -> None:
        """Whenever it comes: the first answer, and nothing changes."""
        created, player, first = data.draw(st.sampled_from(self.sent))
        if first.answer is None:
            return
        before = self.room
        result = self.rig.send(created, player)
        assert (result.answer, result.refusal, result.entries) == (first.answer, None, ())
        assert self.room is before

    # ── what the server does ───────────────────────────────────────────────────────────────────

    @rule(wait=WAITS)
    def look_at_the_flag(self, wait: int) -> None:
        before = self.room.phase
        if self.model.pass_time(wait):
            self.model.flag()
        result = self.rig.send(Flag(), after=wait)
        assert (result.refusal is None) == (before is Phase.RUNNING)

    @precondition(lambda self: self.room.phase is Phase.RUNNING)
    @rule(lasted=WAITS, shelved=st.booleans())
    def go_away(self, lasted: int, shelved: bool) -> None:
        """The server stops; what the turn had lasted by then is charged, and never the flag."""
        used = self.room.clock.used_ms
        since = self.room.clock.since_ms
        assert since is not None
        elapsed_ms = max(0, self.rig.ms - since) + lasted
        if self.model.turn in self.model.new_here:
            self.model.grace += self.rig.ms - since - elapsed_ms
        else:
            remaining = self.model.left[self.model.turn] + (self.rig.ms - since)
            self.model.left[self.model.turn] = remaining - elapsed_ms
        self.rig.run += 1
        self.rig.ms = 0
        self.rig.send(AdjournAfterCrash(elapsed_ms) if shelved else Outage(elapsed_ms))
        assert self.room.clock.used_ms == used + elapsed_ms
        if shelved:
            self.model.shelve()
        else:
            self.model.outage()

    @precondition(lambda self: self.room.phase is Phase.ADJOURNED)
    @rule(seat=st.integers(0, 1))
    def lapse(self, seat: int) -> None:
        assert outcome(self.rig.send(Lapse(seat))) == self.model.lapse(seat)

    @precondition(lambda self: self.room.phase is Phase.PAUSED)
    @rule(wait=WAITS)
    def come_back(self, wait: int) -> None:
        assert self.rig.resume(after=wait).refusal is None
        self.model.back()

    @precondition(lambda self: self.room.phase is Phase.RUNNING and self.room.ply > LATE)
    @rule(seat=st.integers(0, 1))
    def give_up_waiting(self, seat: int) -> None:
        flagged = self.model.pass_time(0)
        if flagged:
            self.model.flag()
        else:
            self.model.abandon(seat)
        self.rig.send(Abandon(seat))

    @precondition(lambda self: self.room.phase is Phase.OPEN and not any(self.model.sits))
    @rule()
    def expire(self) -> None:
        self.rig.send(Expire())
        self.model._end("aborted", None)

    # ── what must hold ─────────────────────────────────────────────────────────────────────────

    @invariant()
    def they_agree(self) -> None:
        room, model = self.room, self.model
        assert room.phase.value == model.state
        assert [s.actor and s.actor.account for s in room.seats] == model.sits
        assert (room.ply, room.state.said) == (len(model.said), "".join(w[0] for w in model.said))
        assert {kind: offer.seat for kind, offer in room.offers.items()} == model.offers
        assert room.moved == model.went
        end = room.finished
        assert (end and end.reason, end and end.scores) == (model.reason, model.scores)
        visible = room.clock.view(self.rig.ms).remaining_ms
        assert visible == [max(0, remaining) for remaining in model.left]
        if model.state == "running":
            free = model.turn in model.new_here
            assert room.clock.view(self.rig.ms).free_ms == (max(0, model.grace) if free else None)

    @invariant()
    def the_log_is_the_room(self) -> None:
        assert fold(self.rig.new, self.rig.log) == self.room
        assert [entry.event.seq for entry in self.rig.log] == [*range(1, self.room.seq + 1)]

    @invariant()
    def never_less_than_nothing_and_never_more_than_at_the_start(self) -> None:
        visible = self.room.clock.view(self.rig.ms).remaining_ms
        assert all(remaining is not None and 0 <= remaining <= BASE_MS for remaining in visible)


Machine.TestCase.settings = settings(max_examples=200, stateful_step_count=40, deadline=None)
TestMachine = Machine.TestCase
