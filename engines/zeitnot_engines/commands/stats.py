"""`zeitnot stats`: a game's branching factor, length and size."""

import json
import random
from typing import Any

import click

from zeitnot_client.plurals import counted

from ..engine import Engine
from ..games import MANIFESTS, Game
from ..levels import LEVELS, levels_of
from ..statistics.estimates import Estimate
from ..statistics.games import CountedGame, engine_play, play_game, random_play
from ..statistics.states import StateSpace, state_space
from ..statistics.summary import Summary, summarise
from .options import game_options
from .progress import track

Z95 = 1.96
WIDE = 0.3  # above this standard error of log10, one game of the sample outweighs all others
METHODS = {
    "solved": "exact: the legal positions of the solver",
    "listed": "exact: all reachable positions were listed",
    "placements": "estimate: placements of the pieces seen, times the share of legal ones",
    "bound": "upper bound: placements of the pieces seen, of which no sampled one was legal",
    "ways": "estimated upper bound: there are no more positions than ways to reach them",
}


@click.command()
@game_options
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, metavar="N")
@click.option("--seed", type=int, default=1, metavar="S", help="Equal seeds give equal figures.")
@click.option(
    "--level",
    type=click.IntRange(min(LEVELS), max(LEVELS)),
    metavar="N",
    help="Play with the engine at this level of the house bot, without its time limits; "
    "otherwise moves are random.",
)
@click.option(
    "--method", metavar="M", help="How the engine searches; by default the game's usual method."
)
@click.option(
    "--opening",
    type=click.IntRange(0, 1000),
    default=4,
    metavar="N",
    help="Random plies before the engine plays, so that games differ [default: 4].",
)
@click.option(
    "--plies",
    type=click.IntRange(1, 1_000_000),
    default=1000,
    metavar="N",
    help="Number of plies after which games are cut off [default: 1000].",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def stats(
    game: Game,
    games: int,
    seed: int,
    level: int | None,
    method: str | None,
    opening: int,
    plies: int,
    as_json: bool,
) -> None:
    """Measure a game: branching, length, results, and the sizes of its tree and state space.

    Plays games at random, or by the engine at a level. ± is half the 95 % interval; sizes are
    powers of ten. `b^d` is the mean branching to the power of the mean length, throws included, as
    textbooks have it; `ways` is Knuth's estimate of how many different games there are, for random
    play. A state space that is not exact comes from random games, and is of boards, without the
    side to move.
    """
    if level is None and method is not None:
        raise click.UsageError("--method needs --level, because random moves need no search.")
    try:
        result = measure(
            game, games, seed=seed, level=level, method=method, opening=opening, max_plies=plies
        )
    except ValueError as bad:
        raise click.UsageError(str(bad)) from None
    click.echo(json.dumps(result) if as_json else as_text(game, result, plies))


def measure(
    game: Game,
    games: int,
    *,
    seed: int = 1,
    level: int | None = None,
    method: str | None = None,
    opening: int = 4,
    max_plies: int = 1000,
) -> dict[str, Any]:
    """The figures as JSON, with progress. Raises ValueError if the engine cannot play the game."""
    rng = random.Random(seed)
    choose, play = random_play(rng), "random play"
    if level is not None:
        engine = Engine(game, method=method or "auto", hash_mb=16)
        choose = engine_play(engine, levels_of(game.name)[level], opening, rng)
        play = f"the engine at level {level}"
    work = track(range(games), games, f"stats {game.name}")
    played = [play_game(game, choose, rng, max_plies) for _ in work]
    states = state_space(game, max_plies, random.Random(seed))  # the same for every play
    return as_dict(game, played, play, summarise(played, level is None), states)


def as_dict(
    game: Game, games: list[CountedGame], play: str, summary: Summary, states: StateSpace
) -> dict[str, Any]:
    """The figures as JSON. Each estimate has its value and half its 95 % interval."""
    return {
        "game": game.name,
        "settings": game.settings,
        "play": play,
        "games": len(games),
        "branching": _entry(summary.branching),
        "geometric_branching": _entry(summary.geometric),
        "plies": _entry(summary.plies),
        "throws": _entry(summary.throws),
        "outcomes_of_a_throw": _entry(summary.outcomes),
        "results": [
            {"scores": list(scores), "games": count} for scores, count in summary.results.items()
        ],
        "reasons": summary.reasons,
        "cut_off": summary.cut,
        "log10_tree": _entry(summary.log10_tree),
        "log10_ways": _entry(summary.log10_leaves),
        "log10_states": {"value": states.log10, "error": states.error},
        "states": states.count,
        "states_reachable": states.reachable,
        "states_method": states.method,
    }


def _entry(estimate: Estimate | None) -> dict[str, float | None] | None:
    if estimate is None:
        return None
    return {
        "value": estimate.value,
        "error": None if estimate.error is None else Z95 * estimate.error,
    }


def as_text(game: Game, result: dict[str, Any], max_plies: int) -> str:
    """The figures for people."""
    settings = "".join(f" {name}={value}" for name, value in result["settings"].items())
    games = counted(result["games"], "game", "games")
    lines = [f"{game.name}{settings}: {games}, {result['play']}"]
    if result["branching"]:
        geometric = _text(result["geometric_branching"])
        lines.append(f"branching    {_text(result['branching'])}, geometric mean {geometric}")
    lines.append(f"length       {_text(result['plies'], 1)} plies")
    if result["outcomes_of_a_throw"]:
        outcomes = _text(result["outcomes_of_a_throw"], 1)
        lines.append(f"throws       {_text(result['throws'], 1)} a game, of {outcomes} outcomes")
    lines.append(f"results      {_results(game, result)}")
    if result["cut_off"]:
        cut_off = counted(result["cut_off"], "game", "games")
        lines.append(f"cut off      {cut_off} after {counted(max_plies, 'ply', 'plies')}")
    lines.append(f"b^d          10^{_text(result['log10_tree'], 1)}")
    if result["log10_ways"]:
        wide = (result["log10_ways"]["error"] or 0) > Z95 * WIDE
        note = "; too few games: one outweighs all others" if wide else ""
        lines.append(f"ways         10^{_text(result['log10_ways'])}{note}")
    size = f"10^{_text(result['log10_states'])}"
    size = size if result["states"] is None else f"{result['states']} = {size}"
    reachable = result["states_reachable"]
    is_partial = reachable is not None and reachable < result["states"]
    reached = f", {reachable} of them reachable from the start" if is_partial else ""
    lines.append(f"state space  {size}; {METHODS[result['states_method']]}{reached}")
    return "\n".join(lines)


def _results(game: Game, result: dict[str, Any]) -> str:
    """How often each seat won, and why games ended."""
    names = MANIFESTS[game.name].seat_names
    texts = []
    for entry in result["results"]:
        best = max(entry["scores"])
        winners = [name for name, s in zip(names, entry["scores"], strict=False) if s == best]
        drawn = len(winners) == len(entry["scores"])
        winner_text = "drawn" if drawn else f"{' and '.join(winners)} won"
        texts.append(f"{winner_text} {entry['games']}")
    reasons = ", ".join(f"{reason} {count}" for reason, count in result["reasons"].items())
    return f"{', '.join(texts)} ({reasons})" if texts else "none"


def _text(estimate: dict[str, float | None], digits: int = 2) -> str:
    """A value with half its interval, if it has one."""
    error = "" if estimate["error"] is None else f" ± {estimate['error']:.{digits}f}"
    return f"{estimate['value']:.{digits}f}{error}"
