"""Clubs: their values and bounds, and who may do what in them."""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

MAX_MEMBERS = 1_000
MAX_LEADERS = 20
MAX_INVITED = 100
"""How many people a club may have invited who have not answered."""
MAX_CLUBS = 20
"""In how many clubs a person may be, and how many may have invited one person."""
MAX_FOUNDED = 3
MAX_FOUNDED_BY_ORGANISERS = 20
"""How many existing clubs a person may have founded; a teacher, an organiser or an admin more."""
MAX_LADDERS = 8

LEADER, MEMBER, INVITED = 0, 1, 2
REMOVED = 3
"""Stored for a person whom a leader has removed, who is nothing in the club until invited."""
Rank = int
"""What a person is in a club; as numbers, because lists are in this order."""
STANDINGS: dict[Rank, wire.Standing] = {LEADER: "leader", MEMBER: "member", INVITED: "invited"}
RANKS: dict[wire.ClubRole, Rank] = {"leader": LEADER, "member": MEMBER}
MIN_SLUG, MAX_SLUGS = 2, 1_000
RESERVED_SLUGS = frozenset({"new", "own", "mine", "all"})


class ClubRefused(ValueError):
    """What was asked for is refused; `code` for programs, the message for people."""

    def __init__(self, code: p.ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class NewClub(NamedTuple):
    """A club to be founded. `slug` empty: it is made from the name."""

    name: str
    slug: str
    description: str
    join: p.Join
    games: tuple[str, ...]


class Club(NamedTuple):
    """A stored club. `presets`: time controls by name; `code`: for joining, None: there is none;
    `members`, `invited`: how many; times are Unix ms."""

    id: str
    slug: str
    name: str
    description: str
    news: str
    news_at: int | None
    join: p.Join
    games: tuple[str, ...]
    presets: tuple[wire.Preset, ...]
    code: str | None
    code_expires_at: int | None
    members: int
    created_at: int
    founder: str


class ClubChange(NamedTuple):
    """What a leader changes; None: it stays."""

    name: str | None = None
    description: str | None = None
    news: str | None = None
    join: p.Join | None = None
    games: tuple[str, ...] | None = None
    presets: tuple[wire.Preset, ...] | None = None


class Member(NamedTuple):
    """A member of a club, or a person whom it has invited. `since`: Unix ms."""

    account: str
    name: str
    rank: Rank
    since: int


class Counts(NamedTuple):
    """How many people of each rank a club has."""

    leaders: int
    members: int
    invited: int

    @property
    def joined(self) -> int:
        """How many are in the club."""
        return self.leaders + self.members


NO_CLUB = "There is no club at this address."
NO_LADDER = "This club has no ladder for this game."
NOT_LEADER = "Only a leader of this club may do this."
LAST_LEADER = "This is the club's only leader. Name another one first, or dissolve the club."
NOT_MEMBER = "This person is not in the club."
NOT_IN_CLUB = "You are not in this club. Join it first."
IN_CLUB = "You are in this club already."
CLUB_FULL = f"This club has {MAX_MEMBERS:,} members, the maximum."
WAS_REMOVED = "A leader has removed you from this club. Ask to be invited."
BY_INVITATION = "You can join this club by invitation only."
WRONG_CODE = "This club needs a code to join. The code is missing or not valid."


def founded_at_most(role: p.Role) -> int:
    """How many existing clubs a person with this role may have founded."""
    return MAX_FOUNDED if role == "player" else MAX_FOUNDED_BY_ORGANISERS


def check_leads(rank: Rank | None) -> None:
    """Raises ClubRefused for a person who does not lead the club."""
    if rank != LEADER:
        raise ClubRefused("not_permitted", NOT_LEADER)


def check_founds(role: p.Role, founded: int, joined: int) -> None:
    """Checks a new club of a person. `founded`, `joined`: how many existing clubs the person has
    founded, and is in. Raises ClubRefused."""
    if founded >= (most := founded_at_most(role)):
        raise ClubRefused("list_full", f"You have founded {most} clubs, the maximum.")
    _check_joined(joined)


def check_joins(club: Club, rank: Rank | None, joined: int, *, has_code: bool) -> None:
    """Checks a person who joins, perhaps with the club's valid code. Raises ClubRefused."""
    if rank in (LEADER, MEMBER):
        raise ClubRefused("member_already", IN_CLUB)
    if rank != INVITED:
        _check_join_mode(club, has_code=has_code)
    if club.members >= MAX_MEMBERS:
        raise ClubRefused("list_full", CLUB_FULL)
    _check_joined(joined)


def _check_joined(joined: int) -> None:
    if joined >= MAX_CLUBS:
        raise ClubRefused("list_full", f"You are in {MAX_CLUBS} clubs, the maximum.")


def _check_join_mode(club: Club, *, has_code: bool) -> None:
    if club.join == "closed":
        raise ClubRefused("join_closed", BY_INVITATION)
    if club.join == "code" and not has_code:
        raise ClubRefused("wrong_code", WRONG_CODE)


def valid_code(club: Club, now: int) -> str | None:
    """The code for joining, unless it has expired."""
    is_over = club.code_expires_at is not None and club.code_expires_at <= now
    return None if is_over else club.code


def check_ranks(club: Club, counts: Counts, before: Rank | None, after: Rank) -> None:
    """Checks a change of a person's rank by a leader. `before` None: the person is not in the club
    and is being invited. Raises ClubRefused."""
    if before in (None, INVITED) and after == LEADER:
        raise ClubRefused("not_member", NOT_MEMBER)
    if before is None and counts.invited >= MAX_INVITED:
        sentence = f"This club has invited {MAX_INVITED} people who have not answered."
        raise ClubRefused("list_full", sentence)
    if before is None and club.members >= MAX_MEMBERS:
        raise ClubRefused("list_full", CLUB_FULL)
    if before == MEMBER and after == LEADER and counts.leaders >= MAX_LEADERS:
        sentence = f"This club has {MAX_LEADERS} leaders, the maximum."
        raise ClubRefused("list_full", sentence)
    if before == LEADER and after == MEMBER:
        check_not_last(counts)


def check_not_last(counts: Counts) -> None:
    """Checks that the club still has a leader without one of them. Raises ClubRefused."""
    if counts.leaders <= 1:
        raise ClubRefused("last_leader", LAST_LEADER)


def check_invited_by_few(invitations: int) -> None:
    """Checks a new invitation of a person who has so many already. Raises ClubRefused."""
    if invitations >= MAX_CLUBS:
        raise ClubRefused("list_full", "This person has too many invitations at the moment.")


_SPELLED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "o", "æ": "ae", "ł": "l"}
)


def slug_of(name: str) -> str:
    """The name as a part of a path, as far as it has letters for that; may be too short for one."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_SPELLED))
    letters = (c for c in plain if not unicodedata.combining(c))
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in letters)
    return "-".join(part for part in kept.split("-") if part)[:28].strip("-")


def slugs(wanted: str) -> Iterator[str]:
    """The slugs that a new club may get, in the order of preference: `wanted`, `wanted-2`, …; of a
    name without letters for a path, `club-1`, `club-2`, …"""
    for n in range(1, MAX_SLUGS):
        slug = f"{wanted}-{n}" if n > 1 else wanted
        if len(wanted) < MIN_SLUG:
            slug = f"club-{n}"
        if slug not in RESERVED_SLUGS:
            yield slug
