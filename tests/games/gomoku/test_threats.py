"""Gomoku's wins by threats: each win that the engine claims is real, and it finds every win by
fours that a plain search finds."""

import random
from functools import cache

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .twin import DIRECTIONS, Cell, Gomoku, State, row_through

MAX_FOURS = 4  # moves of the attacker in the plain search, including the final five
RULES = ("freestyle", "standard", "renju")


def are_adjacent(one: str, other: str) -> bool:
    return abs(ord(one[0]) - ord(other[0])) <= 1 and abs(int(one[1:]) - int(other[1:])) <= 1


def random_game(rule: str, size: int, seed: int) -> tuple[History, Gomoku, State]:
    """An unfinished position, in the core and in the twin."""
    rng, twin = random.Random(seed), Gomoku(size, rule)
    while True:
        history, state = load("gomoku", {"size": size, "rule": rule}).start(), twin.start()
        for _ in range(rng.randrange(6, size * size // 2)):
            if history.result:
                break
            moves = history.legal()
            near = [m for m in moves if any(are_adjacent(m, twin.name(s)) for s in state.taken)]
            move = rng.choice(near or moves)
            history, state = history.play(move), twin.play(state, move)
        if not history.result:
            return history, twin, state


def fives(twin: Gomoku, state: State, side: int) -> list[Cell]:
    """The cells on which a side would make five. A five is never a foul."""
    stones = state.black if side == 0 else state.white
    exactly = twin.rule == "standard" or (twin.rule == "renju" and side == 0)
    found = []
    for cell in twin.cells:
        if cell in state.taken:
            continue
        lengths = [len(row_through(stones | {cell}, cell, direction)) for direction in DIRECTIONS]
        if 5 in lengths if exactly else max(lengths) >= 5:
            found.append(cell)
    return found


def win_by_fours(twin: Gomoku, state: State, fours: int) -> int | None:
    """Plies to the shortest win of the side to move by at most `fours` fours and fives."""
    mover, enemy = state.side, 1 - state.side
    if fives(twin, state, mover):
        return 1
    if fours == 1:
        return None
    best = None
    for cell in fives(twin, state, enemy) or twin.cells:
        if cell in state.taken:
            continue
        after = twin.play(state, twin.name(cell))
        threats = fives(twin, after, mover)
        if not threats or fives(twin, after, enemy) or not twin.may_play(state, cell):
            continue
        replies = [reply for reply in threats[:1] if twin.may_play(after, reply)]
        plies = 3
        if len(threats) == 1 and replies:
            rest = win_by_fours(twin, twin.play(after, twin.name(replies[0])), fours - 1)
            if rest is None:
                continue
            plies = rest + 2
        best = min(plies, best or plies)
    return best


@pytest.mark.parametrize("rule", RULES)
def test_every_win_by_fours_is_found(rule: str) -> None:
    found = 0
    for seed in range(36):
        history, twin, state = random_game(rule, 6 + seed % 3, seed)
        if win_by_fours(twin, state, MAX_FOURS) is None:
            continue
        report = Engine(history.game, hash_mb=1).search(history, depth=MAX_FOURS)
        assert (report.exact, report.value) == (True, 1), history.text
        found += 1
    assert found >= 5


@pytest.mark.parametrize("rule", RULES)
def test_claimed_win_holds_against_every_reply(rule: str) -> None:
    """Plays the engine's moves against all replies, to the end of the game."""
    claims = 0
    for seed in range(60):
        history, _, _ = random_game(rule, 6 + seed % 3, seed)
        engine = Engine(history.game, hash_mb=1)

        @cache
        def plies_to_win(at: History, engine: Engine = engine) -> int:
            report = engine.search(at, depth=6)
            assert report.exact, at.text
            assert report.value == 1
            assert report.best is not None
            after = at.play(report.best)
            if after.result:
                assert after.result[0][at.turn or 0] == 1
                return 1
            return 2 + max(plies_to_win(after.play(reply)) for reply in after.legal())

        report = engine.search(history, depth=6)
        if not report.exact or report.value != 1 or not 3 <= (report.distance or 99) <= 5:
            continue
        assert plies_to_win(history) <= (report.distance or 0)
        claims += 1
        if claims == 3:
            return
    assert claims


def test_draw_is_proved_when_few_cells_are_left() -> None:
    game = load("gomoku", {"size": 5})
    report = Engine(game).search(game.parse("xoxxo/ooxxo/xxoox/oxoxo/oxox1 x"), depth=5)
    assert (report.value, report.exact) == (0.0, True)
