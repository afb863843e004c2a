"""Leduc hold'em: the size of its tree, the views of the seats, and no-limit betting."""

import random
from collections.abc import Iterator

import pytest

from zeitnot_engines.games import Game, History, Value, load

from ..facts import VALUES
from .twin import Leduc, Session

SEATS = (0, 1, None)
NO_LIMIT: dict[str, Value] = {"bets": "nolimit", "stack": 10}


def one_hand(state: History) -> Iterator[History]:
    """Every history of the first hand, including its ends."""
    yield state
    if " 2 " in state.text:
        return
    outcomes = [state.throw(values) for values, _ in state.outcomes()]
    for after in outcomes or map(state.play, state.legal()):
        yield from one_hand(after)


def test_tree_of_a_hand_has_the_published_size() -> None:
    """The published count deals the private cards one by one, which adds a history for each of the
    six first cards. It distinguishes suits, as `view` does. `information` does not, because suits
    decide nothing: 6 situations of betting with 3 ranks, then 30 with 9 pairs of ranks."""
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
    core_state, twin_state = game.start(), twin.start()
    yield core_state, twin_state
    while core_state.result is None:
        if core_state.due:
            values = rng.choice(twin.throws(twin_state))
            core_state, twin_state = core_state.throw(values), twin.throw(twin_state, values)
        else:
            move = rng.choice(core_state.legal())
            core_state, twin_state = core_state.play(move), twin.play(twin_state, move)
        yield core_state, twin_state


@pytest.mark.parametrize("seed", range(6))
def test_views_and_samples_agree_with_the_twin(seed: int) -> None:
    game, twin = (
        (load("leduc", NO_LIMIT), Leduc(bets="nolimit")) if seed % 2 else (load("leduc"), Leduc())
    )
    for core_state, twin_state in play(game, twin, seed):
        for seat in SEATS:
            view = core_state.view(seat)
            assert view == twin.view(twin_state, set() if seat is None else {seat})
            assert {game.sample(view, n).view(seat) for n in range(4)} == {view}


def test_deal_shows_each_seat_only_its_card() -> None:
    state = load("leduc").start().throw((4, 1, 0, 2, 3, 5))
    assert state.text.startswith("KsJh/-/ ")
    seen = [state.throw_seen((4, 1, 0, 2, 3, 5), seat) for seat in SEATS]
    assert seen == [(4, -1, -1, -1, -1, -1), (-1, 1, -1, -1, -1, -1), (-1,) * 6]
    public = state.play("check").play("check").throw((1, 0, 2, 3))
    assert public.view(0).startswith("Ks?/Qs/cc- ")
    assert {public.throw_seen((1, 0, 2, 3), seat) for seat in SEATS} == {(-1,) * 4}


def test_sampling_reaches_every_possible_card() -> None:
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
def test_finished_hand_changes_the_chips(hand: str, chips: int) -> None:
    cards, board, betting = hand.split("/")
    undealt = betting.endswith("f") and "-" not in betting
    state = load("leduc").parse(f"{cards}/{'-' if undealt else board}/{betting[:-1]} 1 0 -/-/")
    last = {"f": "fold", "c": state.legal()[0 if "check" in state.legal() else 1]}[betting[-1]]
    assert state.play(last).text == f"-/-/ 2 {chips} {hand}"


@pytest.mark.parametrize(
    ("betting", "legal"),
    [
        ("", "check half pot allin"),
        ("h", "fold call half pot allin"),  # after a bet to 2, raises are to 4 and to 6
        ("pp", "fold call"),  # at most two raises per round
        ("a", "fold call"),
        ("p", "fold call half pot allin"),
        ("pc-", "check half pot allin"),
        ("ppc-", "check allin"),  # nine of ten chips are in, too many for a raise by half the pot
    ],
)
def test_no_limit_bet_sizes_follow_the_pot(betting: str, legal: str) -> None:
    board = "Js" if "-" in betting else "-"
    state = load("leduc", NO_LIMIT).parse(f"KsQh/{board}/{betting} 1 0 -/-/")
    assert " ".join(state.legal()) == legal


def test_after_all_in_the_public_card_ends_the_hand() -> None:
    state = load("leduc", NO_LIMIT).parse("KsQh/-/a 1 0 -/-/").play("call")
    assert (state.due, state.turn) == (("shuffle", (4,)), None)
    assert state.throw((2, 0, 1, 3)).text == "-/-/ 2 -10 KsQh/Qs/ac-"
