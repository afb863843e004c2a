"""Battleship: what each sees while fleets are laid out and shot at."""

import random
from functools import reduce

import pytest

from zeitnot_engines.games import History, load

from .twin import Battleship, Moves

GAME = load("battleship")
SEATS = (0, 1, None)
FLEETS = ("A1h5", "C3v4", "J1v3", "F6h3", "A10h2", "A1v5", "D3h4", "F8h3", "I5v3", "C10h2")
ALL_HIDDEN = "?" * 100


def after(*moves: str) -> History:
    return reduce(History.play, moves, GAME.start())


def play(seed: int, settings: dict[str, str]) -> list[tuple[History, Moves]]:
    """All positions of a random game, each with its twin's."""
    twin, chance = Battleship(**settings), random.Random(seed)
    pairs = [(load("battleship", settings).start(), twin.start())]
    while pairs[-1][0].result is None:
        ours, theirs = pairs[-1]
        move = chance.choice(ours.legal())
        pairs.append((ours.play(move), twin.play(theirs, move)))
    return pairs


@pytest.mark.parametrize("settings", [{}, {"touching": "no"}])
def test_each_sees_what_the_rules_let_it_see(settings: dict[str, str]) -> None:
    twin = Battleship(**settings)
    for ours, theirs in play(3, settings):
        for seat in SEATS:
            assert ours.view(seat) == twin.view(theirs, seat)


def test_a_fleet_that_is_laid_out_is_seen_by_its_seat_alone() -> None:
    """Neither the moves nor how far it is: only the number of plies, which is always five."""
    for count in range(1, 10):
        state = after(*FLEETS[:count])
        mover = (count - 1) // 5
        move = FLEETS[count - 1]
        assert [state.move_seen(mover, move, seat) for seat in (mover, 1 - mover, None)] == [
            move,
            "?",
            "?",
        ]
        assert state.view(1 - mover).split()[0].split("/")[mover] == ALL_HIDDEN
        assert state.view(None) == f"{ALL_HIDDEN}/{ALL_HIDDEN} {state.turn}"


def test_shots_and_their_answers_are_public() -> None:
    state = after(*FLEETS, "C10", "A1", "D10", "B1", "E5")
    assert state.move_seen(0, "E5", 1) == state.move_seen(0, "E5", None) == "E5"
    first, second = state.view(None).split()[0].split("/")
    assert (first[0], first[1], second[92:94], second[44]) == ("x", "x", "EE", "o")
    assert set(first[2:]) == {"?"}


def test_what_is_drawn_from_a_view_looks_like_it() -> None:
    chance = random.Random(1)
    for settings in ({}, {"touching": "no"}):
        game = load("battleship", settings)
        for ours, _ in chance.sample(play(4, settings), 25):
            for seat in SEATS:
                view = ours.view(seat)
                assert {game.sample(view, n).view(seat) for n in range(3)} == {view}


def test_a_view_of_no_game_is_refused() -> None:
    seen = after(*FLEETS, "E5").view(1)
    for view in ("?", f"x{seen[1:]}", "x" * 18 + seen[18:]):
        with pytest.raises(ValueError, match="looks like this"):
            GAME.sample(view, 1)


def test_a_fleet_is_always_five_moves() -> None:
    """However the first ships lie, there is room for the others, also where they may not touch."""
    for seed in range(30):
        played = play(seed, {"touching": "no"})
        assert [state.turn for state, _ in played[:11]] == [0] * 5 + [1] * 5 + [0]
