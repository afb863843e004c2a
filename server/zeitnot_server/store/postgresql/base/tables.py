"""The tables that only several nodes need, in addition to those of `sql.base.tables`.

`lease`: the lease of a run; while `ended` is false, rooms that belong to it belong to its node.
Commits read the row FOR SHARE, and a takeover sets `ended` first, so that it waits for the commits
that are in flight and no others follow. `ended_ms`: when it ended, on the run's clock.
`node_clock`: the run's heartbeat, written all the time; not in `lease`, since that would wait for
the commits. `late`: rooms whose turn began later than their log says, and when, as JSON.
`node_state`: what a node tells the others.
`room_lease`: to which run a room belongs (null: to none), and the last transaction that has changed
how lists show it.
"""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, MetaData, Table, false
from sqlalchemy.types import Boolean

from ...sql.base.tables import NAMES, TEXT

NODES = MetaData(naming_convention=NAMES)

Table(
    "lease",
    NODES,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("node", TEXT, nullable=False),
    Column("url", TEXT),
    Column("ended", Boolean, nullable=False, server_default=false()),
    Column("ended_ms", BigInteger),
    Index(None, "node", "run"),
    Index("ix_lease_held", "run", postgresql_where="NOT ended"),
)
Table(
    "node_clock",
    NODES,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("ms", BigInteger, nullable=False),
    Column("late", TEXT, nullable=False, server_default="{}"),
    postgresql_with={"fillfactor": 50},
)
Table(
    "node_state",
    NODES,
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
)
Table(
    "room_lease",
    NODES,
    Column("game", TEXT, primary_key=True),
    Column("run", BigInteger),
    Column("changed", BigInteger, nullable=False),
    Index(None, "changed"),
    Index(None, "run"),
)
