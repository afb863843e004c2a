"""Checks guests who have signed in to accounts: a guest is merged as a whole or not at all, each
seat has the right owner, and no acknowledged sign-in is lost."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

from .guests import SignInRecord
from .journal import Acknowledged
from .logs import Database, Log, opened

CHECKED_SESSIONS = 20  # of an account, the newest; the oldest end, if there are many
_SEATS = "SELECT game, seat, account, invited_account FROM seat"
_MAKERS = "SELECT id, maker FROM game"
_MERGED = "SELECT guest, account FROM merged_guest"
_VALID_TOKENS = "SELECT hash, account FROM token WHERE revoked_at IS NULL"
_LEFT_OVER = " UNION ALL ".join(
    f"SELECT {game} || ': {column} is ' || {column} FROM {table}"
    f" WHERE {column} IN (SELECT guest FROM merged_guest)"
    for table, game, column in (
        ("seat", "game", "account"),
        ("seat", "game", "invited_account"),
        ("seat", "game", "opponent"),
        ("game", "id", "maker"),
    )
)


def left_over(database: Database) -> list[str]:
    """The rows that still name a merged guest."""
    with opened(database) as log:
        return [row for (row,) in log.rows(_LEFT_OVER)]


def check(
    database: Database, entries: Iterable[Acknowledged], record: SignInRecord
) -> tuple[int, list[str]]:
    """How many guests have been merged, and what is wrong. Rows may name a merged guest, as they do
    until they have been moved."""
    with opened(database) as log:
        merged = dict[str, str](log.rows(_MERGED))
        faults = chain(
            _wrong_merges(merged, record),
            _wrong_seats(log, merged, entries, record.waiting),
            _wrong_tokens(log, merged, record),
        )
        return len(merged), list(faults)


def _wrong_merges(merged: Mapping[str, str], record: SignInRecord) -> Iterable[str]:
    for guest, account, _ in record.answered:
        if merged.get(guest) != account:
            yield f"{guest} has signed in to {account}, and was merged into {merged.get(guest)}"
    for guest in merged.keys() - record.attempted.keys():
        yield f"{guest} was merged without a sign-in"


def _wrong_seats(
    log: Log,
    merged: Mapping[str, str],
    entries: Iterable[Acknowledged],
    waiting: Mapping[str, str],
) -> Iterable[str]:
    """Each player who has sat down, or made a game, has the seat still, or the account has it into
    which it has been merged."""
    owners = {(game, seat): (*both,) for game, seat, *both in log.rows(_SEATS)}
    for entry in entries:
        if entry.command.startswith("sit"):
            seat = int(entry.command.removeprefix("sit"))
            owner, _ = owners.get((entry.game, seat), (None, None))
            if owner is None or owner not in (entry.account, merged.get(entry.account)):
                yield f"{entry.game}, seat {seat}: {entry.account} sat down, {owner} has it"
    makers = dict(log.rows(_MAKERS))
    for game, maker in waiting.items():
        _, invited = owners.get((game, 0), (None, None))
        for found in (invited, makers.get(game)):
            if found is None or found not in (maker, merged.get(maker)):
                yield f"{game}: {maker} made it, and {found} has it"


def _wrong_tokens(log: Log, merged: Mapping[str, str], record: SignInRecord) -> Iterable[str]:
    valid = dict(log.rows(_VALID_TOKENS))
    for guest, token in record.guests.items():
        if (_hash(token) in valid) == (guest in merged):
            yield f"{guest} {'was' if guest in merged else 'was not'} merged, against its token"
    sessions = defaultdict[str, list[str]](list)
    for _, account, token in record.answered:
        sessions[account].append(token)
    for account, tokens in sessions.items():
        for token in tokens[-CHECKED_SESSIONS:]:
            if valid.get(_hash(token)) != account:
                yield f"a session of {account} is lost, or {valid.get(_hash(token))}'s"


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
