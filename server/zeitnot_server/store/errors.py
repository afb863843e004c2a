"""What can go wrong with the store.

StoreError
├── DatabaseInUse     another server has this database
│   └── OtherName     under another name of the file, beside which its log is
├── SchemaError       the file is no database of ours, or of a newer Zeitnot
├── RulesChanged      a stored game was played by other rules than today's
├── CrashedBefore     the server crashed at this room again and again: it is not loaded
├── WriteFailed       the outcome of a write is unknown: read the log before anything else
│   └── ReadOnly      nothing was written: the database takes no writes just now
├── ReadFailed        the database could not be read
│   └── Damaged       what is there is not what was written
├── BadCopyName       a copy of this name would be taken for something else
├── Conflict          a commit does not fit on the log: its number or command id is taken
├── BadName           nobody gets this name
│   ├── NameTaken     it belongs to a bot
│   ├── NameReserved  it says that its bearer runs the place
│   ├── NameMixed     it mixes alphabets in one word
│   └── NameUnfit     it is not made of letters and digits
├── NoSuchToken       the token is not one's own, or no longer good
├── TooManyTokens     the account has as many as it may
├── BadFilter         a list was asked for in a way that makes no sense (the caller's fault)
├── Busy              too many reads wait already
└── SlowRead          a read held its snapshot for too long and was ended
"""


class StoreError(Exception):
    """Base of all; the message is one plain sentence."""


class DatabaseInUse(StoreError):
    """Another process holds the lock file."""


class OtherName(DatabaseInUse):
    """Opened by the name given, the file lacks what is in its log. See `links`."""


class SchemaError(StoreError):
    """The database cannot be brought to this version's schema. Nothing has been changed."""


class RulesChanged(StoreError):
    """Replaying the game could give another game than the one that was played."""


class CrashedBefore(StoreError):
    """Loading this room would crash the server once more."""


class WriteFailed(StoreError):
    """The write may or may not be on disk; only the log can tell."""


class ReadOnly(WriteFailed):
    """Refused without trying: an earlier write has failed, and no probing write has succeeded."""


class ReadFailed(StoreError):
    """The database could not be read; nothing is known of what was asked."""


class Damaged(ReadFailed):
    """The message says where, as far as it is known."""


class BadCopyName(StoreError):
    """Nothing was copied."""


class Busy(StoreError):
    """Refused without trying: too many reads are queued already."""


class Conflict(StoreError):
    """Nothing of this commit was written; the others of its transaction were."""


class BadName(StoreError):
    """Base of the four below; nobody has been given the name."""


class NameTaken(BadName):
    """Names of bots are unique, and so is what they look like (`names.skeleton`)."""


class NameReserved(BadName):
    """See `names.RESERVED`."""


class NameMixed(BadName):
    """See `names.mixes_scripts`."""


class NameUnfit(BadName):
    """See `names.RULE`."""


class NoSuchToken(StoreError):
    """The message does not say whose token it is."""


class TooManyTokens(StoreError):
    """One has to be revoked first."""


class BadFilter(StoreError):
    """The message says which part of the filter, and what it may be."""


class SlowRead(StoreError):
    """A reader may hold a snapshot for a few seconds only, or the log's file would grow."""
