"""One command to a room: `step(room, command, actor, now) -> Step`, pure.

`TABLE` says for every phase and every command who answers; what is not allowed there is a refusal
with the code `wrong_state`. A refused command leaves the room as it was.
Order of the checks: resend, flag, phase, then the command's own.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from zeitnot_client import protocol as p

from .commands import Command, Flag, Fresh, Outage, Resume
from .dice import Source
from .fold import answer_of, fold
from .room import Actor, Invitation, NextGame, Now, Phase, Refusal, Room, Row, Step
from .rules import IllegalMove

Handler = Callable[["Turnstile", Any], None]


class Refused(Exception):
    """Inside this module only: the way out of a handler."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message)


class Turnstile:
    """One step in the making: events go in one by one, each folded at once, so that the next
    handler line sees the room as it then is."""

    def __init__(self, room: Room, actor: Actor | None, now: Now, fresh: Fresh | None) -> None:
        self.room = room
        self.actor = actor
        self.now = now
        self.fresh = fresh
        self.create: NextGame | None = None
        self.rows: list[Row] = []
        self._cause: tuple[str | None, str] | None = None

    def caused_by(self, command_id: str | None, digest: str) -> None:
        """The next event answers this command."""
        self._cause = (command_id, digest)

    def add(self, make: Callable[..., p.RoomEvent], **fields: Any) -> None:
        """Appends an event; game, seq and at are filled in here."""
        event = make(game=self.room.id, seq=self.room.seq + 1, at=self.now.wall, **fields)
        command_id, digest = self._cause or (None, None)
        self._cause = None
        row = Row(
            event=event,
            run=self.now.run,
            at_ms=self.now.ms,
            ply=self.room.ply,
            seat=getattr(event, "seat", None),
            account=self.actor.account if self.actor else None,
            command_id=command_id,
            digest=digest,
        )
        self.rows.append(row)
        self.room = fold(self.room, [row])

    @property
    def ms(self) -> int:
        """This step's instant, as the room's clock counts it."""
        return self.room.instant(self.now)

    def clock(self) -> p.ClockView:
        """The clocks as they stand at this step's instant."""
        return self.room.clock.view(self.ms)

    def seat(self) -> int:
        """The actor's seat. Refuses strangers and spectators."""
        seat = self.room.seat_of(self.actor.account) if self.actor else None
        if seat is None:
            raise Refused("not_seated", "You do not play in this game.")
        return seat


def step(
    room: Room, command: Command, actor: Actor | None, now: Now, fresh: Fresh | None = None
) -> Step:
    """What `command`, sent by `actor` (None: the server) and arrived at `now`, brings.

    `fresh` must be given with a RematchWish.
    """
    command_id, digest = getattr(command, "id", None), _digest(command)
    if actor and command_id and (known := room.answers.get((actor.account, command_id))):
        if known.digest != digest:
            return Step(room, refusal=Refusal("id_reused", "This id was used for another command."))
        return Step(room, answer=known)
    work = Turnstile(room, actor, now, fresh)
    try:
        if _flag_has_fallen(room, command, now):
            _flag_falls(work)
        handler = TABLE.get((work.room.phase, type(command)))
        if handler is None:
            raise _wrong_state(work.room)
        before = work.room
        if actor and isinstance(command, p.Message):
            work.caused_by(command_id, digest)
        count = len(work.rows)
        try:
            handler(work, command)
        except Refused:
            assert work.room is before, "a refusal changes nothing"
            assert len(work.rows) == count, "a refusal appends nothing"
            raise
    except Refused as refused:
        return Step(work.room, tuple(work.rows), refusal=refused.refusal)
    answer = next((a for row in work.rows if (a := answer_of(row))), None)
    return Step(work.room, tuple(work.rows), answer=answer, create=work.create)


def _flag_has_fallen(room: Room, command: Command, now: Now) -> bool:
    """After an outage the running clock's start is an instant of another run: not comparable."""
    ticking = room.phase is Phase.RUNNING and not isinstance(command, Outage)
    return ticking and room.clock.flagged(room.instant(now), now.lag_ms)


def _digest(command: Command) -> str:
    return hashlib.sha256(msgspec.json.encode(command)).hexdigest()[:16]


def _wrong_state(room: Room) -> Refused:
    words = {
        Phase.OPEN: "The game has not started.",
        Phase.RUNNING: "The game is on.",
        Phase.PAUSED: "The game is paused.",
        Phase.FINISHED: "The game is over.",
    }
    return Refused("wrong_state", words[room.phase])


# ── before the start ───────────────────────────────────────────────────────────────────────────


