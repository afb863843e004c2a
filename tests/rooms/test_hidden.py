"""Hidden cards and hidden moves: what each viewer receives, live, after a reconnection and in the
record.

Each hidden card or move has a unique text (`CARDS`, or a cell's name), for which tests search in
the frames that would be sent.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zeitnot_protocol as p
from zeitnot_server.rooms.fold import fold_steps
from zeitnot_server.rooms.room import Phase
from zeitnot_server.rooms.view import (
    history,
    shown,
    turn,
    view,
    visible_info,
)

from .hidden_games import CARDS, CELLS, UNSEEN, Blind, Hands
from .rig import Rig

HANDS: list[int | None] = [0, 1, 2, None]
BLIND: list[int | None] = [0, 1, None]


def frames_of(rig: Rig) -> dict[int | None, list[str]]:
    """The frames sent to each viewer, step by step, like the server."""
    frames: dict[int | None, list[str]] = {v: [] for v in [*range(len(rig.new.seats)), None]}
    before = rig.new
    for entries, after in rig.steps:
        for event, room, is_same in shown(entries, fold_steps(before, entries)):
            views = {viewer: view(event, room, viewer) for viewer in frames}
            assert is_same == all(seen is event for seen in views.values())
            for viewer, sent in frames.items():
                sent.append(p.encode(views[viewer]))
        for viewer, sent in frames.items():
            if legal := turn(after, viewer):
                sent.append(p.encode(legal))
        before = after
    return frames


def secrets(rig: Rig, viewer: int | None) -> set[str]:
    """The cards that this viewer must not see before the end of the game."""
    deal = rig.room.state.cards
    return {CARDS[card] for place, card in enumerate(deal) if place not in (viewer, 3)}


@pytest.fixture
def dealt_hands() -> Rig:
    return Rig(Hands()).start()


def test_each_player_sees_its_card_and_the_open_ones(dealt_hands: Rig) -> None:
    event = dealt_hands.log[-1].event
    assert isinstance(event, p.Threw)
    deal = dealt_hands.room.state.cards
    for viewer in HANDS:
        seen = view(event, dealt_hands.room, viewer)
        assert isinstance(seen, p.Threw)
        assert seen.seq == event.seq
        assert seen.values == [c if place in (viewer, 3) else -1 for place, c in enumerate(deal)]
        assert seen.position == dealt_hands.rules.position(dealt_hands.room.state, viewer)
    assert event.values == list(deal), "the log has all cards"


def test_only_its_mover_sees_a_hidden_move(dealt_hands: Rig) -> None:
    bid = dealt_hands.rules.legal(dealt_hands.room.state)[1]
    report = p.EngineReport(depth=3, value=0.9)
    result = dealt_hands.do(0, p.Move, ply=0, move=bid, engine=report)
    for viewer in HANDS:
        seen = view(result.entries[0].event, result.room, viewer)
        assert isinstance(seen, p.Moved)
        assert seen.move == (bid if viewer == 0 else UNSEEN)
        assert seen.engine == (report if viewer == 0 else None)
        assert seen.clock == result.room.clock.view(dealt_hands.ms)


def test_engine_reports_do_not_reveal_cards(dealt_hands: Rig) -> None:
    info = p.Info(game="game0", ply=0, mode="thinking", depth=9, value=0.8, pv="bid:San", seat=1)
    for viewer in (0, 2, None):
        assert visible_info(info, dealt_hands.room, viewer) is None
    assert visible_info(info, dealt_hands.room, 1) is info


def test_a_move_that_revealed_a_card_cannot_be_taken_back(dealt_hands: Rig) -> None:
    dealt_hands.move("fold")
    refusal = dealt_hands.do(0, p.Takeback, action="ask").refusal
    assert refusal is not None
    assert refusal.code == "no_takeback"


plays = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), max_size=8)


@given(plays, st.sampled_from(["game0", "gameA", "gameB", "gameC"]))
def test_no_frame_leaks_a_card_before_the_end(script: list[tuple[int, int]], game: str) -> None:
    rig = Rig(Hands(), game=game).start()
    for choice, player in script:
        if rig.room.phase is not Phase.RUNNING or len(rig.room.state.moves) == 2:
            break
        rig.do(player % 3, p.Chat, text="hm")
        rig.do(player % 3, p.Adjourn, action=["offer", "accept"][choice])
        for seat in range(3):
            rig.do(seat, p.ResumeWish)
        rig.move(rig.rules.legal(rig.room.state)[choice])
    sent = frames_of(rig)
    for viewer in HANDS:
        hidden = secrets(rig, viewer)
        messages = "".join(sent[viewer])
        repeated = p.encode(history(rig.log, rig.room, viewer))
        visible = rig.room.position(viewer)
        for text in (messages, repeated, visible):
            assert not [card for card in hidden if card in text]


def test_event_numbers_are_the_same_for_all_viewers(dealt_hands: Rig) -> None:
    while dealt_hands.room.phase is Phase.RUNNING:
        dealt_hands.move("fold")
    sent = frames_of(dealt_hands)
    numbers = {
        viewer: [seq for frame in frames if (seq := json.loads(frame).get("seq"))]
        for viewer, frames in sent.items()
    }
    assert all(result == list(range(1, dealt_hands.room.seq + 1)) for result in numbers.values())


@pytest.mark.parametrize("since", range(12))
def test_a_returning_viewer_gets_the_same_views(since: int) -> None:
    """Views depend on the room at each event, not on its present state."""
    rig = Rig(Hands()).start()
    rig.move(rig.rules.legal(rig.room.state)[1])
    rig.move("fold")
    live = frames_of(rig)
    for viewer in HANDS:
        events = [frame for frame in live[viewer] if "seq" in json.loads(frame)]
        missed = [p.encode(e) for e in history(rig.log, rig.room, viewer, since)]
        assert missed == events[since:]


def test_hidden_cards_and_moves_are_shown_after_the_end(dealt_hands: Rig) -> None:
    bids = []
    while dealt_hands.room.phase is Phase.RUNNING:
        bids.append(dealt_hands.rules.legal(dealt_hands.room.state)[1])
        dealt_hands.move(bids[-1])
    for viewer in HANDS:
        record = history(dealt_hands.log, dealt_hands.room, viewer)
        assert record == [entry.event for entry in dealt_hands.log]
        assert [e.move for e in record if isinstance(e, p.Moved)] == bids
        assert dealt_hands.room.position(viewer) == dealt_hands.rules.full_position(
            dealt_hands.room.state
        )


# ── blind tic-tac-toe ──────────────────────────────────────────────────────────────────────────


def blind(*moves: str) -> Rig:
    rig = Rig(Blind()).start()
    for move in moves:
        assert rig.move(move).refusal is None
    return rig


def test_a_seat_sees_only_its_marks() -> None:
    rig = blind("a1", "b2")
    assert [rig.room.position(viewer) for viewer in BLIND] == [
        "x........ x",
        "....o.... x",
        "????????? x",
    ]


def test_a_move_onto_a_hidden_mark_reveals_it_and_is_repeated() -> None:
    rig = blind("a1", "a1")
    assert (rig.room.turn, rig.room.ply) == (1, 2)
    assert [rig.room.position(viewer) for viewer in BLIND] == [
        "x........ o",
        "x........ o",
        "????????? o",
    ]
    refusal = rig.move("a1").refusal
    assert refusal is not None
    assert refusal.code == "illegal_move"
    moved = rig.log[-1].event
    assert isinstance(moved, p.Moved)
    assert (moved.seat, moved.turn) == (1, 1)


def test_the_turn_message_reveals_nothing_to_others() -> None:
    rig = blind("a1")
    assert turn(rig.room, 0) is None
    assert turn(rig.room, None) is None
    turn_message = turn(rig.room, 1)
    assert turn_message is not None
    assert turn_message.legal == CELLS, "includes the taken cell, which the mover does not know"


@given(st.lists(st.integers(0, 8), max_size=20))
def test_no_frame_reveals_moves_of_the_other_side(choices: list[int]) -> None:
    rig = blind()
    for choice in choices:
        if not (legal := rig.rules.legal(rig.room.state)):
            break
        before = rig.room
        rig.move(legal[choice % len(legal)])
        if rig.room.phase is Phase.FINISHED:
            rig.room = before
            rig.log = [entry for entry in rig.log if entry.event.seq <= before.seq]
            rig.steps.pop()
            break
    sent = frames_of(rig)
    for viewer in BLIND:
        for frame in map(json.loads, sent[viewer]):
            if frame["type"] == "moved" and frame["seat"] != viewer:
                assert frame["move"] == UNSEEN
            if "position" in frame and viewer is not None:
                known = {c for s, c in rig.room.state.tried if s == viewer}
                visible = _marks_of_other(frame["position"], viewer)
                assert visible <= known


def _marks_of_other(position: str, viewer: int) -> set[str]:
    """The cells on which this viewer is shown the other side's mark."""
    return {cell for cell, mark in zip(CELLS, position, strict=False) if mark == "ox"[viewer]}


def test_both_sides_marks_are_shown_after_the_end() -> None:
    rig = blind("a1", "a1", "b1", "a2", "b2", "b1", "a3")
    assert (rig.end.scores, rig.end.word) == ([1.0, 0.0], "three in a row")
    assert {rig.room.position(viewer) for viewer in BLIND} == {"xo.xo.x.. o"}


def test_a_game_without_secrets_shows_the_same_event_to_all() -> None:
    rig = Rig().start()
    result = rig.move("high")
    assert all(
        view(result.entries[0].event, rig.room, viewer) is result.entries[0].event
        for viewer in BLIND
    )
    assert shown(result.entries, result.rooms) == [(result.entries[0].event, rig.room, True)]
