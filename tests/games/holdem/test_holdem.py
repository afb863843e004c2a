"""Limit hold'em: the views of the seats, the betting, and the twin's ranks of hands."""

import random
from collections.abc import Iterator

import pytest

from zeitnot_engines.games import History, load

from .twin import RANKS, Holdem, Session, best_of

SEATS = (0, 1, None)
HOLDEM = load("holdem", {"hands": 4})


def play(seed: int) -> Iterator[tuple[History, Session]]:
    """All positions of a random session, each with its twin's."""
    twin, rng = Holdem(hands=4), random.Random(seed)
    core_state, twin_state = HOLDEM.start(), twin.start()
    yield core_state, twin_state
    while core_state.result is None:
        if core_state.due:
            values = tuple(rng.sample(range(core_state.due[1][0]), core_state.due[1][0]))
            core_state, twin_state = core_state.throw(values), twin.throw(twin_state, values)
        else:
            # Folds are rare, so that most hands reach the board and a showdown.
            move = rng.choice(
                [move for move in core_state.legal() if move != "fold"] * 4 + ["fold"]
            )
            move = move if move in core_state.legal() else "check"
            core_state, twin_state = core_state.play(move), twin.play(twin_state, move)
        yield core_state, twin_state


@pytest.mark.parametrize("seed", range(6))
def test_states_and_views_agree_with_the_twin(seed: int) -> None:
    twin = Holdem(hands=4)
    for core_state, twin_state in play(seed):
        assert (core_state.text, core_state.result) == (
            twin.text(twin_state),
            twin.result(twin_state),
        )
        assert sorted(core_state.legal()) == sorted(twin.legal(twin_state))
        for seat in SEATS:
            view = core_state.view(seat)
            assert view == twin.view(twin_state, set() if seat is None else {seat})
            assert {HOLDEM.sample(view, n).view(seat) for n in range(3)} == {view}


@pytest.mark.parametrize("seed", range(3))
def test_board_cards_are_dealt_only_in_their_round(seed: int) -> None:
    """Neither the position nor an earlier shuffle contains them, so no message can reveal them."""
    for core_state, _ in play(seed):
        _, board, betting = core_state.text.split(" ")[0].split("/")
        assert len(board.replace("-", "")) == (0, 6, 8, 10)[betting.count("-")]
        if core_state.due and betting:
            values = tuple(range(core_state.due[1][0]))
            after = core_state.throw(values)
            assert {after.throw_seen(values, seat) for seat in SEATS} == {(-1,) * len(values)}


def test_a_deal_shows_each_seat_its_cards() -> None:
    values = (51, 44, 0, 30, *(n for n in range(52) if n not in {51, 44, 0, 30}))
    state = HOLDEM.start().throw(values)
    assert state.text.startswith("AsKc9h2c/-/ ")
    hidden = (-1,) * 48
    assert [state.throw_seen(values, seat) for seat in SEATS] == [
        (51, 44, -1, -1, *hidden),
        (-1, -1, 0, 30, *hidden),
        (-1,) * 52,
    ]
    assert HOLDEM.start().throw((44, 51, 30, 0, *values[4:])).text == state.text
    with pytest.raises(ValueError, match="impossible for the due throw"):
        HOLDEM.start().throw((51, 51, *values[2:]))


def test_sampling_reaches_every_unseen_card() -> None:
    view = HOLDEM.parse("AhKd7c2s/Qs9h2c/cc- 1 0 -/-/").view(0)
    drawn = "".join(HOLDEM.sample(view, seed).text[4:8] for seed in range(400))
    cards = {drawn[at : at + 2] for at in range(0, len(drawn), 2)}
    assert len(cards) == 47
    assert not cards & {"Ah", "Kd", "Qs", "9h", "2c"}


@pytest.mark.parametrize(
    ("betting", "mover", "legal"),
    [
        ("", 0, "fold call raise"),
        ("c", 1, "check raise"),  # the big blind may raise
        ("rrr", 1, "fold call"),  # the big blind counts as a bet
        ("cc-", 1, "check bet"),  # the dealer acts last after the flop
        ("cc-c", 0, "check bet"),
        ("cc-rrr", 0, "fold call raise"),
        ("cc-rrrr", 1, "fold call"),
        ("crc-cc-", 1, "check bet"),
    ],
)
def test_legal_moves_follow_the_betting_rules(betting: str, mover: int, legal: str) -> None:
    board = "Qs9h2cTh"[: (0, 6, 8)[betting.count("-")]] or "-"
    state = HOLDEM.parse(f"AhKd7c2s/{board}/{betting} 1 0 -/-/")
    assert (state.turn, " ".join(state.legal())) == (mover, legal)
    if "-" in betting and "r" not in betting.rsplit("-", 1)[1]:
        assert state.turn == mover


@pytest.mark.parametrize(
    ("betting", "last", "chips"),
    [
        ("", "fold", -1),
        ("r", "fold", 2),
        ("cc-rr", "fold", 4),
        ("cc-cc-cc-c", "check", 2),
        ("rrrc-rrrrc-rrrrc-rrrr", "call", 48),
    ],
)
def test_finished_hand_changes_the_chips(betting: str, last: str, chips: int) -> None:
    board = "Qs9h2dThKc"[: (0, 6, 8, 10)[betting.count("-")]] or "-"
    after = HOLDEM.parse(f"AhKd7c3s/{board}/{betting} 1 0 -/-/").play(last)
    assert after.text.startswith(f"-/-/ 2 {chips} AhKd7c3s/")


def test_equal_hands_split_the_pot() -> None:
    """Both seats play the board."""
    state = HOLDEM.parse("3h2d3c2s/KsQhJdTc9c/cc-cc-cc-c 1 0 -/-/")
    assert state.play("check").text.startswith("-/-/ 2 0 ")


HANDS = [
    "9s8s7s6s5s",  # straight flush
    "5h4h3h2hAh",
    "QcQdQhQs2c",  # four of a kind
    "JcJdJh2c2d",  # full house
    "TcTdThAcAd",
    "Ac9c6c4c2c",  # flush
    "AcKdQhJsTc",  # straight
    "5c4d3h2sAc",
    "7c7d7h4s2c",  # three of a kind
    "AcAdQcQd9h",  # two pair
    "AcAd2c2dKh",
    "9c9dAcKdQh",  # a pair
    "AcKdQhJs9c",  # high card
]


def test_twin_ranks_hands_in_standard_order() -> None:
    """The comparison with the fast evaluator relies on the twin's ranking."""
    values = [best_of(tuple(h[at : at + 2] for at in range(0, 10, 2))) for h in HANDS]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert len(RANKS) == 13
