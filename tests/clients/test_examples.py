"""The example bots of the SDK."""

import importlib.util
import random
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from zeitnot_client import Client, Turn
from zeitnot_client.room import Room
from zeitnot_engines.games import History, load
from zeitnot_server.hosting.native import rules_for

from .fake_room import FakeRoom, session
from .fake_server import scripted
from .test_terminal import CATALOGUE

EXAMPLES = Path(__file__).parents[2] / "clients" / "examples"


def example(name: str) -> ModuleType:
    """Imports an example without running its main part."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_bot_is_short_and_plays_legal_moves() -> None:
    source = (EXAMPLES / "random_bot.py").read_text()
    assert len(source.splitlines()) < 40
    room = FakeRoom()
    legal = tuple(room.room.game_setup.rules.legal(room.room.state))
    no_connection: Any = None
    turn = Turn(Room(no_connection, session(), lambda: 0), 0, legal)
    assert example("random_bot").choose(turn) in legal


async def test_random_bot_plays_all_games_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module, messages = example("random_bot"), list[object]()
    transport = scripted({"GET catalogue": CATALOGUE}, [])

    async def run_bot(*arguments: object, games: int | None) -> None:
        messages.extend([*arguments, games])

    monkeypatch.setattr(module, "Client", partial(Client, transport=transport))
    monkeypatch.setattr(module, "run_bot", run_bot)
    await module.play_everything("http://127.0.0.1:1", "t", 3)
    assert messages == ["http://127.0.0.1:1", "t", module.choose, ["tictactoe"], 3]


class FixedTurn:
    """The part of a turn that the minimax bot reads."""

    def __init__(self, room: FakeRoom) -> None:
        self.position = room.room.position(None)
        self.legal = room.room.game_setup.rules.legal(room.room.state)


def test_minimax_bot_never_loses() -> None:
    """It plays on either side against random players, by the server's rules."""
    choose, rng = example("minimax_bot").choose, random.Random(5)
    scores = []
    for number in range(40):
        rules = FakeRoom().room.game_setup.rules
        state, bot_seat = rules.start(), number % 2
        while rules.outcome(state) is None:
            room = FakeRoom()
            turn = FixedTurn(room)
            turn.position, turn.legal = rules.position(state, None), rules.legal(state)
            move = choose(turn) if rules.turn(state) == bot_seat else rng.choice(turn.legal)
            state = rules.play(state, move)
        outcome = rules.outcome(state)
        assert outcome
        scores.append(outcome.scores[bot_seat])
    assert min(scores) >= 0.5
    assert max(scores) == 1.0


class SeenTurn:
    """The part of a turn that the whist bot reads: its seat's view."""

    def __init__(self, state: History) -> None:
        assert state.turn is not None
        self.settings = state.game.settings
        self.position = state.view(state.turn)
        self.legal = tuple(state.legal())


@pytest.mark.parametrize("settings", [{}, {"cards": 7, "seats": 4, "trump": "hearts"}])
def test_whist_bot_takes_more_than_half_of_the_tricks(
    settings: dict[str, str | int],
) -> None:
    """It plays each deal twice, with the sides exchanged, against random players."""
    source = (EXAMPLES / "whist_bot.py").read_text()
    assert len(source.splitlines()) < 60
    choose, rng, game = example("whist_bot").choose, random.Random(5), load("whist", settings)
    taken = 0
    for _ in range(60):
        deal = rng.sample(range(52), 52)
        for bot_seat in (0, 1):
            state = game.start().throw(deal)
            while state.result is None:
                assert state.turn is not None
                is_bot = state.turn % 2 == bot_seat
                state = state.play(choose(SeenTurn(state)) if is_bot else rng.choice(state.legal()))
            assert state.margins is not None
            taken += state.margins[bot_seat]
    assert taken > 0


def test_whist_bot_leads_unbeatable_cards_and_follows_cheaply() -> None:
    choose, game = example("whist_bot").choose, load("whist")
    for view, card in (
        ("AsKh2c ??? - 0 0:1", "As"),
        ("KsQh2c ??? - 0 1:0 As3s", "Ks"),  # the ace has been played
        ("KsQh2c ??? - 0 1:0 2sJs", "Ks"),  # one card beats the king, two beat the queen
        ("9hJh2c ?? 8h 0 1:0", "9h"),  # it beats the eight as cheaply as possible
        ("9hJh2c ?? Qh 0 1:0", "9h"),  # it cannot beat the queen and plays its lowest heart
    ):
        assert choose(SeenTurn(game.sample(view, 1))) == card


def test_minimax_bot_values_the_start_as_a_draw() -> None:
    module = example("minimax_bot")
    assert module.value("......... x") == 0
    assert module.value("xx.oo.... x") > 0


@pytest.mark.parametrize("bets", ["limit", "nolimit"])
def test_leduc_bot_beats_random_players(bets: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays on either side, by the server's rules."""
    source = (EXAMPLES / "leduc_bot.py").read_text()
    assert len(source.splitlines()) < 60
    module, rng = example("leduc_bot"), random.Random(5)
    monkeypatch.setattr(module, "random", random.Random(6))
    rules, won, sessions = rules_for("leduc", {"bets": bets}), 0.0, 200
    for number in range(sessions):
        state, bot_seat = rules.start(), number % 2
        while (outcome := rules.outcome(state)) is None:
            if due := rules.throw(state):
                cards = due.sizes[0]
                state = rules.chance(state, tuple(rng.sample(range(cards), cards)))
                continue
            seat, legal = rules.turn(state), rules.legal(state)
            turn = SimpleNamespace(position=rules.position(state, seat), legal=legal)
            state = rules.play(
                state, module.choose(turn) if seat == bot_seat else rng.choice(legal)
            )
        won += outcome.scores[bot_seat]
    assert won / sessions > 0.65
