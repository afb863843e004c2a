"""Processes of a bot join and leave. Each game has at most one process, and its assignment number
only grows."""

import random

import pytest

from zeitnot_server.bots.assignment import POINTS_PER_GAME, Process, Requirements
from zeitnot_server.bots.processes import BotProcesses

from ..each import each

BOT = "acc-bot"
CHESS = Requirements("chess", POINTS_PER_GAME)


def process(games: int = 4, plays: str = "chess", unlimited: bool = False) -> Process:
    return Process(frozenset(plays.split()), capacity=POINTS_PER_GAME * games, unlimited=unlimited)


@pytest.fixture
def bots() -> BotProcesses[str]:
    """Sockets are strings; the wall clock does not advance."""
    return BotProcesses(lambda: 1_000)


def join(
    bots: BotProcesses[str], id: str, *games: str, socket: str = "", max_games: int = 4
) -> list[str]:
    """Joins with a socket of this process, by default its first; the games that it is assigned."""
    return bots.join(BOT, socket or f"{id}1", id, process(max_games), dict.fromkeys(games, CHESS))


def owners(bots: BotProcesses[str], *ids: str) -> dict[str, set[str] | None]:
    return {id: bots.games_of(BOT, id) for id in ids}


def test_a_second_process_gets_only_new_games(
    bots: BotProcesses[str],
) -> None:
    assert join(bots, "a", "g1", "g2") == ["g1", "g2"]
    assert join(bots, "b") == []
    assert bots.note(BOT, "g3", CHESS) == ["g3"]
    assert owners(bots, "a", "b") == {"a": {"g1", "g2"}, "b": {"g3"}}
    assert bots.sockets_of(BOT, "g3") == ("b1",)
    assert (bots.running, bots.waiting, bots.reassigned) == (2, 0, 0)


def test_reassigned_games_get_greater_assignment_numbers(
    bots: BotProcesses[str],
) -> None:
    join(bots, "a", "g1", "g2")
    join(bots, "b")
    numbers = [bots.assignment_number_of(BOT, game) for game in ("g1", "g2")]
    assert bots.leave(BOT, "a1") == ["g1", "g2"]
    assert owners(bots, "b") == {"b": {"g1", "g2"}}
    assert all(bots.assignment_number_of(BOT, game) > max(numbers) for game in ("g1", "g2"))
    assert bots.reassigned == 2


def test_a_process_leaves_with_its_last_socket(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1")
    join(bots, "a", socket="a2")
    join(bots, "b")
    assert bots.sockets_of(BOT, "g1") == ("a1", "a2")
    assert bots.leave(BOT, "a1") == []
    assert bots.leave(BOT, "a2") == ["g1"]
    assert bots.leave(BOT, "a2") == [], "it has left already"


def test_running_games_are_assigned_before_waiting_ones(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1", max_games=1)
    join(bots, "b", max_games=1)
    assert bots.note(BOT, "g2", CHESS) == ["g2"]
    assert bots.note(BOT, "g3", CHESS) == []
    assert bots.waiting == 1
    assert bots.leave(BOT, "a1") == [], "b is full"
    assert bots.waiting == 2
    assert bots.note(BOT, "g2", None) == ["g1"], "g1 is running, so it precedes g3"
    assert bots.note(BOT, "g1", None) == ["g3"]
    assert bots.waiting == 0


def test_a_waiting_game_goes_to_a_new_process(bots: BotProcesses[str]) -> None:
    bots.join(BOT, "a1", "a", process(plays="go"), {"g1": CHESS})
    assert bots.waiting == 1
    assert join(bots, "b") == ["g1"]


def test_an_assigned_game_is_not_assigned_again(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1")
    number = bots.assignment_number_of(BOT, "g1")
    assert bots.note(BOT, "g1", CHESS) == []
    assert join(bots, "b", "g1") == []
    assert (bots.assignment_number_of(BOT, "g1"), owners(bots, "a")) == (number, {"a": {"g1"}})


def test_a_single_process_without_an_id_sees_all_games(bots: BotProcesses[str]) -> None:
    bots.join(BOT, "old1", "", process(1, unlimited=True), dict.fromkeys(("g1", "g2"), CHESS))
    assert bots.games_of(BOT, "") is None
    join(bots, "b")
    assert owners(bots, "", "b") == {"": {"g1", "g2"}, "b": set()}
    assert bots.note(BOT, "g3", CHESS) == ["g3"]
    assert owners(bots, "b") == {"b": {"g3"}}


def test_the_state_of_an_offline_bot_is_discarded(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1")
    number = bots.assignment_number_of(BOT, "g1")
    assert bots.leave(BOT, "a1") == []
    assert not bots._bots
    assert bots.note(BOT, "g1", CHESS) == []
    assert bots.can_take(BOT, CHESS), "an offline bot has no known limits"
    join(bots, "a", "g1")
    assert bots.assignment_number_of(BOT, "g1") > number


def test_assignment_numbers_grow_after_a_restart() -> None:
    before, after = BotProcesses[str](lambda: 1_000), BotProcesses[str](lambda: 2_000)
    for bots in (before, after):
        join(bots, "a", *(f"g{number}" for number in range(4)))
    assert before.assignment_number_of(BOT, "g3") < after.assignment_number_of(BOT, "g0")


@each("seed", range(20))
def test_each_game_has_one_process_after_any_order_of_events(seed: int) -> None:
    rng, bots = random.Random(seed), BotProcesses[str](lambda: 1_000)
    capacities, unfinished, last_numbers = dict[str, int](), set[str](), dict[str, int]()
    for step in range(200):
        event, id, game = rng.randrange(4), f"p{rng.randrange(4)}", f"g{step}"
        if event == 0 and id not in capacities:
            capacities[id] = rng.randrange(1, 5)
            waiting = {
                each: CHESS for each in unfinished if not bots.assignment_number_of(BOT, each)
            }
            bots.join(BOT, id, id, process(capacities[id]), waiting)
        elif event == 1 and id in capacities:
            del capacities[id]
            bots.leave(BOT, id)
        elif event == 2 or not unfinished:
            unfinished.add(game)
            bots.note(BOT, game, CHESS)
        else:
            ended = rng.choice(sorted(unfinished))
            unfinished.remove(ended)
            bots.note(BOT, ended, None)
        _check(bots, capacities, unfinished, last_numbers)


def _check(
    bots: BotProcesses[str],
    capacities: dict[str, int],
    unfinished: set[str],
    last_numbers: dict[str, int],
) -> None:
    """No process has too many games, each game has one process, and none waits while a process has
    capacity."""
    games_of = {id: bots.games_of(BOT, id) or set() for id in capacities}
    assigned = [game for games in games_of.values() for game in games]
    assert len(assigned) == len(set(assigned))
    assert all(len(games_of[id]) <= capacity for id, capacity in capacities.items())
    assert len(assigned) == min(len(unfinished), sum(capacities.values()))
    for game in assigned:
        assert bots.assignment_number_of(BOT, game) >= last_numbers.get(game, 0)
        last_numbers[game] = bots.assignment_number_of(BOT, game)
