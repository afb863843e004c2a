"""Describes the result of a game in one line: who has won, how, and all ranks."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..plurals import counted
from ..ranks import Placed, ranked, score_text, sides_of, winners
from ..state import RoomState
from . import boards, texts
from .names import name_of


def result(state: RoomState, end: p.Finished) -> str:
    """Who has won, and how; with more than two seats also each side's rank and score."""
    title = f"{_title(state, end.scores)} {_counts(state, end)}".strip()
    over = texts.OVER.format(result=title, how=_end_reason(state, end))
    if end.scores is None or len(end.scores) <= 2:
        return over
    placed = ranked(end.scores, sides_of(state.room))
    return f"{over} {', '.join(_place(state, place) for place in placed)}."


def _counts(state: RoomState, end: p.Finished) -> str:
    """The counts of two sides, such as `9–0` or `8 tricks to 5`, beginning with your own or the
    winner's; or what one side has won from the other, such as `3 chips`. Empty: nothing is counted,
    or the game did not end by its rules."""
    if state.room is None or end.reason != "rules" or end.scores is None:
        return ""
    counts = boards.counts(state.room.game_type, state.position or "")
    if len(counts) != 2:
        return ""
    viewer = end.scores.index(max(end.scores)) if state.you is None else state.you
    is_second = viewer in (sides_of(state.room) or ((0,), (1,)))[1]
    own, others = counts[is_second], counts[not is_second]
    unit = boards.unit(state.room.game_type)
    if unit is None:
        return f"{own}–{others}"
    if own == -others:
        return counted(abs(own), *unit) if own else ""
    return texts.COUNT_TO.format(count=counted(own, *unit), other=others)


def _place(state: RoomState, place: Placed) -> str:
    """`1. Ann 1`, or for partners `2. Bob & Dan 0`."""
    names = _names(state, place)
    return texts.PLACE.format(rank=place.rank, name=names, score=score_text(place.score))


def _names(state: RoomState, place: Placed) -> str:
    return " & ".join(name_of(state, seat) for seat in place.seats)


def _end_reason(state: RoomState, end: p.Finished) -> str:
    """How the game ended, worded as on the page."""
    name = None if end.ended_by is None else name_of(state, end.ended_by)
    if end.reason == "aborted" and not end.word:
        if end.clock.free_ms == 0:
            return texts.NO_FIRST_MOVE.format(name=name or texts.ONE_SIDE)
        return texts.REASONS["aborted"] if name is None else texts.ABORTED_BY.format(name=name)
    if end.reason == "abandoned" and not end.word and end.scores is None:
        return texts.WAS_AWAY.format(name=name or texts.EVERYBODY)
    if (
        end.reason == "abandoned"
        and not end.word
        and (gone := _abandoning_player(state, end.scores))
    ):
        return texts.ABANDONED_BY.format(name=gone)
    word = end.word or ""
    known = boards.end_text(state.room.game_type if state.room else "", word)
    if known is None and end.reason in ("rules", "aborted"):
        known = word
    return known or texts.REASONS.get(end.reason) or word or end.reason


def _abandoning_player(state: RoomState, scores: Sequence[float] | None) -> str | None:
    """The only loser of an abandoned game, who was away. None: there are several losers, or
    none."""
    sides = [] if scores is None else ranked(scores, sides_of(state.room))
    if len(sides) != 2 or sides[0].rank == sides[1].rank or len(sides[1].seats) > 1:
        return None
    return _names(state, sides[1])


def _title(state: RoomState, scores: Sequence[float] | None) -> str:
    """`You win`, `Ann wins`, `Draw`, `No result`."""
    if scores is None:
        return texts.NO_RESULT
    first = winners(scores, sides_of(state.room))
    seats = [seat for place in first for seat in place.seats]
    if len(seats) == len(scores):
        together = texts.WON_ALL if state.you is None else texts.WON_TOGETHER
        return together if max(scores) >= 1 and not sides_of(state.room) else texts.DRAWN
    if len(first) > 1:
        names = ", ".join(_names(state, place) for place in first)
        return texts.SHARED_SELF if state.you in seats else texts.SHARED.format(names=names)
    return _title_of_winner(state, first[0], len(scores))


def _title_of_winner(state: RoomState, winner: Placed, seats: int) -> str:
    if len(winner.seats) > 1:
        names = _names(state, winner)
        return (
            texts.WON_TOGETHER if state.you in winner.seats else texts.WON_MANY.format(names=names)
        )
    if state.you in winner.seats:
        return texts.WON_SELF
    is_loss = state.you is not None and seats <= 2
    return texts.LOST_SELF if is_loss else texts.WON.format(name=_names(state, winner))
