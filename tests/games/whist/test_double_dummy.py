"""Whist's double-dummy solver agrees with another solver, and with minimax on small deals."""

import random
from functools import cache

import pytest

from zeitnot_engines.commands.solve import solve
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .endplay_deals import STORED, Solved, ours, stored_deals
from .running import answer, refusal

DEALS = stored_deals()


def test_solver_agrees_with_endplay() -> None:
    assert len(DEALS) == STORED
    sizes = [len(deal.tricks) for deal in DEALS]
    assert sum(len(deal.hands[0]) == 26 for deal in DEALS) >= 3, "some deals use the full pack"
    assert max(sizes) == 13
    for deal in DEALS:
        # With full packs only the best and the worst lead, because all would take too long.
        leads = sorted(deal.tricks, key=lambda card: deal.tricks[card])
        chosen = [leads[0], leads[-1]] if len(leads) == 13 else leads
        assert ours(deal, chosen) == {card: deal.tricks[card] for card in chosen}, deal.position


def test_wrong_answer_would_be_noticed() -> None:
    deal = DEALS[0]
    card = next(iter(deal.tricks))
    changed = Solved(deal.hands, deal.trump, deal.leader, {**deal.tricks, card: 99})
    assert ours(changed) != changed.tricks


@cache
def minimax(state: History) -> int:
    """The tricks that seats 0 and 2 take in total, by minimax over all cards."""
    if state.result is not None:
        won = next(word for word in state.text.split(" ") if ":" in word)
        return int(won.split(":")[0])
    values = [minimax(state.play(move)) for move in state.legal()]
    return max(values) if state.side % 2 == 0 else min(values)


@pytest.mark.parametrize(
    ("settings", "ranks", "played", "deals"),
    [
        ({"cards": 4, "trump": "none"}, 4, 3, 10),
        ({"cards": 4, "trump": "hearts"}, 6, 1, 10),
        ({"cards": 4, "seats": 4, "trump": "none"}, 4, 6, 6),
        ({"cards": 4, "seats": 4, "trump": "spades"}, 6, 7, 6),
        ({"cards": 4, "seats": 4, "trump": "clubs"}, 4, 5, 4),
    ],
)
def test_solver_agrees_with_minimax(
    settings: dict[str, str | int], ranks: int, played: int, deals: int
) -> None:
    """Some deals have cards on the table. Only the lowest ranks of the pack are dealt, so that
    several hands hold each suit."""
    game = load("whist", settings)
    engine = Engine(game, method="double-dummy", hash_mb=1)
    for number in range(deals):
        rng = random.Random(number)
        order = [card for card in range(52) if card % 13 < ranks]
        order = rng.sample(order, len(order)) + [c for c in range(52) if c % 13 >= ranks]
        state = game.start().throw(order)
        for _ in range(played):
            state = state.play(rng.choice(state.legal()))
        report = engine.search(state, lines=13)
        all_tricks = int(settings["cards"])
        for line in report.lines:
            first = minimax(state.play(line.move))
            assert line.value == (first if state.side % 2 == 0 else all_tricks - first)
        assert report.exact


def test_solve_prints_the_tricks_of_each_card() -> None:
    found = answer(solve, "6h6d9c8c Tc5c2s4h - 0 0:0")
    assert (found["value"], found["unit"], found["exact"]) == (2, "tricks", True)
    assert {line["move"]: line["value"] for line in found["lines"]} == {
        "6h": 2, "6d": 2, "9c": 2, "8c": 2,
    }  # fmt: skip


@pytest.mark.parametrize("arguments", [[], ["6h6d9c8c ???? - 0 0:0"], ["2h|3h 4d|5d - 0 0:0"]])
def test_solve_needs_open_hands(arguments: list[str]) -> None:
    assert "all hands open" in refusal(solve, *arguments)


def test_search_stops_at_the_node_limit() -> None:
    game = load("whist", {"cards": 13, "seats": 4})
    state = game.start().throw(random.Random(1).sample(range(52), 52))
    report = Engine(game, method="double-dummy").search(state, nodes=500)
    assert not report.exact
    assert report.best in state.legal()
    assert report.nodes == 500
