"""Compares backgammon's evaluation with GNU Backgammon's, and measures its speed.

    python -m benchmarks.backgammon openings [GNUBG]   the first play of every throw
    python -m benchmarks.backgammon speed [SECONDS]    positions a second, one thread
    python -m benchmarks.backgammon filter [GAMES]     saving and cost of the filter of plays

Prints the Markdown tables of docs/measurements/backgammon.md. `openings` searches each throw to
depth 2: all throws and replies of the other side. Its play is compared with the published one that
gnubg values highest: the loss, in points, is gnubg's estimate at two plies.
GNUBG: its command, /usr/games/gnubg. `speed` counts the positions that searches to depth 2
evaluate, by user CPU seconds. `filter` searches the positions of games at depth 2 with and without
the filter.
"""

import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from zeitnot.games.backgammon.engine_notation import read_play
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .gnubg import Judge
from .searches import table

GAME = load("backgammon")
PUBLISHED: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "tests/data/backgammon_openings.json").read_text(encoding="utf-8")
)["plays"]
GNUBG_PLIES = 2


def opening_position(dice: str) -> History:
    """The start with the first throw made."""
    return GAME.parse(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10")


def first_play(dice: str) -> str:
    """The first play of our engine."""
    best = Engine(GAME).search(opening_position(dice), depth=2).best
    assert best is not None
    return best


def openings(command: str) -> Iterator[Sequence[str]]:
    """A row for each opening throw."""
    gnubg = Judge([command], GAME.start())
    try:
        for dice, plays in PUBLISHED.items():
            state = opening_position(dice)

            def gnubg_value(play: str, state: History = state) -> float:
                chances = gnubg.chances(state.play(play).text, GNUBG_PLIES)
                return -chances[5]  # the equity, for the other side

            ours = first_play(dice)
            known = {gnubg_value(play): play for text in plays for play in [read_play(state, text)]}
            best = max(known)
            yield dice, f"`{ours}`", f"`{known[best]}`", f"{max(0.0, best - gnubg_value(ours)):.3f}"
    finally:
        gnubg.close()


def speed(seconds: float) -> Iterator[Sequence[str]]:
    """Positions evaluated a second, without table and filter, so that every node is evaluated."""
    for name, kind in (("networks", "learnt"), ("by hand", "hand")):
        engine = Engine(GAME, hash_mb=0, without=["filter"], evaluation=kind)
        engine.search(opening_position("31"), depth=1)
        started, count = os.times().user, 0
        while os.times().user - started < seconds:
            for dice in PUBLISHED:
                count += engine.search(opening_position(dice), depth=2).nodes
        yield name, f"{count / (os.times().user - started):,.0f}"


def played_positions(games: int) -> Iterator[History]:
    """Positions with more than one legal play, from games of the engine at depth 1."""
    rng, engine = random.Random(1), Engine(GAME)
    for _ in range(games):
        state = GAME.start()
        while state.result is None:
            if state.turn is None:
                values, chances = zip(*state.outcomes(), strict=True)
                state = state.throw(rng.choices(values, chances)[0])
                continue
            if len(state.legal()) > 1:
                yield state
            best = engine.search(state, depth=1).best
            assert best is not None
            state = state.play(best)


def compare_filter(games: int) -> Iterator[Sequence[str]]:
    """One row: all positions together."""
    count, different_plays, points_lost = 0, 0, 0.0
    nodes, seconds = [0, 0], [0.0, 0.0]  # without and with the filter
    for state in played_positions(games):
        reports = []
        for i, without in enumerate((["filter"], [])):
            started = os.times().user
            reports.append(Engine(GAME, hash_mb=1, without=without).search(state, depth=2))
            seconds[i] += os.times().user - started
            nodes[i] += reports[i].nodes
        count += 1
        different_plays += reports[0].best != reports[1].best
        points_lost += reports[0].value - reports[1].value
    yield (
        f"{count}",
        f"{nodes[1] / nodes[0]:.2f}",
        f"{1000 * seconds[1] / count:.1f} ms of {1000 * seconds[0] / count:.1f}",
        f"{different_plays}",
        f"{points_lost / count:.5f}",
    )


def main(arguments: Sequence[str]) -> None:
    """See the module."""
    match list(arguments):
        case ["openings", *rest]:
            rows = openings(rest[0] if rest else "/usr/games/gnubg")
            table(("throw", "ours", "published", "loss"), rows)
        case ["speed", *rest]:
            rows = speed(float(rest[0]) if rest else 5.0)
            table(("evaluation", "positions a second"), rows)
        case ["filter", *rest]:
            head = ("positions", "nodes", "user CPU a play", "other plays", "points lost a play")
            table(head, compare_filter(int(rest[0]) if rest else 10))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
