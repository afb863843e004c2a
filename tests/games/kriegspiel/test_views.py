"""Kriegspiel: what seats and spectators see, and positions sampled from their views."""

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
        core_state, twin_state = pairs[-1]
        move = rng.choice(core_state.legal())
        pairs.append((core_state.play(move), twin.play(twin_state, move)))
    return pairs


@pytest.mark.parametrize("seed", range(3))
def test_views_agree_with_the_twin(seed: int) -> None:
    for core_state, twin_state in play(seed, 250):
        for seat in SEATS:
            assert core_state.view(seat) == Kriegspiel().view(twin_state, seat)


def test_refused_try_is_visible_only_to_its_seat() -> None:
    state = after("e2e4", "e7e5", "e4e5")
    assert [state.move_seen(0, "e4e5", seat) for seat in SEATS] == ["e4e5", "?", "?"]
    assert [state.view(seat).split()[-1] for seat in SEATS] == ["e4e5", "?", "?"]


def test_quiet_move_reveals_only_the_turn() -> None:
    state = after("e2e4")
    assert {state.view(1), after("a2a3").view(1)} == {state.view(1)}
    assert state.view(None) == f"8/8/8/8/8/8/8/8[{32 * '?'}] b ? ? ? 1 0+0/0+0 - - - -"


@pytest.mark.parametrize("seed", range(4))
def test_positions_sampled_from_a_view_have_that_view(seed: int) -> None:
    """Losses, calls, refused tries and legal moves agree for each viewer throughout a game."""
    for core_state, _ in play(seed, 600):
        for seat in SEATS:
            drawn = GAME.sample(core_state.view(seat), seed)
            assert drawn.view(seat) == core_state.view(seat)
            if seat == core_state.turn:
                assert drawn.legal() == core_state.legal()


def test_sampling_succeeds_when_few_boards_fit() -> None:
    """A knight has captured a pawn on d6 and gives check, a pawn could capture it, and 26 tries
    were refused."""
    refused = (
        "d5a2d5g2d5b3d5f3c5c4d5c4c5d4d5e4b7b5e7e5g7g5h7h5a7b6b7b6d5c6d5e6e7e6f7e6"
        "e7f6f7f6g7f6g8f6g7h6d8c7d8d7a8c8d8c8"
    )
    men = f"r2qkbnr/pp2pppp/n7/2pb4/8/8/8/8[{16 * '?'}]"
    view = f"{men} b kq? ? ? 7 0+0/1+0 d6p n t {refused}"
    assert {GAME.sample(view, seed).view(1) for seed in range(100)} == {view}


def test_sampling_reaches_every_possible_first_move() -> None:
    view, start = after("e2e4").view(1), GAME.start()
    drawn = {GAME.sample(view, seed).text.split()[0] for seed in range(400)}
    assert drawn == {start.play(move).text.split()[0] for move in start.legal()}


def test_bare_king_is_sampled_on_every_safe_square() -> None:
    state = position("4k3/8/8/8/8/8/8/R3K3 w Q - 3 60")
    drawn = {GAME.sample(state.view(0), seed).text.split()[0] for seed in range(2_000)}
    # All squares but those of white's two pieces, five beside the king, and ten on the rook's file
    # and first rank, of which d1 is also beside the king.
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
def test_impossible_view_is_refused(change: tuple[str, str]) -> None:
    view = after("e2e4", "e7e5", "g1f3", "e5e4").view(0)
    assert change[0] in view
    with pytest.raises(ValueError, match="looks like this"):
        GAME.sample(view.replace(*change), 1)


def test_search_uses_only_what_the_seat_sees() -> None:
    state = after("e2e4", "d7d5", "e4d5", "d8d5")
    other = GAME.sample(state.view(0), 5)
    assert other.text != state.text
    reports = [Engine(GAME).search(one, nodes=300, lines=50) for one in (state, other)]
    first, second = ([(line.move, line.value) for line in each.lines] for each in reports)
    assert first == second
