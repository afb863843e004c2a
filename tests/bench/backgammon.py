"""How backgammon's evaluation stands beside GNU Backgammon's, and how fast it is.

    python -m tests.bench.backgammon openings [GNUBG]   the first play of every throw
    python -m tests.bench.backgammon speed [SECONDS]    positions a second, one thread
    python -m tests.bench.backgammon filter [GAMES]     what the filter of plays saves and costs

Prints the Markdown tables of docs/measurements/backgammon.md. `openings` searches each throw to
depth 2: all throws and replies of the other side. Beside our play stands the published one that
gnubg likes best, and what gnubg, looking two plies ahead, thinks that ours loses to it, in points.
GNUBG: its command, /usr/games/gnubg. `speed` counts the positions that searches to depth 2
evaluate, by user CPU seconds. `filter` searches the positions of games at depth 2 with and without
it.
"""

import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from zeitnot_engines.adapters.gnubg import Gnubg
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load
from zeitnot_engines.notation.backgammon import read_play

from .searches import table

GAME = load("backgammon")
PUBLISHED: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "data/backgammon_openings.json").read_text(encoding="utf-8")
)["plays"]
PLIES = 2  # of gnubg's judgement


def thrown(dice: str) -> History:
    """The start with the first throw made."""
    return GAME.parse(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10")


def first_play(dice: str) -> str:
    """Ours."""
    best = Engine(GAME).search(thrown(dice), depth=2).best
    assert best is not None
    return best


def openings(command: str) -> Iterator[Sequence[str]]:
    """A row for each throw."""
    gnubg = Gnubg([command])
    try:
        for dice, plays in PUBLISHED.items():
            state = thrown(dice)

            def worth(play: str, state: History = state) -> float:
                return -gnubg.chances(state.play(play).text, PLIES)[5]

            ours = first_play(dice)
            known = {worth(play): play for text in plays for play in [read_play(state, text)]}
            best = max(known)
            yield dice, f"`{ours}`", f"`{known[best]}`", f"{max(0.0, best - worth(ours)):.3f}"
    finally:
        gnubg.close()


def speed(seconds: float) -> Iterator[Sequence[str]]:
    """Every throw in turn, without table and filter, so that each node is evaluated again."""
    for name, kind in (("networks", "learnt"), ("by hand", "hand")):
        engine = Engine(GAME, hash_mb=0, without=["filter"], evaluation=kind)
        engine.search(thrown("31"), depth=1)
        started, count = os.times().user, 0
        while os.times().user - started < seconds:
            for dice in PUBLISHED:
                count += engine.search(thrown(dice), depth=2).nodes
        yield name, f"{count / (os.times().user - started):,.0f}"


def played_positions(games: int) -> Iterator[History]:
    """Positions with a choice of plays in games of the engine's quickest plays."""
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


def filtered(games: int) -> Iterator[Sequence[str]]:
    """One row: all positions together."""
    count, others, lost = 0, 0, 0.0
    nodes, seconds = [0, 0], [0.0, 0.0]
    for state in played_positions(games):
        reports = []
        for i, without in enumerate((["filter"], [])):
            started = os.times().user
            reports.append(Engine(GAME, hash_mb=1, without=without).search(state, depth=2))
            seconds[i] += os.times().user - started
            nodes[i] += reports[i].nodes
        count += 1
        others += reports[0].best != reports[1].best
        lost += reports[0].value - reports[1].value
    yield (
        f"{count}",
        f"{nodes[1] / nodes[0]:.2f}",
        f"{1000 * seconds[1] / count:.1f} ms of {1000 * seconds[0] / count:.1f}",
        f"{others}",
        f"{lost / count:.5f}",
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
            table(head, filtered(int(rest[0]) if rest else 10))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
