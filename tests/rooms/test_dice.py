"""Throws: the published vectors, computed by the server and by a second, slow implementation."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from zeitnot_server.rooms.dice import ThrowInputs, commitment
from zeitnot_server.rooms.rules import Throw

from ..each import each

GAMES = json.loads(
    (Path(__file__).parents[2] / "docs/reference/throw-vectors.json").read_text("utf-8")
)["games"]
VECTORS = [(game, throw) for game in GAMES for throw in game["throws"]]


# ── the second implementation: written from the text of the format, HMAC from RFC 2104 ──────────


def slow_words(seed: bytes, game: str, salts: list[str], k: int) -> Iterator[int]:
    key = seed + bytes(64 - len(seed))
    inner, outer = bytes(b ^ 0x36 for b in key), bytes(b ^ 0x5C for b in key)
    for block in range(2**32):
        message = b"zeitnot-throw-v1" + bytes([0])
        message += bytes((k >> shift) & 255 for shift in range(56, -8, -8))
        message += bytes((block >> shift) & 255 for shift in range(24, -8, -8))
        for text in [game, *salts]:
            raw = text.encode("utf-8")
            message += bytes([len(raw) // 256, len(raw) % 256]) + raw
        digest = hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).hexdigest()
        yield from (int(digest[at : at + 8], 16) for at in range(0, 64, 8))


def slow_number(n: int, words: Iterator[int]) -> int:
    while (word := next(words)) >= n * (2**32 // n):
        pass
    return word % n


def slow_throw(
    seed: bytes, game: str, salts: list[str], k: int, kind: str, sizes: list[int]
) -> list[int]:
    words = slow_words(seed, game, salts, k)
    if kind == "dice":
        return [1 + slow_number(sides, words) for sides in sizes]
    deck = list(range(sizes[0]))
    shuffled: list[int] = []
    while deck:
        chosen = slow_number(len(deck), words) if len(deck) > 1 else 0
        deck[chosen], deck[-1] = deck[-1], deck[chosen]
        shuffled.insert(0, deck.pop())
    return shuffled


# ── the tests ──────────────────────────────────────────────────────────────────────────────────


@each(("game", "throw"), VECTORS)
def test_throws_agree_with_the_published_vectors(
    game: dict[str, Any], throw: dict[str, Any]
) -> None:
    seed = bytes.fromhex(game["seed"])
    inputs = ThrowInputs(seed, game["game"], tuple(game["salts"]))
    due = Throw(throw["kind"], tuple(throw["sizes"]))
    assert list(inputs.throw(throw["k"], due)) == throw["values"]
    assert commitment(seed) == game["commitment"]
    slow = slow_throw(seed, game["game"], game["salts"], throw["k"], throw["kind"], throw["sizes"])
    assert slow == throw["values"]


salts = st.lists(st.text("abcXYZ019-_", min_size=1, max_size=64), min_size=1, max_size=6)
dice = st.lists(st.integers(1, 2**32), min_size=1, max_size=20)
shuffles = st.integers(1, 60).map(lambda n: [n])
throws = st.tuples(st.just("dice"), dice) | st.tuples(st.just("shuffle"), shuffles)


@given(st.binary(min_size=32, max_size=32), salts, st.integers(0, 2**64 - 1), throws)
def test_agrees_with_the_slow_implementation(
    seed: bytes, salts: list[str], k: int, throw: tuple[Any, list[int]]
) -> None:
    kind, sizes = throw
    values = ThrowInputs(seed, "game", tuple(salts)).throw(k, Throw(kind, tuple(sizes)))
    assert list(values) == slow_throw(seed, "game", salts, k, kind, sizes)
    if kind == "dice":
        assert all(1 <= face <= sides for face, sides in zip(values, sizes, strict=True))
    else:
        assert sorted(values) == list(range(sizes[0]))


def test_salts_with_the_same_concatenation_differ() -> None:
    due = Throw("dice", (2**31,) * 4)
    seed = bytes(32)
    thrown = {
        ThrowInputs(seed, game, salts).throw(0, due)
        for game, salts in [("g", ("ab", "c")), ("g", ("a", "bc")), ("ga", ("b", "c")), ("g", ())]
    }
    assert len(thrown) == 4


def test_each_throw_has_a_separate_stream() -> None:
    inputs = ThrowInputs(bytes(32), "game", ("a", "b"))
    assert len({inputs.throw(k, Throw("dice", (2**31,))) for k in range(100)}) == 100


def test_dice_are_uniform() -> None:
    inputs = ThrowInputs(bytes(range(32)), "game", ("a", "b"))
    counts = [0] * 6
    for k in range(3000):
        for face in inputs.throw(k, Throw("dice", (6, 6))):
            counts[face - 1] += 1
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts)
    assert chi_square < 20.5  # p = 0.001 for five degrees of freedom; the seed is fixed
