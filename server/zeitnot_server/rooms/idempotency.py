"""The answers to stored commands, so that a command that is sent again gets the same answer."""

import hashlib
import struct
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

import zeitnot_protocol as p

from .value import Value

MAX_RECENT = 16
SEAT_MARK = "#"


def stored_id(seat: int | None, command_id: str) -> str:
    """The id under which the log keeps a command: with the `seat` that the sender's connection has
    named, if it has, since a bot may number the commands of each of its seats separately. Other ids
    are not changed, unless they look like such an id."""
    if seat is None and not command_id.startswith(SEAT_MARK):
        return command_id
    return f"{SEAT_MARK}{'' if seat is None else seat}/{command_id}"


class Answer(Value, frozen=True):
    """The answer to one command. `digest`: of the command's content, 16 hexadecimal digits."""

    digest: str
    seq: int
    clock: p.ClockView | None


_clock: msgspec.json.Decoder[p.ClockView | None] = msgspec.json.Decoder(p.ClockView | None)
_PACKED = struct.Struct(">16s8sII")
"""Key, digest, event number, and where in `clocks` the line of the clock begins."""


class IdempotencyCache(Value, frozen=True):
    """All answers of a room by account and command id (`stored_id`).

    Adding one copies only the few recent ones, so that a move of a long game costs no more than one
    of a short game. `older`: all others, packed, since they are hardly ever needed, and as objects
    would take most of a long game's memory. Clients choose their ids, so a hash of account and id
    is stored, and all answers have the same size except for the clock, a line of `clocks`.
    """

    older: bytes = b""
    clocks: bytes = b""
    recent: Mapping[tuple[str, str], Answer] = MappingProxyType({})

    def get(self, account: str, command_id: str) -> Answer | None:
        """The answer to this account's command, if there is one."""
        if (answer := self.recent.get((account, command_id))) is not None:
            return answer
        key = _key(account, command_id)
        at = self.older.find(key)
        while at % _PACKED.size and at >= 0:  # the match lies across two answers
            at = self.older.find(key, at + 1)
        if at < 0:
            return None
        _, digest, seq, line = _PACKED.unpack_from(self.older, at)
        clock = self.clocks[line : self.clocks.index(b"\n", line)]
        return Answer(digest.hex(), seq, _clock.decode(clock))

    def plus(self, account: str, command_id: str, answer: Answer) -> "IdempotencyCache":
        """The cache with one more answer."""
        recent = {**self.recent, (account, command_id): answer}
        if len(recent) <= MAX_RECENT:
            return IdempotencyCache(self.older, self.clocks, MappingProxyType(recent))
        packed, lines, line = list[bytes](), list[bytes](), len(self.clocks)
        for key in list(recent)[: MAX_RECENT // 2]:
            old = recent.pop(key)
            packed.append(_PACKED.pack(_key(*key), bytes.fromhex(old.digest), old.seq, line))
            lines.append(msgspec.json.encode(old.clock) + b"\n")
            line += len(lines[-1])
        older, clocks = self.older + b"".join(packed), self.clocks + b"".join(lines)
        return IdempotencyCache(older, clocks, MappingProxyType(recent))


def _key(account: str, command_id: str) -> bytes:
    encoded = msgspec.json.encode((account, command_id))
    return hashlib.blake2b(encoded, digest_size=16).digest()
