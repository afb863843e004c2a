"""What the seats agree on: a draw, a takeback, an adjournment, resuming after one.

All four work alike. One seat offers, and the offer is agreed when every other seat has accepted it;
one refusal declines it; seats that have left or finished are not asked. At most one offer of a
kind is open, and a seat cannot repeat an offer before the position has changed. `Tally` limits
the offers in a game. It does not count `resume`, because that is possible only after an
adjournment, and those are limited.
"""

from collections.abc import Callable

import zeitnot_protocol as p

from ..commands import LapseResume
from ..rules import turn_of
from .step_builder import Refused, StepBuilder, draw_scores, finish

Effect = Callable[[StepBuilder], None]


def draw(builder: StepBuilder, command: p.Draw) -> None:
    """Offers, accepts or declines a draw. If both seats offer it at the same time, it is agreed."""
    seat = builder.playing_seat()
    if not builder.room.game_setup.rules.draws:
        raise Refused("no_draws", "This game has no draws by agreement.")
    if command.action == "decline":
        _decline(builder, "draw", seat)
    elif command.action == "accept" or _is_offered_by_other(builder, "draw", seat):
        _accept(builder, "draw", seat, lambda b: finish(b, "agreed", draw_scores(b.room)))
    else:
        _offer(builder, "draw", seat)


def takeback(builder: StepBuilder, command: p.Takeback) -> None:
    """Asks for, accepts or declines a takeback. Two seats that ask at the same time do not agree:
    each means another move."""
    seat = builder.playing_seat()
    if builder.room.game_setup.setup.rated:
        raise Refused("no_takeback", "A rated game has no takebacks.")
    if command.action == "decline":
        _decline(builder, "takeback", seat)
    elif command.action == "accept":
        _accept(builder, "takeback", seat, _take_back)
    else:
        if _is_offered_by_other(builder, "takeback", seat):
            raise Refused(
                "offer_open", "Another player has asked for a takeback: answer that first."
            )
        _plies_to_undo(builder, seat)
        _offer(builder, "takeback", seat)


def adjourn(builder: StepBuilder, command: p.Adjourn) -> None:
    """Offers, accepts or declines an adjournment. If both seats offer it at the same time, it is
    agreed."""
    seat = builder.playing_seat()
    if command.action == "decline":
        _decline(builder, "adjourn", seat)
    elif command.action == "accept" or _is_offered_by_other(builder, "adjourn", seat):
        _accept(builder, "adjourn", seat, _adjourn)
    else:
        _offer(builder, "adjourn", seat)


def resume(builder: StepBuilder, command: p.ResumeWish) -> None:
    """Offers or agrees to resume. The first seat to send it makes the offer, the last one starts
    the clock."""
    seat = builder.playing_seat()
    if _is_offered_by_other(builder, "resume", seat):
        _accept(builder, "resume", seat, resume_clock)
    else:
        _offer(builder, "resume", seat)


def lapse(builder: StepBuilder, command: LapseResume) -> None:
    """Withdraws the `resume` of an absent seat, so that no clock runs for an absent player; it may
    be sent again."""
    offer = builder.room.offers.get("resume")
    if offer is None or command.seat not in {offer.seat, *offer.agreed}:
        raise Refused("no_offer", "This seat has not sent resume.")
    if not builder.room.tally.may_lapse():
        raise Refused(
            "absent", "Send resume when every player who has already sent it is connected."
        )
    builder.add(p.Answered, seat=command.seat, accept=False, what="resume")


def resume_clock(builder: StepBuilder) -> None:
    """Starts the clock of the interrupted turn again."""
    builder.add(p.Resumed, clock=builder.room.clock.resume(builder.ms).view(builder.ms))


def pause(builder: StepBuilder, reason: str, elapsed_ms: int) -> None:
    """Interrupts the turn, which has lasted `elapsed_ms` since its clock was last started."""
    clock = builder.room.clock.pause(elapsed_ms).view(builder.ms)
    builder.add(p.Paused, reason=reason, clock=clock, elapsed_ms=elapsed_ms)


# ── common parts ───────────────────────────────────────────────────────────────────────────────


def _is_offered_by_other(builder: StepBuilder, kind: p.What, seat: int) -> bool:
    """Whether another seat's offer of this kind is open."""
    offer = builder.room.offers.get(kind)
    return offer is not None and offer.seat != seat


def _offer(builder: StepBuilder, kind: p.What, seat: int) -> None:
    if kind in builder.room.offers:
        raise Refused("offered_already", "You have already made this offer.")
    if (kind, seat) in builder.room.offered:
        raise Refused("offered_lately", "You have already offered that since the last move.")
    if kind != "resume" and not builder.room.tally.may_offer(seat):
        raise Refused("offered_too_often", "You have made too many offers in this game.")
    builder.add(p.Offered, seat=seat, what=kind)


def _accept(builder: StepBuilder, kind: p.What, seat: int, effect: Effect) -> None:
    offer = builder.room.offers.get(kind)
    if offer is None or offer.seat == seat:
        raise Refused("no_offer", "There is no offer of this kind to answer.")
    if {offer.seat, *offer.agreed, seat}.issuperset(builder.room.playing_seats):
        effect(builder)
        return
    if seat in offer.agreed:
        raise Refused("agreed_already", "You have already agreed; others have not answered yet.")
    builder.add(p.Answered, seat=seat, accept=True, what=kind)


def _decline(builder: StepBuilder, kind: p.What, seat: int) -> None:
    offer = builder.room.offers.get(kind)
    if offer is None or offer.seat == seat:
        raise Refused("no_offer", "There is no offer of this kind to answer.")
    builder.add(p.Answered, seat=seat, accept=False, what=kind)


# ── after an agreement ─────────────────────────────────────────────────────────────────────────


def _plies_to_undo(builder: StepBuilder, seat: int) -> int:
    """How many plies are undone by taking back this seat's last move. Refuses if there is none."""
    room = builder.room
    if room.game_setup.rules.hidden is not None:
        raise Refused("no_takeback", "This game has no takebacks, because it hides something.")
    back = next((n for n, (by, _) in enumerate(reversed(room.undoable), 1) if by == seat), None)
    if back is None:
        raise Refused("no_takeback", "You have no move to take back since the last throw.")
    return back


def _take_back(builder: StepBuilder) -> None:
    """Abandons the current turn, and restarts the clock of the earlier one."""
    room, rules = builder.room, builder.room.game_setup.rules
    seat = room.offers["takeback"].seat
    plies = _plies_to_undo(builder, seat)
    state = room.state_before(plies)
    turn, free_ms = turn_of(rules, state)
    clock = room.clock.end_without_move(builder.ms).begin(turn, builder.ms, free_ms)
    builder.add(
        p.TakenBack,
        seat=seat,
        plies=plies,
        ply=room.ply - plies,
        position=rules.full_position(state),
        clock=clock.view(builder.ms),
        elapsed_ms=_elapsed_ms(builder),
        turn=turn,
        done=room.finished_seats(state),
    )


def _adjourn(builder: StepBuilder) -> None:
    pause(builder, "agreed", _elapsed_ms(builder))


def _elapsed_ms(builder: StepBuilder) -> int:
    """What the turn has cost since its clock was last started."""
    clock = builder.room.clock
    return clock.elapsed_ms(builder.ms) - clock.used_ms
