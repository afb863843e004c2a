"""Which node gives a game to one of a bot's processes: each finds the same, and little moves."""

from collections import Counter

from zeitnot_server.bots.assignment import Process, Requirements
from zeitnot_server.bots.homes import node_for

CHESS = frozenset({"chess"})
GAMES = [f"game{number}" for number in range(2_000)]
WANTED = Requirements("chess", 4)


def process(most: int | None = 40, plays: frozenset[str] = CHESS) -> Process:
    return Process(plays, capacity=most)


def spread(nodes: dict[str, list[tuple[Process, int]]]) -> dict[str, str | None]:
    return {game: node_for(game, WANTED, nodes) for game in GAMES}


def test_without_processes_nobody_does() -> None:
    assert node_for("game", WANTED, {}) is None
    assert node_for("game", WANTED, {"a": []}) is None
    assert node_for("game", WANTED, {"a": [(process(plays=frozenset({"go"})), 0)]}) is None


def test_the_order_in_which_nodes_are_known_does_not_matter() -> None:
    nodes = {name: [(process(), 0)] for name in "abc"}
    backwards = dict(reversed(nodes.items()))
    assert spread(nodes) == spread(backwards)


def test_equal_nodes_get_equal_parts() -> None:
    counts = Counter(spread({name: [(process(), 0)] for name in "abcd"}).values())
    assert set(counts) == set("abcd")
    assert all(abs(count - 500) < 100 for count in counts.values()), counts  # five sigma


def test_a_node_gets_as_much_as_it_takes() -> None:
    counts = Counter(
        spread(
            {"small": [(process(40), 0)], "large": [(process(80), 0), (process(40), 0)]}
        ).values()
    )
    assert abs(counts["large"] - 1_500) < 100, counts


def test_when_a_node_goes_its_games_alone_move() -> None:
    nodes = {name: [(process(), 0)] for name in "abc"}
    before = spread(nodes)
    del nodes["b"]
    after = spread(nodes)
    assert {game for game in GAMES if before[game] != after[game]} == {
        game for game in GAMES if before[game] == "b"
    }


def test_a_node_that_is_full_gets_none_while_another_has_room() -> None:
    full, free = [(process(8), 8)], [(process(8), 4)]
    assert set(spread({"full": full, "free": free}).values()) == {"free"}
    assert set(spread({"full": full, "also full": full}).values()) == {"full", "also full"}


def test_what_none_has_room_for_goes_to_one_that_takes_all() -> None:
    nodes = {"full": [(process(8), 8)], "any": [(Process(CHESS, unlimited=True, capacity=8), 8)]}
    assert set(spread(nodes).values()) == {"any"}


def test_a_node_counts_with_the_processes_that_can_play() -> None:
    others = [(process(400, frozenset({"go"})), 0)] * 5
    nodes = {"a": [(process(), 0), *others], "b": [(process(), 0)]}
    assert abs(Counter(spread(nodes).values())["a"] - 1_000) < 115
