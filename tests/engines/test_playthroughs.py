"""Golden playthroughs: games as files, with all observable values of each state.

They show how a change affects a game. `python -m tests.engines.test_playthroughs`
in the project's folder rewrites them; review the difference before committing it.
"""

import random
from pathlib import Path

import pytest

from zeitnot_engines.games import NAMES, History, load

from ..games.facts import FOLDER, facts_of
from .rules import any_throw

GAMES = [(name, variant) for name in NAMES for variant in facts_of(name).playthroughs]
MAX_MOVES = 40


def file_of(name: str, variant: str) -> Path:
    """The file of the playthrough."""
    return FOLDER / name / "playthroughs" / f"{variant}.txt"


def playthrough_text(name: str, variant: str) -> str:
    """The playthrough as text."""
    most = facts_of(name).max_plies
    settings, seed = facts_of(name).playthroughs[variant]
    game, chance = load(name, settings), random.Random(seed)
    facts = (game.version, game.unit, game.settings, f"{game.settings_key:016x}")
    lines = [f"{game.name} version {facts[0]} in {facts[1]}: {facts[2]} {facts[3]}"]
    state = game.start()
    while True:
        lines += ["", *_describe(state)]
        if state.result is not None or state.ply == most:
            return "\n".join(lines) + "\n"
        if state.due is not None:
            values = any_throw(state, chance)
            lines.append(f"throw {' '.join(map(str, values))}")
            state = state.throw(values)
        else:
            move = chance.choice(state.legal())
            lines.append(f"play {move}")
            state = state.play(move)


def _describe(state: History) -> list[str]:
    legal = state.legal()
    more = f" and {len(legal) - MAX_MOVES} more" if len(legal) > MAX_MOVES else ""
    return [
        state.text,
        f"ply {state.ply}, turn {state.turn}, key {state.key:016x}, occurrence {state.occurrences}",
        f"due {state.due}, result {state.result}",
        f"legal {' '.join(legal[:MAX_MOVES]) or '-'}{more}",
    ]


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_playthrough(name: str, variant: str) -> None:
    assert playthrough_text(name, variant) == file_of(name, variant).read_text(encoding="utf-8")


def test_no_playthrough_file_is_unused() -> None:
    assert set(FOLDER.glob("*/playthroughs/*")) == {file_of(*each) for each in GAMES}


if __name__ == "__main__":
    for each in GAMES:
        file_of(*each).parent.mkdir(exist_ok=True)
        file_of(*each).write_text(playthrough_text(*each), encoding="utf-8")
