"""The terminal with more than two players, and on boards larger than nine by nine."""

from dataclasses import replace
from types import MappingProxyType

import msgspec
import pytest
from rich.text import Text

import zeitnot_protocol as p
from zeitnot_client.commands import play
from zeitnot_client.commands.errors import Refusal
from zeitnot_client.session_events import EventReceived
from zeitnot_client.state import fold
from zeitnot_client.terminal import results, screen
from zeitnot_client.terminal.drawing import (
    EMPTY,
    FILES_WITHOUT_I,
    Cell,
    file_names,
    grid,
    marks_of,
    rows_of,
)

from ..rooms.hidden_games import Relay
from ..rooms.marathon import Marathon
from .fake_room import ANN, BOB, CYD, DAN, EVE, FAY, GAME, FakeConnection, FakeRoom
from .sessions import pump, seat_players, start_with

PLAYERS = (ANN, BOB, CYD, DAN, EVE, FAY)
FIVE_MINUTES = p.Control(kind="sudden_death", base_ms=300_000)


def relay(seats: int) -> list[FakeConnection]:
    return start_with(FakeRoom(rules=Relay(seats), control=FIVE_MINUTES), *PLAYERS[:seats])


def result_line(scores: list[float], reason: p.Reason = "rules", word: str | None = None) -> str:
    """The result line of a game with these scores."""
    clock = p.ClockView(remaining_ms=[1] * len(scores))
    end = p.Finished(
        game=GAME, seq=9, at=0, reason=reason, seed="", clock=clock, scores=scores, word=word
    )
    return results.result(relay(len(scores))[0].session.state, end)


@pytest.mark.parametrize("seats", [3, 6])
def test_every_seat_has_its_line_and_clock(seats: int) -> None:
    ann = relay(seats)[0]
    state = ann.session.state
    lines = screen.room_text(state, (), state.clock_at_ms).plain.splitlines()
    players = [line.split() for line in lines if "5:00" in line]
    assert [words[1] for words in players] == [actor.name for actor in PLAYERS[:seats]]
    assert players[0][-2:] == ["to", "move"]
    assert screen.status(state, state.clock_at_ms).count("5:00") == seats


def test_throw_is_shown_with_its_thrower() -> None:
    ann, bob, cyd = relay(3)
    ann.session.move("wait")
    pump(ann, bob, cyd)
    events = [item.event for item in cyd.session_events if isinstance(item, EventReceived)]
    throws = [event for event in events if isinstance(event, p.Threw)]
    lines = [
        screen.session_event_line(EventReceived(event, live=True), cyd.session.state)
        for event in throws
    ]
    assert [line and line.split(" throws ")[0] for line in lines] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ([0.5, 1.0, 0.0], "Bob wins: home. 1. Bob 1, 2. Ann 0.5, 3. Cyd 0."),
        ([1.0, 0.0, 1.0], "You share the win: home. 1. Ann 1, 1. Cyd 1, 3. Bob 0."),
        ([1.0, 1.0, 1.0], "You win together: home. 1. Ann 1, 1. Bob 1, 1. Cyd 1."),
        ([1 / 3, 1 / 3, 1 / 3], "Draw: home. 1. Ann 0.33, 1. Bob 0.33, 1. Cyd 0.33."),
    ],
)
def test_result_lists_all_players_best_first(scores: list[float], text: str) -> None:
    assert result_line(scores, word="home") == text


@pytest.mark.parametrize(
    ("scores", "you", "text"),
    [
        ([1.0, 0.0, 1.0, 0.0], 0, "You win together: home. 1. Ann & Cyd 1, 2. Bob & Dan 0."),
        ([1.0, 0.0, 1.0, 0.0], 1, "Ann & Cyd win: home. 1. Ann & Cyd 1, 2. Bob & Dan 0."),
        ([0.5, 0.5, 0.5, 0.5], 0, "Draw: home. 1. Ann & Cyd 0.5, 1. Bob & Dan 0.5."),
    ],
)
def test_partners_are_ranked_as_one_side(scores: list[float], you: int, text: str) -> None:
    state = relay(4)[you].session.state
    assert state.room
    partners = msgspec.structs.replace(state.room, sides=[[0, 2], [1, 3]])
    clock = p.ClockView(remaining_ms=[1] * 4)
    end = p.Finished(
        game=GAME, seq=9, at=0, reason="rules", seed="", clock=clock, scores=scores, word="home"
    )
    assert results.result(replace(state, room=partners), end) == text


def test_partner_is_marked() -> None:
    state = relay(4)[1].session.state
    assert state.room
    partners = replace(state, room=msgspec.structs.replace(state.room, sides=[[0, 2], [1, 3]]))
    lines = screen.room_text(partners, (), state.clock_at_ms).plain.splitlines()
    players = [line for line in lines if "5:00" in line]
    assert ["your partner" in line for line in players] == [False, False, False, True]


def test_finished_player_is_marked_and_not_asked() -> None:
    state = relay(3)[1].session.state
    done = replace(state, done=frozenset({1}), offers=MappingProxyType({"adjourn": 0}))
    lines = screen.room_text(done, (), state.clock_at_ms).plain.splitlines()
    players = [line for line in lines if "5:00" in line]
    assert ["has finished" in line for line in players] == [False, True, False]
    assert not done.offered_by_other("adjourn")
    assert replace(done, done=frozenset()).offered_by_other("adjourn")


