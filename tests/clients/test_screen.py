"""The lines that the terminal shows: the room, the status, events and engine reports."""

from dataclasses import replace

import pytest

import zeitnot_protocol as p
from zeitnot_client.session_events import (
    CommitmentChanged,
    Disconnected,
    Dropped,
    EventReceived,
    Notice,
    Rejected,
    Synced,
)
from zeitnot_client.state import apply_notice
from zeitnot_client.terminal import names, screen, texts
from zeitnot_server.rooms.room import Actor

from .fake_room import ANN, BOB, GAME, FakeConnection, FakeRoom, session
from .sessions import pump, seat_players, start_game


def game(game_type: str = "othello") -> tuple[FakeRoom, FakeConnection, FakeConnection]:
    room = FakeRoom(game_type, control=p.Control(kind="sudden_death", base_ms=300_000))
    return room, *start_game(room)


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (None, "no clock"),
        (0, "0:00.0"),
        (9_480, "0:09.4"),
        (19_999, "0:19.9"),
        (20_000, "0:20"),
        (754_000, "12:34"),
        (3_723_000, "1:02:03"),
    ],
)
def test_clock_text_depends_on_the_time_left(ms: int | None, text: str) -> None:
    assert screen.clock_text(ms) == text


def test_room_before_the_first_move_is_shown() -> None:
    _, ann, _ = game()
    state = ann.session.state
    lines = screen.room_text(state, ("black", "white"), state.clock_at_ms).plain.splitlines()
    assert lines[9] == "   ● 2   ○ 2"
    assert lines[11].split() == ["●", "black", "Ann", "(you)", "5:00", "to", "move"]
    assert lines[12].split() == ["○", "white", "Bob", "5:00"]
    assert lines[14] == "Your moves: d3 c4 f5 e6"


def test_waiting_player_sees_no_legal_moves() -> None:
    _, _, bob = game()
    text = screen.room_text(bob.session.state, (), 0).plain
    assert "Your moves" not in text
    assert "to move" in text


def test_absent_player_is_shown_in_the_status_line() -> None:
    _, ann, bob = game()
    bob.cut()
    ann.cut()
    ann.connect()
    ann.pump()
    state = ann.session.state
    assert "away" not in screen.room_text(state, (), 0).plain, "it would remain after the return"
    assert screen.status(state, state.clock_at_ms) == "● 5:00 · ○ 5:00   Bob is away"
    back = apply_notice(state, p.Presence(game=GAME, seats=[True, True], spectators=0), 0)
    assert "away" not in screen.status(back, 0)
    assert "away" not in screen.status(replace(state, phase="paused"), 0)


def test_clocks_are_marked_uncertain_without_a_connection() -> None:
    _, ann, _ = game()
    info = p.Info(game=GAME, ply=0, mode="pondering", depth=8, seat=1)
    state = apply_notice(ann.session.state, info, 0)
    now_ms = state.clock_at_ms + 2_000
    assert screen.status(state, now_ms, lost=True) == "● 4:58? · ○ 5:00?   no connection"
    over = replace(state, phase="finished")
    assert "?" not in screen.status(over, now_ms, lost=True)
    assert screen.session_event_line(Disconnected(), over) == "Connection lost; reconnecting."


def test_bot_is_marked_with_its_level() -> None:
    bot = Actor("bot", "Ponderer", bot=True)
    room = FakeRoom(seats=(None, bot), level=3)
    ann, _ = seat_players(room, ANN, bot)
    assert "Ponderer BOT level 3" in screen.room_text(ann.session.state, (), 0).plain


def test_free_and_reserved_seats_are_shown() -> None:
    connection = FakeConnection(FakeRoom(seats=(None, BOB)), ANN, session())
    connection.connect()
    connection.pump()
    state = connection.session.state
    assert names.name_of(state, 0) == texts.FREE
    stored = p.SeatView(reserved="Bob")
    connection.session.receive(
        p.encode(p.Seated(game=GAME, seq=1, at=0, seat=1, seat_view=stored)), now_ms=0
    )
    assert names.name_of(connection.session.state, 1) == "reserved for Bob"


def test_player_leaving_a_waiting_game_is_reported() -> None:
    _, ann, _ = game()
    state = replace(ann.session.state, phase="open")
    taken = p.SeatView(player=p.Player(name="Bob"))
    lines = [
        screen.session_event_line(
            EventReceived(p.Seated(game=GAME, seq=9, at=0, seat=1, seat_view=view), live=True),
            state,
        )
        for view in (p.SeatView(), taken)
    ]
    assert lines == ["A seat is free again.", None]


