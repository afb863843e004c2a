"""A game is assigned to the least loaded process of a bot that can play it and has room."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.bots.assignment import (
    POINTS_PER_GAME,
    Process,
    Requirements,
    assign,
    can_take,
    process_of,
    requirements_of,
)

GAMES = frozenset({"go", "chess", "whist"})
CLOCK = p.Control(kind="sudden_death", base_ms=60_000)
CHESS = Requirements("chess", POINTS_PER_GAME)


def process(games: int | None = 4, plays: str = "chess", **fields: int) -> Process:
    """A process that takes this number of games at a time."""
    capacity = None if games is None else POINTS_PER_GAME * games
    return Process(frozenset(plays.split()), capacity=capacity, **fields)  # type: ignore[arg-type]


def numbered(count: int, requirements: Requirements = CHESS) -> dict[str, Requirements]:
    return {f"game{number}": requirements for number in range(count)}


def counts(assigned: dict[str, str]) -> dict[str, int]:
    return {
        process: list(assigned.values()).count(process)
        for process in sorted(set(assigned.values()))
    }


def test_games_are_shared_in_proportion_to_capacity() -> None:
    assigned = assign({"small": process(2), "large": process(6)}, {}, numbered(8))
    assert counts(assigned) == {"large": 6, "small": 2}
    for share in range(1, 9):
        shares = counts(
            assign({"small": process(10), "large": process(30)}, {}, numbered(4 * share))
        )
        assert shares == {"small": share, "large": 3 * share}


def test_the_least_loaded_process_gets_the_next_game() -> None:
    processes = {"old": process(), "new": process()}
    assert assign(processes, {"old": POINTS_PER_GAME}, numbered(1)) == {"game0": "new"}
    assert assign(processes, {"old": POINTS_PER_GAME, "new": 2 * POINTS_PER_GAME}, numbered(1)) == {
        "game0": "old"
    }


def test_processes_get_only_games_that_they_play() -> None:
    processes = {"go": process(1, "go"), "other": process(9, "chess whist")}
    requirements = {
        "a": Requirements("go", POINTS_PER_GAME),
        "b": CHESS,
        "c": Requirements("go", POINTS_PER_GAME),
    }
    assert assign(processes, {}, requirements) == {"a": "go", "b": "other"}, "go is full after one"
    assert assign(processes, {}, {"d": Requirements("othello", POINTS_PER_GAME)}) == {}


@pytest.mark.parametrize(
    ("requirements", "expected"),
    [
        (Requirements("chess", POINTS_PER_GAME, level=3), "strong"),
        (Requirements("chess", 2 * POINTS_PER_GAME, seats=2), "multi_seat"),
        (Requirements("chess", 2 * POINTS_PER_GAME, level=3, seats=2), None),
        (Requirements("chess", POINTS_PER_GAME), "strong"),
    ],
)
def test_levels_and_several_seats_need_a_capable_process(
    requirements: Requirements, expected: str | None
) -> None:
    processes = {"strong": process(levels=5), "multi_seat": process(several_seats=True)}
    assert assign(processes, {}, {"game": requirements}).get("game") == expected
    assert can_take(processes, {}, requirements) == (expected is not None)


def test_a_full_process_gets_no_more_games() -> None:
    assert len(assign({"a": process(3)}, {}, numbered(5))) == 3
    assert not can_take({"a": process(3)}, {"a": 3 * POINTS_PER_GAME}, CHESS)
    slow = Requirements("chess", 1)
    assert len(assign({"a": process(1)}, {}, numbered(5, slow))) == 4
    assert (
        assign(
            {"a": process(2)},
            {"a": POINTS_PER_GAME},
            {"x": Requirements("chess", 2 * POINTS_PER_GAME)},
        )
        == {}
    )


def test_a_process_without_a_limit_is_weighted_as_one_hundred_games() -> None:
    assert len(assign({"a": process(None)}, {}, numbered(150))) == 150
    shares = counts(assign({"a": process(None), "b": process(50)}, {}, numbered(30)))
    assert shares == {"a": 20, "b": 10}


def test_excess_games_go_to_a_process_without_an_id() -> None:
    old = process(1, "chess", unlimited=True)
    assert assign({"old": old}, {}, numbered(3)) == dict.fromkeys(numbered(3), "old")
    mixed = {"old": old, "new": process(2)}
    assigned = assign(mixed, {}, {**numbered(4), "go": Requirements("go", POINTS_PER_GAME)})
    assert counts(assigned) == {"new": 2, "old": 3}
    assert can_take(mixed, {"old": 99, "new": 99}, CHESS)


def test_a_watch_describes_a_process() -> None:
    watch = p.Watch(plays=["chess"], levels=5, most_games=3, several_seats=True, process="a1")
    assert process_of(watch, ["chess"]) == Process(
        frozenset({"chess"}), 5, 3 * POINTS_PER_GAME, several_seats=True
    )
    assert process_of(p.Watch(), []).unlimited


def test_invitations_determine_the_requirements() -> None:
    def invited(seat: int, level: int | None, control: p.Control = CLOCK) -> p.Invited:
        return p.Invited(
            game="abcd", game_type="whist", settings={}, control=control, seat=seat, level=level
        )

    assert requirements_of([]) is None
    assert requirements_of([invited(1, None)]) == Requirements("whist", POINTS_PER_GAME)
    assert requirements_of([invited(1, 2), invited(3, None)]) == Requirements(
        "whist", 2 * POINTS_PER_GAME, 2, 2
    )
    slow = p.Control(kind="correspondence", days=3)
    assert requirements_of([invited(0, 1, slow)]) == Requirements("whist", 1, 1)
