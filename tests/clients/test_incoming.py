"""The client reads messages of newer servers: unknown values in known types, and unknown types."""

from collections import Counter
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

import zeitnot_protocol as p
from wire import model, routes, samples
from zeitnot_client import incoming
from zeitnot_client.controls import format_control
from zeitnot_client.exceptions import BadMessage
from zeitnot_client.session_events import EventReceived, OutOfStep, Synced
from zeitnot_client.state import fold
from zeitnot_client.terminal import screen

from ..each import each
from .fake_room import ANN, FakeConnection, FakeRoom, session

UNKNOWN_VALUE = "from the future"
SAMPLES = samples.load()
ROOM_OUT, LOBBY_OUT = get_args(p.RoomOut), get_args(p.LobbyOut)
BODIES = sorted({r.answer for r in routes.ROUTES if r.answer}, key=lambda kind: kind.__name__)


def with_unknown_values(value: Any, kind: Any) -> Any:
    """A JSON value in which each value of a fixed set is replaced by an unknown value."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return UNKNOWN_VALUE
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, dict):
        hints = get_type_hints(kind)
        extended = {
            k: with_unknown_values(v, hints[k]) if k in hints else v for k, v in value.items()
        }
        return extended | {
            k: UNKNOWN_VALUE for k, hint in hints.items() if get_origin(hint) is Literal
        }
    if origin is list and isinstance(value, list):
        return [with_unknown_values(item, parts[0]) for item in value]
    if parts and origin is not dict and value is not None:
        for part in parts:
            if (changed := with_unknown_values(value, part)) != value:
                return changed
    return value


@each("kind", [*ROOM_OUT, *LOBBY_OUT], ids=lambda kind: kind.__name__)
def test_unknown_values_are_read_as_text(kind: type[msgspec.Struct]) -> None:
    reader: Any = incoming.room if kind in ROOM_OUT else incoming.lobby
    sample = SAMPLES[kind.__name__]
    extended = with_unknown_values(sample, kind)
    read = reader.message(msgspec.json.encode(extended))
    assert isinstance(read, kind)
    assert extended.items() <= msgspec.to_builtins(read).items()


def test_samples_contain_every_extensible_value() -> None:
    extensible = {
        kind.__name__
        for kind in ROOM_OUT
        if UNKNOWN_VALUE in str(with_unknown_values(SAMPLES[kind.__name__], kind))
    }
    assert extensible >= {"Offered", "Answered", "Paused", "Finished", "Threw", "Info", "Welcome"}


@each("kind", BODIES, ids=lambda kind: kind.__name__)
def test_unknown_values_in_responses_are_read_as_text(kind: type[msgspec.Struct]) -> None:
    extended = with_unknown_values(SAMPLES[kind.__name__], kind)
    assert isinstance(incoming.body(msgspec.json.encode(extended), kind), kind)


def test_known_values_are_read_as_by_the_strict_decoder() -> None:
    for struct in model.structs().values():
        if struct in ROOM_OUT:
            frame = msgspec.json.encode(SAMPLES[struct.__name__])
            assert incoming.room.message(frame) == p.decode_room_out(frame)


@pytest.mark.parametrize("frame", ["", "[]", "{}", '{"type":1}', '{"type":"moved","seq":1}'])
def test_invalid_message_is_refused(frame: str) -> None:
    client_session = session()
    client_session.connected()
    with pytest.raises(BadMessage, match="unreadable"):
        client_session.receive(frame, 0)


def test_unknown_message_is_counted_and_skipped() -> None:
    ann = join()
    before = ann.session.state
    for _ in range(3):
        assert ann.session.receive('{"type":"reseated","game":"g","node":"b"}', 0) == []
    assert ann.session.skipped == {"reseated": 3}
    assert ann.session.state == before


def test_unknown_event_advances_the_sequence_number() -> None:
    ann = join()
    seq = ann.session.state.seq
    assert ann.session.receive(event("dealt", seq + 1), 0) == []
    assert ann.session.state.seq == seq + 1
    assert ann.session.receive(event("dealt", seq + 1), 0) == []
    (gap,) = ann.session.receive(event("dealt", seq + 3), 0)
    assert isinstance(gap, OutOfStep)
    assert ann.session.skipped == {"dealt": 3}


def test_last_event_of_a_catch_up_may_be_unknown() -> None:
    client_session = session()
    client_session.connected()
    sample = SAMPLES["Welcome"] | {"game": client_session.game, "seq": 1, "you": None}
    assert client_session.receive(msgspec.json.encode(sample), 0) == []
    assert client_session.receive(event("dealt", 1), 0) == [Synced()]


def join() -> FakeConnection:
    connection = FakeConnection(FakeRoom(), ANN, session())
    connection.connect()
    connection.session.sit()
    connection.pump()
    return connection


def event(kind: str, seq: int) -> str:
    return f'{{"type":"{kind}","game":"game0","seq":{seq},"at":1,"cards":[1,2]}}'


@pytest.mark.parametrize("kind", [p.Offered, p.Answered, p.Paused, p.Finished])
def test_state_and_terminal_accept_unknown_values(kind: type[p.RoomEvent]) -> None:
    read: Any = incoming.room.message(
        msgspec.json.encode(with_unknown_values(SAMPLES[kind.__name__], kind))
    )
    seat = p.SeatView(player=p.Player(name="Ann"))
    before = replace(join().session.state, seats=(seat, seat))
    state = fold(before, read, 0)
    assert screen.session_event_line(EventReceived(read, live=True), state)


def test_unknown_clock_is_shown_by_its_name() -> None:
    assert format_control(p.Control(kind="sundial")) == "sundial"  # type: ignore[arg-type]


def test_many_unknown_types_are_counted_as_one() -> None:
    skipped: Counter[str] = Counter()
    for number in range(1_000):
        incoming.count(skipped, incoming.Unknown(type=f"type {number}"))
        incoming.count(skipped, incoming.Unknown(type="type 0"))
    assert len(skipped) == incoming.MAX_UNKNOWN_TYPES + 1
    assert skipped["type 0"] == 1_001
    assert skipped.total() == 2_000
