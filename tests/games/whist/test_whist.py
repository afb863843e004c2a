"""Whist: sampling of hidden cards, positions with several possible deals, partners."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from zeitnot_engines.games import History, load

from .facts import LONG
from .twin import Whist

# Seat 1 has shown to lack hearts, spades and diamonds, and seat 0 has seen all clubs.
_LEADS = ("3h", "5s", "7d", "8d", "9d", "Td", "Jd", "Qd", "Kd", "Ad", "4s", "6s")
_TRICKS = "/".join(f"{lead}{rank}c" for lead, rank in zip(_LEADS, "23456789TJQK", strict=True))
VIEW_WITHOUT_DEAL = f"Ac ? - 0 12:0 {_TRICKS}"
TEXTBOOK = "6h6d9c8c Tc5c2s4h|Tc5c2s4d - 0 0:0"


def dealt(settings: dict[str, str | int], seed: int, cards: int) -> tuple[History, object]:
    """A random deal after `cards` random cards, in the core and in the twin."""
    rng, game, twin = random.Random(seed), load("whist", settings), Whist(**settings)  # type: ignore[arg-type]
    values = tuple(rng.sample(range(52), 52))
    state, twin_state = game.start().throw(values), twin.throw(twin.start(), values)
    for _ in range(cards):
        move = rng.choice(state.legal())
        state, twin_state = state.play(move), twin.play(twin_state, move)
    return state, twin_state


@pytest.mark.parametrize("settings", [{}, {"cards": 7, "seats": 4, "trump": "clubs"}, LONG])
def test_views_agree_with_the_twin(settings: dict[str, str | int]) -> None:
    twin = Whist(**settings)  # type: ignore[arg-type]
    for seed in range(20):
        state, twin_state = dealt(settings, seed, seed % 9)
        for seat in range(twin.seats):
            assert state.view(seat) == twin.view(twin_state, {seat})  # type: ignore[arg-type]
        assert state.view(None) == twin.view(twin_state, set())  # type: ignore[arg-type]


@pytest.mark.parametrize("settings", [{}, {"cards": 7, "seats": 4, "trump": "clubs"}, LONG])
def test_sampled_deal_has_the_same_view_and_is_consistent(
    settings: dict[str, str | int],
) -> None:
    game = load("whist", settings)
    for seed in range(30):
        state, _ = dealt(settings, seed, seed % (game.seats * 4))
        for seat in range(game.seats):
            view = state.view(seat)
            sampled = game.sample(view, seed)
            assert sampled.view(seat) == view
            assert sampled.information(seat) == state.information(seat)
            assert game.parse(sampled.text).text == sampled.text, "no seat has revoked"


def fitting_deals(record: Sequence[Sequence[str]], hands: Sequence[str], leader: int) -> set[str]:
    """The hands of seats 1 to 3, two cards each, that are consistent with these tricks for seat 0,
    found by trying all. `leader` leads the first trick."""
    twin, voids = Whist(**LONG), set()  # type: ignore[arg-type]
    for trick in record:
        for index, card in enumerate(trick):
            if card[1] != trick[0][1]:
                voids.add(((leader + index) % 4, trick[0][1]))
        leader = (leader + trick.index(twin._best(tuple(trick)))) % 4
    unseen = sorted(card for hand in hands[1:] for card in (hand[:2], hand[2:]))
    found = set()
    for first in combinations(unseen, 2):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, 2):
            third = [card for card in rest if card not in second]
            cards = ((1, first), (2, second), (3, third))
            if not any((seat, card[1]) in voids for seat, pair in cards for card in pair):
                found.add(" ".join("".join(twin._hand(tuple(pair))) for _, pair in cards))
    return found


def test_consistent_deals_are_equally_likely() -> None:
    """Tested two tricks from the end, after some seats have failed to follow suit."""
    tested = 0
    for seed in range(60):
        state, _ = dealt(LONG, seed, 44)
        *hands, _trick, _turn, _won, record = state.text.split(" ")
        tricks = [[trick[at : at + 2] for at in range(0, 8, 2)] for trick in record.split("/")]
        deals = fitting_deals(tricks, hands, leader=0)
        if not 3 <= len(deals) <= 12:
            continue
        view, game = state.view(0), load("whist", LONG)
        counts = Counter(
            " ".join(game.sample(view, number).text.split(" ")[1:4]) for number in range(1_200)
        )
        assert set(counts) == deals
        expected = 1_200 / len(deals)
        chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
        assert chi_square < 3 * len(deals) + 10
        tested += 1
    assert tested >= 3


def test_position_may_have_several_possible_deals() -> None:
    game = load("whist")
    state = game.parse(TEXTBOOK)
    assert state.view(0) == "6h6d9c8c 2s4dTc5c|2s4hTc5c - 0 0:0"
    assert state.view(1) == "6h6d9c8c|6h6d9c8c 2s4hTc5c|2s4hTc5c - 0 0:0", "seat 1 knows the deal"
    seen = {game.sample(state.view(0), seed).text.split(" ")[1].split("|")[0] for seed in range(20)}
    assert seen == {"2s4hTc5c", "2s4dTc5c"}
    after = state.play("6h").play("4h")
    assert after.view(0) == after.view(1), "the four has revealed the deal"
    assert game.parse(after.text) == after


def test_partners_share_their_tricks() -> None:
    game = load("whist", {"seats": 4})
    state = game.parse("As 2s Ks 3s - 0 1:2")
    for card in ("As", "2s", "Ks", "3s"):
        state = state.play(card)
    assert state.result == ((0.5, 0.5, 0.5, 0.5), "rules", "equal tricks")
    assert state.margins == (0, 0, 0, 0)
    state = game.parse("As 2s Ks 3s - 1 2:1")
    for card in ("2s", "Ks", "3s", "As"):
        state = state.play(card)
    assert state.result is not None
    assert state.result[0] == (1.0, 0.0, 1.0, 0.0)
    assert state.margins == (2, -2, 2, -2)


def test_hidden_cards_and_impossible_views_are_refused() -> None:
    game = load("whist")
    with pytest.raises(ValueError, match="is hidden"):
        game.parse("6h ? - 0 0:0")
    with pytest.raises(ValueError, match="No deal fits"):
        load("whist", {"cards": 13}).sample(VIEW_WITHOUT_DEAL, 1)
