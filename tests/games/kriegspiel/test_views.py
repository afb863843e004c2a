"""Kriegspiel: what each sees, and that what is drawn from it agrees with all of it."""

import random

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .test_rules import after, position
from .twin import Kriegspiel, State

GAME = load("kriegspiel")
SEATS = (0, 1, None)


def play(seed: int, plies: int) -> list[tuple[History, State]]:
    """The positions of a random game, each with its twin's."""
    twin, rng = Kriegspiel(), random.Random(seed)
    pairs = [(GAME.start(), twin.start())]
    while pairs[-1][0].result is None and len(pairs) <= plies:
        ours, theirs = pairs[-1]
        move = rng.choice(ours.legal())
        pairs.append((ours.play(move), twin.play(theirs, move)))
    return pairs


@pytest.mark.parametrize("seed", range(3))
def test_each_sees_what_the_rules_let_it_see(seed: int) -> None:
    for ours, theirs in play(seed, 250):
        for seat in SEATS:
            assert ours.view(seat) == Kriegspiel().view(theirs, seat)


def test_a_try_is_seen_by_its_maker_alone() -> None:
    state = after("e2e4", "e7e5", "e4e5")
    assert [state.move_seen(0, "e4e5", seat) for seat in SEATS] == ["e4e5", "?", "?"]
    assert [state.view(seat).split()[-1] for seat in SEATS] == ["e4e5", "?", "?"]


def test_who_has_made_the_last_move_is_all_that_a_quiet_one_tells() -> None:
    state = after("e2e4")
    assert {state.view(1), after("a2a3").view(1)} == {state.view(1)}
    assert state.view(None) == f"8/8/8/8/8/8/8/8[{32 * '?'}] b ? ? ? 1 0+0/0+0 - - - -"


@pytest.mark.parametrize("seed", range(4))
def test_what_is_drawn_from_a_view_agrees_with_all_that_it_says(seed: int) -> None:
    """Men lost, calls, refused tries, and what may be tried: for each viewer, all along a game."""
    for ours, _ in play(seed, 600):
        for seat in SEATS:
            drawn = GAME.sample(ours.view(seat), seed)
            assert drawn.view(seat) == ours.view(seat)
            if seat == ours.turn:
                assert drawn.legal() == ours.legal()


def test_boards_are_drawn_also_where_few_fit() -> None:
    """The knight that has taken a pawn on d6 checks, and a pawn could take it; 26 tries were
    refused."""
    refused = (
        "d5a2d5g2d5b3d5f3c5c4d5c4c5d4d5e4b7b5e7e5g7g5h7h5a7b6b7b6d5c6d5e6e7e6f7e6"
        "e7f6f7f6g7f6g8f6g7h6d8c7d8d7a8c8d8c8"
    )
    men = f"r2qkbnr/pp2pppp/n7/2pb4/8/8/8/8[{16 * '?'}]"
    view = f"{men} b kq? ? ? 7 0+0/1+0 d6p n t {refused}"
    assert {GAME.sample(view, seed).view(1) for seed in range(100)} == {view}


def test_after_the_first_move_each_that_can_have_been_made_is_drawn() -> None:
    view, start = after("e2e4").view(1), GAME.start()
    drawn = {GAME.sample(view, seed).text.split()[0] for seed in range(400)}
    assert drawn == {start.play(move).text.split()[0] for move in start.legal()}


def test_a_bare_king_may_be_anywhere_where_it_is_not_attacked() -> None:
    state = position("4k3/8/8/8/8/8/8/R3K3 w Q - 3 60")
    drawn = {GAME.sample(state.view(0), seed).text.split()[0] for seed in range(2_000)}
    # Not on the board's men, beside the king, on the rook's file, or on the first rank up to e1.
    assert len(drawn) == 64 - 2 - 5 - 7 - 3 + 1


@pytest.mark.parametrize(
    "change",
    [
        ("PPPP1PPP", "PPPPPPPP"),
        ("RNBQKB1R[", "RNBQQB1R["),
        ("KQ?", "kq?"),
        ("KQ?", "KQ"),
        ("[???", "[??"),
        ("0+0/0+0", "0+0/0+9"),
        (" ? ? ", " - ? "),
        ("- - - ?", "- x - ?"),
        ("- - - ?", "- - - ?x"),
        (" b ", " x "),
    ],
)
def test_a_view_of_no_game_is_refused(change: tuple[str, str]) -> None:
    view = after("e2e4", "e7e5", "g1f3", "e5e4").view(0)
    assert change[0] in view
    with pytest.raises(ValueError, match="looks like this"):
        GAME.sample(view.replace(*change), 1)


def test_searches_use_what_the_seat_sees_alone() -> None:
    state = after("e2e4", "d7d5", "e4d5", "d8d5")
    other = GAME.sample(state.view(0), 5)
    assert other.text != state.text
    reports = [Engine(GAME).search(one, nodes=300, lines=50) for one in (state, other)]
    first, second = ([(line.move, line.value) for line in each.lines] for each in reports)
    assert first == second
