"""Server addresses and game links, in the forms that people type."""

import pytest

from zeitnot_client.address import Address, parse_link
from zeitnot_client.exceptions import BadAddress


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("localhost", "http://localhost"),
        ("https://play.example.org/", "https://play.example.org"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://Play.Example.ORG:80", "http://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
    ],
)
def test_address_is_normalized(text: str, url: str) -> None:
    assert Address.parse(text).url == url


@pytest.mark.parametrize(
    "text", ["", "ftp://x", "http://", "http://a:b", "http://a:99999", "http://u:p@host"]
)
def test_invalid_address_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="not a server's address"):
        Address.parse(text)


def test_address_gives_api_socket_and_page_urls() -> None:
    address = Address.parse("https://example.org:444")
    assert address.api == "https://example.org:444/api/v1"
    assert address.lobby == "wss://example.org:444/ws/lobby"
    assert address.room("abcd") == "wss://example.org:444/ws/games/abcd"
    assert address.page("abcd") == "https://example.org:444/game/abcd"
    assert Address.parse("localhost:1").room("abcd") == "ws://localhost:1/ws/games/abcd"


def test_loopback_address_is_recognized() -> None:
    assert Address.parse("127.0.0.1:80").loopback
    assert Address.parse("http://[::1]:80").loopback
    assert not Address.parse("example.org").loopback


def test_link_is_split_into_address_and_game() -> None:
    address, game = parse_link("http://host:8080/game/aB3d9")
    assert (address.url, game) == ("http://host:8080", "aB3d9")
    assert parse_link(address.page("Zz99"))[1] == "Zz99"
    assert parse_link("host:8080/game/aB3d9/")[1] == "aB3d9"


@pytest.mark.parametrize(
    "text", ["http://host/game/", "http://host/game/a!b", "http://host/x/abcd", "host/abcd", "/"]
)
def test_invalid_link_is_refused(text: str) -> None:
    with pytest.raises(BadAddress):
        parse_link(text)
