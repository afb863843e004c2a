"""Clubs over HTTP: their pages, members, and ladders of challenges.

People who have kept their name found clubs and join them; everybody may look at them. In a path a
club is named by its `slug`, a ladder by its game, and a member by the percent-encoded name.
"""

from typing import Annotated, Literal

from msgspec import Meta

from .constants import (
    MAX_CLUB_NEWS,
    MAX_CLUB_TEXT,
    MAX_LADDER_DAYS,
    MAX_PRESETS,
)
from .parts import Code, Control, Join, Message, Name, Slug, Value

ClubText = Annotated[str, Meta(max_length=MAX_CLUB_TEXT)]
ClubNews = Annotated[str, Meta(max_length=MAX_CLUB_NEWS)]
ClubGames = Annotated[list[str], Meta(max_length=32)]
ClubRole = Literal["member", "leader"]
Standing = Literal["invited", "member", "leader"]
Part = Literal["challenger", "challenged"]


class Preset(Value):
    """A time control that a club offers to its members."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    control: Control


Presets = Annotated[list[Preset], Meta(max_length=MAX_PRESETS)]


class NewClub(Value):
    """POST clubs: founds a club, which the caller leads. `slug`: its name in paths; null: made from
    the name. `join`: `open`, for everybody; `code`, for those who have the code; `closed`, for
    those whom a leader invites. Invited people may always join. `games`: those that the club plays;
    empty: all."""

    name: Name
    slug: Slug | None = None
    description: ClubText = ""
    join: Join = "open"
    games: ClubGames = []


class ClubChange(Value):
    """PATCH clubs/{slug}: what a leader changes; null: it stays. `news`: one line; empty: none."""

    name: Name | None = None
    description: ClubText | None = None
    news: ClubNews | None = None
    join: Join | None = None
    games: ClubGames | None = None
    presets: Presets | None = None


class ClubRow(Value):
    """A club in a list. `members`: how many; `created_at`: Unix ms. `you`: what the caller is in
    it; null: none of them."""

    slug: str
    name: str
    members: int
    created_at: int
    join: Join = "open"
    games: list[str] = []
    news: str = ""
    you: Standing | None = None


class ClubList(Value):
    """GET clubs: a page of the list. `cursor`: of the next page; null: this is the last one."""

    clubs: list[ClubRow]
    cursor: str | None = None


class LadderRow(Value):
    """A ladder of a club, in short. `places`: how many members are on it; `you`: the caller's
    place, from 1."""

    game_type: str
    control: Control
    rated: bool
    places: int
    you: int | None = None


class Club(Value):
    """GET clubs/{slug}: a club's page. `news_at`: when the line was written (Unix ms). `leaders`:
    their names. `invited`: how many were invited and have not answered; only leaders see it. `you`:
    what the caller is in it; null: none of them, or not signed in."""

    slug: str
    name: str
    created_at: int
    members: int
    leaders: list[str]
    description: str = ""
    news: str = ""
    news_at: int | None = None
    join: Join = "open"
    games: list[str] = []
    presets: list[Preset] = []
    ladders: list[LadderRow] = []
    invited: int | None = None
    you: Standing | None = None


class ClubMember(Value):
    """A member. `since`: when the member joined, or was invited (Unix ms)."""

    name: str
    role: Standing
    since: int


class ClubMembers(Value):
    """GET clubs/{slug}/members: leaders first, then by the time of joining; leaders also see who
    was invited. `cursor`: of the next page; null: this is the last one."""

    members: list[ClubMember]
    cursor: str | None = None


class ClubMembership(Value):
    """POST clubs/{slug}/members: the caller joins. `code`: the club's, where `join` is `code`."""

    code: Code | None = None


class ClubRoleChange(Value):
    """PUT clubs/{slug}/members/{name}: a leader gives a member this role; somebody who is no member
    yet is invited to the club, for which `role` must be `member`."""

    role: ClubRole = "member"


