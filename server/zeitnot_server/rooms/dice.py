"""Throws that the players can check afterwards: commit-reveal.

The room shows SHA-256(seed) when it is made and the seed when the game has ended; each seat adds a
salt before the first throw, so neither a player nor the server alone chooses the throws.
Stream: HMAC-SHA-256 (RFC 2104) of key = seed and message = "zeitnot-throw-v1" ‖ 0 ‖ u64 k ‖
u32 block ‖ u16 length ‖ game id ‖ per seat u16 length ‖ salt, block = 0, 1, …, read as 32-bit
big-endian words; for n outcomes, words w ≥ n·⌊2³²/n⌋ are skipped, and the others give w mod n.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from .rules import Throw

_WORDS = 2**32


def commitment(seed: bytes) -> str:
    """The seed's SHA-256, hex: what is shown before the game."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class ThrowInputs:
    """Everything that the throws of one game depend on."""

    seed: bytes
    game: str
    salts: tuple[str, ...]

    def throw(self, k: int, throw_: Throw) -> tuple[int, ...]:
        """Throw number `k` of the game: faces from 1, or a permutation of 0..n-1."""
        words = self._words(k)
        if throw_.kind == "dice":
            return tuple(_uniform_below(sides, words) + 1 for sides in throw_.sizes)
        cards = list(range(throw_.sizes[0]))
        for last in range(len(cards) - 1, 0, -1):
            other = _uniform_below(last + 1, words)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def _words(self, k: int) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(self.seed, self._message(k, block), "sha256")
            for at in range(0, len(digest), 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            block += 1

    def _message(self, k: int, block: int) -> bytes:
        head = b"zeitnot-throw-v1\0" + k.to_bytes(8, "big") + block.to_bytes(4, "big")
        return head + b"".join(_length_prefixed(text) for text in (self.game, *self.salts))


def _length_prefixed(text: str) -> bytes:
    raw = text.encode()
    return len(raw).to_bytes(2, "big") + raw


def _uniform_below(n: int, words: Iterator[int]) -> int:
    fair = n * (_WORDS // n)
    return next(w for w in words if w < fair) % n
