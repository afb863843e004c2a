"""The routes about clubs, for the OpenAPI document."""

from typing import Any

import zeitnot_protocol as p
from zeitnot_protocol import clubs

from .route import Query, Route

_STORE = (503,)
_READ = (400, 401, 404, 429, *_STORE)
_ACT = (400, 401, 403, 404, 409, 429, *_STORE)
_CHANGE = (*_ACT, 413, 415, 422)
_TEXT = {"type": "string"}
_CURSOR = Query("cursor", "from the page before", _TEXT)
_CLUB = "/api/v1/clubs/{slug}"
_LADDER = f"{_CLUB}/ladders/{{game}}"


def _limit(most: int) -> Query:
    return Query("limit", "how many at most", {"type": "integer", "minimum": 1, "maximum": most})


def _acts(
    method: str,
    path: str,
    about: str,
    answer: type | None = None,
    body: type | None = None,
    status: int | None = None,
) -> Route:
    """A route that changes something."""
    return Route(
        *(method, path, about, answer),
        statuses=(status or (204 if answer is None else 200),),
        body=body,
        problems=_ACT if body is None else _CHANGE,
        account=True,
    )


def _reads(path: str, about: str, answer: type, **more: Any) -> Route:
    return Route("GET", path, about, answer, problems=_READ, **more)


_ORDER = Query("order", "the largest or the newest first", {"enum": ["members", "newest"]})
_RATING = (
    Query("game", "the game, as `othello`; it must be given", _TEXT),
    Query("speed", "the speed class; it must be given", _TEXT),
)
CLUB_ROUTES = (
    _reads("/api/v1/clubs", "Clubs.", clubs.ClubList, query=(_ORDER, _CURSOR, _limit(50))),
    _acts("POST", "/api/v1/clubs", "Founds a club.", clubs.Club, clubs.NewClub, 201),
    _reads(_CLUB, "A club's page.", clubs.Club),
    _acts("PATCH", _CLUB, "Changes a club that you lead.", clubs.Club, clubs.ClubChange),
    _acts("DELETE", _CLUB, "Dissolves a club."),
    _reads(
        *(f"{_CLUB}/members", "A club's members.", clubs.ClubMembers),
        query=(_CURSOR, _limit(100)),
    ),
    _acts("POST", f"{_CLUB}/members", "Joins a club.", clubs.Club, clubs.ClubMembership),
    _acts(
        *("PUT", f"{_CLUB}/members/{{name}}", "Invites somebody, or gives a role."),
        *(clubs.ClubMember, clubs.ClubRoleChange),
    ),
    _acts("DELETE", f"{_CLUB}/members/{{name}}", "Leaves a club, or removes somebody."),
    Route(
        *("GET", f"{_CLUB}/code", "The code for joining your club.", clubs.ClubCode),
        problems=(*_READ, 403, 409),
        account=True,
    ),
    _acts(
        *("POST", f"{_CLUB}/code", "Another code for joining."),
        *(clubs.ClubCode, clubs.NewClubCode, 201),
    ),
    _acts("DELETE", f"{_CLUB}/code", "Ends the code for joining."),
    _reads(
        *(f"{_CLUB}/ratings", "The best members in a game and speed.", p.Leaderboard),
        query=(*_RATING, _limit(200)),
    ),
    _reads(_LADDER, "A club's ladder.", clubs.Ladder),
    _acts("PUT", _LADDER, "Opens a ladder, or changes its terms.", clubs.Ladder, clubs.LadderTerms),
    _acts("DELETE", _LADDER, "Ends a ladder."),
    _acts("POST", f"{_LADDER}/places", "Takes the last place.", clubs.Ladder),
    _acts("DELETE", f"{_LADDER}/places/{{name}}", "Leaves a ladder, or removes somebody."),
    _acts(
        *("POST", f"{_LADDER}/challenges", "Challenges a member above you."),
        *(clubs.LadderChallenge, clubs.NewLadderChallenge, 201),
    ),
    _acts(
        *("PUT", f"{_LADDER}/challenges/{{number}}", "Answers a challenge, or withdraws it."),
        *(clubs.LadderAnswered, clubs.LadderAnswer),
    ),
    Route(
        *("GET", "/api/v1/own-clubs", "Your clubs, invitations and challenges.", clubs.OwnClubs),
        problems=(400, 401, 403, 429, *_STORE),
        account=True,
    ),
)
