"""Invalid frames: valid messages, damaged in many ways."""

import json
from random import Random
from typing import Any

GAME = "abcd2345"
ODD_VALUES = [
    None, True, -1, 0, 1.5, 2**31, 2**53, 2**64, 10**40, "", "x" * 300, "\0", "\x1b[2J", "a1\n",
    "\u202e", "../../etc/passwd", "' OR 1=1 --", "牛", [], {}, [[[]]], {"type": "move"}, "hello",
]  # fmt: skip
ODD_JSON = [
    "NaN", "Infinity", "-Infinity", "1e999", "-0", "00", "1" * 400, "\\ud800", '"\\ud800"',
    '"\\udc00\\ud800"', "[" * 1200, '{"a":' * 700, "\ufeff", "\0", "//", "/*", "'x'", "True",
]  # fmt: skip


def messages() -> list[dict[str, Any]]:
    """One valid message of every type that a room or the lobby accepts."""
    options: dict[str, dict[str, Any]] = {
        "hello": {"since": 0},
        "sit": {"id": "a", "seat": 1},
        "leave": {"id": "b"},
        "ready": {"id": "c", "salt": "salt"},
        "move": {"id": "d", "ply": 0, "move": "a1", "engine": {"depth": 3, "nodes": 9}},
        "resign": {"id": "e"},
        "draw": {"id": "f", "action": "offer"},
        "takeback": {"id": "f", "action": "ask"},
        "adjourn": {"id": "f", "action": "offer"},
        "resume": {"id": "f"},
        "abort": {"id": "g"},
        "rematch": {"id": "h"},
        "no_rematch": {"id": "i"},
        "chat": {"text": "good luck"},
        "info": {"ply": 0, "mode": "thinking", "depth": 2, "value": 0.5, "pv": "a1 b2"},
    }
    to_rooms = [{"type": kind, "game": GAME, **fields} for kind, fields in options.items()]
    return [*to_rooms, {"type": "watch", "plays": ["othello"], "levels": 3}]


def mutate(random: Random, valid: list[dict[str, Any]]) -> str:
    """The text of one frame: a valid message, damaged in its fields or characters, or noise."""
    message = dict(random.choice(valid))
    match random.randrange(8):
        case 0:
            return _noise(random)
        case 1:
            message[random.choice([*message, "extra"])] = random.choice(ODD_VALUES)
        case 2:
            del message[random.choice([*message])]
        case 3:
            message["type"] = random.choice(["MOVE", "", "hello ", "error", "welcome", "moved"])
        case 4:
            field = random.choice([*message])
            return json.dumps(message).replace(f'"{field}":', f'"{field}":1,"{field}":', 1)
        case 5:
            field = random.choice([*message, "extra"])
            return json.dumps({**message, field: "@"}).replace('"@"', random.choice(ODD_JSON), 1)
    text = json.dumps(message)
    return _damage_characters(random, text) if random.random() < 0.5 else text


def _damage_characters(random: Random, text: str) -> str:
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        match random.randrange(4):
            case 0:
                text = text[:at] + text[at + random.randint(1, 5) :]
            case 1:
                text = text[:at] + chr(random.randrange(1, 0x2FF)) + text[at:]
            case 2:
                text = text[:at] + text[at : at + 9] * random.randint(2, 4) + text[at:]
            case _:
                text = text[:at]
    return text


def _noise(random: Random) -> str:
    alphabet = '{}[]",:\\ 0123456789eE+-.tfnul\n\t\0aé牛'
    return "".join(random.choices(alphabet, k=random.randrange(120)))