class NewClubCode(Value):
    """POST clubs/{slug}/code: another code for joining; the former one ends. `days`: how long it is
    valid; null: until the next."""

    days: Annotated[int, Meta(ge=1, le=366)] | None = None


class ClubCode(Value):
    """The code with which people join a club; only its leaders see it. `expires_at` (Unix ms) null:
    it does not expire. `code` null: there is none that is valid."""

    code: str | None = None
    expires_at: int | None = None


class LadderTerms(Value):
    """PUT clubs/{slug}/ladders/{game}: a leader opens a ladder, or changes its terms for the
    challenges after that. `reach`: how many places above the own one a member may challenge;
    `days`: how long the challenged member has to answer, and then both have to begin the game.
    `rated`: the games are rated."""

    control: Control
    reach: Annotated[int, Meta(ge=1, le=20)] = 3
    days: Annotated[int, Meta(ge=1, le=MAX_LADDER_DAYS)] = 7
    rated: bool = False


class LadderPlace(Value):
    """A place on a ladder, from 1 at the top. `may_challenge`: the caller may challenge this member
    now, as far as the ladder's rules say."""

    place: int
    name: str
    may_challenge: bool = False


class LadderChallenge(Value):
    """A challenge that is not over. `number`: it is answered by this. `until`: when the answer is
    due, or once `game` is known, when that must have begun (Unix ms); null: it has begun. `you`:
    the caller's part in it."""

    number: int
    challenger: str
    challenged: str
    at: int
    until: int | None = None
    game: str | None = None
    you: Part | None = None


Outcome = Literal["won", "lost", "drawn", "declined", "unanswered", "not_begun", "left", "ended"]


class LadderResult(Value):
    """A challenge that is over. `outcome`: `won`, `lost` or `drawn` by the challenger; the member
    challenged `declined`, or left it `unanswered`, or the game `not_begun` or gave it up at once
    (`left`); in all of these four the challenger takes the place as after a win. `ended`: without
    an effect. `places`: of challenger and challenged after it; null: not on the ladder."""

    at: int
    challenger: str
    challenged: str
    outcome: Outcome
    game: str | None = None
    places: tuple[int | None, int | None] = (None, None)


class Ladder(Value):
    """GET clubs/{slug}/ladders/{game}: a ladder as of now. `results`: the newest first, at most 20.
    `you`: the caller's place."""

    game_type: str
    control: Control
    reach: int
    days: int
    rated: bool
    places: list[LadderPlace]
    challenges: list[LadderChallenge] = []
    results: list[LadderResult] = []
    you: int | None = None


class NewLadderChallenge(Value):
    """POST clubs/{slug}/ladders/{game}/challenges: challenges the member with this name."""

    name: Name


class LadderAnswer(Value):
    """PUT clubs/{slug}/ladders/{game}/challenges/{number}: the challenged member accepts or
    declines, or the challenger withdraws before that."""

    answer: Literal["accept", "decline", "withdraw"]


class LadderAnswered(Value):
    """The answer to it. `game`: the game that was made, after `accept`."""

    game: str | None = None


class OwnChallenge(Value):
    """A challenge on a ladder in which the caller takes part, as in LadderChallenge."""

    slug: str
    club: str
    game_type: str
    number: int
    opponent: str
    you: Part
    until: int | None = None
    game: str | None = None


class LadderChallenged(Message, tag="ladder_challenged"):
    """Somebody has just challenged the account on a club's ladder, after `watch` with `clubs`. GET
    own-clubs has all challenges."""

    challenge: OwnChallenge


class OwnClub(Value):
    """A club of the caller, or one to which the caller was invited."""

    slug: str
    name: str
    you: Standing
    news: str = ""
    news_at: int | None = None
    games: list[str] = []
    presets: list[Preset] = []


class OwnClubs(Value):
    """GET own-clubs: the caller's clubs with their presets, invitations, and challenges; those that
    wait for the caller first."""

    clubs: list[OwnClub]
    challenges: list[OwnChallenge] = []
