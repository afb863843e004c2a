"""Leduc hold'em: its tree, the views of the seats, and what may be bet without a limit."""

import random
from collections.abc import Iterator

import pytest

from zeitnot_engines.games import Game, History, Value, load

from ..facts import VALUES
from .twin import Leduc, Session

SEATS = (0, 1, None)
NO_LIMIT: dict[str, Value] = {"bets": "nolimit", "stack": 10}


def one_hand(state: History) -> Iterator[History]:
    """Every history of the first hand, its ends included."""
    yield state
    if " 2 " in state.text:
        return
    outcomes = [state.throw(values) for values, _ in state.outcomes()]
    for after in outcomes or map(state.play, state.legal()):
        yield from one_hand(after)


def test_the_tree_of_a_hand_has_its_published_size() -> None:
    """The published count deals the private cards one by one, which adds a history for each first
    card. Suits, which it tells apart, decide nothing, so a seat need not know them."""
    histories = list(one_hand(load("leduc").start()))
    known = VALUES["leduc"]
    assert len(histories) + 6 == known["histories"]
    assert sum(" 2 " in state.text for state in histories) == known["terminal_histories"]
    decisions = [state for state in histories if state.turn is not None]
    assert len({state.view(state.turn) for state in decisions}) == known["infosets"]
    assert len({state.information(state.turn or 0) for state in decisions}) == 6 * 3 + 30 * 9


def play(game: Game, twin: Leduc, seed: int) -> Iterator[tuple[History, Session]]:
    """All positions of a random session, each with its twin's."""
    rng = random.Random(seed)
    ours, theirs = game.start(), twin.start()
    yield ours, theirs
    while ours.result is None:
        if ours.due:
            values = rng.choice(twin.throws(theirs))
            ours, theirs = ours.throw(values), twin.throw(theirs, values)
        else:
            move = rng.choice(ours.legal())
            ours, theirs = ours.play(move), twin.play(theirs, move)
        yield ours, theirs


@pytest.mark.parametrize("seed", range(6))
def test_each_sees_what_the_rules_let_it_see(seed: int) -> None:
    game, twin = (
        (load("leduc", NO_LIMIT), Leduc(bets="nolimit")) if seed % 2 else (load("leduc"), Leduc())
    )
    for ours, theirs in play(game, twin, seed):
        for seat in SEATS:
            view = ours.view(seat)
            assert view == twin.view(theirs, set() if seat is None else {seat})
            assert {game.sample(view, n).view(seat) for n in range(4)} == {view}


def test_a_deal_shows_each_seat_its_card_and_nobody_the_public_one() -> None:
    state = load("leduc").start().throw((4, 1, 0, 2, 3, 5))
    assert state.text.startswith("KsJh/-/ ")
    seen = [state.throw_seen((4, 1, 0, 2, 3, 5), seat) for seat in SEATS]
    assert seen == [(4, -1, -1, -1, -1, -1), (-1, 1, -1, -1, -1, -1), (-1,) * 6]
    public = state.play("check").play("check").throw((1, 0, 2, 3))
    assert public.view(0).startswith("Ks?/Qs/cc- ")
    assert {public.throw_seen((1, 0, 2, 3), seat) for seat in SEATS} == {(-1,) * 4}


def test_all_that_a_view_may_hide_is_drawn() -> None:
    game = load("leduc")
    view = game.parse("KsKh/Qs/cc- 1 0 -/-/").view(0)
    drawn = {game.sample(view, seed).text[2:4] for seed in range(80)}
    assert drawn == {"Js", "Jh", "Qh", "Kh"}


@pytest.mark.parametrize(
    ("hand", "chips"),
    [
        ("KsQh/Js/crc-rrc", 11),
        ("KsQh/Qs/crc-rrc", -11),  # a pair
        ("KsKh/Js/rrc-cc", 0),
        ("KsQh/-/rf", 1),
        ("KsQh/-/crf", -1),
        ("KsQh/Js/rc-crf", -3),
    ],
)
def test_a_hand_is_worth(hand: str, chips: int) -> None:
    cards, board, betting = hand.split("/")
    undealt = betting.endswith("f") and "-" not in betting
    state = load("leduc").parse(f"{cards}/{'-' if undealt else board}/{betting[:-1]} 1 0 -/-/")
    last = {"f": "fold", "c": state.legal()[0 if "check" in state.legal() else 1]}[betting[-1]]
    assert state.play(last).text == f"-/-/ 2 {chips} {hand}"


@pytest.mark.parametrize(
    ("betting", "legal"),
    [
        ("", "check half pot allin"),
        ("h", "fold call half pot allin"),  # 2 to 4 and to 6
        ("pp", "fold call"),  # two raises are the most
        ("a", "fold call"),
        ("p", "fold call half pot allin"),
        ("pc-", "check half pot allin"),
        ("ppc-", "check allin"),  # nine are in, so that half the pot is more than is left
    ],
)
def test_without_a_limit_sizes_follow_the_pot(betting: str, legal: str) -> None:
    board = "Js" if "-" in betting else "-"
    state = load("leduc", NO_LIMIT).parse(f"KsQh/{board}/{betting} 1 0 -/-/")
    assert " ".join(state.legal()) == legal


def test_after_all_in_the_public_card_ends_the_hand() -> None:
    state = load("leduc", NO_LIMIT).parse("KsQh/-/a 1 0 -/-/").play("call")
    assert (state.due, state.turn) == (("shuffle", (4,)), None)
    assert state.throw((2, 0, 1, 3)).text == "-/-/ 2 -10 KsQh/Qs/ac-"
