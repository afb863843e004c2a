"""What the seats agree on: a draw, a takeback, an adjournment, going on after one.

All four work alike. One seat offers, every other seat accepts, and the last acceptance carries it;
one refusal declines it. At most one offer of a kind is open, and nobody makes the same offer twice
before the board has changed; nor more often in a game than `tally` says, but for going on: an
adjournment that was agreed on was offered before.
"""

from collections.abc import Callable

from zeitnot_client import protocol as p

from .rules import whole
from .turnstile import Refused, Turnstile, finish, level

Carry = Callable[[Turnstile], None]


def draw(work: Turnstile, command: p.Draw) -> None:
    """Two offers that cross are an agreement."""
    seat = work.seat()
    if not work.room.charter.rules.draws:
        raise Refused("no_draws", "A draw cannot be agreed in this game.")
    if command.action == "decline":
        _decline(work, "draw", seat)
    elif command.action == "accept" or _asked_for(work, "draw", seat):
        _accept(work, "draw", seat, lambda w: finish(w, "agreed", level(w.room)))
    else:
        _offer(work, "draw", seat)


def takeback(work: Turnstile, command: p.Takeback) -> None:
    """Two wishes that cross are not an agreement: each means another move."""
    seat = work.seat()
    if command.action == "decline":
        _decline(work, "takeback", seat)
    elif command.action == "accept":
        _accept(work, "takeback", seat, _take_back)
    else:
        if _asked_for(work, "takeback", seat):
            raise Refused("offer_open", "Answer the other side's wish first.")
        _plies(work, seat)
        _offer(work, "takeback", seat)


def adjourn(work: Turnstile, command: p.Adjourn) -> None:
    """Two offers that cross are an agreement."""
    seat = work.seat()
    if command.action == "decline":
        _decline(work, "adjourn", seat)
    elif command.action == "accept" or _asked_for(work, "adjourn", seat):
        _accept(work, "adjourn", seat, _adjourn)
    else:
        _offer(work, "adjourn", seat)


def resume(work: Turnstile, command: p.ResumeWish) -> None:
    """The first who is ready to go on offers it, the last one starts the clock."""
    seat = work.seat()
    if _asked_for(work, "resume", seat):
        _accept(work, "resume", seat, go_on)
    else:
        _offer(work, "resume", seat)


def go_on(work: Turnstile) -> None:
    """The clock of the interrupted turn runs again."""
    work.add(p.Resumed, clock=work.room.clock.resume(work.ms).view(work.ms))


def pause(work: Turnstile, reason: str, elapsed_ms: int) -> None:
    """Interrupts the turn, which has lasted `elapsed_ms` since its clock was last started."""
    clock = work.room.clock.pause(elapsed_ms).view(work.ms)
    work.add(p.Paused, reason=reason, clock=clock, elapsed_ms=elapsed_ms)


# ── what is common ─────────────────────────────────────────────────────────────────────────────


def _asked_for(work: Turnstile, what: p.What, seat: int) -> bool:
    """Whether somebody else has this offer open."""
    offer = work.room.offers.get(what)
    return offer is not None and offer.seat != seat


def _offer(work: Turnstile, what: p.What, seat: int) -> None:
    if what in work.room.offers:
        raise Refused("offered_already", "Your offer stands.")
    if (what, seat) in work.room.offered:
        raise Refused("offered_lately", "You have offered that since the last move.")
    if what != "resume" and not work.room.tally.may_offer(seat):
        raise Refused("offered_too_often", "You have made as many offers as one game takes.")
    work.add(p.Offered, seat=seat, what=what)


def _accept(work: Turnstile, what: p.What, seat: int, carry: Carry) -> None:
    offer = work.room.offers.get(what)
    if offer is None or offer.seat == seat:
        raise Refused("no_offer", "There is no such offer to answer.")
    if seat in offer.agreed:
        raise Refused("agreed_already", "You have agreed; others have not answered yet.")
    if len(offer.agreed) + 2 == len(work.room.seats):
        carry(work)
    else:
        work.add(p.Answered, seat=seat, accept=True, what=what)


def _decline(work: Turnstile, what: p.What, seat: int) -> None:
    offer = work.room.offers.get(what)
    if offer is None or offer.seat == seat:
        raise Refused("no_offer", "There is no such offer to answer.")
    work.add(p.Answered, seat=seat, accept=False, what=what)


# ── what they bring ────────────────────────────────────────────────────────────────────────────


def _plies(work: Turnstile, seat: int) -> int:
    """How many plies go back with this seat's last move."""
    room = work.room
    if room.charter.rules.hidden is not None:
        raise Refused("no_takeback", "What has been seen cannot be unseen: no takebacks here.")
    back = next((n for n, (by, _) in enumerate(reversed(room.line), 1) if by == seat), None)
    if back is None:
        raise Refused("no_takeback", "You have no move to take back since the last throw.")
    return back


def _take_back(work: Turnstile) -> None:
    """The turn is broken off, and the clock of the earlier turn starts anew."""
    room, rules = work.room, work.room.charter.rules
    seat = room.offers["takeback"].seat
    plies = _plies(work, seat)
    state = room.earlier(plies)
    turn = rules.turn(state)
    clock = room.clock.broken_off(work.ms).begin(turn, work.ms)
    work.add(
        p.TakenBack,
        seat=seat,
        plies=plies,
        ply=room.ply - plies,
        position=whole(rules, state),
        clock=clock.view(work.ms),
        elapsed_ms=_elapsed_ms(work),
        turn=turn,
    )


def _adjourn(work: Turnstile) -> None:
    pause(work, "agreed", _elapsed_ms(work))


def _elapsed_ms(work: Turnstile) -> int:
    """What the turn has cost since its clock was last started."""
    clock = work.room.clock
    return clock.elapsed_ms(work.ms) - clock.used_ms