def test_move_is_shown_with_its_engine_report() -> None:
    _, ann, bob = game()
    ponder = p.PonderReport(hit=True, nodes=1_500_000, depth_gain=3)
    report = p.EngineReport(depth=14, nodes=2_100, value=4.0, unit="discs", ponder=ponder)
    ann.session.move("d3", report)
    pump(ann, bob)
    (lines,) = [
        screen.session_event_line(item, bob.session.state)
        for item in bob.session_events
        if isinstance(item, EventReceived) and isinstance(item.event, p.Moved)
    ]
    assert lines == (
        "1. Ann: d3   (0.0 s)   depth 14 · 2.1 k nodes · +4 · pondered 1.5 M nodes on your time "
        "and expected your move · depth gained: 3"
    )


@pytest.mark.parametrize(
    ("report", "text"),
    [
        (p.EngineReport(book=True), "from the book"),
        (p.EngineReport(), ""),
        (
            p.EngineReport(depth=5, nodes=12, value=0.625, unit="win_probability"),
            "depth 5 · 12 nodes · 62%",
        ),
        (p.EngineReport(depth=5, nodes=3 * 10**9, value=0.0), "depth 5 · 3.0 G nodes · ±0"),
    ],
)
def test_engine_report_is_described(report: p.EngineReport, text: str) -> None:
    assert screen.engine_report(report) == text


def test_status_line_shows_clocks_and_engine_line() -> None:
    _, ann, bob = game()
    bob.session.info(
        p.Info(
            game=GAME,
            ply=0,
            mode="pondering",
            depth=14,
            nodes=2_100_000,
            value=4.0,
            unit="discs",
            pv="f6 d6 c3 d3 c4",
        )
    )
    pump(ann, bob)
    state = ann.session.state
    line = screen.status(state, state.clock_at_ms + 61_000)
    assert line == ("● 3:59 · ○ 5:00   Bob is pondering: f6 d6 c3 d3 · depth 14 · 2.1 M nodes · -4")


@pytest.mark.parametrize(
    ("value_seat", "unit", "shown"),
    [(0, "discs", "-4"), (1, "discs", "+4"), (None, "discs", "-4"), (0, "tricks", None)],
)
def test_value_is_shown_for_the_engines_side(
    value_seat: int | None, unit: str, shown: str | None
) -> None:
    """A report's value is for the side that it names, or else for the side to move."""
    _, ann, _ = game()
    info = p.Info(
        game=GAME, ply=0, mode="pondering", value=4.0, unit=unit, seat=1, value_seat=value_seat
    )
    line = screen.engine_line(ann.session.state, info)
    assert line == "Bob is pondering" + ("" if shown is None else f" · {shown}")


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (-34, "centipawns", "-0.34"),
        (1.5, "pawns", "+1.50"),
        (0.625, "win_probability", "62%"),
        (0.00996, "points", "+0.01"),
        (-0.8, "points", "-0.80"),
        (1, "points", "+1"),
        (0, "points", "±0"),
    ],
)
def test_values_are_shown_in_their_unit(value: float, unit: str, shown: str) -> None:
    _, ann, _ = game()
    info = p.Info(game=GAME, ply=0, mode="thinking", depth=1, nodes=9, value=value, unit=unit)
    assert screen.engine_line(ann.session.state, info).endswith(f" · {shown}")


def test_engine_line_without_a_variation_is_shown() -> None:
    _, ann, _ = game()
    info = p.Info(game=GAME, ply=0, mode="pondering", depth=14, time_ms=2_510, seat=1)
    assert screen.engine_line(ann.session.state, info) == "Bob is pondering · depth 14 · 2.5 s"
    hidden = p.Info(game=GAME, ply=0, mode="thinking", seat=1)
    assert screen.engine_line(ann.session.state, hidden) == "Bob is thinking"


def test_free_first_turn_has_a_countdown() -> None:
    _, ann, _ = game()
    clock = p.ClockView(remaining_ms=[60_000, 60_000], free_ms=20_500)
    state = apply_notice(ann.session.state, p.Clock(game=GAME, clock=clock), 1_000)
    assert "21 s left for the first move" in screen.status(state, 1_000)
    assert "20 s left for the first move" in screen.status(state, 1_600)
    receipt = p.Receipt(
        elapsed_ms=7_300, compensated_ms=0, charged_ms=0, remaining_ms=60_000, free=True
    )
    moved = p.Moved(
        game=GAME, seq=9, at=0, seat=0, ply=0, move="a1", position="", clock=clock, receipt=receipt
    )
    messages = screen.session_event_line(EventReceived(moved, live=True), state)
    assert messages
    assert "(7.3 s)" in messages


def test_unlimited_first_turn_is_shown() -> None:
    _, ann, bob = game()
    clock = p.ClockView(remaining_ms=[60_000, 60_000])
    for player, is_shown in ((ann, True), (bob, False)):
        state = apply_notice(player.session.state, p.Clock(game=GAME, clock=clock), 1_000)
        assert ("take your time" in screen.status(state, 1_000)) is is_shown


