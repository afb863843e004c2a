"""What the routes of clubs have in common: who asks, which club, and what is refused."""

import contextlib
from collections.abc import Iterator

from starlette.requests import Request

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ....clubs.club import LEADER, NO_CLUB, NO_LADDER, Club, ClubRefused, Rank, check_leads
from ....clubs.club_store import By, StoredLadder
from ....game_server.game_server import GameServer
from ....hosting.room.answers import MESSAGES
from ....store import BadName
from ...http.access import Scopes, require_scope
from ...http.identity import counted_address, credential, identify, require_credential
from ...http.problems import ProblemError, bad_name
from ...limits.connection_limits import ConnectionLimits

_STATUS: dict[p.ErrorCode, int] = {
    **dict.fromkeys(("no_such_club", "no_such_ladder", "no_such_challenge"), 404),
    **dict.fromkeys(("not_permitted", "join_closed", "wrong_code"), 403),
    **dict.fromkeys(("bad_control", "bad_settings", "bad_seats", "bad_setup", "not_rated"), 422),
}


def game_server_of(request: Request) -> GameServer:
    """The server's parts."""
    game_server: GameServer = request.app.state.game_server
    return game_server


async def acting(request: Request) -> By:
    """The caller of a request that changes something. Raises ProblemError 401, 403, 409, 429,
    507."""
    limits: ConnectionLimits = request.app.state.connection_limits
    limits.spend(request.client and (request.client.host, request.client.port))
    caller = await require_credential(request, game_server_of(request).store)
    limits.spend(None, caller.actor.account)
    if game_server_of(request).disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    return By(caller.actor.account, caller.role, counted_address(request))


async def check_token(request: Request, needed: Scopes) -> None:
    """Checks the scopes of the caller's token, where they depend on what exactly it asks for.
    Raises ProblemError 403."""
    caller = await credential(request, game_server_of(request).store)
    if caller is not None:
        require_scope(caller, needed)


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turns the refusals of clubs and names into problems."""
    try:
        yield
    except ClubRefused as refused:
        raise ProblemError(_STATUS.get(refused.code, 409), refused.code, str(refused)) from None
    except BadName as bad:
        raise bad_name(bad) from None


async def club_of(request: Request) -> Club:
    """The club in the path. Raises ProblemError 404."""
    club = await game_server_of(request).store.clubs.club(request.path_params["slug"])
    if club is None:
        raise ProblemError(404, "no_such_club", NO_CLUB)
    return club


async def ladder_of(request: Request) -> tuple[Club, StoredLadder]:
    """The club and the ladder in the path. Raises ProblemError 404."""
    club = await club_of(request)
    clubs = game_server_of(request).store.clubs
    ladder = await clubs.ladder(club.id, request.path_params["game"])
    if ladder is None:
        raise ProblemError(404, "no_such_ladder", NO_LADDER)
    return club, ladder


async def rank_of_caller(request: Request, club: Club) -> tuple[str | None, Rank | None]:
    """The account that reads, if any, and what it is in the club."""
    store = game_server_of(request).store
    caller = await identify(request, store)
    if caller is None:
        return None, None
    return caller.account, await store.clubs.rank(club.id, caller.account)


async def check_leader(request: Request, club: Club, account: str) -> None:
    """Checks a request of a leader before its parts are looked up. Raises ProblemError 403."""
    with refusing():
        check_leads(await game_server_of(request).store.clubs.rank(club.id, account))


def leads(rank: Rank | None) -> bool:
    """Whether this is a leader's rank."""
    return rank == LEADER


def known_games(games: list[str]) -> tuple[str, ...]:
    """These games, each once. Raises ProblemError 422."""
    for game in games:
        if game not in NAMES:
            raise ProblemError(422, "bad_settings", f"There is no game {game[:40]!r}.")
    return tuple(dict.fromkeys(games))
