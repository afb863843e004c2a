"""Golden playthroughs: whole games with everything that can be asked of each state, as files.

They show at a glance what a change does to a game. `python -m tests.engines.test_playthroughs`
in the project's folder writes them anew; look at the difference before committing it.
"""

import random
from pathlib import Path

import pytest

from zeitnot_engines.games import History, Value, load

FOLDER = Path(__file__).with_name("playthroughs")
GAMES: dict[str, tuple[str, dict[str, Value], int]] = {
    "tictactoe": ("tictactoe", {}, 3),
    "niujiaoqi": ("niujiaoqi", {}, 14),
    "niujiaoqi-blue-first": ("niujiaoqi", {"first": "blue"}, 11),
    "othello": ("othello", {}, 1),
    "othello-6": ("othello", {"size": 6}, 313),
    "chess": ("chess", {}, 52),
    "xiangqi": ("xiangqi", {}, 200),
    "xiangqi-60": ("xiangqi", {"no_capture_limit": 60}, 18),
    "ewn": ("ewn", {}, 1),
    "ewn-random": ("ewn", {"setup": "random"}, 2),
    "backgammon": ("backgammon", {}, 1),
    "backgammon-match": ("backgammon", {"match": "3", "cube": "on"}, 2),
    "ewn-free-red-first": ("ewn", {"setup": "free", "first": "red"}, 3),
}
SHOWN = 40


def written(name: str) -> str:
    """The playthrough as text."""
    game_name, settings, seed = GAMES[name]
    game, chance = load(game_name, settings), random.Random(seed)
    facts = (game.version, game.unit, game.settings, f"{game.settings_key:016x}")
    lines = [f"{game.name} version {facts[0]} in {facts[1]}: {facts[2]} {facts[3]}"]
    state = game.start()
    while True:
        lines += ["", *_described(state)]
        if state.result is not None:
            return "\n".join(lines) + "\n"
        if state.due is not None:
            values = chance.choice(state.outcomes())[0]
            lines.append(f"throw {' '.join(map(str, values))}")
            state = state.throw(values)
        else:
            move = chance.choice(state.legal())
            lines.append(f"play {move}")
            state = state.play(move)


def _described(state: History) -> list[str]:
    legal = state.legal()
    more = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
    return [
        state.text,
        f"ply {state.ply}, turn {state.turn}, key {state.key:016x}, occurrence {state.occurrences}",
        f"due {state.due}, result {state.result}",
        f"legal {' '.join(legal[:SHOWN]) or '-'}{more}",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert written(name) == golden


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


if __name__ == "__main__":
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(written(each), encoding="utf-8")
