"""The page's scripts and styles. They are compressed when the page is built, and cached for ever,
because a changed file gets another name."""

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .http.compressed import accepts_gzip

CACHE_CONTROL = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """Serves `NAME.gz`, if it exists, as `NAME` to clients that accept gzip."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file. Raises HTTPException 404 or 405."""
        response = await self._compressed(path, scope) or await super().get_response(path, scope)
        response.headers["cache-control"] = CACHE_CONTROL
        response.headers["vary"] = "Accept-Encoding"
        return response

    async def _compressed(self, path: str, scope: Scope) -> Response | None:
        if not accepts_gzip(",".join(Headers(scope=scope).getlist("accept-encoding"))):
            return None
        try:
            response = await super().get_response(f"{path}.gz", scope)
        except HTTPException:
            return None
        response.headers["content-encoding"] = "gzip"
        return response
