"""The terminal shows moves in the game's notation: announced, listed, and in engine lines."""

from dataclasses import replace

import pytest

import zeitnot_protocol as p
from zeitnot_client.session_events import EventReceived
from zeitnot_client.terminal import moves, screen, texts

from .fake_room import GAME
from .sessions import pump
from .test_screen import game


def test_chess_moves_are_shown_in_san() -> None:
    """The game is Scholar's mate."""
    _, ann, bob = game("chess")
    for mover, move in zip(
        [ann, bob] * 4, ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"], strict=False
    ):
        mover.session.move(move)
        pump(ann, bob)
    state = ann.session.state
    lines = [
        screen.session_event_line(item, bob.session.state)
        for item in bob.session_events
        if isinstance(item, EventReceived) and isinstance(item.event, p.Moved)
    ]
    shown = [(line or "").partition("   ")[0] for line in lines]
    assert shown[:3] == ["1. Ann: e4", "1. Bob: e5", "2. Ann: Qh5"]
    assert shown[-1] == "4. Ann: Qxf7#"
    assert moves.move_list(state, ("white", "black")).splitlines()[-1].split() == ["4.", "Qxf7#"]
    mating = next(
        item.event
        for item in reversed(bob.session_events)
        if isinstance(item, EventReceived) and isinstance(item.event, p.Moved)
    )
    before = replace(state, position=moves.position_before(mating, state), engines={})
    info = p.Info(game=GAME, ply=6, mode="thinking", pv="h5f7 nonsense", seat=1)
    assert screen.engine_line(before, info) == "Bob is thinking: Qxf7# nonsense"


@pytest.mark.parametrize("kind", ["gomoku", "go"])
def test_stones_are_numbered_one_by_one(kind: str) -> None:
    _, ann, bob = game(kind)
    played = ["H8", "G9", "J9"] if kind == "go" else ["h8", "g9", "j9"]
    for mover, move in zip([ann, bob, ann], played, strict=True):
        mover.session.move(move)
        pump(ann, bob)
    received = [item for item in bob.session_events if isinstance(item, EventReceived)]
    shown = [item for item in received if isinstance(item.event, p.Moved)]
    lines = [str(screen.session_event_line(item, bob.session.state)) for item in shown]
    assert [line.partition(" ")[0] for line in lines] == ["1.", "2.", "3."]
    listed = moves.move_list(bob.session.state, ("black", "white")).splitlines()[1:]
    assert [line.split() for line in listed] == [["1.", *played[:2]], ["3.", played[2]]]


def test_few_legal_moves_are_listed_and_many_counted() -> None:
    _, ann, _ = game("chess")
    start = ann.session.state
    assert "Your moves: Na3 Nc3 Nf3 Nh3 a3 b3" in screen.room_text(start, (), 0).plain
    many = replace(start, legal=(*start.legal, *start.legal))
    assert (
        moves.legal_line(many)
        == "Your turn. You have 40 moves, such as Na3; type legal to list them."
    )
    lines = moves.legal_list(many).splitlines()
    assert all(len(line) <= 76 for line in lines)
    assert sorted(" ".join(lines).split()) == sorted(moves.legal_texts(many))
    assert moves.legal_list(replace(start, legal=())) == texts.NO_LEGAL


def test_throw_is_shown_before_the_move_that_uses_it() -> None:
    _, ann, bob = game("ewn")
    ann.session.move(ann.session.state.legal[0])
    pump(ann, bob)
    state = ann.session.state
    first = state.throws[0].values[0]
    row = moves.move_list(state, ("red", "blue")).splitlines()[1]
    assert row.split() == ["1.", f"{first}:", state.moves[0].move]


def test_move_list_is_shown_in_columns() -> None:
    _, ann, bob = game()
    assert moves.move_list(ann.session.state, ()) == texts.NO_MOVES
    ann.session.move("d3")
    pump(ann, bob)
    bob.session.move("c3")
    pump(ann, bob)
    ann.session.move("c4")
    pump(ann, bob)
    lines = moves.move_list(ann.session.state, ("black", "white")).splitlines()
    assert [line.split() for line in lines] == [
        ["black", "white"],
        ["1.", "d3", "c3"],
        ["2.", "c4"],
    ]
    assert lines[0].index("white") == lines[1].index("c3")


def test_backgammon_plays_are_separated_by_commas() -> None:
    _, ann, _ = game()
    state = replace(ann.session.state, legal=("13/7 8/7*", "13/2"))
    text = screen.room_text(state, (), state.clock_at_ms).plain
    assert text.endswith("Your moves: 13/7 8/7*, 13/2")
