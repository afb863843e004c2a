"""What a finished game adds to a book."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.books import lines
from zeitnot_server.books.lines import LEAST_PLIES, PLIES, former_lines
from zeitnot_server.rooms.commands import Abandon, Flag

from ..rooms.games import Duel, DuelState, Race
from ..rooms.hidden_games import Hands
from ..rooms.table import Table
from .playing import duel, race


def events(table: Table) -> list[p.RoomEvent]:
    return [row.event for row in table.log]


def test_every_move_counts_for_the_side_that_made_it() -> None:
    table = duel("hl")
    first, second = lines(table.rules, events(table))
    assert (first.position, first.entry.move, first.entry.score) == ("-", "high", 1.0)
    assert (second.position, second.entry.move, second.entry.score) == ("h", "low", 0.0)
    assert first.entry.last_played == table.end.at
    assert first.place.key == Duel().key(DuelState(""))
    assert second.place.key == Duel().key(DuelState("h"))
    assert first.place.settings_key == Duel.settings_key


def test_positions_are_those_after_the_throw() -> None:
    table = race()
    threw = [e.position for e in events(table) if isinstance(e, p.Threw)]
    assert [line.position for line in lines(table.rules, events(table))] == threw


def test_moves_taken_back_are_not_learnt() -> None:
    table = Table(Duel()).start()
    table.move("low")
    table.do(0, p.Takeback, action="ask")
    table.do(1, p.Takeback, action="accept")
    table.move("high", after=100)
    table.move("low", after=100)
    assert lines(table.rules, events(table)) == lines(Duel(), events(duel("hl")))


def test_a_game_with_hidden_cards_adds_nothing() -> None:
    table = Table(Hands()).start()
    while not table.room.finished:
        table.move("fold")
    assert lines(table.rules, events(table)) == []


def test_an_aborted_or_unfinished_game_adds_nothing() -> None:
    table = Table(Duel(rounds=3)).start()
    table.move("high")
    assert lines(table.rules, events(table)) == []
    table.do(0, p.Abort)
    assert lines(table.rules, events(table)) == []


def long(plies: int) -> Table:
    """A duel that goes on after so many plies."""
    table = Table(Duel(rounds=50), control=p.Control(kind="sudden_death", base_ms=60_000)).start()
    for ply in range(plies):
        table.move("high" if ply % 3 else "low", after=100)
    return table


ENDS = {
    "resign": lambda table: table.do(0, p.Resign),
    "agreed": lambda table: (
        table.do(0, p.Draw, action="offer"),
        table.do(1, p.Draw, action="accept"),
    ),
    "flag": lambda table: table.tell(Flag(), after=120_000),
    "abandoned": lambda table: table.tell(Abandon(1)),
}


@pytest.mark.parametrize("reason", ENDS)
def test_only_late_resignations_and_agreed_draws_teach(reason: str) -> None:
    for plies in (2, LEAST_PLIES - 1, LEAST_PLIES):
        table = long(plies)
        ENDS[reason](table)
        assert table.end.reason == reason
        taught = plies if reason in ("resign", "agreed") and plies == LEAST_PLIES else 0
        assert len(lines(table.rules, events(table))) == taught
        assert len(former_lines(table.rules, events(table))) == plies


def test_moves_taken_back_do_not_count_as_plies() -> None:
    table = long(LEAST_PLIES)
    table.do(1, p.Takeback, action="ask")
    table.do(0, p.Takeback, action="accept")
    table.do(0, p.Resign)
    assert lines(table.rules, events(table)) == []


def test_a_game_from_a_custom_position_teaches_nothing() -> None:
    table = Table(Duel(), setup=p.Setup(position="h", clock_starts="start")).start()
    table.move("low")
    assert table.end.reason == "rules"
    assert lines(table.rules, events(table), table.room.game_setup.setup) == []


def test_moves_of_the_setup_are_not_learnt() -> None:
    """Else a game of one move would teach, deep in a line, what somebody wants to be taught."""
    table = Table(Duel(), setup=p.Setup(moves=("high",), clock_starts="start")).start()
    table.move("low")
    assert table.end.reason == "rules"
    assert lines(table.rules, events(table), table.room.game_setup.setup) == []


def test_a_repeated_position_counts_once() -> None:
    class Standing(Duel):
        """Remembers nothing of what was said: every position is the same."""

        def key(self, state: DuelState) -> int:
            return 1

    table = Table(Standing(rounds=2)).start()
    for move in ("high", "high", "high", "low"):
        table.move(move)
    assert table.end.reason == "rules"
    result = lines(table.rules, events(table))
    assert sorted(line.entry.move for line in result) == ["high", "low"]
    assert all(line.entry.games == 1 for line in result)


def test_a_long_game_is_cut_at_the_longest_line() -> None:
    table = Table(Race(goal=10**6)).start()
    for _ in range(PLIES + 7):
        table.move("walk")
    table.do(0, p.Resign)
    assert len(lines(table.rules, events(table))) == PLIES
