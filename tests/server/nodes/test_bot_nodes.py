"""The choice of the node whose bot process gets a game: all nodes agree, and few games move when a
node joins or leaves."""

from collections import Counter

from zeitnot_server.bots.assignment import Process, Requirements
from zeitnot_server.bots.homes import node_for

CHESS = frozenset({"chess"})
GAMES = [f"game{number}" for number in range(2_000)]
CHESS_GAME = Requirements("chess", 4)


def process(capacity: int | None = 40, plays: frozenset[str] = CHESS) -> Process:
    return Process(plays, capacity=capacity)


def spread(nodes: dict[str, list[tuple[Process, int]]]) -> dict[str, str | None]:
    """The node chosen for each of GAMES. `nodes`: the processes of each node with their loads."""
    return {game: node_for(game, CHESS_GAME, nodes) for game in GAMES}


def test_no_node_is_chosen_without_a_suitable_process() -> None:
    assert node_for("game", CHESS_GAME, {}) is None
    assert node_for("game", CHESS_GAME, {"a": []}) is None
    assert node_for("game", CHESS_GAME, {"a": [(process(plays=frozenset({"go"})), 0)]}) is None


def test_the_order_of_the_nodes_does_not_matter() -> None:
    nodes = {name: [(process(), 0)] for name in "abc"}
    backwards = dict(reversed(nodes.items()))
    assert spread(nodes) == spread(backwards)


def test_equal_nodes_get_equal_shares() -> None:
    counts = Counter(spread({name: [(process(), 0)] for name in "abcd"}).values())
    assert set(counts) == set("abcd")
    assert all(abs(count - 500) < 100 for count in counts.values()), counts  # five sigma


def test_shares_are_proportional_to_capacity() -> None:
    counts = Counter(
        spread(
            {"small": [(process(40), 0)], "large": [(process(80), 0), (process(40), 0)]}
        ).values()
    )
    assert abs(counts["large"] - 1_500) < 100, counts  # five sigma


def test_only_games_of_a_departed_node_move() -> None:
    nodes = {name: [(process(), 0)] for name in "abc"}
    before = spread(nodes)
    del nodes["b"]
    after = spread(nodes)
    assert {game for game in GAMES if before[game] != after[game]} == {
        game for game in GAMES if before[game] == "b"
    }


def test_a_full_node_gets_no_games_while_another_has_room() -> None:
    full, free = [(process(8), 8)], [(process(8), 4)]
    assert set(spread({"full": full, "free": free}).values()) == {"free"}
    assert set(spread({"full": full, "also full": full}).values()) == {"full", "also full"}


def test_games_go_to_an_unlimited_process_when_all_are_full() -> None:
    nodes = {"full": [(process(8), 8)], "any": [(Process(CHESS, unlimited=True, capacity=8), 8)]}
    assert set(spread(nodes).values()) == {"any"}


def test_only_processes_that_play_the_game_count() -> None:
    others = [(process(400, frozenset({"go"})), 0)] * 5
    nodes = {"a": [(process(), 0), *others], "b": [(process(), 0)]}
    assert abs(Counter(spread(nodes).values())["a"] - 1_000) < 115  # five sigma
