"""The statements in which SQLite and PostgreSQL differ.

Many rows are often read as one JSON array, because SQLite's thread waits for the GIL for each row
that a statement steps through: beside a busy loop five thousand rows took five seconds.
"""

import sqlite3
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from .connection import Connection

_KNOWN = "wanted.key, book.move, {weight}, wins, draws, losses, {score_sum}, last_played, source"
_IS_WANTED = """scope = :scope AND game_type = value ->> 0 AND settings_key = value ->> 1
    AND book.key = value ->> 2 AND move = value ->> 3"""

_SEARCHED = "game, seq, account, kind, body"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One database's statements and parts of them.

    `no_limit`: the value of LIMIT for all rows. `array_of`: a JSON array of the values in `{0}`,
    one for each row; `array`: a JSON array of the columns in `{0}`; `object_of`: a JSON object of
    `{0}`. `known_lines`: the lines of the book `:scope` whose keys are in the JSON array `:wanted`,
    each with its index in this array. `values_of`: the table of the members, in a column `value`,
    of the JSON array `{0}`; `texts_of`: if all are texts. `lock`: a statement that keeps other
    writers off the table `{0}` until the transaction ends; None: there are no others. `row_lock`:
    the end of a SELECT, to keep them off its rows. `begin_reading`: begins a transaction in which
    all reads see the same state.
    `log`: a table or view with all rows of the log.
    `rows_after_place`: the rows of the log of all games, after the place `:after` and in the order
    of their places, `place` among their columns; `before_log`: the place before the first.
    """

    name: str
    no_limit: str
    array_of: str
    array: str
    object_of: str
    known_lines: str
    values_of: str
    texts_of: str
    lock: str | None
    row_lock: str
    begin_reading: str
    log: str
    rows_after_place: str
    before_log: int | str


SQLITE = Dialect(
    name="sqlite",
    no_limit="-1",
    array_of="json_group_array({0})",
    array="json_array({0})",
    object_of="json_group_object({0})",
    # SQLite's JSON keeps fifteen digits only: numbers that are not integers are read as text.
    known_lines="SELECT json_group_array(json_array("
    + _KNOWN.format(weight="printf('%!.17g', weight)", score_sum="printf('%!.17g', score_sum)")
    + f")) FROM json_each(:wanted) AS wanted CROSS JOIN book ON {_IS_WANTED}",
    values_of="json_each({0})",
    texts_of="json_each({0})",
    lock=None,
    row_lock="",
    begin_reading="BEGIN",
    log="log",
    # No row of `log_entry` has the number of one of `event`, which older versions have written.
    rows_after_place=f"SELECT rowid AS place, {_SEARCHED} FROM event WHERE rowid > :after"
    f" UNION ALL SELECT id, {_SEARCHED} FROM log_entry WHERE id > :after ORDER BY place",
    before_log=0,
)
POSTGRESQL = Dialect(
    name="postgresql",
    no_limit="NULL",
    array_of="json_agg({0})",
    array="json_build_array({0})",
    object_of="json_object_agg({0})",
    known_lines="SELECT json_agg(json_build_array("
    + _KNOWN.format(weight="weight", score_sum="score_sum")
    + ")) FROM (SELECT ordinality - 1 AS key, value"
    " FROM json_array_elements(CAST(:wanted AS json)) WITH ORDINALITY) AS wanted"
    f" JOIN book ON {_IS_WANTED}",
    values_of="json_array_elements(CAST({0} AS json))",
    texts_of="json_array_elements_text(CAST({0} AS json))",
    lock="LOCK TABLE {0} IN SHARE ROW EXCLUSIVE MODE",
    row_lock="FOR UPDATE",
    begin_reading="BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    log="event",
    # By its key; a number that grew with the log would be one more index to write for each move.
    rows_after_place=f"SELECT game || ' ' || seq AS place, {_SEARCHED} FROM event"
    " WHERE (game, seq) > (split_part(:after, ' ', 1),"
    " CAST(split_part(:after, ' ', 2) AS bigint)) ORDER BY game, seq",
    before_log=" 0",
)


def of(connection: Connection) -> Dialect:
    """The dialect of a connection."""
    return SQLITE if isinstance(connection, sqlite3.Connection) else POSTGRESQL


def of_session(session: AsyncSession) -> Dialect:
    """The dialect of a session."""
    return SQLITE if session.get_bind().dialect.name == "sqlite" else POSTGRESQL


def lock(connection: Connection, table: str) -> None:
    """Locks out other writers of a table until the end of the transaction, so that this transaction
    gets the next id, and no lower id appears later."""
    if (statement := of(connection).lock) is not None:
        connection.execute(statement.format(table))
