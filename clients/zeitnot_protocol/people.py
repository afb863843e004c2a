"""People over HTTP: profiles, games against each other, who is followed and online, complaints.

Only bots and people who have kept their name are found by it; in a path the name is
percent-encoded, and a name that looks the same is found, too.
"""

from typing import Annotated, Literal

from msgspec import Meta

from .constants import MAX_COMPLAINT_TEXT, MAX_REPORTED_MESSAGES
from .parts import GameId, GameSummary, Name, Role, Slug, Value

Seq = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class PersonRating(Value):
    """A rating in one game and speed class, as of now. `provisional`: it is uncertain, and shown
    with a question mark."""

    game_type: str
    speed: str
    rating: int
    deviation: int
    games: int
    provisional: bool


class GameResults(Value):
    """Results in one game."""

    game_type: str
    wins: int = 0
    draws: int = 0
    losses: int = 0


class OpponentResults(Value):
    """Results against one opponent in games of two seats, under the opponent's name of today.
    `kept`: a person whose name is kept; a player who is neither this nor a bot is a guest.
    `last_at`: when the newest of the games was made (Unix ms)."""

    name: str
    last_at: int
    bot: bool = False
    kept: bool = False
    wins: int = 0
    draws: int = 0
    losses: int = 0


class OwnedBot(Value):
    """A bot of a person. `since`: when it was registered (Unix ms)."""

    name: str
    since: int
    online: bool = False


class Relation(Value):
    """What the caller does: follow this person, or block it."""

    follows: bool = False
    blocks: bool = False


class Profile(Value):
    """GET people/{name}: a bot, or a person who has kept the name. `since`: when the name was
    registered or kept (Unix ms). `counted`: how many of the newest results in public games are
    counted in `results` and `opponents`. `opponents`: the most frequent. `owner`: the person whose
    bot it is, if that person's name is kept. `playing`: public games in progress, newest first.
    `online`: null if you are not signed in, or the person hides it. `you`: null if you are not
    signed in, or it is yourself. Apart from `online` and `you` it may be half a minute old."""

    name: str
    bot: bool
    role: str
    since: int
    counted: int
    ratings: list[PersonRating] = []
    results: list[GameResults] = []
    opponents: list[OpponentResults] = []
    bots: list[OwnedBot] = []
    owner: str | None = None
    playing: list[GameSummary] = []
    online: bool | None = None
    you: Relation | None = None


class RatingPoint(Value):
    """A rating after one game. `at`: when the game ended (Unix ms)."""

    at: int
    rating: int
    deviation: int


class RatingHistory(Value):
    """GET people/{name}/ratings: the newest ratings of a person or bot in one game and speed class,
    oldest first, at most a thousand. `earlier`: there are older ones."""

    name: str
    game_type: str
    speed: str
    points: list[RatingPoint]
    earlier: bool = False


class HeadToHead(Value):
    """GET people/{name}/against/{other}: the results of `name` against `other` in public games of
    two seats; of their newest five thousand. `games`: their newest public games."""

    name: str
    other: str
    results: list[GameResults]
    games: list[GameSummary]


class Followed(Value):
    """A person or bot that the caller follows. `online`: null if the person hides it. `playing`:
    the games in progress on this server, newest first, at most three."""

    name: str
    bot: bool
    online: bool | None = None
    playing: list[str] = []


class FollowedList(Value):
    """GET following: those that the caller follows, the latest first."""

    people: list[Followed]


class BlockedList(Value):
    """GET blocked: the names of the accounts that the caller blocks, the latest first."""

    people: list[str]


class NewBlock(Value):
    """POST blocked: blocks an account, so that it can neither ask the caller for games, nor sit
    down in the caller's games, nor write there. It is either `person`, a name that is kept or a
    bot's, or the player on `seat` of `game`, or the author of the line of chat `message` there."""

    person: Name | None = None
    game: GameId | None = None
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    message: Seq | None = None


class PresenceSetting(Value):
    """GET presence: whether others see when the caller is online. PUT presence changes it."""

    shown: bool


ComplaintReason = Literal["cheating", "insult", "spam", "name", "stalling", "other"]


class NewComplaint(Value):
    """POST complaints: asks the operator to look at an account. It is either `person`, a name that
    is kept or a bot's, or the player on `seat` of `game`, or the author of `messages`, which are
    the numbers (`seq`) of lines of chat by one account in `game`, or who leads `club`, whose texts
    are copied."""

    reason: ComplaintReason
    person: Name | None = None
    game: GameId | None = None
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    messages: Annotated[list[Seq], Meta(max_length=MAX_REPORTED_MESSAGES)] = []
    text: Annotated[str, Meta(max_length=MAX_COMPLAINT_TEXT)] = ""
    club: Slug | None = None


class ComplaintNumber(Value):
    """The answer to POST complaints: by this number the operator finds it."""

    number: int


class ListedPerson(Value):
    """A person who keeps a name, as a teacher or admin sees it. `since`: when the account was made
    (Unix ms). `taken`: the person has chosen a password. `last_seen`: the day (UTC, as 2026-11-30)
    of the last use; null: never. `code_until`: the end of a code that is valid (Unix ms)."""

    name: str
    since: int
    role: Role = "player"
    taken: bool = False
    last_seen: str | None = None
    code_until: int | None = None


class ListedPeople(Value):
    """GET people: by default those whose accounts you have made, the newest first. `cursor` leads
    to the next page, as in `GamePage`."""

    people: list[ListedPerson]
    cursor: str | None = None