def _sit(work: Turnstile, command: p.Sit) -> None:
    actor, room = _player(work), work.room
    if room.seat_of(actor.account) is not None:
        raise Refused("seated_already", "You have a seat in this game.")
    index = _mine_or_free(room, actor) if command.seat is None else command.seat
    if index is None:
        raise Refused("no_seat", "No seat is free.")
    if index >= len(room.seats):
        raise Refused("no_such_seat", f"This game has seats 0 to {len(room.seats) - 1}.")
    seat = room.seats[index]
    if seat.actor is not None:
        raise Refused("seat_taken", "Somebody sits there.")
    if seat.invited is not None and seat.invited.account != actor.account:
        raise Refused("seat_reserved", f"This seat is kept for {seat.invited.name}.")
    work.add(p.Seated, seat=index, seat_view=replace(seat, actor=actor).view())


def _player(work: Turnstile) -> Actor:
    if work.actor is None:
        raise AssertionError("a player's command without a player")
    return work.actor


def _mine_or_free(room: Room, actor: Actor) -> int | None:
    empty = [(i, s) for i, s in enumerate(room.seats) if s.actor is None]
    kept = [i for i, s in empty if s.invited and s.invited.account == actor.account]
    free = [i for i, s in empty if s.invited is None]
    return next(iter(kept + free), None)


def _leave(work: Turnstile, command: p.Leave) -> None:
    index = work.seat()
    work.add(
        p.Seated,
        seat=index,
        seat_view=replace(work.room.seats[index], actor=None, salt=None).view(),
    )


def _ready(work: Turnstile, command: p.Ready) -> None:
    index = work.seat()
    seat = work.room.seats[index]
    if seat.salt is not None:
        raise Refused("ready_already", "You are ready.")
    work.add(p.Seated, seat=index, seat_view=replace(seat, salt=command.salt).view())
    if all(s.salt is not None for s in work.room.seats):
        _start(work)


def _start(work: Turnstile) -> None:
    room, rules = work.room, work.room.charter.rules
    turn = rules.turn(room.state)
    clock = room.clock.begin(turn, work.ms).view(work.ms)
    salts = [s.salt or "" for s in room.seats]
    work.add(p.Started, salts=salts, position=room.position(None), clock=clock, turn=turn)
    _what_follows(work)


# ── play ───────────────────────────────────────────────────────────────────────────────────────


def _move(work: Turnstile, command: p.Move) -> None:
    seat, room = work.seat(), work.room
    rules = room.charter.rules
    if room.turn != seat:
        raise Refused("not_your_turn", "It is not your turn.")
    if command.ply != room.ply:
        raise Refused("wrong_ply", f"The next ply is {room.ply}, not {command.ply}.")
    try:
        state = rules.play(room.state, command.move)
    except IllegalMove as illegal:
        raise Refused("illegal_move", str(illegal)) from None
    turn = rules.turn(state)
    stopped, receipt = room.clock.charge(work.ms, work.now.lag_ms, goes_on=turn == seat)
    work.add(
        p.Moved,
        seat=seat,
        ply=room.ply,
        move=command.move,
        position=rules.position(state, None),
        receipt=receipt,
        clock=stopped.begin(turn, work.ms).view(work.ms),
        turn=turn,
        engine=command.engine,
    )
    _what_follows(work)


def _what_follows(work: Turnstile) -> None:
    """Throws that are due, then the end if the game is over."""
    rules = work.room.charter.rules
    while due := rules.throw(work.room.state):
        room = work.room
        source = Source(room.charter.seed, room.id, tuple(s.salt or "" for s in room.seats))
        values = source.throw(room.throws, due)
        state = rules.chance(room.state, values)
        work.add(
            p.Threw,
            k=room.throws,
            ply=room.ply,
            kind=due.kind,
            values=list(values),
            position=rules.position(state, None),
            turn=rules.turn(state),
        )
    if outcome := rules.outcome(work.room.state):
        _finish(work, outcome.reason, list(outcome.scores), outcome.word)


def _finish(
    work: Turnstile, reason: p.Reason, scores: list[float] | None, word: str | None = None
) -> None:
    seed = work.room.charter.seed.hex()
    work.add(p.Finished, reason=reason, seed=seed, clock=work.clock(), scores=scores, word=word)


def _lost_by(room: Room, loser: int) -> list[float]:
    """All others share the point; two seats: the other one wins."""
    share = 1.0 / (len(room.seats) - 1)
    return [0.0 if seat == loser else share for seat in range(len(room.seats))]


