"""Frames that went wrong: valid messages, damaged in every way that we could think of."""

import json
from random import Random
from typing import Any

GAME = "abcd2345"
WILD = [
    None, True, -1, 0, 1.5, 2**31, 2**53, 2**64, 10**40, "", "x" * 300, "\0", "\x1b[2J", "a1\n",
    "\u202e", "../../etc/passwd", "' OR 1=1 --", "牛", [], {}, [[[]]], {"type": "move"}, "hello",
]  # fmt: skip
TEXTS = [
    "NaN", "Infinity", "-Infinity", "1e999", "-0", "00", "1" * 400, "\\ud800", '"\\ud800"',
    '"\\udc00\\ud800"', "[" * 1200, '{"a":' * 700, "\ufeff", "\0", "//", "/*", "'x'", "True",
]  # fmt: skip


def messages() -> list[dict[str, Any]]:
    """One good message of every kind that a room or the lobby takes."""
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
        "chat": {"text": "good luck"},
        "info": {"ply": 0, "mode": "thinking", "depth": 2, "value": 0.5, "pv": "a1 b2"},
    }
    in_rooms = [{"type": kind, "game": GAME, **rest} for kind, rest in options.items()]
    return [*in_rooms, {"type": "watch", "plays": ["othello"], "levels": 3}]


def mutated(random: Random, good: list[dict[str, Any]]) -> str:
    """One frame's text: a good one, spoilt in its fields or in its characters, or mere noise."""
    message = dict(random.choice(good))
    match random.randrange(8):
        case 0:
            return _noise(random)
        case 1:
            message[random.choice([*message, "extra"])] = random.choice(WILD)
        case 2:
            del message[random.choice([*message])]
        case 3:
            message["type"] = random.choice(["MOVE", "", "hello ", "error", "welcome", "moved"])
        case 4:
            field = random.choice([*message])
            return json.dumps(message).replace(f'"{field}":', f'"{field}":1,"{field}":', 1)
        case 5:
            field = random.choice([*message, "extra"])
            return json.dumps({**message, field: "@"}).replace('"@"', random.choice(TEXTS), 1)
    text = json.dumps(message)
    return _bitten(random, text) if random.random() < 0.5 else text


def _bitten(random: Random, text: str) -> str:
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
