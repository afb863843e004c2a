"""The page and other files: static files, API descriptions, health, metrics, version."""

import json
import re
from importlib.metadata import version
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from ..game_server.game_server import GameServer
from .assets import Assets
from .http.problems import ProblemError
from .http.routing import endpoint, not_found, wrong_method, wrong_methods
from .metrics import CONTENT_TYPE, Metrics
from .readiness import Readiness

MAX_DIGITS = 4  # of a number of nodes
STATIC = Path(__file__).parent / "static"
DESCRIPTIONS = Path(__file__).parent / "descriptions"


class Page:
    """Serves index.html at the paths that the page routes, which routes.json lists. At all other
    paths the status is 404: a browser gets the page, which says so, and other clients get a problem
    document."""

    def __init__(self, static: Path = STATIC) -> None:
        self._index = static / "index.html"
        routes = static / "routes.json"
        patterns = json.loads(routes.read_bytes()).values() if routes.is_file() else ()
        self._patterns = [re.compile(pattern) for pattern in patterns]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        """Raises ProblemError 404, 405."""
        if not self._patterns:
            return PlainTextResponse("The page has not been built. Run `make install`.", 503)
        is_read, headers = request.method in ("GET", "HEAD"), {"cache-control": "no-cache"}
        if self.has(request.scope["path"]):
            if not is_read:
                raise wrong_method({"GET", "HEAD"})
            return FileResponse(self._index, headers=headers)
        if is_read and "text/html" in request.headers.get("accept", ""):
            return FileResponse(self._index, 404, headers | {"vary": "Accept"})
        raise not_found()

    def has(self, path: str) -> bool:
        """Whether the page routes this path."""
        trimmed = path.rstrip("/") if len(path) > 1 else path
        return any(pattern.fullmatch(trimmed) for pattern in self._patterns)


async def healthz(request: Request) -> Response:
    """Says that the process runs."""
    return PlainTextResponse("ok")


async def readyz(request: Request) -> Response:
    """Says whether the server is ready: the database can be read and written, and has shown no
    damage. While the disk is low, games in progress are still stored, and the text says so. Details
    and paths are shown only to addresses that may read the metrics. A node of a cluster adds its
    name.

    404 means that it is about to stop, or for a balancer (`usable`) that it should be spared, but
    keep its connections (`readiness`; HAProxy: `http-check disable-on-404`)."""
    game_server: GameServer = request.app.state.game_server
    if game_server.stopping:
        return PlainTextResponse("stopping", 404)
    usable = _usable(request)
    readiness: Readiness = request.app.state.readiness
    if (unready := await readiness.check(quick=usable is not None)) is not None:
        shown = f"{unready.component}: {unready.reason}"
        text = shown if _may_read_metrics(request) else unready.component
        return PlainTextResponse(text, readiness.status(usable))
    if game_server.disk.low:
        return PlainTextResponse("disk_low: only games in progress are stored")
    nodes = game_server.store.nodes
    return PlainTextResponse(f"ok: node {nodes.this.name}" if nodes.is_cluster else "ok")


def _usable(request: Request) -> int | None:
    """How many nodes the balancer can use; None: it does not say. Raises ProblemError 400."""
    text = request.query_params.get("usable")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
        raise ProblemError(400, "malformed", "usable must be a number of nodes.")
    return int(text)


def _may_read_metrics(request: Request) -> bool:
    metrics_: Metrics = request.app.state.metrics
    return metrics_.may_read(request.client.host if request.client else "")


async def metrics(request: Request) -> Response:
    """The metrics in Prometheus' text format, for permitted addresses. Raises ProblemError 403."""
    metrics_: Metrics = request.app.state.metrics
    if not _may_read_metrics(request):
        detail = "Your address is not in the setting metrics_from."
        raise ProblemError(403, "not_for_you", detail)
    return Response(await metrics_.text(), media_type=CONTENT_TYPE)


async def get_version(request: Request) -> Response:
    """The distribution's version."""
    return PlainTextResponse(version("zeitnot"))


async def description(request: Request) -> Response:
    """The machine-readable description of the API (OpenAPI, AsyncAPI)."""
    file = DESCRIPTIONS / request.scope["path"].removeprefix("/")
    return FileResponse(file, media_type="application/yaml", headers={"cache-control": "no-cache"})


async def favicon(request: Request) -> Response:
    """The icon, which is not under /assets/ because its name has no hash."""
    return FileResponse(STATIC / "favicon.svg")


ANSWERS = [
    endpoint("GET", "/healthz", healthz),
    endpoint("GET", "/readyz", readyz, ("usable",)),
    endpoint("GET", "/metrics", metrics),
    endpoint("GET", "/version", get_version),
    endpoint("GET", "/openapi.yaml", description),
    endpoint("GET", "/asyncapi.yaml", description),
]
FAVICON = Route("/favicon.svg", favicon)
FILES: list[BaseRoute] = [
    FAVICON,
    *wrong_methods([*ANSWERS, FAVICON]),
    Mount("/assets", Assets(directory=STATIC / "assets", check_dir=False)),
    Route("/{path:path}", Page()),  # matches every path, so it comes last
]
