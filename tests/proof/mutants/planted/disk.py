"""Planted faults in storage: the log, syncs, failed commits, heartbeats."""

from ..fault import SERVER, SQL, STORE, Fault

DISK = (
    Fault(
        "seq-in-log",
        "the log accepts two events of one number",
        f"{SQL}/logs/batch.py",
        '    return f"INSERT INTO event (',
        '    return f"INSERT OR REPLACE INTO event (',
        ("tests/store/contract/test_log.py",),
    ),
    Fault(
        "no-fsync",
        "commits without waiting for the disk",
        f"{STORE}/connect.py",
        '            "synchronous=FULL",\n',
        '            "synchronous=OFF",\n',
        ("tests/store/sqlite/test_open.py",),
    ),
    Fault(
        "failure-swallowed",
        "reports a failed commit as successful",
        f"{STORE}/writer.py",
        "            return [Result(job.done, error=_unknown(error)) for job in entries], error\n",
        "            return [Result(job.done) for job in entries], None\n",
        ("tests/store/sqlite/test_writer.py",),
    ),
    Fault(
        "torn-heartbeat",
        "accepts a torn heartbeat",
        "server/zeitnot_server/store/heartbeat_file.py",
        "    if zlib.crc32(body) != check:\n",
        "    if False:\n",
        ("tests/store/test_heartbeat_file.py::test_a_torn_heartbeat_loses_one_heartbeat",),
    ),
    Fault(
        "unlocked-effects",
        "reads the rows of an end effect without a lock",
        f"{SQL}/base/dialect.py",
        '    row_lock="FOR UPDATE",\n',
        '    row_lock="",\n',
        ("tests/store/postgresql/test_end_effects.py",),
    ),
    Fault(
        "effect-stops-the-end",
        "an end effect that raises keeps the game from its end",
        f"{SQL}/logs/end_effects.py",
        "    except Exception:\n        _log_failure(one.effect, one.ended)\n",
        "    except ArithmeticError:\n        raise\n",
        ("tests/store/contract/test_end_effects.py",),
    ),
    Fault(
        "forgotten-ends",
        "forgets the games that the operator has ended when the server crashes",
        f"{SERVER}/moderation/register.py",
        "read_renames, operator_ends.start]",
        "read_renames]",
        ("tests/server/test_missed_facts.py",),
    ),
)
