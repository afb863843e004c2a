"""Blind tic-tac-toe: what each sees of a game, and how many things a seat may know."""

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
        ours, theirs = pairs[-1]
        move = rng.choice(ours.legal())
        pairs.append((ours.play(move), twin.play(theirs, move)))
    return pairs


@pytest.mark.parametrize("seed", range(20))
def test_each_sees_what_the_rules_let_it_see(seed: int) -> None:
    for ours, theirs in play(seed):
        for seat in SEATS:
            assert ours.view(seat) == BlindTicTacToe().view(theirs, seat)


def test_a_refused_try_is_a_move_that_keeps_the_turn() -> None:
    state = after("b2", "b2")
    assert (state.turn, state.ply) == (1, 2)
    assert [state.view(seat) for seat in SEATS] == ["b2?!", "?b2!", "??!"]
    assert state.legal() == ["a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1"]
    with pytest.raises(IllegalMove):
        state.play("b2")
    assert [state.move_seen(1, "b2", seat) for seat in SEATS] == ["?", "b2", "?"]


def test_legal_moves_tell_nothing() -> None:
    """A seat's legal moves follow from its view."""
    legal: dict[str, list[str]] = {}
    for seed in range(300):
        for state, _ in play(seed)[:-1]:
            assert state.turn is not None
            view = state.view(state.turn)
            assert legal.setdefault(view, state.legal()) == state.legal()


@pytest.mark.parametrize("seed", range(5))
def test_what_is_drawn_from_a_view_looks_like_it(seed: int) -> None:
    for ours, _ in play(seed):
        for seat in SEATS:
            view = ours.view(seat)
            assert {GAME.sample(view, n).view(seat) for n in range(8)} == {view}


def test_all_that_a_view_may_hide_is_drawn() -> None:
    """After b2? the other is on one of eight cells; after b2?a1! it is on that one."""
    drawn = {GAME.sample("b2?", seed).text for seed in range(100)}
    assert drawn == {f"b2{cell}" for cell in after("b2").legal() if cell != "b2"}
    assert {GAME.sample("b2?a1!", seed).text for seed in range(9)} == {"b2a1a1!"}


@pytest.mark.parametrize("view", ["b2?!!", "x", "?!", "b2?b2?", "a3?b3?c3?", "b2?b2!"])
def test_views_of_no_game_are_refused(view: str) -> None:
    with pytest.raises(ValueError, match=r"looks like this|cells tried"):
        GAME.sample(view, 1)


def test_there_are_as_many_information_states_as_openspiel_says() -> None:
    """Of the side to move after so many plies, where both know which tries were refused."""
    layer, counts = [GAME.start()], []
    for _ in VALUES["blindtictactoe"]["information"]:
        known = {state.information(state.turn): state for state in layer if state.turn is not None}
        counts.append(len(known))
        # Up to here nobody can have won, and each game goes on from one for each two views.
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
    """All unfinished games from here that look so to seat 1."""
    if state.result is not None:
        return
    seen = state.view(1).replace("-", "")
    if seen == view:
        yield state.text
    elif view.startswith(seen):
        for move in state.legal():
            yield from games_with(view, state.play(move))


def test_all_games_that_look_so_are_drawn_and_equally_often() -> None:
    view = "?a1?b2!c3?"
    games = set(games_with(view, GAME.start()))
    drawn = Counter(GAME.sample(view, seed).text for seed in range(100 * len(games)))
    assert len(games) == 48
    assert set(drawn) == games
    assert 50 < min(drawn.values()) < max(drawn.values()) < 150
