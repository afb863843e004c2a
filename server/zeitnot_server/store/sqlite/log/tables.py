"""The tables of the game log on SQLite, in addition to those of `sql.base.tables`, where `event`
has the rows that versions before revision 0009 wrote. `sql.logs.places` says how they are read.

`log_entry`: the columns of `event`, and the row's place in the order of arrival. Rows are only ever
added; the operator's acts change what is in them.
`log_segment`: rows of a game, from number `seq` on; `ids`: see `places.encode_ids`. The other
columns are the fields of `places.Listed`. WITHOUT ROWID: one page is written, and no second one of
an index.
`log_tail`: one row; the rows of `log_entry` before the id `first` have a segment.

There are no foreign keys, because the writer refuses rows of missing games.
"""

from sqlalchemy import BigInteger, Column, Integer, MetaData, Table, Text

from ...sql.base.tables import NAMES, EventRow

LOG = MetaData(naming_convention=NAMES)

Table(
    "log_entry",
    LOG,
    Column("id", Integer, primary_key=True),
    *(
        Column(column.name, column.type, nullable=column.nullable)
        for column in EventRow.__table__.columns
    ),
)
Table(
    "log_segment",
    LOG,
    Column("game", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("ids", Text, nullable=False),
    Column("plies", BigInteger),
    Column("position", Text),
    Column("turn", BigInteger),
    Column("clock", BigInteger),
    Column("acted", BigInteger),
    Column("moved", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
Table("log_tail", LOG, Column("first", BigInteger, nullable=False))
