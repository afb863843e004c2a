"""Records that a server exports are imported by another one, for every game."""

import json
import random

import pytest

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Phase

from ..each import each
from ..rooms.rig import Rig
from .imported import imported
from .test_record import export_of

MAX_MOVES = 60


def played(game: str) -> p.Export:
    """A game of random moves, resigned after MAX_MOVES."""
    rng = random.Random(4)
    rules = rules_for(game, {})
    rig = Rig(rules, p.Control(kind="unlimited"), game="game0")
    rig.new.game_setup.settings.update(rules.settings)
    rig.start()
    moves = 0
    while rig.room.phase is Phase.RUNNING and moves < MAX_MOVES:
        rig.move(rng.choice(rules.legal(rig.room.state)), after=1_000)
        moves += 1
    if rig.room.phase is Phase.RUNNING:
        rig.do(rig.room.turn or 0, p.Resign)
    return rig.export()


def steps(export: p.Export) -> list[object]:
    """Its moves and throws, and the positions after them."""
    found = list[object]()
    for event in export.events:
        match event:
            case p.Moved():
                found.append((event.seat, event.move, event.position))
            case p.Threw():
                found.append((event.values, event.position))
    return found


@pytest.mark.parametrize("game", NAMES)
def test_a_record_of_any_game_is_imported_unchanged(game: str) -> None:
    export = played(game)
    read = imported(p.encode(export))
    assert read.problems == []
    (commit,) = read.commits
    reimported = export_of(commit)
    assert steps(reimported) == steps(export)
    ends = [[e for e in one.events if isinstance(e, p.Finished)] for one in (export, reimported)]
    assert ends[0][0].scores == ends[1][0].scores


def test_records_on_lines_and_one_on_several_lines_are_read() -> None:
    first, second = (p.encode(played(game)) for game in ("tictactoe", "othello"))
    read = imported(f"{first}\n\nnonsense\n{second}\n")
    assert [game.game_type for game in read.answer().games] == ["tictactoe", "othello"]
    assert [problem.partition(": ")[0] for problem in read.problems] == ["text:3"]
    pretty = json.dumps(json.loads(first), indent=2)
    assert imported(pretty).answer().games == imported(first).answer().games


@each(
    ("change", "problem"),
    [
        ({"game_type": "halma9"}, "text:1: this is no record of a game"),
        ({"settings": {"size": "large"}}, "text:1: this is no record of a game"),
        ({"events": []}, "text:1: the game has not ended; expected a finished game"),
        ({"players": 7}, "text:1: this is no game record"),
    ],
)
def test_broken_records_are_named(change: dict[str, object], problem: str) -> None:
    record = json.loads(p.encode(played("tictactoe"))) | change
    (found,) = imported(json.dumps(record)).problems
    assert found.startswith(problem)


def test_forged_positions_and_takebacks_have_no_effect_or_are_refused() -> None:
    export = json.loads(p.encode(played("tictactoe")))
    moved = [event for event in export["events"] if event["type"] == "moved"]
    moved[0]["position"] = "xxxxxxxxx x"
    (commit,) = imported(json.dumps(export)).commits
    assert "xxxxxxxxx x" not in p.encode(export_of(commit))
    takeback = {**moved[0], "type": "taken_back", "plies": 9, "elapsed_ms": 0}
    forged = export | {"events": [*export["events"][:-1], takeback, export["events"][-1]]}
    (problem,) = imported(json.dumps(forged)).problems
    assert problem.startswith("text:1: this is no record of a game")


def test_long_chat_of_a_record_is_refused_because_no_format_could_export_it() -> None:
    record = json.loads(p.encode(played("tictactoe")))
    said = {"type": "said", "game": "game0", "seq": 9, "at": 9, "name": "Ann", "text": "x" * 70_000}
    record["events"].insert(-1, said)
    (problem,) = imported(json.dumps(record)).problems
    assert "a comment is too long; expected at most 65536 characters" in problem
