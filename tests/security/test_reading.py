"""Every route that reads has a bound for an address, and the page of limits says which."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from zeitnot_server.app import API_ROUTES
from zeitnot_server.limits.rates import Rate
from zeitnot_server.limits.table import Limits
from zeitnot_server.store.filters import DEFAULT_LIMIT, MAX_LIMIT
from zeitnot_server.store.room_log import LOG_CHUNK
from zeitnot_server.store.sql.walks import MAX_SCANNED
from zeitnot_server.web.api.finished import MAX_BYTES
from zeitnot_server.web.http import bodies

from ..server.test_paths import named
from .local import Local, running

PAGE = Path(__file__).parents[2] / "docs/reference/limits.md"
ROUTES: list[Route] = API_ROUTES
PATHS = [named(route.path) for route in ROUTES if "GET" in (route.methods or ())]


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    bounds: dict[str, Any] = {"address_reads": (Rate(0, 2),), "posts_at_once": 2}
    async with running(tmp_path, posts_per_second=0, **bounds) as served:
        yield served


async def test_all_are_bounded_by_address(local: Local) -> None:
    for number, path in enumerate(PATHS):
        peer = {"x_forwarded_for": f"192.0.2.{number}"}
        answers = [await local.get(path, **peer) for _ in range(3)]
        statuses = [answer.status for answer in answers]
        assert 429 not in statuses[:2], path
        assert statuses[2] == 429, path
        assert int(answers[2].headers["retry-after"]) > 0


def _text(value: Any) -> str:
    """A bound as the page writes it."""
    if isinstance(value, tuple):
        ((a_second, at_once),) = value
        return f"{at_once:,} at once, then {a_second} a second"
    if isinstance(value, float):
        return f"{value:g} s"
    return f"{value // 1024} KiB" if value >= 4096 and value % 1024 == 0 else f"{value:,}"


def test_the_page_has_the_bounds_of_the_server() -> None:
    page, limits = PAGE.read_text(encoding="utf-8"), Limits()
    rows = re.findall(r"^\| `(\w+)`.*? \| (.*) \| (.*) \| .* \|$", page, re.MULTILINE)
    assert {"address_requests", "address_reads", "streams_per_address"} <= {row[0] for row in rows}
    for name, _, bound in rows:
        assert re.match(rf"{re.escape(_text(getattr(limits, name)))}\b(?!,)", bound), name
    assert f"{bodies.MAX_BODY_BYTES // 1024} KiB of JSON" in page


@pytest.mark.parametrize(
    "row",
    [
        f"games on a page of `GET games` | {DEFAULT_LIMIT}, "
        f"or what `limit` says, at most {MAX_LIMIT}",
        f"games looked at for a page | {MAX_SCANNED:,}",
        f"events read at the same time, of records, exports and catch-ups, for all | {LOG_CHUNK}, ",
        f"record of a finished game with an `ETag`, and compressed | {MAX_BYTES // 1024} KiB",
    ],
)
def test_the_page_has_the_bounds_on_lists_and_records(row: str) -> None:
    assert f"\n| {row}" in PAGE.read_text(encoding="utf-8")
