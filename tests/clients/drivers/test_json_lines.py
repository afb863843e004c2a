"""The JSON lines of Botzone's form, without a process."""

import json
from typing import Any

import pytest

from zeitnot_client.drivers.dialogue import Chose, Event, Ready, Resigned
from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.json_lines import KEEP_RUNNING, JsonLines
from zeitnot_client.drivers.situation import Clocks, Limits, Situation
from zeitnot_engines.games import load
from zeitnot_engines.matches.record import Record, start_of

from .situations import setup, situation

CLOCKS = Limits(Clocks((9_500, 8_000), 10_000, 100), move_ms=50)


def asked(dialogue: JsonLines, game: Situation, limits: Limits = CLOCKS) -> Any:
    (line,) = dialogue.ask(game, limits)
    assert "\n" not in line
    return json.loads(line)


def events_of(dialogue: JsonLines, *lines: str) -> list[Event]:
    return [event for line in lines for event in dialogue.read_line(line)]


def test_the_first_line_has_the_whole_game() -> None:
    dialogue = JsonLines(setup("othello"))
    assert dialogue.greet() == [Ready()]
    game = situation("othello", "d3", "c3", "c4")
    sent = asked(dialogue, game)
    assert sent["responses"] == ["c3"]
    earlier, newest = sent["requests"]
    assert earlier["since"] == [{"seat": 0, "move": "d3"}]
    assert earlier.keys().isdisjoint({"legal", "clock"})
    assert newest == {
        "game": "othello",
        "settings": {"size": 8},
        "seat": 1,
        "start": game.start.position,
        "since": [{"seat": 0, "move": "c4"}],
        "position": game.position,
        "legal": list(game.legal),
        "clock": {"left_ms": [9_500, 8_000], "base_ms": 10_000, "increment_ms": 100},
        "move_ms": 50,
    }


def test_a_program_that_keeps_running_gets_one_request_a_turn() -> None:
    dialogue = JsonLines(setup("othello"))
    assert "requests" in asked(dialogue, situation("othello"))
    answer = events_of(dialogue, '{"response": "d3", "debug": "so"}', KEEP_RUNNING)
    assert answer == [Chose("d3")]
    assert not dialogue.is_spent
    later = asked(dialogue, situation("othello", "d3", "c3"))
    assert (later["since"], later["seat"]) == ([{"seat": 1, "move": "c3"}], 0)
    assert "requests" not in later


def test_any_other_program_plays_one_move() -> None:
    dialogue = JsonLines(setup("othello"))
    assert not dialogue.is_spent
    asked(dialogue, situation("othello"))
    events_of(dialogue, '{"response":"d3"}')
    assert dialogue.is_spent


def test_after_a_takeback_the_whole_game_is_sent() -> None:
    dialogue = JsonLines(setup("othello"))
    asked(dialogue, situation("othello"))
    events_of(dialogue, '{"response":"d3"}', KEEP_RUNNING)
    assert "requests" in asked(dialogue, situation("othello"))


def test_throws_are_among_the_actions() -> None:
    state = load("ewn", {"setup": "free"}).start()
    record = Record(start_of(state))
    for _ in range(2):
        move, seat = state.legal()[0], state.side
        state = state.play(move)
        record.add_move(seat, move, state)
    values, _ = state.outcomes()[2]
    state = state.throw(values)
    record.add_throw(values, state)
    newest = asked(JsonLines(setup("ewn")), record.situation(state), Limits())["requests"][-1]
    assert newest["since"][-1] == {"throw": list(values)}
    assert (newest["clock"], newest["move_ms"]) == (None, None)


def test_hidden_cards_are_not_sent() -> None:
    """The program sees what its seat sees."""
    state = load("kuhn").start()
    record = Record(start_of(state))
    values = (2, 0, 1)
    state = state.throw(values)
    record.add_throw(values, state)
    game = record.situation(state)
    newest = asked(JsonLines(setup("kuhn")), game)["requests"][0]
    assert newest["position"] == state.view(0)
    assert newest["since"] == [{"throw": []}]
    assert state.text not in json.dumps(newest)


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ('{"response": "d3"}', [Chose("d3")]),
        ('{"response": "resign"}', [Resigned()]),
        ('{"response": 3}', []),
        ('{"other": "d3"}', []),
        ('["response"]', []),
        ("[" * 100_000, []),
        ("thinking…", []),
        ("", []),
    ],
)
def test_other_lines_are_ignored(line: str, events: list[Event]) -> None:
    dialogue = JsonLines(setup("othello"))
    assert events_of(dialogue, line) == []  # nobody has asked
    asked(dialogue, situation("othello"))
    assert events_of(dialogue, line) == events


def test_options_are_refused() -> None:
    with pytest.raises(Unsupported, match="has no options"):
        JsonLines(setup("othello", ("depth", "3")))
