"""What durable commands were answered: kept, so that a resend is answered the same."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from zeitnot_client import protocol as p

from .value import Value

RECENT = 16


class Answer(Value, frozen=True):
    """The answer to one command. `digest`: the command's content."""

    digest: str
    seq: int
    clock: p.ClockView | None


class _Record(msgspec.Struct, frozen=True, array_like=True):
    digest: str
    seq: int
    clock: p.ClockView | None


_record: msgspec.msgpack.Decoder[_Record] = msgspec.msgpack.Decoder(_Record)
_SIZE = 2  # bytes of a record's length


class IdempotencyCache(Value, frozen=True):
    """All answers of a room by account and command id.

    A new one copies the few recent ones only, so that a move of a long game costs no more than one
    of a short game. `older`: the others, packed one behind the other, each after its packed key;
    hardly anybody ever asks for them, and as objects they would be most of what a long game keeps
    in memory. A packed key is found nowhere but where it was put: it begins with a byte that no
    text has, and no number is as long.
    """

    older: bytes = b""
    recent: Mapping[tuple[str, str], Answer] = MappingProxyType({})

    def get(self, account: str, command_id: str) -> Answer | None:
        """What this account's command was answered, if it has been."""
        if (answer := self.recent.get((account, command_id))) is not None:
            return answer
        key = msgspec.msgpack.encode((account, command_id))
        if (at := self.older.find(key)) < 0:
            return None
        begin = at + len(key) + _SIZE
        size = int.from_bytes(self.older[begin - _SIZE : begin], "big")
        found = _record.decode(self.older[begin : begin + size])
        return Answer(found.digest, found.seq, found.clock)

    def plus(self, account: str, command_id: str, answer: Answer) -> "IdempotencyCache":
        """These and one more."""
        recent = {**self.recent, (account, command_id): answer}
        if len(recent) <= RECENT:
            return IdempotencyCache(self.older, MappingProxyType(recent))
        old = [(key, recent.pop(key)) for key in list(recent)[: RECENT // 2]]
        packed = b"".join(_packed(*key, answer) for key, answer in old)
        return IdempotencyCache(self.older + packed, MappingProxyType(recent))


def _packed(account: str, command_id: str, answer: Answer) -> bytes:
    key = msgspec.msgpack.encode((account, command_id))
    record = msgspec.msgpack.encode(_Record(answer.digest, answer.seq, answer.clock))
    return key + len(record).to_bytes(_SIZE, "big") + record
