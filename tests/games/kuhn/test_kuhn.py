"""Kuhn poker: the views of the seats, and the equilibrium (values from Kuhn 1950)."""

import json
import random
import re
from itertools import product

import pytest
from click.testing import CliRunner

from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .twin import Kuhn, Session

KUHN = load("kuhn")
SEATS = (0, 1, None)


def hand_after(cards: str, *moves: str) -> History:
    """The first hand with these cards, after these moves."""
    deal = tuple("JQK".index(card) for card in cards)
    state = KUHN.start().throw((*deal, 3 - sum(deal)))
    for move in moves:
        state = state.play(move)
    return state


def play(seed: int) -> list[tuple[History, Session]]:
    """All positions of a random session, each with its twin's."""
    twin, rng = Kuhn(), random.Random(seed)
    core_state, twin_state = KUHN.start(), twin.start()
    pairs = [(core_state, twin_state)]
    while core_state.result is None:
        if core_state.due:
            values = rng.choice(twin.throws(twin_state))
            core_state, twin_state = core_state.throw(values), twin.throw(twin_state, values)
        else:
            move = rng.choice(core_state.legal())
            core_state, twin_state = core_state.play(move), twin.play(twin_state, move)
        pairs.append((core_state, twin_state))
    return pairs


@pytest.mark.parametrize("seed", range(20))
def test_views_agree_with_the_twin(seed: int) -> None:
    for core_state, twin_state in play(seed):
        for seat in SEATS:
            visible = set() if seat is None else {seat}
            assert core_state.view(seat) == Kuhn().view(twin_state, visible)


