"""Frames are parsed, without a socket: every input results in a message or a typed error."""

import json
from random import Random
from typing import Any

import pytest

import zeitnot_protocol as p
from zeitnot_server.limits.table import STANDARD
from zeitnot_server.web.sockets.frames import (
    BAD_FRAMES,
    ERROR_LENGTH,
    CloseSocket,
    LobbyReader,
    RoomReader,
)

from ..each import each
from .mutation import GAME, messages, mutate

FRAME_COUNT = 100_000


def reader(*, said_hello: bool = True, signed_in: bool = True) -> RoomReader:
    reader_ = RoomReader(GAME, signed_in)
    reader_.greeted = said_hello
    return reader_


def text(type_: str, **fields: Any) -> str:
    return json.dumps({"type": type_, "game": GAME, **fields})


def refused(raw: str) -> p.Error:
    answer = reader().read(raw, 0)
    assert isinstance(answer, p.Error), raw
    return answer


def test_damaged_frames_give_messages_or_typed_errors() -> None:
    """No frame raises another exception than `CloseSocket`, and every error can be sent."""
    random, valid = Random(20260117), messages()
    counts: dict[str, int] = {}
    room, lobby = reader(), LobbyReader()
    for number in range(FRAME_COUNT):
        current_reader = lobby if number % 5 == 0 else room
        try:
            answer = current_reader.read(mutate(random, valid), number * 1000)
        except CloseSocket:
            room, lobby = reader(), LobbyReader()
            continue
        assert len(p.encode(answer)) < 8192
        if isinstance(answer, p.Error):
            assert answer.message.endswith(".")
            counts[answer.code] = counts.get(answer.code, 0) + 1
        else:
            counts["read"] = counts.get("read", 0) + 1
    assert all(counts[kind] > 1000 for kind in ("read", "malformed", "unknown_message")), counts


@pytest.mark.parametrize("depth", [10, 400, 1300])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_parsed_or_refused(opening: str, depth: int) -> None:
    closing = "]" if opening == "[" else "}"
    deep = opening * depth + "0" + closing * depth
    answer = reader().read(text("resign", id="a")[:-1] + f', "extra": {deep}}}', 0)
    assert isinstance(answer, p.Resign | p.Error)
    assert refused(deep).code == "malformed"


@each(
    "raw",
    [
        text("hello", since=2**53),
        text("hello", since=-1),
        text("move", id="a", ply=10**300, move="a1"),
        text("info", ply=0, mode="thinking", nodes=10**30),
        text("info", ply=0, mode="thinking", value=1.5).replace("1.5", "NaN"),
        text("info", ply=0, mode="thinking", value=1.5).replace("1.5", "Infinity"),
        text("info", ply=0, mode="thinking", value=1.5).replace("1.5", "1e999"),
        text("move", id="a", ply=0, move="a1\n"),
        text("ready", id="a", salt="salt\n"),
        text("hello") + text("hello"),
        '"\\ud800"',
        text("chat", text="@").replace("@", "\\ud800"),
        text("chat", text="@").replace("@", "\\udc00 \\ud800"),
    ],
)
def test_numbers_and_texts_out_of_bounds_are_malformed(raw: str) -> None:
    assert refused(raw).code == "malformed"


def test_the_last_of_repeated_keys_counts() -> None:
    raw = text("resign", id="a").replace('"id"', '"id": "b", "id"')
    assert reader().read(raw, 0) == p.Resign(game=GAME, id="a")
    assert refused(text("resign", id="a").replace('"type"', '"type": "abort", "type"'))


def test_unknown_fields_are_ignored() -> None:
    assert reader().read(text("resign", id="a", colour="red"), 0) == p.Resign(game=GAME, id="a")


def test_an_error_quotes_little_of_the_input() -> None:
    error = refused(text("x" * 3000))
    assert error.code == "unknown_message"
    assert error.message.startswith("There is no message of type 'xxx")
    assert len(error.message) <= ERROR_LENGTH + len("There is no message of type '…'.")


def test_hello_must_come_first_and_is_limited() -> None:
    new_reader = reader(said_hello=False)
    answer = new_reader.read(text("resign", id="a"), 0)
    assert isinstance(answer, p.Error)
    assert (answer.code, answer.id) == ("hello_first", "a")
    for _ in range(STANDARD.hellos[0].burst):
        assert isinstance(new_reader.read(text("hello"), 0), p.Hello)
    assert isinstance(refusal := new_reader.read(text("hello"), 900), p.Error)
    assert refusal.code == "too_fast"
    assert isinstance(new_reader.read(text("hello"), 2000), p.Hello)


def test_watch_is_limited() -> None:
    lobby = LobbyReader()
    answers = [lobby.read('{"type":"watch"}', 0) for _ in range(STANDARD.hellos[0].burst + 1)]
    assert isinstance(answers[-1], p.Error)
    assert all(isinstance(answer, p.Watch) for answer in answers[:-1])


def test_chat_is_cleaned_and_limited() -> None:
    allowed = iter([True, True, False])
    room = RoomReader(GAME, True, lambda: next(allowed))
    room.greeted = True
    chat = room.read(text("chat", text=" a\u202eb\n\0c "), 0)
    assert chat == p.Chat(game=GAME, text="ab c")
    assert isinstance(empty := room.read(text("chat", text="\u200b\u202e"), 0), p.Error)
    assert empty.code == "malformed"
    assert isinstance(last := room.read(text("chat", text="x"), 0), p.Error)
    assert last.code == "too_fast"


def test_messages_for_other_rooms_or_without_account_are_refused() -> None:
    other = refused(text("resign", id="a", game="other234"))
    assert (other.code, other.game, other.id) == ("wrong_game", GAME, "a")
    anonymous = reader(signed_in=False).read(text("resign", id="a"), 0)
    assert isinstance(anonymous, p.Error)
    assert anonymous.code == "not_signed_in"


def test_too_many_malformed_frames_close_a_socket() -> None:
    room = reader()
    for _ in range(BAD_FRAMES):
        room.read("{", 0)
    with pytest.raises(CloseSocket, match="malformed"):
        room.read("{", 0)
