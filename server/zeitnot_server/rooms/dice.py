"""Throws that the players can check afterwards: commit-reveal.

The room shows SHA-256(seed) when it is made and the seed when the game has ended; each seat adds a
salt before the first throw, so neither a player nor the server can choose the throws.
Stream: HMAC-SHA-256 (RFC 2104) of key = seed and message = "zeitnot-throw-v1" ‖ 0 ‖ u64 k ‖
u32 block ‖ u16 length ‖ game id ‖ per seat u16 length ‖ salt, block = 0, 1, …, read as 32-bit
big-endian words; for n outcomes, words w ≥ n·⌊2³²/n⌋ are skipped, and the others give w mod n.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .rules import Throw

_WORDS = 2**32
_BLOCK = struct.Struct(">8I")
_HEAD = b"zeitnot-throw-v1\0"


def commitment(seed: bytes) -> str:
    """The seed's SHA-256, hex: what is shown before the game."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class ThrowInputs:
    """Everything that the throws of one game depend on."""

    seed: bytes
    game: str
    salts: tuple[str, ...]

    def throw(self, k: int, due: Throw) -> tuple[int, ...]:
        """Throw number `k` of the game: faces from 1, or a permutation of 0..n-1."""
        if due.kind == "dice":
            return tuple(face + 1 for face in self._uniform(k, due.sizes))
        cards = list(range(due.sizes[0]))
        lasts = range(len(cards) - 1, 0, -1)
        others = self._uniform(k, [last + 1 for last in lasts])
        for last, other in zip(lasts, others, strict=True):
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def _uniform(self, k: int, sizes: Sequence[int]) -> list[int]:
        """For each n of `sizes` a number from 0 to n - 1, from the stream of throw `k`. One loop
        without calls: a shuffled pack takes some fifty words."""
        salted = b"".join(map(_length_prefixed, (self.game, *self.salts)))
        head = _HEAD + k.to_bytes(8, "big")
        block, found = 0, list[int]()
        words: Iterator[int] = iter(())
        for n in sizes:
            fair = n * (_WORDS // n)
            while (word := next(words, _WORDS)) >= fair:
                if word == _WORDS:  # the block is used up
                    message = head + block.to_bytes(4, "big") + salted
                    words = iter(_BLOCK.unpack(hmac.digest(self.seed, message, "sha256")))
                    block += 1
            found.append(word % n)
        return found


def _length_prefixed(text: str) -> bytes:
    raw = text.encode()
    return len(raw).to_bytes(2, "big") + raw
