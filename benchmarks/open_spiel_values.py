"""Prints OpenSpiel's values of Kuhn poker and Leduc hold'em, for tests/data/open_spiel.json.

    python -m venv build/open_spiel && build/open_spiel/bin/pip install open_spiel==2.0.2
    build/open_spiel/bin/python benchmarks/open_spiel_values.py > tests/data/open_spiel.json

It needs only that library (Lanctot et al., "OpenSpiel: a framework for reinforcement learning in
games", 2019; Apache 2.0), which takes 300 MB with its dependencies. The tests therefore read
the file.

Two strategies are measured: the uniform one, and `raiser`, which at each information set gives a
fold the weight 1, a check or call 2, and a bet or raise 1 plus the rank of the player's card (J 0,
Q 1, K 2). The results of CFR+ follow, with the seconds that this library takes.
"""

import json
import re
import sys
import time
from typing import Any

import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

GAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
CFR_ITERATIONS = {"kuhn": (10, 100), "leduc": (10, 50)}


def rank(game: str, information: str) -> int:
    """The rank of the player's card."""
    if game == "kuhn":
        return int(information[0])
    found = re.search(r"\[Private: (\d)\]", information)
    assert found
    return int(found[1]) // 2


def weight(game: str, state: Any, action: int) -> int:
    """The raiser's weight of a move."""
    text = state.action_to_string(state.current_player(), action).lower()
    if game == "kuhn":  # against a bet, Pass is a fold and Bet a call
        faces_bet = state.information_state_string()[1:].endswith("b")
        text = {("pass", True): "fold", ("bet", True): "call"}.get((text, faces_bet), text)
    if text == "fold":
        return 1
    is_raise = text in ("bet", "raise")
    return 1 + rank(game, state.information_state_string()) if is_raise else 2


def raiser(name: str, game: Any) -> policies.TabularPolicy:
    """The raiser's strategy."""
    table = policies.TabularPolicy(game)
    for state in table.states:
        row = table.policy_for_key(state.information_state_string())
        weights = {action: weight(name, state, action) for action in state.legal_actions()}
        for action, value in weights.items():
            row[action] = value / sum(weights.values())
    return table


def measured(game: Any, policy: Any) -> dict[str, Any]:
    """The value for the first seat, and the gains of best responses to the policy."""
    score = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    found = exploitability.nash_conv(game, policy, return_only_nash_conv=False)
    # A seat's improvement is its best response's value less its own value.
    gains = [float(score[seat] + found.player_improvements[seat]) for seat in (0, 1)]
    return {
        "value": float(score[0]),
        "best_responses": gains,
        "exploitability": float(found.nash_conv) / 2,
    }


def solved(game: Any, iteration_counts: tuple[int, ...]) -> list[dict[str, Any]]:
    """The results of this library's CFR+ after each of these numbers of iterations."""
    rows, done, seconds = [], 0, 0.0
    solver = cfr.CFRPlusSolver(game)
    for iterations in iteration_counts:
        started = time.perf_counter()
        while done < iterations:
            solver.evaluate_and_update_policy()
            done += 1
        seconds += time.perf_counter() - started
        row = measured(game, solver.average_policy())
        rows.append({"iterations": iterations, "seconds": round(seconds, 2), **row})
    return rows


def values_of(name: str) -> dict[str, Any]:
    """All values of one game."""
    game = pyspiel.load_game(GAMES[name])
    return {
        "information_sets": len(policies.TabularPolicy(game).states),
        "uniform": measured(game, policies.UniformRandomPolicy(game)),
        "raiser": measured(game, raiser(name, game)),
        "cfr_plus": solved(game, CFR_ITERATIONS[name]),
    }


if __name__ == "__main__":
    json.dump({name: values_of(name) for name in GAMES}, sys.stdout, indent=1)
    print()
