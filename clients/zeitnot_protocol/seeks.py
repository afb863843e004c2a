"""Quick pairing: people in the lobby who look for any opponent on certain terms."""

from typing import Annotated, Literal

from msgspec import Meta

from .parts import CommandId, Control, Message, Settings, Value


class Seek(Message, tag="seek"):
    """A person looks for an opponent in a game with two seats and a clock that runs in one sitting.
    `id`: your own, for the answers. The server answers with `seeking`, or with an `error` that has
    this `id`. When it has found somebody, it creates the game and sends `paired`.

    An account has one seek; another one, from any of its sockets, replaces it. The same one, sent
    again by its socket with the same `id`, goes on, and gets `seeking` again. It ends with its
    socket. Settings that are left out have their defaults. `seat`: the one that you ask for, null:
    either. Without a wish the player who has begun less often begins.

    Two players are paired when the difference of their ratings is within the reach of both: 100
    points, and 10 more for each second of waiting, at most `most_gap`. An uncertain rating counts
    as near: the larger of the two deviations is subtracted from the difference. Without a rating in
    this game and speed you count as 1500 ± 500.
    """

    id: CommandId
    game_type: Annotated[str, Meta(max_length=32)]
    control: Control
    settings: Settings = {}
    seat: Annotated[int, Meta(ge=0, le=1)] | None = None
    rated: bool = False
    most_gap: Annotated[int, Meta(ge=0, le=4000)] | None = None


class EndSeek(Message, tag="end_seek"):
    """Ends your seek. If you have just been paired, the server tells the other player that you
    will not come."""

    id: CommandId


class Seeking(Message, tag="seeking"):
    """Your seek is open. Sent at its start, and when something of this changes. `since`: when it
    began (Unix ms). `others`: how many other people look for the same game. `same_seat`: there are
    some, and all of them ask for the seat that you ask for. `reach`: how much the rating of the
    other player may differ now, in steps of 50; null: by anything."""

    id: str
    since: int
    others: int = 0
    same_seat: bool = False
    reach: int | None = None


class Paired(Message, tag="paired"):
    """An opponent was found: `seat` of `game` is reserved for you. Connect to its room, sit down
    and be ready within 30 s; a player who does not come is not paired again for a minute."""

    id: str
    game: str
    seat: int


class SeekEnded(Message, tag="seek_ended"):
    """Your seek has ended without a game. `cancelled`: by `end_seek`; `replaced`: by another seek
    of this account."""

    id: str
    reason: Literal["cancelled", "replaced"]


class WaitingPeople(Value):
    """How many people look for an opponent on these terms. `settings`: all, including defaults."""

    game_type: str
    settings: Settings
    control: Control
    people: int
    rated: bool = False
