"""What can go wrong with the store.

StoreError
├── DatabaseInUse     another server has this database
│   └── OtherName     opened by a name beside which its write-ahead log is not
├── SchemaError       the file is no database of Zeitnot, or one of a newer version
├── RulesChanged      a stored game was played by another version of the rules
├── Relocated         another node has this room
├── CrashedBefore     the server crashed at this room again and again: it is not loaded
├── WriteFailed       the outcome of a write is unknown: read the log before anything else
│   └── ReadOnly      nothing was written: the database takes no writes at present
├── ReadFailed        the database could not be read
│   ├── Damaged       the data read is not what was written
│   └── Unavailable   it is unreachable, or waits for its standby: a retry may succeed
├── BadCopyName       SQLite would take a copy of this name for another file's log
├── Conflict          a commit does not follow on the log: its number or command id is taken
├── BadName           this name is refused
│   ├── NameTaken     it belongs to a bot or a kept account
│   ├── NameReserved  it suggests that its bearer runs the server
│   ├── NameMixed     it mixes alphabets in one word
│   ├── NameUnfit     it is not made of letters and digits
│   ├── NameFixed     the account may not change the name that it has
│   └── BadNames      some of a list of names are refused
├── KeptAlready       only a guest can keep a name
├── WrongCode         the code does not exist, or is no longer valid
├── LastAdmin         there would be no administrator left
├── NoSuchToken       the token belongs to another account, or is no longer valid
├── TooManyTokens     the account has as many as it may
├── TooManyBots       as many have been registered as may be in a day
├── BadFilter         a list was asked for in a way that makes no sense (the caller's fault)
├── Busy              too many reads are waiting
└── SlowRead          a read held its snapshot for too long and was ended
"""

from collections.abc import Iterator, Mapping


class StoreError(Exception):
    """Base of all; the message is one sentence."""


class DatabaseInUse(StoreError):
    """Another process holds the lock file."""


class OtherName(DatabaseInUse):
    """Opened under this name, the file would lack the content of its write-ahead log. See
    `links`."""


class SchemaError(StoreError):
    """The database cannot be brought to this version's schema. Nothing has been changed."""


class RulesChanged(StoreError):
    """Replaying the game could give another game than the one that was played."""


class Relocated(StoreError):
    """`node`: its name; `url`: where clients reach it directly, None: through the balancer."""

    def __init__(self, node: str, url: str | None = None) -> None:
        super().__init__(f"Node {node} has this room.")
        self.node, self.url = node, url


class CrashedBefore(StoreError):
    """Loading this room would probably crash the server again."""


class WriteFailed(StoreError):
    """The write may or may not be on disk; only the log can tell."""


class ReadOnly(WriteFailed):
    """Refused without trying, because an earlier write has failed and no probing write has
    succeeded since, or because too many writes wait already."""


class ReadFailed(StoreError):
    """The database could not be read: the query has no result."""


class Damaged(ReadFailed):
    """The message says where the damage is, as far as it is known."""


class Unavailable(ReadFailed):
    """Nothing was written. The message says what an operator can do about it."""


class BadCopyName(StoreError):
    """Nothing was copied."""


class Busy(StoreError):
    """Refused without trying: too many reads are queued already."""


class Conflict(StoreError):
    """Nothing of this commit was written, but other commits of its transaction were."""


class BadName(StoreError):
    """Base of the six below; the name was not stored."""


class NameTaken(BadName):
    """Names of bots and kept accounts are unique, and so is what they look like
    (`names.skeleton`)."""


class NameReserved(BadName):
    """See `names.RESERVED`."""


class NameMixed(BadName):
    """See `names.mixes_scripts`."""


class NameUnfit(BadName):
    """See `names.RULE`."""


class NameFixed(BadName):
    """This account keeps the name that it has."""


class BadNames(BadName):
    """Some of a list of names are refused, so none was stored. `refused`: the name and the reason,
    by the index in the list; at least one. The message has all reasons, a line each."""

    def __init__(self, refused: Mapping[int, tuple[str, BadName]]) -> None:
        super().__init__("\n".join(str(bad) for _, bad in refused.values()))
        self.refused = refused


class KeptAlready(StoreError):
    """The account keeps its name already, or is a bot."""


class WrongCode(StoreError):
    """Nothing was changed."""


class BlockedPair(StoreError):
    """One account blocks the other; nothing was changed."""


class LastAdmin(StoreError):
    """Nothing was changed."""


class NoSuchToken(StoreError):
    """The message does not tell the token's owner."""


class TooManyTokens(StoreError):
    """A token has to be revoked first."""


class TooManyPasskeys(StoreError):
    """A passkey has to be removed first."""


class TooManyTickets(StoreError):
    """Nothing was made; `wait_ms`: until the oldest ticket expires. `own`: the account has too
    many, not the server."""

    def __init__(self, wait_ms: int, *, own: bool) -> None:
        super().__init__(
            "You have too many unused tickets. Use them, or wait until they expire."
            if own
            else "The server has too many unused tickets. Try again shortly."
        )
        self.wait_ms = wait_ms
        self.own = own


class TooManyBots(StoreError):
    """Nothing was registered; `wait_ms`: until one may be again."""

    def __init__(self, wait_ms: int) -> None:
        super().__init__("You have registered the maximum number of bots for one day.")
        self.wait_ms = wait_ms


class BadFilter(StoreError):
    """The message says which part of the filter, and what it may be."""


class SlowRead(StoreError):
    """A reader may hold a snapshot for a few seconds only, or the write-ahead log would grow."""


class Unequal(StoreError):
    """A copy differs from its original; the message names the first row that does."""


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and the errors that led to it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
