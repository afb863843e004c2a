"""The schema. Migrations upgrade a database to it; a test compares the two.

Instants are Unix milliseconds (`*_at`), or milliseconds of one run of the server (`at_ms`). JSON is
stored as text in the protocol's form. Constraints are named, so that a migration on any database
can name them too. The table `event` only ever gains nullable columns. Accounts in `seat` and
`event` are plain text, because a game outlives its accounts.
"""

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlalchemy.orm import Mapped, column_property, mapped_column, relationship

from ....rooms.room import Phase
from . import (  # noqa: F401  their tables belong to Base
    bot_tables,
    club_tables,
    code_tables,
    passkey_tables,
    people_tables,
    rating_tables,
)
from .declarative import NAMES as NAMES
from .declarative import TEXT as TEXT
from .declarative import Base as Base
from .declarative import where
from .newest import Newest

UNFINISHED = [phase.value for phase in Phase if phase is not Phase.FINISHED]


class AccountRow(Base):
    """A person or a bot. `handle`: the skeleton of a name that is nobody else's, of a bot or a kept
    account; null for guests. `owner`: the account that made a bot; null: it has no owner, only its
    token. `kept_at`: since when a password keeps the name; null: a guest or a bot. `password`: its
    argon2id hash, with its parameters. `role`: as on the wire. `made_by`: the teacher or admin who
    made the account for somebody else; null: its owner or the operator did."""

    __tablename__ = "account"
    __table_args__ = (
        Index("ix_account_role", "role", **where("role != 'player'")),
        Index("ix_account_maker", "made_by", "kept_at", "name", **where("made_by IS NOT NULL")),
        Index("ix_account_kept", "kept_at", "name", **where("kept_at IS NOT NULL")),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    handle: Mapped[str | None] = mapped_column(unique=True)
    bot: Mapped[bool]
    created_at: Mapped[int]
    owner: Mapped[str | None] = mapped_column(
        ForeignKey("account.id", ondelete="SET NULL"), index=True
    )
    kept_at: Mapped[int | None]
    password: Mapped[str | None]
    role: Mapped[str] = mapped_column(server_default="player")
    made_by: Mapped[str | None]


class TokenRow(Base):
    """An account's token; only its SHA-256 (hex) is stored.

    `kind`: `session` (a person's cookie), `bot`, `personal` (a person's, with scopes), or `former`
    (a replaced secret in its grace). `name`: given by its owner. `scopes`: what it permits,
    separated by commas, or `all`. A revoked or expired token is invalid. `id`: public, since the
    token itself is secret. `last_used_at`: accurate to an hour. `ends_at`: when a kept account's
    session ends in any case; null: never. `device`: the kind of browser that signed in.
    """

    __tablename__ = "token"

    hash: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[int]
    kind: Mapped[str] = mapped_column(server_default="session")
    name: Mapped[str | None]
    scopes: Mapped[str] = mapped_column(server_default="all")
    expires_at: Mapped[int | None]
    last_used_at: Mapped[int | None]
    revoked_at: Mapped[int | None]
    id: Mapped[str | None]
    ends_at: Mapped[int | None]
    device: Mapped[str | None]

    __table_args__ = (Index("ix_token_id", "id", unique=True),)


class TicketRow(Base):
    """A ticket that has not been used; only its SHA-256 (hex) is stored.

    `token`: the hash of the token for which it stands; `account`: of that token. Expired rows are
    deleted when the next one is made.
    """

    __tablename__ = "ticket"

    hash: Mapped[str] = mapped_column(primary_key=True)
    token: Mapped[str]
    account: Mapped[str] = mapped_column(index=True)
    expires_at: Mapped[int] = mapped_column(index=True)


class AuditRow(Base):
    """An action on an account, a token or a game. Rows are added and, when old, deleted.

    `actor`: `operator`, or the account that did it. `act`, `subject`: see `audit`. `address`: where
    it came from, an IPv6 address by its /64; null: this machine. Ids only ever grow: a running
    server asks for the rows after the last id that it knows.
    """

    __tablename__ = "audit"
    __table_args__ = (Index(None, "subject", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int]
    actor: Mapped[str]
    act: Mapped[str]
    subject: Mapped[str]
    address: Mapped[str | None]
    reason: Mapped[str | None]


class SanctionRow(Base):
    """A ban or a mute (`kind`) of an account or of a network, one of the two.

    `network`: as `192.0.2.7/32`. `until` null: until it is lifted.
    """

    __tablename__ = "sanction"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    account: Mapped[str | None]
    network: Mapped[str | None]
    reason: Mapped[str]
    made_at: Mapped[int]
    until: Mapped[int | None]
    lifted_at: Mapped[int | None]


class PlayerRecordRow(Base):
    """How an account's games have ended, updated at the end of each game (`commit`).

    `games`: with a result. `dice_games`: with at least one throw. `aborted_after_throw`: of
    these, those that this account ended without a result: by an abort, by never moving, or by going
    away before all had moved.
    """

    __tablename__ = "player_record"

    account: Mapped[str] = mapped_column(primary_key=True)
    games: Mapped[int] = mapped_column(server_default=text("0"))
    dice_games: Mapped[int] = mapped_column(server_default=text("0"))
    aborted_after_throw: Mapped[int] = mapped_column(server_default=text("0"))


class GameRow(Base):
    """A game: its setup, and the values that lists show, written together with its events.

    A move does not write the row, since its page would have to be synced each time: `plies_then`
    and `position_then` are as of the last change of `state`, `plies` and `position` as of now.
    `scores` is null until the end and when aborted; `learned`: it is in the opening book, or must
    not be indexed; `relearn`: it is still in the book of an older version (`books.indexing`);
    `forgotten`: the book has no lines of it, or no longer; `word`: the reason in the game's own
    words, as in `Finished`; `epoch` counts the owners of the room. `setup` of games older than the
    column: the default here. `maker`: the account that made the game; null in games older than the
    column. `private`: see `Room.private`. `imported`: what the file of an imported game says of it,
    as JSON; null: it was played here. `ladder`: the ladder of a club for which it is played.
    """

    __tablename__ = "game"
    __table_args__ = (
        Index(None, "private", "created_at", "id"),
        Index(None, "game_type", "private", "created_at", "id"),
        Index(None, "state", "private", "created_at", "id"),
        Index(
            *(None, "reason", "private", "created_at", "id"),
            **where("reason IS NOT NULL"),
        ),
        Index(None, "maker", "state", **where("state != 'finished'")),
        Index("ix_game_imports", "maker", "created_at", "id", **where("imported IS NOT NULL")),
        Index("ix_game_to_learn", "state", "finished_at", **where("NOT learned")),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    game_type: Mapped[str]
    rules_version: Mapped[int]
    settings: Mapped[str]
    control: Mapped[str]
    commitment: Mapped[str]
    seed: Mapped[bytes]
    created_at: Mapped[int]
    listed: Mapped[bool] = mapped_column(server_default=true())
    state: Mapped[str]
    plies_then: Mapped[int] = mapped_column("plies")
    position_then: Mapped[str] = mapped_column("position")
    scores: Mapped[str | None]
    reason: Mapped[str | None]
    word: Mapped[str | None]
    finished_at: Mapped[int | None]
    learned: Mapped[bool] = mapped_column(server_default=false())
    epoch: Mapped[int] = mapped_column(server_default=text("0"))
    setup: Mapped[str] = mapped_column(server_default='{"clock_starts":"start"}')
    relearn: Mapped[bool] = mapped_column(server_default=false())
    forgotten: Mapped[bool] = mapped_column(server_default=false())
    maker: Mapped[str | None]
    private: Mapped[bool] = mapped_column(server_default=false())
    imported: Mapped[str | None]
    ladder: Mapped[str | None]

    plies: Mapped[int] = column_property(Newest("plies", BigInteger))
    position: Mapped[str] = column_property(Newest("position", Text))
    seats: Mapped[list["SeatRow"]] = relationship(order_by="SeatRow.seat", lazy="raise")


SEAT_INDEX = (
    *("account", "private", "created_at", "game"),
    *("result", "game_type", "speed", "rated", "plies", "opponent"),
)
"""The games of an account in the order of lists, and what they are filtered by."""
PAIR_INDEX = ("account", "opponent", "private", "created_at", "game", "result", "game_type")
"""The games of two accounts, in the order of lists."""


class SeatRow(Base):
    """A seat of a game: for whom it is reserved (`invited_*`, `level`), and its player.

    `handle`: the player's name case-folded, for the search by name. `result`: win, draw or loss.
    `version`: of the bot's program that played last; null: not said, or older than the column.
    `kept`: the player's name was kept when it sat down. `stand_in`: the bot that has taken the
    place of the player, who has left; with its name, level and version. The result and the lists
    stay the player's; null: the player has not left, or no bot plays on.
    `created_at`, `private`, `game_type`, `speed`, `rated`: the game's. `plies`: of an ended game.
    `opponent`: the account on the other seat of a game of two seats, else empty: PostgreSQL sorts
    the rows of an index in which it is null. These are here so that one index finds and filters
    the games of an account.
    """

    __tablename__ = "seat"
    __table_args__ = (
        Index(None, "account", "result", "private", "created_at", "game"),
        Index(None, "handle", "result", "private", "created_at", "game"),
        Index(
            *(None, "seat", "result", "private", "created_at", "game"),
            **where("result IS NOT NULL"),
        ),
        Index("ix_seat_of_account", *SEAT_INDEX),
        Index("ix_seat_of_pair", *PAIR_INDEX),
        Index(None, "invited_account", "account", "game"),
        Index("ix_seat_stand_in", "stand_in", "game", **where("stand_in IS NOT NULL")),
    )

    game: Mapped[str] = mapped_column(ForeignKey("game.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    account: Mapped[str | None]
    name: Mapped[str | None]
    handle: Mapped[str | None]
    bot: Mapped[bool]
    salt: Mapped[str | None]
    level: Mapped[int | None]
    invited_account: Mapped[str | None]
    invited_name: Mapped[str | None]
    invited_bot: Mapped[bool]
    result: Mapped[str | None]
    created_at: Mapped[int | None]
    private: Mapped[bool] = mapped_column(server_default=false())
    version: Mapped[str | None]
    game_type: Mapped[str | None]
    speed: Mapped[str | None]
    rated: Mapped[bool] = mapped_column(server_default=false())
    plies: Mapped[int | None]
    opponent: Mapped[str] = mapped_column(server_default=text("''"))
    kept: Mapped[bool] = mapped_column(server_default=false())
    stand_in: Mapped[str | None]
    stand_in_name: Mapped[str | None]
    stand_in_level: Mapped[int | None]
    stand_in_version: Mapped[str | None]


class EventRow(Base):
    """The log of all games: `body` is the event as on the wire; the other columns are for queries.
    Most are named like the fields of `LogEntry`.

    Nulls are distinct in a unique constraint: it applies only to rows with a command id. `plies`
    and `position`: the game as lists show it, in the last row of each commit. On SQLite only rows
    of older versions are here: see `logs.places`.
    """

    __tablename__ = "event"
    __table_args__ = (
        UniqueConstraint("game", "account", "command_id"),
        ForeignKeyConstraint(["game"], ["game.id"]).ddl_if(dialect="sqlite"),
    )

    game: Mapped[str] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    seat: Mapped[int | None]
    ply: Mapped[int]
    account: Mapped[str | None]
    command_id: Mapped[str | None]
    digest: Mapped[str | None]
    run: Mapped[int]
    at_ms: Mapped[int]
    body: Mapped[str]
    plies: Mapped[int | None]
    position: Mapped[str | None]


class BookRow(Base):
    """A move of an opening book. Keys are 64-bit numbers as hex text.

    `wins`, `draws`, `losses` and `score_sum` count for the side that makes the move.
    """

    __tablename__ = "book"

    scope: Mapped[str] = mapped_column(primary_key=True)
    game_type: Mapped[str] = mapped_column(primary_key=True)
    settings_key: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    move: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[str]
    weight: Mapped[float]
    wins: Mapped[int]
    draws: Mapped[int]
    losses: Mapped[int]
    score_sum: Mapped[float]
    last_played: Mapped[int | None]
    source: Mapped[str | None]


class RunRow(Base):
    """A run of the server, on `node`. `alive_ms`: the last heartbeat, on the run's own clock.

    `crashed_in`, `crashed_ply`: the room whose rules were running when the run crashed, and its
    ply. `key`: random, 64 bits as hex; a copy of the database gets another one, so that it does not
    use the file `.alive` of the original. Null: a run older than the column.
    """

    __tablename__ = "run"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    started_at: Mapped[int]
    alive_ms: Mapped[int]
    crashed_in: Mapped[str | None] = mapped_column(index=True)
    crashed_ply: Mapped[int | None]
    node: Mapped[str] = mapped_column(server_default="main")
    key: Mapped[str | None]