def test_events_of_a_game_have_texts() -> None:
    """Covers throws, chat, moves, an outage, the end and a rematch."""
    room, ann, bob = game("ewn")
    ann.session.chat("hello")
    pump(ann, bob)
    ann.session.move(ann.session.state.legal[0])
    pump(ann, bob)
    room.outage()
    pump(ann, bob)
    room.resume()
    pump(ann, bob)
    ann.session.resign()
    pump(ann, bob)
    ann.session.rematch()
    pump(ann, bob)
    lines = [
        line
        for item in bob.session_events
        if (line := screen.session_event_line(item, bob.session.state))
    ]
    assert lines[0] == texts.STARTED_SELF
    assert lines[1].startswith("Ann throws ")
    assert lines[2] == "Ann: hello"
    assert lines[3].startswith("1. Ann: ")
    assert lines[5:] == [
        texts.PAUSED,
        texts.RESUMED,
        "You win: by resignation.",
        "Ann asks for a rematch.",
    ]


def test_offers_and_answers_are_shown() -> None:
    _, ann, bob = game()
    ann.session.draw("offer")
    pump(ann, bob)
    bob.session.draw("decline")
    pump(ann, bob)
    lines_by_seat = [
        [
            line
            for item in connection.session_events
            if (line := screen.session_event_line(item, connection.session.state))
        ]
        for connection in (ann, bob)
    ]
    assert lines_by_seat[0][-2:] == [texts.OFFERED_SELF["draw"], "Bob declines the draw."]
    assert lines_by_seat[1][-2] == "Ann offers a draw. Type draw to accept or decline to refuse."


def test_takebacks_adjournments_and_absences_are_shown() -> None:
    _, ann, bob = game()
    ann.session.move("d3")
    pump(ann, bob)
    ann.session.takeback("ask")
    pump(ann, bob)
    bob.session.takeback("accept")
    pump(ann, bob)
    bob.session.adjourn("offer")
    pump(ann, bob)
    ann.session.adjourn("accept")
    pump(ann, bob)
    ann.session.resume()
    pump(ann, bob)
    received = [
        line
        for item in bob.session_events
        if (line := screen.session_event_line(item, bob.session.state))
    ]
    assert received[-5:] == [
        "Ann asks to take back a move. Type takeback to agree or decline to refuse.",
        "Taken back: 1 move. The clocks stay as they are.",
        texts.OFFERED_SELF["adjourn"],
        texts.ADJOURNED,
        "Ann is ready to continue. Type resume when you are ready, too.",
    ]
    away = p.Countdown(game=GAME, seat=0, ends_in_ms=14_001)
    messages = [
        screen.session_event_line(Notice(items), bob.session.state)
        for items in (away, _returned(away))
    ]
    assert messages == [
        "Ann is away; the game will be abandoned in 15 s.",
        "Ann is back.",
    ]
    changes = [
        p.RatingChange(before=1500, after=1662, provisional=True),
        p.RatingChange(before=1810, after=1802),
    ]
    rated = Notice(p.Ratings(game=GAME, seats=changes))
    line = screen.session_event_line(rated, bob.session.state)
    assert line == "Ratings: Ann 1500 → 1662?, Bob 1810 → 1802."
    absent = p.Presence(game=GAME, seats=[False, True], spectators=0)
    while_absent = apply_notice(bob.session.state, absent, 0)
    assert screen.session_event_line(Notice(_returned(away)), while_absent) is None


def _returned(away: p.Countdown) -> p.Countdown:
    return p.Countdown(game=away.game, seat=away.seat)


def test_refusals_and_outages_are_shown() -> None:
    _, ann, _ = game()
    state = ann.session.state
    error = p.Error(code="too_late", message="Everybody has moved.")
    assert screen.session_event_line(Rejected(None, error), state) == "Everybody has moved."
    dropped = Dropped(p.Move(game=GAME, id="1", ply=2, move="c1"))
    assert screen.session_event_line(dropped, state) == texts.DROPPED_MOVE.format(move="c1")
    assert screen.session_event_line(Disconnected(), state) == texts.LOST
    changed = screen.session_event_line(CommitmentChanged("one", "two"), state)
    assert changed == texts.COMMITMENT_CHANGED.format(first="one", now="two")
    assert screen.session_event_line(Synced(), state) is None
    clock = p.Clock(game=GAME, clock=p.ClockView(remaining_ms=[1, 1]))
    assert screen.session_event_line(Notice(clock), state) is None
    past = EventReceived(p.Offered(game=GAME, seq=1, at=0, seat=0), live=False)
    assert screen.session_event_line(past, state) is None
