"""A client finds a room's node in a cluster of several."""

import httpx
import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_client import HttpRefused
from zeitnot_client.address import Address
from zeitnot_client.api import Api
from zeitnot_client.route import Route

PLAIN = "ws://balancer.test/ws/games/game0"
SECURE = "wss://balancer.test/ws/games/game0"


@pytest.mark.parametrize(
    ("plain", "url", "expected"),
    [
        (PLAIN, None, f"{PLAIN}?node=two"),
        (PLAIN, "http://two.test:8081/", "ws://two.test:8081/ws/games/game0"),
        (PLAIN, "https://two.test", "wss://two.test/ws/games/game0"),
        (SECURE, "https://two.test", "wss://two.test/ws/games/game0"),
        (SECURE, "http://two.test", f"{SECURE}?node=two"),
        (PLAIN, "ftp://two.test", f"{PLAIN}?node=two"),
    ],
)
def test_node_is_reached_by_its_address_or_its_name(
    plain: str, url: str | None, expected: str
) -> None:
    route = Route(plain)
    assert route.follow("two", url)
    assert route.url == expected
    assert (route.base is None) == ("node=" in expected)
    route.forget()
    assert (route.url, route.base, route.is_entry) == (plain, None, True)


def test_node_name_is_escaped_in_the_query() -> None:
    route = Route(PLAIN)
    assert route.follow("two&three", None)
    assert route.url == f"{PLAIN}?node=two%26three"


def test_at_most_five_relocations_are_followed_in_a_row() -> None:
    route = Route(PLAIN)
    names = ["two", "three", "two", "three", "two", "three", "two"]
    assert [route.follow(name, None) for name in names] == [*[True] * 5, False, True]
    for name in 9 * ["three", "two"]:
        route.arrived()
        assert route.follow(name, None)


def test_relocation_to_the_current_node_returns_to_the_entry() -> None:
    route = Route(PLAIN)
    assert route.follow("two", None)
    route.arrived()
    assert not route.follow("two", None)
    assert route.is_entry
    assert route.follow("two", None)


def relocating(hops: int, requests: list[httpx.Request], url: str | None = None) -> Api:
    """The HTTP client of a server whose first `hops` answers name another node."""

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        if len(requests) > hops:
            return httpx.Response(200, content=msgspec.json.encode(p.GamePage(games=[])))
        problem = p.Problem(
            title="Misdirected Request", status=421, code="relocated", node="two", url=url
        )
        return httpx.Response(421, content=msgspec.json.encode(problem))

    home = Address.parse("http://balancer.test")
    return Api(home, "zn_token", transport=httpx.MockTransport(answer))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (None, "http://balancer.test/api/v1/games?limit=3&node=two"),
        ("http://two.test", "http://two.test/api/v1/games?limit=3"),
    ],
)
async def test_request_is_sent_again_to_the_named_node(url: str | None, expected: str) -> None:
    requests: list[httpx.Request] = []
    api_client = relocating(1, requests, url)
    assert (await api_client.games(limit=3)).games == []
    assert [str(one.url) for one in requests] == [
        "http://balancer.test/api/v1/games?limit=3",
        expected,
    ]
    assert {one.headers["authorization"] for one in requests} == {"Bearer zn_token"}
    await api_client.close()


async def test_request_fails_after_five_relocations() -> None:
    requests: list[httpx.Request] = []
    api_client = relocating(9, requests)
    with pytest.raises(HttpRefused) as refused:
        await api_client.games()
    assert (refused.value.status, refused.value.code, len(requests)) == (421, "relocated", 6)
    await api_client.close()
