"""A step under construction, which handlers add events to, and the ways in which a step ends a
game."""

from collections.abc import Callable, Sequence
from typing import Any

import zeitnot_protocol as p

from ..commands import NewGameIds
from ..dice import ThrowInputs
from ..fold import MoveResult, answer_of, apply, result_of_throw
from ..idempotency import Answer
from ..players import StandIn
from ..room import Actor, LogEntry, NextGame, Now, Refusal, Room, Step
from ..rules import sides_of
from ..value import replace
from . import adjudication


class Refused(Exception):
    """Raised by handlers only: ends the handler with a refusal."""

    def __init__(self, code: p.ErrorCode, message: str) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message)


class StepBuilder:
    """Collects the events of a step. Each is applied at once, so that the next line of a handler
    sees the room after it. `ms`: the step's instant, in the time of the room's clock; `cause`: the
    id and the digest of the command that the next event answers; `stand_in`, `vacates`: as for
    `step` and in `Step`."""

    def __init__(
        self,
        room: Room,
        actor: Actor | None,
        now: Now,
        new_ids: NewGameIds | None,
        stand_in: StandIn | None = None,
    ) -> None:
        self.room = room
        self.actor = actor
        self.now = now
        self.new_ids = new_ids
        self.stand_in = stand_in
        self.vacates: int | None = None
        self.next_game: NextGame | None = None
        self.entries: list[LogEntry] = []
        self.rooms: list[Room] = []  # after each entry
        self.answer: Answer | None = None
        self.ms = room.instant(now)
        self.cause: tuple[str | None, str] | None = None

    def add(
        self,
        event_type: Callable[..., p.RoomEvent],
        by: int | None = None,
        result: MoveResult | None = None,
        account: str | None = None,
        **fields: Any,
    ) -> None:
        """Appends an event; game, seq and at are filled in here. `by`: the seat that the event is
        attributed to, if its field `seat` does not say so; `result`: of a move or throw, if it has
        been computed already; `account`: the one that the event is about, if it is not the sender
        of the command."""
        event = event_type(
            game=self.room.game_setup.id, seq=self.room.seq + 1, at=self.now.wall, **fields
        )
        command_id, digest = self.cause or (None, None)
        self.cause = None
        entry = LogEntry(
            event=event,
            run=self.now.run,
            at_ms=self.now.ms,
            ply=self.room.ply,
            seat=by if isinstance(event, p.Threw) else getattr(event, "seat", by),
            account=account or (self.actor.account if self.actor else None),
            command_id=command_id,
            digest=digest,
        )
        self.answer = self.answer or answer_of(entry)
        self.room = apply(self.room, entry, result)
        self.entries.append(entry)
        self.rooms.append(self.room)

    def step(self, refusal: Refusal | None = None) -> Step:
        """The step with the events so far."""
        return Step(
            self.room,
            tuple(self.entries),
            answer=None if refusal else self.answer,
            refusal=refusal,
            next_game=self.next_game,
            rooms=tuple(self.rooms),
            vacates=self.vacates,
        )

    def clock(self) -> p.ClockView:
        """The clocks at this step's instant."""
        return self.room.clock.view(self.ms)

    def player(self) -> Actor:
        """The sender of the command, who is signed in."""
        if self.actor is None:
            raise AssertionError("a player's command without a player")
        return self.actor

    def seat(self) -> int:
        """The actor's seat. Refuses an actor without one."""
        player = self.player()
        seat = self.room.seat_of(player.account, player.seat)
        if seat is None:
            raise Refused("not_seated", "You have no seat in this game.")
        return seat

    def playing_seat(self) -> int:
        """The actor's seat, which has neither left the game nor finished. Refuses all others."""
        seat = self.seat()
        if not self.room.still_plays(seat):
            done = "left" if seat in self.room.left else "finished"
            raise Refused("too_late", f"You have {done} this game; the others play on.")
        return seat


def finish(
    builder: StepBuilder,
    reason: p.Reason,
    scores: Sequence[float] | None,
    word: str | None = None,
    by: int | None = None,
    absent: int | None = None,
) -> None:
    """Ends the game, and reveals the seed, which is secret until then. `word`: how it ended, in the
    game's words (see `Outcome`); `by`: the seat that an end without a result is attributed to;
    `absent`: the one that was absent for too long."""
    builder.add(
        p.Finished,
        by=by,
        reason=reason,
        seed=builder.room.game_setup.seed.hex(),
        clock=builder.clock(),
        scores=None if scores is None else list(scores),
        word=word,
        ended_by=by if reason == "aborted" else absent,
    )


def draw_scores(room: Room) -> list[float]:
    """The scores of a draw: one point, shared by all sides."""
    return adjudication.scores_of_draw(room.game_setup.rules)


def scores_after_loss(room: Room, loser: int) -> list[float]:
    """The scores if one seat loses and the game ends: the sides of the others share the point."""
    return adjudication.scores_of_loss(room.game_setup.rules, loser)


def scores_on_time(room: Room, loser: int) -> list[float]:
    """The scores if `loser` runs out of time or leaves: the sides that could still have won share
    the point; if none could, it is a draw."""
    rules = room.game_setup.rules
    could_win = [
        side
        for side in sides_of(rules)
        if loser not in side and any(rules.can_win(room.state, seat) for seat in side)
    ]
    return adjudication.split_point(rules, could_win) if could_win else draw_scores(room)


# ── throws, and the end by the rules ─────────────────────────────────────────────────────────────


def throw_inputs(room: Room) -> ThrowInputs:
    """What the throws of this game depend on, when all seats are ready."""
    return ThrowInputs(room.game_setup.seed, room.id, tuple(s.salt or "" for s in room.seats))


def continue_game(builder: StepBuilder) -> None:
    """Makes the throws that are due, then ends the game if it is over."""
    rules = builder.room.game_setup.rules
    while throw := rules.throw(builder.room.state):
        room = builder.room
        values = throw_inputs(room).throw(room.throws, throw)
        state = rules.chance(room.state, values)
        result = result_of_throw(room, state, builder.ms)
        builder.add(
            p.Threw,
            result=result,
            k=room.throws,
            ply=room.ply,
            kind=throw.kind,
            values=list(values),
            position=rules.full_position(state),
            turn=result.clock.running,
            seat=rules.thrower(room.state),
        )
    if outcome := rules.outcome(builder.room.state):
        finish(builder, outcome.reason, outcome.scores, outcome.word)


def free_seat(builder: StepBuilder, index: int) -> None:
    """Frees this seat, which then is no longer ready."""
    seat = replace(builder.room.seats[index], actor=None, salt=None)
    builder.add(p.Seated, seat=index, seat_view=seat.view_in_event())
