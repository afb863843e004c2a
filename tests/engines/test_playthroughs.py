"""Golden playthroughs: random games with all observable values of each state.

They show how a change affects a game. The first playthrough of a game is a readable file; of the
others only digests are stored, in `digests.json`.

    python -m tests.engines.test_playthroughs             # rewrites all; review the difference
    python -m tests.engines.test_playthroughs go size-19  # prints one, to compare two versions
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterable
from pathlib import Path

from zeitnot_engines.games import NAMES, History, load

from ..each import each
from ..games.facts import FOLDER, facts_of
from .rules import any_throw

GAMES = [(name, variant) for name in NAMES for variant in facts_of(name).playthroughs]
MAX_LISTED_MOVES = 40


def file_of(name: str, variant: str) -> Path:
    """The file of a playthrough that is stored as text."""
    return FOLDER / name / "playthroughs" / f"{variant}.txt"


def digests_file(name: str) -> Path:
    return FOLDER / name / "playthroughs/digests.json"


def is_text(name: str, variant: str) -> bool:
    """Whether it is stored as text: the first, and those that tests of the page read."""
    return variant == next(iter(facts_of(name).playthroughs)) or file_of(name, variant).exists()


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def digests(name: str) -> dict[str, str]:
    """The stored digests of a game's playthroughs."""
    file = digests_file(name)
    return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}


def playthrough_text(name: str, variant: str) -> str:
    """The playthrough as text."""
    max_plies = facts_of(name).max_plies
    settings, seed = facts_of(name).playthroughs[variant]
    game, rng = load(name, settings), random.Random(seed)
    facts = (game.version, game.unit, game.settings, f"{game.settings_key:016x}")
    lines = [f"{game.name} version {facts[0]} in {facts[1]}: {facts[2]} {facts[3]}"]
    state = game.start()
    while True:
        lines += ["", *_describe(state)]
        if state.result is not None or state.ply == max_plies:
            return "\n".join(lines) + "\n"
        if state.due is not None:
            values = any_throw(state, rng)
            lines.append(f"throw {' '.join(map(str, values))}")
            state = state.throw(values)
        else:
            move = rng.choice(state.legal())
            lines.append(f"play {move}")
            state = state.play(move)


def _describe(state: History) -> list[str]:
    legal = state.legal()
    more = f" and {len(legal) - MAX_LISTED_MOVES} more" if len(legal) > MAX_LISTED_MOVES else ""
    return [
        state.text,
        f"ply {state.ply}, turn {state.turn}, key {state.key:016x}, occurrence {state.occurrences}",
        f"due {state.due}, result {state.result}",
        f"legal {' '.join(legal[:MAX_LISTED_MOVES]) or '-'}{more}",
    ]


@each(("name", "variant"), GAMES, by=lambda game: game[0])
def test_playthroughs_are_unchanged(name: str, variant: str) -> None:
    text = playthrough_text(name, variant)
    if is_text(name, variant):
        assert text == file_of(name, variant).read_text(encoding="utf-8")
    else:
        command = f"python -m tests.engines.test_playthroughs {name} {variant}"
        assert digest(text) == digests(name).get(variant), (
            f"`{command}` prints the current playthrough"
        )


def test_no_playthrough_is_unused() -> None:
    texts = {file_of(*each) for each in GAMES if is_text(*each)}
    others = {name: {v for n, v in GAMES if n == name and not is_text(n, v)} for name in NAMES}
    assert {name: set(digests(name)) for name in NAMES} == others
    files = {digests_file(name) for name, variants in others.items() if variants}
    assert set(FOLDER.glob("*/playthroughs/*")) == texts | files


def rewrite(names: Iterable[str]) -> None:
    """Writes the texts and digests of these games."""
    for name in names:
        stored = {}
        for variant in facts_of(name).playthroughs:
            text = playthrough_text(name, variant)
            if is_text(name, variant):
                file_of(name, variant).parent.mkdir(exist_ok=True)
                file_of(name, variant).write_text(text, encoding="utf-8")
            else:
                stored[variant] = digest(text)
        if stored:
            digests_file(name).write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    match sys.argv[1:]:
        case [name, variant]:
            print(playthrough_text(name, variant), end="")
        case names:
            rewrite(names or NAMES)
