"""Blind tic-tac-toe: what seats and spectators see, and the number of information states."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from zeitnot_engines.games import History, IllegalMove, load

from ..facts import VALUES
from .twin import BlindTicTacToe, Tries

GAME = load("blindtictactoe")
SEATS = (0, 1, None)


def after(*moves: str) -> History:
    state = GAME.start()
    for move in moves:
        state = state.play(move)
    return state


def play(seed: int) -> list[tuple[History, Tries]]:
    """All positions of a random game, each with its twin's."""
    twin, rng = BlindTicTacToe(), random.Random(seed)
    pairs = [(GAME.start(), twin.start())]
    while pairs[-1][0].result is None:
        core_state, twin_state = pairs[-1]
        move = rng.choice(core_state.legal())
        pairs.append((core_state.play(move), twin.play(twin_state, move)))
    return pairs


@pytest.mark.parametrize("seed", range(20))
def test_views_agree_with_the_twin(seed: int) -> None:
    for core_state, twin_state in play(seed):
        for seat in SEATS:
            assert core_state.view(seat) == BlindTicTacToe().view(twin_state, seat)


def test_refused_try_keeps_the_turn() -> None:
    state = after("b2", "b2")
    assert (state.turn, state.ply) == (1, 2)
    assert [state.view(seat) for seat in SEATS] == ["b2?!", "?b2!", "??!"]
    assert state.legal() == ["a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1"]
    with pytest.raises(IllegalMove):
        state.play("b2")
    assert [state.move_seen(1, "b2", seat) for seat in SEATS] == ["?", "b2", "?"]


def test_legal_moves_follow_from_the_view() -> None:
    """So the list of legal moves reveals nothing hidden."""
    legal: dict[str, list[str]] = {}
    for seed in range(300):
        for state, _ in play(seed)[:-1]:
            assert state.turn is not None
            view = state.view(state.turn)
            assert legal.setdefault(view, state.legal()) == state.legal()


@pytest.mark.parametrize("seed", range(5))
def test_positions_sampled_from_a_view_have_that_view(seed: int) -> None:
    for core_state, _ in play(seed):
        for seat in SEATS:
            view = core_state.view(seat)
            assert {GAME.sample(view, n).view(seat) for n in range(8)} == {view}


def test_sampling_reaches_every_possible_position() -> None:
    """After b2? the other mark is on one of eight cells; after b2?a1! it is on a1."""
    drawn = {GAME.sample("b2?", seed).text for seed in range(100)}
    assert drawn == {f"b2{cell}" for cell in after("b2").legal() if cell != "b2"}
    assert {GAME.sample("b2?a1!", seed).text for seed in range(9)} == {"b2a1a1!"}


@pytest.mark.parametrize("view", ["b2?!!", "x", "?!", "b2?b2?", "a3?b3?c3?", "b2?b2!"])
def test_impossible_view_is_refused(view: str) -> None:
    with pytest.raises(ValueError, match=r"looks like this|cells tried"):
        GAME.sample(view, 1)


def test_information_states_are_as_many_as_in_openspiel() -> None:
    """Counted for the side to move, ply by ply; both seats know which tries were refused."""
    layer, counts = [GAME.start()], []
    for _ in VALUES["blindtictactoe"]["information"]:
        known = {state.information(state.turn): state for state in layer if state.turn is not None}
        counts.append(len(known))
        # Nobody can have won so early, so one game for each pair of views has all continuations.
        both = {(state.view(0), state.view(1)): state for state in layer}
        layer = [
            after
            for state in both.values()
            for after in map(state.play, state.legal())
            if after.result is None
        ]
        if len(counts) == 5:
            break
    assert counts == VALUES["blindtictactoe"]["information"][:5]


def games_with(view: str, state: History) -> Iterator[str]:
    """All unfinished games from here that seat 1 sees as `view`."""
    if state.result is not None:
        return
    seen = state.view(1).replace("-", "")
    if seen == view:
        yield state.text
    elif view.startswith(seen):
        for move in state.legal():
            yield from games_with(view, state.play(move))


def test_games_with_the_same_view_are_sampled_equally_often() -> None:
    view = "?a1?b2!c3?"
    games = set(games_with(view, GAME.start()))
    drawn = Counter(GAME.sample(view, seed).text for seed in range(100 * len(games)))
    assert len(games) == 48
    assert set(drawn) == games
    assert 50 < min(drawn.values()) < max(drawn.values()) < 150
