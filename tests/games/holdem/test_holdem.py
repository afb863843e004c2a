"""Limit hold'em: the views of the seats, the betting, and the ranks of hands."""

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
    ours, theirs = HOLDEM.start(), twin.start()
    yield ours, theirs
    while ours.result is None:
        if ours.due:
            values = tuple(rng.sample(range(ours.due[1][0]), ours.due[1][0]))
            ours, theirs = ours.throw(values), twin.throw(theirs, values)
        else:
            # Few fold, so that hands come to the board and to a showdown.
            move = rng.choice([move for move in ours.legal() if move != "fold"] * 4 + ["fold"])
            move = move if move in ours.legal() else "check"
            ours, theirs = ours.play(move), twin.play(theirs, move)
        yield ours, theirs


@pytest.mark.parametrize("seed", range(6))
def test_each_sees_what_the_rules_let_it_see(seed: int) -> None:
    twin = Holdem(hands=4)
    for ours, theirs in play(seed):
        assert (ours.text, ours.result) == (twin.text(theirs), twin.result(theirs))
        assert sorted(ours.legal()) == sorted(twin.legal(theirs))
        for seat in SEATS:
            view = ours.view(seat)
            assert view == twin.view(theirs, set() if seat is None else {seat})
            assert {HOLDEM.sample(view, n).view(seat) for n in range(3)} == {view}


@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_dealt_before_its_round(seed: int) -> None:
    """Neither the position nor a shuffle contains it, so no message can reveal it."""
    for ours, _ in play(seed):
        _, board, betting = ours.text.split(" ")[0].split("/")
        assert len(board.replace("-", "")) == (0, 6, 8, 10)[betting.count("-")]
        if ours.due and betting:
            values = tuple(range(ours.due[1][0]))
            after = ours.throw(values)
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


def test_all_that_a_view_may_hide_is_drawn() -> None:
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
def test_what_may_be_played(betting: str, mover: int, legal: str) -> None:
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
def test_a_hand_is_worth(betting: str, last: str, chips: int) -> None:
    board = "Qs9h2dThKc"[: (0, 6, 8, 10)[betting.count("-")]] or "-"
    after = HOLDEM.parse(f"AhKd7c3s/{board}/{betting} 1 0 -/-/").play(last)
    assert after.text.startswith(f"-/-/ 2 {chips} AhKd7c3s/")


def test_equal_hands_split() -> None:
    """The board plays."""
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


def test_the_standard_ranking() -> None:
    """Of the twin's slow evaluator, on which the comparison with the fast one rests."""
    values = [best_of(tuple(h[at : at + 2] for at in range(0, 10, 2))) for h in HANDS]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert len(RANKS) == 13
