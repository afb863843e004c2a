"""Recomputes the ratings of one class from its history.

The history has what a game needs: the accounts and scores of its seats, when it ended, and how much
it counted. Games and accounts may be gone. Each player's changes are numbered, and a game comes
after the earlier games of all its players; other games may be in any order, because they change
other ratings.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .rating import RatedGame, Rating, Result
from .rating_store import Change
from .updating import rate


class BadHistory(ValueError):
    """The history has gaps, or a game without some of its players; the message says where."""


class Replayed(NamedTuple):
    """A class as recomputed. `changes`: in an order in which the games can have ended; `ratings`:
    by account, with the number of changes."""

    changes: list[Change]
    ratings: dict[str, tuple[Rating, int]]


def replay(changes: Iterable[Change]) -> Replayed:
    """Recomputes all ratings of one class from all its changes. Raises BadHistory."""
    ratings: dict[str, tuple[Rating, int]] = {}
    computed = list[Change]()
    for seats in in_order(changes):
        before = {each.account: ratings.get(each.account, (Rating(), 0))[0] for each in seats}
        after = rate(_game(seats), before)
        for each in seats:
            computed.append(_computed(each, before[each.account], after[each.account]))
            ratings[each.account] = after[each.account], each.sequence
    return Replayed(computed, ratings)


def in_order(changes: Iterable[Change]) -> Iterator[list[Change]]:
    """The games, each as its changes by seat, in an order in which they can have ended. Raises
    BadHistory."""
    games: dict[str, list[Change]] = defaultdict(list)
    of_player: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        games[change.game].append(change)
        of_player[change.account].append(change)
    queues = {account: _numbered(account, own) for account, own in of_player.items()}
    waits_for = {game: len(seats) for game, seats in games.items()}
    ready = deque[str]()

    def advance(account: str) -> None:
        """The player's next game waits for one player less."""
        if queue := queues[account]:
            game = queue[0].game
            waits_for[game] -= 1
            if waits_for[game] == 0:
                ready.append(game)

    for account in queues:
        advance(account)
    while ready:
        seats = sorted(games.pop(ready.popleft()), key=lambda each: each.seat)
        yield seats
        for each in seats:
            queues[each.account].popleft()
            advance(each.account)
    if games:
        raise BadHistory(
            f"the order of {len(games)} games contradicts itself, such as {min(games)}"
        )


def _numbered(account: str, changes: list[Change]) -> deque[Change]:
    """A player's changes by number. Raises BadHistory."""
    changes.sort(key=lambda each: each.sequence)
    for number, change in enumerate(changes, start=1):
        if change.sequence != number:
            raise BadHistory(f"change {number} of account {account} is missing")
    return deque(changes)


def _game(seats: Sequence[Change]) -> RatedGame:
    first = seats[0]
    if [each.seat for each in seats] != list(range(len(seats))) or len(seats) < 2:
        raise BadHistory(f"game {first.game} lacks the changes of some players")
    return RatedGame(
        *(first.game, first.game_type, first.speed, first.at),
        tuple(Result(each.account, each.side, each.score) for each in seats),
        first.weight,
    )


def _computed(change: Change, before: Rating, after: Rating) -> Change:
    return change._replace(
        rating_before=before.rating,
        deviation_before=before.deviation,
        rating=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
    )