def test_a_deal_shows_each_seat_its_card() -> None:
    state = hand_after("QK")
    assert [state.throw_seen((1, 2, 0), seat) for seat in SEATS] == [
        (1, -1, -1),
        (-1, 2, -1),
        (-1, -1, -1),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_positions_sampled_from_a_view_have_that_view(seed: int) -> None:
    for core_state, _ in play(seed):
        for seat in SEATS:
            view = core_state.view(seat)
            assert {KUHN.sample(view, n).view(seat) for n in range(8)} == {view}


def test_sampling_reaches_every_possible_card() -> None:
    view = hand_after("QK", "check", "bet").view(0)
    drawn = {KUHN.sample(view, seed).text.split("/")[0] for seed in range(50)}
    assert drawn == {"QJ", "QK"}


# ── the equilibrium ────────────────────────────────────────────────────────────────────────────


def strategy(engine: Engine) -> dict[tuple[str, str], float]:
    """The probability that the equilibrium bets or calls, by card and earlier moves."""
    found = {}
    for card, moves in product("JQK", ((), ("check",), ("bet",), ("check", "bet"))):
        mover = len(moves) % 2
        other = "Q" if card == "J" else "J"
        state = hand_after(card + other if mover == 0 else other + card, *moves)
        lines = engine.search(state).lines
        share = {line.move: line.probability or 0.0 for line in lines}
        assert sum(share.values()) == pytest.approx(1)
        found[card, " ".join(moves)] = share["call" if "call" in share else "bet"]
    return found


def test_game_value_is_minus_one_eighteenth() -> None:
    report = Engine(KUHN).search(KUHN.start())
    assert report.value == pytest.approx(-1 / 18, abs=1e-6)
    assert (report.unit, report.nodes) == ("chips", 12)


def test_strategy_is_one_of_kuhns_equilibria() -> None:
    """The equilibria form a family: the jack bluffs with any probability up to 1/3, the king bets
    three times as often, and the queen calls with 1/3 more than the jack's probability."""
    bets = strategy(Engine(KUHN))
    bluff = bets["J", ""]
    assert 0 <= bluff <= 1 / 3 + 1e-3
    expected = {
        ("Q", ""): 0,
        ("K", ""): 3 * bluff,
        ("J", "check"): 1 / 3,
        ("Q", "check"): 0,
        ("K", "check"): 1,
        ("J", "bet"): 0,
        ("Q", "bet"): 1 / 3,
        ("K", "bet"): 1,
        ("J", "check bet"): 0,
        ("Q", "check bet"): bluff + 1 / 3,
        ("K", "check bet"): 1,
    }
    assert {where: bets[where] for where in expected} == pytest.approx(expected, abs=2e-3)


def test_no_strategy_gains_against_the_equilibrium() -> None:
    """The best of all 64 pure strategies against the second player wins just the game's value."""
    bets = strategy(Engine(KUHN))

    def gain(cards: str, opens: bool, calls: bool) -> float:
        hand = {"J": 0, "Q": 1, "K": 2}
        win = 1 if hand[cards[0]] > hand[cards[1]] else -1
        if opens:
            call = bets[cards[1], "bet"]
            return call * 2 * win + (1 - call)
        bet = bets[cards[1], "check"]
        return bet * (2 * win if calls else -1) + (1 - bet) * win

    deals = ["JQ", "JK", "QJ", "QK", "KJ", "KQ"]
    plans = [
        {card: choices[2 * at : 2 * at + 2] for at, card in enumerate("JQK")}
        for choices in product([False, True], repeat=6)
    ]
    best = max(sum(gain(deal, *plan[deal[0]]) for deal in deals) / len(deals) for plan in plans)
    assert best == pytest.approx(-1 / 18, abs=1e-4)


def test_engine_samples_moves_by_probability() -> None:
    engine, state = Engine(KUHN), hand_after("KJ", "check", "bet")
    assert {engine.search(state).best for _ in range(20)} == {"call"}
    state = hand_after("QK", "check", "bet")
    assert {engine.search(state).best for _ in range(200)} == {"call", "fold"}


def test_analyse_prints_the_probability_of_each_move() -> None:
    arguments = ["kuhn", "QK/cb 1 0 --/"]
    text = CliRunner().invoke(analyse, arguments).stdout
    assert (
        len(re.findall(r"^(?:call|fold) .* chips  +\d+\.\d% of the time$", text, re.MULTILINE)) == 2
    )
    found = json.loads(CliRunner().invoke(analyse, [*arguments, "--json"]).stdout)
    assert sum(line["probability"] for line in found["lines"]) == pytest.approx(1)


def analyse_output(*arguments: str) -> str:
    """The output of `zeitnot analyse kuhn`."""
    result = CliRunner().invoke(analyse, ["kuhn", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (["Q?/cb 1 0 --/"], r"mix call \d\d\.\d%, fold \d\d\.\d%"),
        (["?J/c 1 0 --/"], r"mix check 66\.\d%, bet 33\.\d%"),
        (["?K/b 1 0 --/"], "best call"),
        (["Q?/ 1 0 --/", "--moves", "check"], None),  # the value depends on the other card
        (["?K/ 1 0 --/", "--moves", "bet"], "best call"),
        (["?J/ 2 -1 ??/bf"], r"best check|mix check \d\d\.\d%, bet \d\d\.\d%"),
        (["??/ 1 0 --/"], None),
        (["?K/ 1 0 --/"], None),
    ],
)
def test_view_of_the_seat_to_move_can_be_analysed(arguments: list[str], last: str | None) -> None:
    if last is not None:
        assert re.fullmatch(last, analyse_output(*arguments).splitlines()[-1])
        return
    refused = CliRunner().invoke(analyse, ["kuhn", *arguments])
    assert refused.exit_code == 2
    assert "hides what the seat to move sees" in refused.stderr


def test_malformed_view_is_refused() -> None:
    for text in ("?", "??/x 1 0 --/", "KK?/ 1 0 --/"):
        refused = CliRunner().invoke(analyse, ["kuhn", text])
        assert refused.exit_code == 2
        assert len(refused.stderr.strip().splitlines()[-1]) < 100
    other_game = CliRunner().invoke(analyse, ["tictactoe", "?........ x"])
    assert other_game.exit_code == 2


def test_before_the_deal_every_card_has_a_line() -> None:
    first, second, third, summary = analyse_output().splitlines()
    assert re.fullmatch(r"J: -1\.00 chips  (mix|best) check.*", first)
    assert re.fullmatch(r"Q: -0\.33 chips  best check", second)
    assert re.fullmatch(r"K: \+1\.17 chips  (mix|best) .*", third)
    assert summary.startswith("depth 1: -0.06 chips")
    assert json.loads(analyse_output("--json"))["lines"] == []
