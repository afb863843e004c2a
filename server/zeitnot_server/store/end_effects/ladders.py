"""The places on a club's ladder, after a game that was played for it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...clubs import ladder as rules
from ...clubs.ladder import Changed, Ladder
from ...clubs.results import outcome_of
from .effect import Appended, Ended, EndEffect, Key


class LadderState(NamedTuple):
    """The columns of LadderStateRow. `body` empty: the ladder does not exist any more."""

    ladder: str
    body: str = ""
    next_at: int | None = None
    changed_at: int = 0


class LadderResult(NamedTuple):
    """The columns of LadderResultRow."""

    ladder: str
    sequence: int
    at: int
    challenger: str
    challenged: str
    outcome: str
    game: str | None
    challenger_place: int | None
    challenged_place: int | None


def _keys(ended: Ended) -> list[Key]:
    """The ladder for which the game was played, if any."""
    ladder = ended.room.game_setup.ladder
    return [] if ladder is None else [(ladder,)]


def _changed(ended: Ended, row: LadderState) -> Changed:
    """The ladder after this game. Nothing changes if the ladder has ended, or the challenge was
    over before. What was overdue by then comes first, as in all changes."""
    if not row.body:
        return Changed(Ladder())
    ladder = rules.decode(row.body)
    challenge = rules.of_game(ladder, ended.room.id)
    if challenge is None:
        return Changed(ladder)
    at = ended.end.event.at
    settled = rules.settle(ladder, at)
    outcome = outcome_of(ended.room, ended.end, challenge)
    done = rules.end_of_game(settled.ladder, ended.room.id, outcome, at)
    return Changed(done.ladder, (*settled.results, *done.results))


def _change(ended: Ended, rows: Mapping[Key, LadderState]) -> list[LadderState]:
    return [
        row._replace(
            body=rules.encode(after.ladder),
            next_at=rules.next_at(after.ladder),
            changed_at=ended.end.event.at,
        )
        for row in rows.values()
        if (after := _changed(ended, row)).results
    ]


def _results(
    ended: Ended, before: Mapping[Key, LadderState], after: Mapping[Key, LadderState]
) -> Iterator[LadderResult]:
    for row in before.values():
        for result in _changed(ended, row).results:
            yield LadderResult(row.ladder, *result)


LADDERS = EndEffect(
    "ladder_state", LadderState, _keys, _change, Appended("ladder_result", LadderResult, _results)
)
