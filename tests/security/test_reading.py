"""Every route that reads is limited per address."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from zeitnot_server.app import API_ROUTES
from zeitnot_server.limits.rates import Rate

from ..server.test_paths import filled
from .local import Local, running

ROUTES: list[Route] = API_ROUTES
PATHS = [filled(route.path) for route in ROUTES if "GET" in (route.methods or ())]


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    bounds: dict[str, Any] = {"address_reads": (Rate(0, 2),), "address_posts": (Rate(0, 2),)}
    async with running(tmp_path, **bounds) as instance:
        yield instance


async def test_every_reading_route_is_limited_by_address(local: Local) -> None:
    for number, path in enumerate(PATHS):
        peer = {"x_forwarded_for": f"192.0.2.{number}"}
        answers = [await local.get(path, **peer) for _ in range(3)]
        statuses = [answer.status for answer in answers]
        assert 429 not in statuses[:2], path
        assert statuses[2] == 429, path
        assert int(answers[2].headers["retry-after"]) > 0
