"""Refuses paths with a zero character: no name has one, and PostgreSQL cannot search for one."""

from typing import Any

from starlette.requests import HTTPConnection

from .problems import ProblemError, refuse


def check_zeros(scope: Any) -> None:
    """Raises ProblemError 400."""
    if "\0" in scope["path"]:
        raise ProblemError(400, "malformed", "The address contains a zero character.")


class NoZeros:
    """ASGI middleware for requests."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            try:
                check_zeros(scope)
            except ProblemError as error:
                await refuse(HTTPConnection(scope), error)(scope, receive, send)
                return
        await self._app(scope, receive, send)
