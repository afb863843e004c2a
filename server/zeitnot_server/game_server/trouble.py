"""What the operator can look at when nothing can be written."""

FILE = "is there room on the disk, and is the file where it was"
DATABASE = "does PostgreSQL run, and is its standby connected"
BY_WORDS = {
    "another node has ended": "was this process frozen, or are two primaries up",
    "No space left": "is there room on PostgreSQL's disk",
    "no answer in time": "is the standby connected that synchronous_standby_names of PostgreSQL"
    " names, and does PostgreSQL run (docs/how-to/cluster.md#the-standby-is-gone)",
}
"""By what the trouble says, with a database of several nodes."""


def what_to_check(trouble: str, several: bool) -> str:
    """A question for this trouble of the store's. `several`: there may be more nodes."""
    if not several:
        return FILE
    return next((check for words, check in BY_WORDS.items() if words in trouble), DATABASE)