def test_player_that_left_is_marked_and_skipped() -> None:
    ann, bob, cyd = start_with(FakeRoom(rules=Marathon(3), control=FIVE_MINUTES), *PLAYERS[:3])
    ann.session.resign()
    pump(ann, bob, cyd)
    state = bob.session.state
    assert (state.left, state.turn) == ({0}, 1)
    assert state.legal == ("walk", "wait")
    event = next(
        e.event
        for e in bob.session_events
        if isinstance(e, EventReceived) and is_withdrawal(e.event)
    )
    line = screen.session_event_line(EventReceived(event, live=True), state)
    assert line == "Ann resigns; the others play on."
    first = screen.room_text(state, (), state.clock_at_ms).plain.splitlines()[-5]
    assert "(has left)" in first


def test_bot_that_plays_on_is_shown_with_the_person_who_left() -> None:
    state = relay(3)[1].session.state
    clock = p.ClockView(remaining_ms=[1, 2, 3], running=0)
    head = {"game": GAME, "at": 0, "seat": 0}
    left = p.Vacated(**head, seq=state.seq + 1, reason="resign", clock=clock, elapsed_ms=0)
    gnu = p.SeatView(player=p.Player(name="Gnu", bot=True), salt="s")
    taken = p.Seated(**head, seq=state.seq + 2, seat_view=gnu)
    state = fold(fold(replace(state, offers=MappingProxyType({"draw": 1})), left, 0), taken, 0)
    assert state.seats[0].left == p.Player(name="Ann")
    assert (state.left, dict(state.offers), state.you) == (frozenset(), {}, 1)
    line = screen.session_event_line(EventReceived(taken, live=True), state)
    assert line == "Ann has left; Gnu plays on."
    assert "Gnu BOT (for Ann, who has left)" in screen.room_text(state, (), 0).plain
    again = replace(state, seq=state.seq + 1)
    newer = p.Seated(**head, seq=again.seq, seat_view=gnu)
    assert fold(state, newer, 0).seats[0].left == p.Player(name="Ann")


def is_withdrawal(event: p.RoomEvent) -> bool:
    return isinstance(event, p.Withdrew)


def test_result_of_many_seats_does_not_assume_two_sides() -> None:
    scores = [0.2, 0.2, 0.2, 0.2, 0.2, 0.0]
    assert result_line(scores, "resign").startswith("You share the win: by resignation.")
    others = [0.0, 0.25, 0.25, 0.25, 0.25, 0.0]
    assert result_line(others, "resign").startswith("Bob, Cyd, Dan, Eve share the win: by res")
    assert result_line([1 / 3] * 3, "agreed").startswith("Draw: by agreement.")


def test_number_of_free_seats_is_shown() -> None:
    (ann,) = seat_players(FakeRoom(rules=Relay(4)), ANN)
    assert screen.waiting(ann.session.state).endswith("seats not taken yet: 3.")


# ── a new game ─────────────────────────────────────────────────────────────────────────────────


def game_request(*bots: str, seat: int = 0, open_seat: bool = False) -> play.GameRequest:
    return play.GameRequest("relay", bots, open_seat, None, FIVE_MINUTES, seat, {})


@pytest.mark.parametrize(
    ("request_", "seats"),
    [
        (game_request(), ["Dice", "Ponderer", None]),
        (game_request("Oxo"), ["Oxo", None, None]),
        (game_request(open_seat=True), [None, None, None]),
        (game_request("A", "B", "C"), ["A", "B", "C"]),
        (game_request("A", "A"), ["A", "A", None]),
    ],
)
def test_bots_take_the_other_seats_and_the_rest_is_open(
    request_: play.GameRequest, seats: list[str | None]
) -> None:
    bots = [
        p.BotView(name="Ponderer", plays=["relay"], busy=True),
        p.BotView(name="Dice", plays=["relay"]),
        p.BotView(name="Oxo", plays=["other"]),
    ]
    found = play._other_seats(p.Catalogue(games=[], bots=bots), request_, 3)
    assert [request.name for request in found] == seats
    assert {request.kind for request in found if request.name is None} <= {"open"}


def test_bot_for_several_seats_takes_the_remaining_ones() -> None:
    bots = [
        p.BotView(name="House", plays=["relay"], several_seats=True),
        p.BotView(name="Dice", plays=["relay"]),
    ]
    found = play._other_seats(p.Catalogue(games=[], bots=bots), game_request(), 5)
    assert [request.name for request in found] == ["House", "Dice", "House", "House", "House"]


def test_game_without_a_suitable_bot_is_refused() -> None:
    with pytest.raises(Refusal, match="--open"):
        play._other_seats(p.Catalogue(games=[], bots=[]), game_request(), 3)


# ── a large board ──────────────────────────────────────────────────────────────────────────────

STONES = {"X": Cell("●"), "O": Cell("○"), ".": EMPTY}
SIZE = 19


def draw_large(signs: str, legal: list[str], last: str | None = None) -> Text:
    rows = rows_of(signs, STONES, range(SIZE, 0, -1), FILES_WITHOUT_I)
    board = grid(rows, marks_of(legal, last, None))
    return Text("\n").join([board, file_names(SIZE, files=FILES_WITHOUT_I)])


def test_19x19_board_fits_eighty_columns_without_letter_i() -> None:
    signs = "X" + "." * (SIZE * SIZE - 2) + "O"
    lines = draw_large(signs, [], "t1").plain.splitlines()
    assert max(map(len, lines)) < 80
    assert lines[-1].split() == list("abcdefghjklmnopqrst")
    assert lines[0].split()[:2] == ["19", "●"]
    assert lines[-2].split()[0] == "1"
    assert lines[-2].endswith("[○]")
    assert lines[9].split()[0] == "10"


def test_many_targets_are_not_marked() -> None:
    signs = "." * (SIZE * SIZE)
    names = [f"{file}{rank}" for file in FILES_WITHOUT_I[:SIZE] for rank in range(1, SIZE + 1)]
    assert "*" not in draw_large(signs, names).plain
    assert draw_large(signs, names[:20]).plain.count("*") == 20
