"""The processes of a bot come and go: each game is one process's, and its number only grows."""

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
    """Sockets are texts; the wall clock stands still."""
    return BotProcesses(lambda: 1_000)


def join(
    bots: BotProcesses[str], id: str, *games: str, socket: str = "", most: int = 4
) -> list[str]:
    """A socket of this process comes, the first one unless it has a name."""
    return bots.join(BOT, socket or f"{id}1", id, process(most), dict.fromkeys(games, CHESS))


def owners(bots: BotProcesses[str], *ids: str) -> dict[str, set[str] | None]:
    return {id: bots.games_of(BOT, id) for id in ids}


def test_the_first_process_gets_what_waits_and_a_second_relieves_it(
    bots: BotProcesses[str],
) -> None:
    assert join(bots, "a", "g1", "g2") == ["g1", "g2"]
    assert join(bots, "b") == []
    assert bots.note(BOT, "g3", CHESS) == ["g3"]
    assert owners(bots, "a", "b") == {"a": {"g1", "g2"}, "b": {"g3"}}
    assert bots.sockets_of(BOT, "g3") == ("b1",)
    assert (bots.running, bots.waiting, bots.reassigned) == (2, 0, 0)


def test_the_games_of_a_process_that_goes_are_given_to_others_with_greater_numbers(
    bots: BotProcesses[str],
) -> None:
    join(bots, "a", "g1", "g2")
    join(bots, "b")
    numbers = [bots.number_of(BOT, game) for game in ("g1", "g2")]
    assert bots.leave(BOT, "a1") == ["g1", "g2"]
    assert owners(bots, "b") == {"b": {"g1", "g2"}}
    assert all(bots.number_of(BOT, game) > max(numbers) for game in ("g1", "g2"))
    assert bots.reassigned == 2


def test_a_process_goes_with_its_last_socket(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1")
    join(bots, "a", socket="a2")
    join(bots, "b")
    assert bots.sockets_of(BOT, "g1") == ("a1", "a2")
    assert bots.leave(BOT, "a1") == []
    assert bots.leave(BOT, "a2") == ["g1"]
    assert bots.leave(BOT, "a2") == [], "it has gone already"


def test_running_games_come_before_those_that_have_waited(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1", most=1)
    join(bots, "b", most=1)
    assert bots.note(BOT, "g2", CHESS) == ["g2"]
    assert bots.note(BOT, "g3", CHESS) == []
    assert bots.waiting == 1
    assert bots.leave(BOT, "a1") == [], "b is full"
    assert bots.waiting == 2
    assert bots.note(BOT, "g2", None) == ["g1"], "its clock runs"
    assert bots.note(BOT, "g1", None) == ["g3"]
    assert bots.waiting == 0


def test_a_game_that_waits_goes_to_a_newcomer(bots: BotProcesses[str]) -> None:
    bots.join(BOT, "a1", "a", process(plays="go"), {"g1": CHESS})
    assert bots.waiting == 1
    assert join(bots, "b") == ["g1"]


def test_what_a_process_has_is_not_given_again(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1")
    number = bots.number_of(BOT, "g1")
    assert bots.note(BOT, "g1", CHESS) == []
    assert join(bots, "b", "g1") == []
    assert (bots.number_of(BOT, "g1"), owners(bots, "a")) == (number, {"a": {"g1"}})


def test_a_single_process_without_an_id_sees_all(bots: BotProcesses[str]) -> None:
    bots.join(BOT, "old1", "", process(1, unlimited=True), dict.fromkeys(("g1", "g2"), CHESS))
    assert bots.games_of(BOT, "") is None
    join(bots, "b")
    assert owners(bots, "", "b") == {"": {"g1", "g2"}, "b": set()}
    assert bots.note(BOT, "g3", CHESS) == ["g3"]
    assert owners(bots, "b") == {"b": {"g3"}}


def test_nothing_is_kept_of_a_bot_that_has_gone(bots: BotProcesses[str]) -> None:
    join(bots, "a", "g1")
    number = bots.number_of(BOT, "g1")
    assert bots.leave(BOT, "a1") == []
    assert not bots._bots
    assert bots.note(BOT, "g1", CHESS) == []
    assert bots.can_take(BOT, CHESS), "who is not online is not asked"
    join(bots, "a", "g1")
    assert bots.number_of(BOT, "g1") > number


def test_numbers_grow_over_a_restart_of_the_server() -> None:
    before, after = BotProcesses[str](lambda: 1_000), BotProcesses[str](lambda: 2_000)
    for bots in (before, after):
        join(bots, "a", *(f"g{number}" for number in range(4)))
    assert before.number_of(BOT, "g3") < after.number_of(BOT, "g0")


@each("seed", range(20))
def test_any_order_of_events_leaves_each_game_with_one_process(seed: int) -> None:
    rng, bots = random.Random(seed), BotProcesses[str](lambda: 1_000)
    here, unfinished, last = dict[str, int](), set[str](), dict[str, int]()
    for step in range(200):
        event, id, game = rng.randrange(4), f"p{rng.randrange(4)}", f"g{step}"
        if event == 0 and id not in here:
            here[id] = rng.randrange(1, 5)
            wanted = {each: CHESS for each in unfinished if not bots.number_of(BOT, each)}
            bots.join(BOT, id, id, process(here[id]), wanted)
        elif event == 1 and id in here:
            del here[id]
            bots.leave(BOT, id)
        elif event == 2 or not unfinished:
            unfinished.add(game)
            bots.note(BOT, game, CHESS)
        else:
            over = rng.choice(sorted(unfinished))
            unfinished.remove(over)
            bots.note(BOT, over, None)
        _check(bots, here, unfinished, last)


def _check(
    bots: BotProcesses[str], here: dict[str, int], unfinished: set[str], last: dict[str, int]
) -> None:
    """No process has too many games, each game has one process, and none waits while a process has
    capacity."""
    given = {id: bots.games_of(BOT, id) or set() for id in here}
    everywhere = [game for games in given.values() for game in games]
    assert len(everywhere) == len(set(everywhere))
    assert all(len(given[id]) <= most for id, most in here.items())
    assert len(everywhere) == min(len(unfinished), sum(here.values()))
    for game in everywhere:
        assert bots.number_of(BOT, game) >= last.get(game, 0)
        last[game] = bots.number_of(BOT, game)
