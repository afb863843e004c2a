"""Scripts and styles of the page are compressed for clients that accept it, and cached for ever."""

import gzip
from collections.abc import AsyncGenerator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from zeitnot_server.web.assets import CACHE_CONTROL, Assets

TEXT = "let answer = 42;\n" * 100


@pytest.fixture
async def client(tmp_path: Path) -> AsyncGenerator[httpx.AsyncClient]:
    (tmp_path / "page-1.js").write_text(TEXT)
    (tmp_path / "page-1.js.gz").write_bytes(gzip.compress(TEXT.encode()))
    (tmp_path / "plain.css").write_text("p {}")
    app = Starlette(routes=[Mount("/assets", Assets(directory=tmp_path))])
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://page") as client:
        yield client


@pytest.mark.parametrize(
    ("name", "accepted", "encoding"),
    [
        ("page-1.js", "gzip, br", "gzip"),
        ("page-1.js", "gzip;q=0", None),
        ("page-1.js", "", None),
        ("plain.css", "gzip", None),
    ],
)
async def test_assets_are_sent_in_an_accepted_encoding(
    client: httpx.AsyncClient, name: str, accepted: str, encoding: str | None
) -> None:
    response = await client.get(f"/assets/{name}", headers={"accept-encoding": accepted})
    assert response.headers.get("content-encoding") == encoding
    assert response.text == (TEXT if name.endswith("js") else "p {}")
    assert response.headers["content-type"].startswith("text/")
    assert response.headers["cache-control"] == CACHE_CONTROL
    assert response.headers["vary"] == "Accept-Encoding"


async def test_an_unchanged_asset_is_not_sent_again(client: httpx.AsyncClient) -> None:
    etag = (await client.get("/assets/page-1.js")).headers["etag"]
    again = await client.get("/assets/page-1.js", headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")


async def test_an_unknown_asset_is_not_found_and_not_cached(client: httpx.AsyncClient) -> None:
    response = await client.get("/assets/page-2.js")
    assert response.status_code == 404
    assert "cache-control" not in response.headers
