"""Runs the kill test with guests who sign in, with four kills, or 30 in nightly runs, and tests its
checks."""

import hashlib
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from ..repetition import times
from .killtest import checks, merges
from .killtest.guests import SignedIn, SignInRecord
from .killtest.journal import Acknowledged
from .killtest.play import GuestPlay, Load
from .killtest.trial import trial

KILLS = times(4, 30)


async def test_guests_who_sign_in_are_merged_as_a_whole(tmp_path: Path) -> None:
    play = partial(GuestPlay, Load(games=4))
    verdict = await trial(KILLS, tmp_path, seed=1, new_play=play)
    assert verdict.kills == KILLS
    assert (verdict.lost, verdict.damages, verdict.faults) == ([], [], [])
    assert verdict.sign_ins > 2
    assert verdict.merged >= verdict.sign_ins


# ── the checks ─────────────────────────────────────────────────────────────────────────────────

SAT = [
    Acknowledged("g", "guest1", "sit0", 1, None, None, 0.0),
    Acknowledged("g", "bob", "sit1", 2, None, None, 0.0),
    Acknowledged("g", "kept", "m0", 3, 0, "a", 0.0),
]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A guest, who also made a game that nobody has joined, was merged into an account while it
    played against another guest."""
    path = tmp_path / "zeitnot.db"
    execute(
        path,
        "CREATE TABLE seat (game, seat, account, invited_account, opponent)",
        "INSERT INTO seat VALUES ('g', 0, 'kept', NULL, 'bob'), ('g', 1, 'bob', NULL, 'kept')",
        "INSERT INTO seat VALUES ('w', 0, NULL, 'kept', '')",
        "CREATE TABLE game (id, maker)",
        "INSERT INTO game VALUES ('g', 'kept'), ('w', 'kept')",
        "CREATE TABLE merged_guest (guest, account)",
        "INSERT INTO merged_guest VALUES ('guest1', 'kept')",
        "CREATE TABLE token (hash, account, revoked_at)",
        f"INSERT INTO token VALUES ('{hash_of('t1')}', 'guest1', 1)",
        f"INSERT INTO token VALUES ('{hash_of('tb')}', 'bob', NULL)",
        f"INSERT INTO token VALUES ('{hash_of('tk')}', 'kept', NULL)",
        "CREATE TABLE log (game, seq, kind, account, command_id, body)",
        "INSERT INTO log VALUES ('g', 1, 'seated', 'guest1', 'sit0', '{}')",
        "INSERT INTO log VALUES ('g', 2, 'seated', 'bob', 'sit1', '{}')",
        """INSERT INTO log VALUES ('g', 3, 'moved', 'guest1', 'm0', '{"ply": 0, "move": "a"}')""",
    )
    return path


def execute(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def known() -> SignInRecord:
    """What the players know of this database."""
    return SignInRecord(
        attempted={"guest1": "kept"},
        answered=[SignedIn("guest1", "kept", "tk")],
        guests={"guest1": "t1", "bob": "tb"},
        waiting={"w": "guest1"},
    )


def test_checks_accept_a_merged_guest(database: Path) -> None:
    assert merges.check(database, SAT, known()) == (1, [])
    assert merges.left_over(database) == []
    assert checks.lost_moves(database, SAT, merged=True) == []
    assert len(checks.lost_moves(database, SAT)) == 1


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("DELETE FROM merged_guest", "has signed in to kept, and was merged into None"),
        ("UPDATE merged_guest SET account = 'other'", "was merged into other"),
        ("INSERT INTO merged_guest VALUES ('bob', 'kept')", "bob was merged without a sign-in"),
        ("UPDATE seat SET account = 'bob' WHERE game = 'g'", "guest1 sat down, bob has it"),
        ("DELETE FROM seat WHERE seat = 1", "bob sat down, None has it"),
        ("UPDATE game SET maker = 'bob' WHERE id = 'w'", "guest1 made it, and bob has it"),
        ("DELETE FROM seat WHERE game = 'w'", "guest1 made it, and None has it"),
        ("UPDATE token SET revoked_at = NULL", "guest1 was merged, against its token"),
        ("UPDATE token SET revoked_at = 1", "bob was not merged, against its token"),
        ("DELETE FROM token WHERE account = 'kept'", "a session of kept is lost"),
    ],
)
def test_checks_find_a_merge_in_part(database: Path, damage: str, fault: str) -> None:
    execute(database, damage)
    _, faults = merges.check(database, SAT, known())
    assert any(fault in each for each in faults), faults


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seat SET account = 'guest1' WHERE account = 'kept'",
        "UPDATE seat SET invited_account = 'guest1' WHERE invited_account = 'kept'",
        "UPDATE seat SET opponent = 'guest1' WHERE opponent = 'kept'",
        "UPDATE game SET maker = 'guest1'",
    ],
)
def test_rows_that_have_not_been_moved_are_found(database: Path, change: str) -> None:
    execute(database, change)
    assert merges.left_over(database)
    assert merges.check(database, SAT, known()) == (1, [])  # the server will move them
