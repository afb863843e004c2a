"""A bot with several processes accepts a game if one of them can play it and has room."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.assignment import POINTS_PER_GAME, Requirements
from zeitnot_server.bots.online import OnlineBots
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation

DEEP = Actor("acc-deep", "Deep", bot=True)
FOR_DEEP, FOR_ANN = Invitation("acc-deep", "Deep", True), Invitation("acc-ann", "Ann", False)
MINUTE = p.Control(kind="sudden_death", base_ms=60_000)
DAYS = p.Control(kind="correspondence", days=3)


@pytest.fixture
def bots() -> OnlineBots:
    """Deep as two processes: one plays tic-tac-toe at five levels, one chess on several seats."""
    bots = OnlineBots()
    for watch in (
        p.Watch(plays=["tictactoe"], levels=5, most_games=1, process="a"),
        p.Watch(plays=["chess"], most_games=1, several_seats=True, process="b"),
    ):
        bots.join(Watcher(DEEP, SendQueue(lambda: None), watch), {})
    return bots


def game(
    kind: str = "tictactoe",
    *seats: Invitation,
    creator: str | None = None,
    control: p.Control = MINUTE,
) -> GameSetup:
    rules = rules_for(kind, {})
    seats = seats or (FOR_ANN, FOR_DEEP)
    return GameSetup("abcd", rules, rules.settings, control, bytes(32), 1, seats, creator=creator)


def test_a_game_is_refused_if_no_process_has_room(bots: OnlineBots) -> None:
    assert bots.refusal(game()) is None
    assigned = bots.processes.note(DEEP.account, "g1", _requirements("tictactoe"))
    assert assigned == ["g1"]
    refusal = bots.refusal(game())
    assert refusal
    assert refusal.code == "bot_busy"
    assert refusal.message.startswith("Deep is already playing its maximum number of such games.")
    assert bots.refusal(game("chess")) is None
    assert bots.refusal(game("tictactoe", FOR_ANN, FOR_ANN)) is None
    bots.processes.note(DEEP.account, "g1", None)
    assert bots.refusal(game()) is None


def _requirements(kind: str) -> Requirements:
    return Requirements(kind, POINTS_PER_GAME)


def test_one_process_must_have_both_levels_and_seats(bots: OnlineBots) -> None:
    assert bots.refusal(game("tictactoe", FOR_ANN, Invitation("acc-deep", "Deep", True, 5))) is None
    assert bots.refusal(game("chess", FOR_ANN, Invitation("acc-deep", "Deep", True, 1)))
    assert bots.refusal(game("chess", FOR_DEEP, FOR_DEEP)), "two seats, and room for one"
    assert bots.refusal(game("chess", FOR_DEEP, FOR_DEEP, control=DAYS)) is None


def test_offline_bots_and_the_creator_are_not_checked(bots: OnlineBots) -> None:
    assert bots.refusal(game("othello"))
    assert bots.refusal(game("othello", creator=DEEP.account)) is None
    offline = Invitation("acc-away", "Away", True)
    assert bots.refusal(game("othello", FOR_ANN, offline)) is None


def test_several_seats_need_a_process_that_allows_them(bots: OnlineBots) -> None:
    twice = (FOR_DEEP, FOR_DEEP)
    assert bots.find_double_seated(twice, "chess") is None
    assert bots.find_double_seated(twice, "tictactoe") == FOR_DEEP
    assert bots.find_double_seated((FOR_ANN, FOR_ANN), "chess") == FOR_ANN
    assert bots.find_double_seated((FOR_ANN, None, FOR_DEEP), "tictactoe") is None


def test_a_bot_without_process_ids_is_limited_by_its_name() -> None:
    bots = OnlineBots()
    watch = p.Watch(plays=["tictactoe"], most_games=1)
    bots.join(Watcher(DEEP, SendQueue(lambda: None), watch), {"g1": _requirements("tictactoe")})
    assert bots.refusal(game()) is None, "its number of games is counted by its name"
