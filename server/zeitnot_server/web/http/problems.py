"""Errors over HTTP, all as application/problem+json (RFC 9457)."""

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...game_server.game_server import GameServer
from ...store import (
    BadName,
    BadNames,
    Busy,
    CrashedBefore,
    NameFixed,
    NameMixed,
    NameReserved,
    NameUnfit,
    NoSuchToken,
    ReadFailed,
    ReadOnly,
    Relocated,
    RulesChanged,
    SlowRead,
    StoreError,
    TooManyBots,
    TooManyPasskeys,
    TooManyTokens,
    WriteFailed,
)

MEDIA_TYPE = "application/problem+json"
USUAL_WAIT_S = 10
"""The usual retry time where the peer itself or a game decides when there is room again."""


class ProblemError(Exception):
    """Ends a request with a problem; nothing has been changed. `retry_after`: seconds until a
    retry, if known; a 429 always has it. `headers`: of the response."""

    def __init__(
        self, status: int, code: p.ErrorCode, detail: str, retry_after: int | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.retry_after = USUAL_WAIT_S if status == 429 and retry_after is None else retry_after
        self.headers: dict[str, str] = {}
        if status == 401:
            self.headers["www-authenticate"] = "Bearer"
        if self.retry_after is not None:
            self.headers["retry-after"] = str(self.retry_after)
        self.problem = p.Problem(
            title=HTTPStatus(status).phrase, status=status, code=code, detail=detail
        )


def refuse(connection: HTTPConnection, error: ProblemError) -> Response:
    """The response for a problem. Counts the refusal."""
    game_server: GameServer = connection.app.state.game_server
    game_server.tally.refused[error.problem.code] += 1
    body = msgspec.json.encode(error.problem)
    return Response(body, error.problem.status, error.headers, media_type=MEDIA_TYPE)


async def on_problem(request: Request, error: Exception) -> Response:
    """Starlette's handler for ProblemError."""
    if not isinstance(error, ProblemError):
        raise error
    return refuse(request, error)


_TOO_MANY: dict[type, p.ErrorCode] = {
    TooManyTokens: "too_many_tokens",
    TooManyPasskeys: "too_many_passkeys",
}


def of_store(error: StoreError) -> ProblemError:
    """The problem for an error of the store. Errors that are our bugs are raised again."""
    match error:
        case ReadOnly():
            return ProblemError(
                503,
                "read_only",
                "The server cannot store anything at the moment. Try again shortly.",
            )
        case WriteFailed():
            return ProblemError(503, "retry", "The server cannot tell whether this was stored.")
        case ReadFailed() | SlowRead():
            return ProblemError(
                503, "not_read", "The server could not read its database. Try again shortly."
            )
        case Busy():
            return ProblemError(
                503, "busy", "Too many reads are in progress. Try again in a moment.", 1
            )
        case CrashedBefore():
            return ProblemError(503, "crashed", "This game crashed the server, so it is closed.")
        case Relocated(node=node, url=url):
            elsewhere = ProblemError(421, "relocated", str(error))
            elsewhere.problem = msgspec.structs.replace(elsewhere.problem, node=node, url=url)
            return elsewhere
        case NoSuchToken():
            return ProblemError(404, "no_such_token", str(error))
        case TooManyTokens() | TooManyPasskeys():
            return ProblemError(409, _TOO_MANY[type(error)], str(error))
        case RulesChanged():
            return ProblemError(
                409, "rules_changed", "This game was played by another version of the rules."
            )
    raise error


def bad_name(error: BadName) -> ProblemError:
    """The problem for a name that is refused, or for several of a list."""
    match error:
        case BadNames(refused=refused):
            return _bad_names(refused)
        case NameFixed():
            return ProblemError(409, "name_fixed", str(error))
        case NameReserved():
            return ProblemError(409, "name_reserved", str(error))
        case NameMixed():
            return ProblemError(409, "name_mixed", str(error))
        case NameUnfit():
            return ProblemError(409, "name_unfit", str(error))
    return ProblemError(409, "name_taken", str(error))


def _bad_names(refused: Mapping[int, tuple[str, BadName]]) -> ProblemError:
    """The problem for those of a list of names that are refused. Its code is that of the first."""
    reasons = {index: bad_name(bad) for index, (_, bad) in refused.items()}
    error = next(iter(reasons.values()))
    names = [
        p.RefusedName(index=index, name=refused[index][0], code=why.code, detail=str(why))
        for index, why in reasons.items()
    ]
    error.problem = msgspec.structs.replace(error.problem, names=names)
    return error


def too_many_bots(error: TooManyBots) -> ProblemError:
    """The problem for a registration beyond the daily limit."""
    return ProblemError(429, "too_many_bots", str(error), -(-error.wait_ms // 1000))


async def on_store_error(request: Request, error: Exception) -> Response:
    """Starlette's handler for StoreError."""
    if not isinstance(error, StoreError):
        raise error
    return refuse(request, of_store(error))


async def on_http_exception(request: Request, error: Exception) -> Response:
    """Converts Starlette's own refusals (404, 405) to problems."""
    if not isinstance(error, HTTPException):
        raise error
    codes: dict[int, p.ErrorCode] = {404: "not_found", 405: "method_not_allowed"}
    sentences = {
        404: "There is nothing at this path.",
        405: "This path does not allow this method.",
    }
    code = codes.get(error.status_code, "refused")
    detail = sentences.get(error.status_code, f"{error.detail.rstrip('.')}.")
    response = refuse(request, ProblemError(error.status_code, code, detail))
    response.headers.update(error.headers or {})
    return response
