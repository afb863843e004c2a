"""Results by game and by opponent, as profiles show them; pure."""

from collections.abc import Iterable

from zeitnot_protocol import people as wire

from .people_store import ResultCount

MAX_OPPONENTS = 20


def by_game(counts: Iterable[ResultCount]) -> list[wire.GameResults]:
    """The results in each game, the most played first."""
    rows = dict[str, wire.GameResults]()
    for each in counts:
        _add(rows.setdefault(each.game_type, wire.GameResults(game_type=each.game_type)), each)
    return sorted(rows.values(), key=lambda row: (-_games(row), row.game_type))


def by_opponent(counts: Iterable[ResultCount]) -> list[tuple[str, wire.OpponentResults]]:
    """The results against each opponent with its account, the MAX_OPPONENTS most frequent first;
    still without names."""
    rows = dict[str, wire.OpponentResults]()
    for each in counts:
        if not each.opponent:
            continue
        row = rows.setdefault(each.opponent, wire.OpponentResults(name="", last_at=each.last_at))
        row.last_at = max(row.last_at, each.last_at)
        _add(row, each)
    return sorted(rows.items(), key=lambda row: (-_games(row[1]), row[0]))[:MAX_OPPONENTS]


def _add(row: wire.GameResults | wire.OpponentResults, count: ResultCount) -> None:
    if count.result == "win":
        row.wins += count.number
    elif count.result == "draw":
        row.draws += count.number
    else:
        row.losses += count.number


def _games(row: wire.GameResults | wire.OpponentResults) -> int:
    return row.wins + row.draws + row.losses