def _flag_falls(work: Turnstile) -> None:
    room = work.room
    loser = room.clock.running
    if loser is None:
        raise AssertionError("a flag without a running clock")
    others = [seat for seat in range(len(room.seats)) if seat != loser]
    if any(room.charter.rules.can_win(room.state, seat) for seat in others):
        _finish(work, "flag", _lost_by(room, loser))
    else:
        _finish(work, "flag", [1.0 / len(room.seats)] * len(room.seats))


def _flag(work: Turnstile, command: Flag) -> None:
    """Too early: `step` itself has looked whether a flag has fallen."""


def _resign(work: Turnstile, command: p.Resign) -> None:
    _finish(work, "resign", _lost_by(work.room, work.seat()))


def _abort(work: Turnstile, command: p.Abort) -> None:
    work.seat()
    if len(work.room.moved) == len(work.room.seats):
        raise Refused("too_late", "Everybody has moved: the game can no longer be aborted.")
    _finish(work, "aborted", None)


def _draw(work: Turnstile, command: p.Draw) -> None:
    seat, room = work.seat(), work.room
    if not room.charter.rules.draws or len(room.seats) > 2:
        raise Refused("no_draws", "A draw cannot be agreed in this game.")
    if command.action == "offer":
        if room.draw_offer == seat:
            raise Refused("offered_already", "Your offer stands.")
        if room.draw_offer is not None:
            _finish(work, "agreed", [1.0 / len(room.seats)] * len(room.seats))
        else:
            work.add(p.Offered, seat=seat)
    elif room.draw_offer is None or room.draw_offer == seat:
        raise Refused("no_offer", "There is no draw offer to answer.")
    elif command.action == "accept":
        _finish(work, "agreed", [1.0 / len(room.seats)] * len(room.seats))
    else:
        work.add(p.Answered, seat=seat, accept=False)


# ── outages ────────────────────────────────────────────────────────────────────────────────────


def _outage(work: Turnstile, command: Outage) -> None:
    elapsed = max(0, command.elapsed_ms)
    clock = work.room.clock.pause(elapsed).view(work.ms)
    work.add(p.Paused, reason="outage", clock=clock, elapsed_ms=elapsed)


def _resume(work: Turnstile, command: Resume) -> None:
    work.add(p.Resumed, clock=work.room.clock.resume(work.ms).view(work.ms))


# ── after the end, and at any time ─────────────────────────────────────────────────────────────


def _rematch(work: Turnstile, command: p.RematchWish) -> None:
    seat, room = work.seat(), work.room
    if room.next_game is not None:
        raise Refused("rematch_made", f"The next game is {room.next_game}.")
    if seat in room.rematch:
        raise Refused("wished_already", "You have asked for a rematch.")
    if len(room.rematch) + 1 < len(room.seats):
        work.add(p.Rematch, seat=seat)
        return
    if work.fresh is None:
        raise AssertionError("a rematch needs fresh material")
    work.add(p.Rematch, seat=seat, next=work.fresh.game)
    work.create = NextGame(work.fresh.game, work.fresh.seed, tuple(_swapped(room)))


def _swapped(room: Room) -> Iterator[Invitation]:
    """The same people, each one seat further."""
    for index in range(len(room.seats)):
        seat = room.seats[index - 1]
        if seat.actor is None:
            raise AssertionError("a finished game has its seats taken")
        level = seat.invited.level if seat.invited else None
        yield Invitation(seat.actor.account, seat.actor.name, seat.actor.bot, level)


def _chat(work: Turnstile, command: p.Chat) -> None:
    actor = _player(work)
    seat = work.room.seat_of(actor.account)
    work.add(p.Said, seat=seat, name=actor.name, text=command.text)


TABLE: dict[tuple[Phase, type], Handler] = {
    (Phase.OPEN, p.Sit): _sit,
    (Phase.OPEN, p.Leave): _leave,
    (Phase.OPEN, p.Ready): _ready,
    (Phase.OPEN, p.Abort): _abort,
    (Phase.RUNNING, p.Move): _move,
    (Phase.RUNNING, p.Resign): _resign,
    (Phase.RUNNING, p.Draw): _draw,
    (Phase.RUNNING, p.Abort): _abort,
    (Phase.RUNNING, Flag): _flag,
    (Phase.RUNNING, Outage): _outage,
    (Phase.PAUSED, p.Resign): _resign,
    (Phase.PAUSED, p.Draw): _draw,
    (Phase.PAUSED, p.Abort): _abort,
    (Phase.PAUSED, Resume): _resume,
    (Phase.FINISHED, p.RematchWish): _rematch,
    **{(phase, p.Chat): _chat for phase in Phase},
}
