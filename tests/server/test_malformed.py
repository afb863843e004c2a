"""Errors in the body of a request are explained in readable messages."""

import json
import re
from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.web.http.malformed import explain

UNLIMITED = {"kind": "unlimited"}
SEATS = [{"kind": "me"}, {"kind": "open"}]
GAME = {"game_type": "othello", "control": UNLIMITED, "seats": SEATS}
BOT = {"kind": "bot", "name": "A"}


def explained(shape: Any, body: Any) -> str:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    with pytest.raises((msgspec.DecodeError, UnicodeError)) as bad:
        msgspec.json.decode(raw, type=shape)
    return explain(bad.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seats": [{**BOT, "level": 99}]}, "seats[0].level must be at most 10."),
        ({"seats": [{**BOT, "level": 0}]}, "seats[0].level must be at least 1."),
        (
            {"seats": [{**BOT, "level": "3"}]},
            "seats[0].level must be a whole number or null, not text.",
        ),
        ({"seats": [{"kind": "you"}]}, "seats[0].kind cannot be 'you'."),
        ({"seats": []}, "The seats must not be empty."),
        ({"control": {}}, "The field control.kind is missing."),
        (
            {"control": {"kind": "fischer", "base_ms": -1}},
            "control.base_ms must be at least 0.",
        ),
        ({"settings": {"size": 2**40}}, "The settings must be at most 2147483647."),
        ({"setup": {"position": "é"}}, "setup.position must be ASCII text."),
        ({"listed": 1}, "The listed must be true or false, not a whole number."),
    ],
)
def test_errors_in_a_new_game_are_explained(fields: dict[str, Any], message: str) -> None:
    assert explained(p.NewGame, GAME | fields) == message


@pytest.mark.parametrize(
    ("shape", "body", "message"),
    [
        (p.NewBot, {}, "The field name is missing."),
        (p.NewBot, {"name": "a b"}, "The name must be 2 to 24 letters of A to Z, digits, _ and -."),
        (p.NewSession, {"name": "x" * 33}, "The name is too long: at most 32 characters."),
        (p.NewSession, {"name": ""}, "The name must not be empty."),
        (p.NewSession, [], "The body must be an object, not a list."),
        (p.NewSession, b"{", "The body is not JSON: it ends early."),
        (p.NewSession, b"xyz", "The body is not JSON: invalid character (byte 0)."),
        (p.NewSession, b'"\xff"', "The body must be an object, not text."),
        (p.NewSession, b'{"name":"\xff"}', "The body is not UTF-8."),
        (p.NewSession, b'{"name":1e999}', "The name is out of range."),
    ],
)
def test_errors_in_other_bodies_are_explained(shape: Any, body: Any, message: str) -> None:
    assert explained(shape, body) == message


def test_long_input_is_not_repeated_in_the_message() -> None:
    assert len(explained(p.NewGame, GAME | {"control": {"kind": "x" * 9_000}})) < 120


def test_every_pattern_has_an_explanation() -> None:
    schemas = msgspec.json.schema_components([p.NewSession, p.NewBot, p.NewToken, p.NewGame])[1]
    patterns = set(re.findall(r'"pattern": "(.*?)"[,}]', json.dumps(schemas)))
    assert patterns
    for pattern in patterns:
        unescaped = json.loads(f'"{pattern}"')
        error = msgspec.ValidationError(f"Expected `str` matching regex '{unescaped}' - at `$.x`")
        assert "of the form" not in explain(error), pattern
