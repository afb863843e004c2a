"""Measures the branching, length and size of games, and compares them with textbooks.

    python -m benchmarks.game_sizes [--games N] [--level L] [GAME[,SETTING=VALUE…]…]

Prints the Markdown tables of docs/measurements/game-trees.md: a row for random play, and one for
the engine at level L (3) where it plays the game, by `zeitnot stats`. Without GAME: every game
with its default settings, and those with which textbooks have figures
(tests/data/game-sizes.json). A game of Go ends with the second pass (`marking=no`).
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from zeitnot_engines.commands.stats import measure
from zeitnot_engines.games import NAMES, Game, load, methods_of
from zeitnot_engines.matches.contest import without_marking

from .searches import table

DATA = json.loads((Path(__file__).parents[1] / "tests/data/game-sizes.json").read_text("utf-8"))
HEAD = ("game", "play", "b", "plies", "outcomes of a throw", "b^d", "ways", "states")
TEXTBOOK_HEAD = ("game", "b", "plies", "outcomes of a throw", "tree", "states", "printed by")


def games_to_measure(words: Sequence[str]) -> list[Game]:
    """The games of the command line, or all. Raises ValueError for an unknown one."""
    if words:
        return [_parse(word) for word in words]
    games = [without_marking(load(name)) for name in NAMES]
    for row in DATA["games"]:
        if row["game"] in NAMES and row.get("settings"):
            game = without_marking(load(row["game"], row["settings"]))
            if game not in games:
                games.append(game)
    return sorted(games, key=lambda game: NAMES.index(game.name))


def _parse(word: str) -> Game:
    name, *settings = word.split(",")
    chosen = {key: value for key, _, value in (s.partition("=") for s in settings)}
    return without_marking(load(name, chosen))


def label(game: Game) -> str:
    """The game, with the settings that are not the default, whether dead stones are marked left
    out."""
    default = without_marking(load(game.name)).settings
    return "".join([game.name, *(f" {k}={v}" for k, v in game.settings.items() if v != default[k])])


def measured_rows(games: Sequence[Game], count: int, level: int) -> Iterator[Sequence[str]]:
    """A row for random play of each game, and one for the engine's."""
    for game in games:
        levels = (None, level) if methods_of(game.name) else (None,)
        for played in levels:
            row = row_of(label(game), measure(game, count, level=played))
            yield row if played is None else (*row[:-1], "")  # states do not depend on the play


def row_of(name: str, result: dict[str, Any]) -> Sequence[str]:
    """The row of the figures of `zeitnot stats`."""
    ways = result["log10_ways"]
    is_wide = ways is not None and ways["error"] is not None and ways["error"] > 0.6
    states = power(result["log10_states"], 1)
    if result["states"] is not None:
        states = f"{result['states']:,}"
    elif result["states_method"] in ("bound", "ways"):
        states = f"at most {states}"
    return (
        name,
        result["play"],
        number(result["branching"]),
        number(result["plies"]),
        number(result["outcomes_of_a_throw"]),
        power(result["log10_tree"], 0),
        ("more than " if is_wide else "") + power(ways, 1) if ways else "",
        states,
    )


def number(entry: dict[str, float | None] | None) -> str:
    """A value with its error, or an empty text for None."""
    if entry is None:
        return ""
    return f"{entry['value']:.1f}" + (f" ± {entry['error']:.1f}" if entry["error"] else "")


def power(entry: dict[str, float | None], digits: int) -> str:
    """A power of ten."""
    return f"10^{entry['value']:.{digits}f}"


def textbook_rows(games: Sequence[Game]) -> Iterator[Sequence[str]]:
    """The textbooks' figures for these games."""
    names = {game.name for game in games}
    for row in DATA["games"]:
        if row["game"] in names:
            settings = "".join(f" {k}={v}" for k, v in row.get("settings", {}).items())
            figures = [str(row.get(key, "")) for key in ("branching", "plies", "outcomes")]
            sizes = [f"10^{row[k]}" if k in row else "" for k in ("log10_tree", "log10_states")]
            yield row["game"] + settings, *figures, *sizes, row["source"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints both tables and the sources."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--games", dest="count", type=int, default=100, metavar="N")
    parser.add_argument("--level", type=int, default=3, metavar="L")
    options = parser.parse_args(arguments)
    games = games_to_measure(options.games)
    table(HEAD, measured_rows(games, options.count, options.level))
    table(TEXTBOOK_HEAD, textbook_rows(games))
    for name, source in DATA["sources"].items():
        print(f"- {name}: {source}.")


if __name__ == "__main__":
    main()
