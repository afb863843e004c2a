"""Forwarding headers are read only from trusted proxies; malformed ones are ignored and logged."""

from collections.abc import AsyncIterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from zeitnot_server.limits.rates import Rate
from zeitnot_server.limits.throttle import INTERVAL_SECONDS
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.networks import Networks
from zeitnot_server.web.http.proxies import (
    FORWARDED,
    Form,
    ForwardedRequest,
    Proxied,
    follow,
    forwarded,
    node_address,
    x_forwarded,
)
from zeitnot_server.web.transport.transport import StampedSocket

from ..each import each
from .local import Local, running
from .raw import connected, upgrade

PROXY = "10.0.0.2"
TRUSTED = Networks(("127.0.0.0/8", "::1", "10.0.0.0/29", "fd00::/64"))


class ProxiedApp:
    """An application behind `Proxied`. `scope`: of its last request. `seconds`: the clock."""

    def __init__(self, form: Form = "x-forwarded", trusted: Networks = TRUSTED) -> None:
        self.scope: dict[str, Any] = {}
        self.seconds = 0.0
        self.proxied = Proxied(self._take, trusted, form, lambda: self.seconds)

    async def _take(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope

    async def ask(self, peer: str | None, *headers: tuple[str, str], kind: str = "http") -> None:
        await self.proxied(
            {
                "type": kind,
                "scheme": "http" if kind == "http" else "ws",
                "client": peer and (peer, 4711),
                "headers": [(n.encode(), v.encode("latin-1")) for n, v in headers],
            },
            None,
            None,
        )

    @property
    def client(self) -> str | None:
        client = self.scope["client"]
        return client and client[0]

    @property
    def host(self) -> str | None:
        hosts = [value for name, value in self.scope["headers"] if name == b"host"]
        assert len(hosts) < 2
        return hosts[0].decode() if hosts else None


def parse_header(header: str, value: str, peer: str = PROXY) -> ForwardedRequest:
    """The result of one header line from a trusted peer."""
    parse = forwarded if header == "forwarded" else x_forwarded
    lines = [(header.encode(), value.encode("latin-1"))]
    return follow(ip_address(peer), parse(lines), TRUSTED)


# ── addresses ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("192.0.2.7:_port", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:DB8::7]:4711", "2001:db8::7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("[::ffff:192.0.2.7]:1", "192.0.2.7"),
    ],
)
def test_valid_addresses_are_parsed(text: str, address: str) -> None:
    assert str(node_address(text)) == address


NO_ADDRESSES = [
    "unknown", "_hidden", "", "-", "192.0.2", "192.0.2.07", "1.2.3.4.5", "[192.0.2.7", "[::1]x",
    "2001:db8::7]", "192.0.2.7:123456", "[]", "fe80::1%eth0", "192.0.2.7/24", "localhost", "::1::",
    "192.0.2.7 192.0.2.8", "192.0.2.7;", "3221225991", "0x7f000001", "３.3.3.3",
]  # fmt: skip


@each("text", NO_ADDRESSES)
def test_invalid_addresses_are_ignored(text: str) -> None:
    assert node_address(text) is None


@each(
    ("value", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("6.6.6.6, 192.0.2.7", "192.0.2.7"),
        ("6.6.6.6,192.0.2.7,10.0.0.3,10.0.0.4", "192.0.2.7"),
        ("192.0.2.7, 10.0.0.9", "10.0.0.9"),
        ("10.0.0.3, 10.0.0.4", "10.0.0.3"),
        (" , 192.0.2.7 ,, ", "192.0.2.7"),
        ("nonsense, 192.0.2.7", "192.0.2.7"),
        ("192.0.2.7, nonsense", PROXY),
        ("192.0.2.7, nonsense, 10.0.0.3", "10.0.0.3"),
        ("192.0.2.7, unknown", PROXY),
        ("6.6.6.6, 127.0.0.1", PROXY),
        ("6.6.6.6, ::1, 10.0.0.3", "10.0.0.3"),
        ("192.0.2.7, [fd00::5]:443", "192.0.2.7"),
        ("", PROXY),
        (",".join(["10.0.0.3"] * 40), "10.0.0.3"),
        ("6.6.6.6" + ",10.0.0.3" * 40, "10.0.0.3"),
    ],
)
def test_the_client_is_the_last_address_that_is_not_a_proxy(value: str, client: str) -> None:
    assert str(parse_header("x-forwarded-for", value).client) == client


def test_loopback_reported_by_loopback_is_this_machine() -> None:
    assert (
        str(parse_header("x-forwarded-for", "192.0.2.7, 127.0.0.1", "127.0.0.2").client)
        == "192.0.2.7"
    )
    assert str(parse_header("x-forwarded-for", "::1", "127.0.0.2").client) == "::1"


@each(
    ("value", "expected"),
    [
        ("for=192.0.2.7", ("192.0.2.7", None, None)),
        ("For=192.0.2.7;Proto=HTTPS;host=play.example", ("192.0.2.7", "https", "play.example")),
        ('for="[2001:db8::7]:4711"; proto=https ;by=_me', ("2001:db8::7", "https", None)),
        ('for="192.0.2.7:80";host="play.example:8443"', ("192.0.2.7", None, "play.example:8443")),
        (r'for="192\.0.2.7"', ("192.0.2.7", None, None)),
        ("for=6.6.6.6;proto=http, for=192.0.2.7;proto=https", ("192.0.2.7", "https", None)),
        ("for=192.0.2.7;proto=https;host=a, for=10.0.0.3;proto=http;host=b",
         ("192.0.2.7", "https", "a")),
        ("for=192.0.2.7, for=10.0.0.3;proto=https;host=b", ("192.0.2.7", "https", "b")),
        ("for=unknown;proto=https", (PROXY, "https", None)),
        ("for=_hidden;proto=https, for=10.0.0.3", ("10.0.0.3", "https", None)),
        ("proto=https", (PROXY, "https", None)),
        (", for=192.0.2.7 , ,", ("192.0.2.7", None, None)),
        ('for="_a,b";ext="1,2,3", for=10.0.0.3', ("10.0.0.3", None, None)),
        ('for=192.0.2.7;ext="1,2,3", for=10.0.0.3', ("192.0.2.7", None, None)),
        # The client's part of a header cannot hide the part that the proxy has appended.
        ('", for=192.0.2.7', ("192.0.2.7", None, None)),
        ('for="6.6.6.6, for=192.0.2.7', ("192.0.2.7", None, None)),
        ('for=6.6.6.6;x="\\, for=192.0.2.7;proto=https', ("192.0.2.7", "https", None)),
        ("", (PROXY, None, None)),
    ],
)  # fmt: skip
def test_forwarded_headers_are_parsed(
    value: str, expected: tuple[str, str | None, str | None]
) -> None:
    result = parse_header("forwarded", value)
    assert (str(result.client), result.scheme, result.host) == expected


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("x-forwarded-for", "nonsense"),
        ("x-forwarded-proto", "gopher"),
        ("x-forwarded-host", "a b"),
        ("x-forwarded-host", "evil.example/path"),
        ("forwarded", "192.0.2.7"),
        ("forwarded", "for=192.0.2.7;for=192.0.2.8"),
        ("forwarded", "for=192.0.2.7;proto=gopher"),
        ("forwarded", 'for="192.0.2.7'),
        ("forwarded", "for=" + "," * 50 + '"'),
        ("forwarded", "for = 192.0.2.7"),
    ],
)
def test_invalid_headers_are_counted(header: str, value: str) -> None:
    assert parse_header(header, value).odd


@pytest.mark.parametrize("value", ["unknown", "_hidden", "UNKNOWN", "unknown:80", "192.0.2.7"])
def test_obfuscated_addresses_are_valid(value: str) -> None:
    assert not parse_header("x-forwarded-for", value).odd


ADDRESSES = st.ip_addresses().filter(lambda address: address not in TRUSTED)
TEXTS = st.text(st.characters(max_codepoint=255), max_size=80)
NODES = st.one_of(TEXTS, st.ip_addresses().map(str), st.just("unknown"))
WORDS = ["for=", "proto=https", ";", ",", '"', "\\", " ", "6.6.6.6", "10.0.0.3", "[::1]"]
GRAMMAR = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)


@given(
    st.lists(NODES).map(", ".join) | TEXTS | GRAMMAR,
    st.sampled_from(["x-forwarded-for", "forwarded"]),
)
def test_any_header_is_parsed_without_error(value: str, header: str) -> None:
    result = parse_header(header, value)
    assert result.client not in Networks(("127.0.0.0/8", "::1")), "a header cannot claim loopback"


@given(TEXTS | GRAMMAR, ADDRESSES, st.sampled_from([", ", ","]), st.booleans())
def test_the_address_appended_by_the_proxy_counts(
    client_part: str, real: Any, comma: str, unquoted: bool
) -> None:
    """The client may send anything; the proxy appends the client's address."""
    client = getattr(real, "ipv4_mapped", None) or real
    value = f"{client_part}{comma}{real}"
    result = follow(
        ip_address(PROXY), x_forwarded([(b"x-forwarded-for", value.encode("latin-1"))]), TRUSTED
    )
    assert result.client == client
    node = str(real) if unquoted and real.version == 4 else f'"[{real}]"'
    node = f'"{real}"' if real.version == 4 and not unquoted else node
    lines = [(b"forwarded", f"{client_part}{comma}for={node};proto=https".encode("latin-1"))]
    result = follow(ip_address(PROXY), forwarded(lines), TRUSTED)
    assert (result.client, result.scheme) == (client, "https")


def test_a_long_header_is_parsed_quickly() -> None:
    """The test measures no time: with catastrophic backtracking it would not finish."""
    for filler in (" ", ",", '"', "\\", ";", "a", "a=", 'a="', "for=1.1.1.1,", ", ;"):
        text = filler * (8192 // len(filler))
        assert str(parse_header("forwarded", text).client) in (PROXY, "1.1.1.1")
        assert str(parse_header("forwarded", f"{text}, for=10.0.0.3").client) in (
            "10.0.0.3",
            "1.1.1.1",
        )


# ── the scope ────────────────────────────────────────────────────────────────────────────────────

FOR, PROTO, HOST = "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_headers_of_a_trusted_proxy_are_applied(kind: str) -> None:
    app = ProxiedApp()
    lines = [(FOR, "192.0.2.7"), (PROTO, "https"), (HOST, "play.example"), ("host", "inner:8080")]
    await app.ask(PROXY, *lines, kind=kind)
    assert (app.client, app.host) == ("192.0.2.7", "play.example")
    assert app.scope["scheme"] == ("https" if kind == "http" else "wss")
    assert app.scope[FORWARDED]


@pytest.mark.parametrize("peer", ["192.0.2.9", "10.0.0.8", "2001:db8::1", "a socket's path", None])
async def test_headers_of_an_untrusted_proxy_are_ignored(peer: str | None) -> None:
    app = ProxiedApp()
    await app.ask(peer, (FOR, "192.0.2.7"), (PROTO, "https"), (HOST, "evil"), ("host", "h"))
    assert (app.client, app.host, app.scope["scheme"]) == (peer, "h", "http")
    assert FORWARDED not in app.scope


async def test_ipv4_mapped_addresses_are_recognised() -> None:
    app = ProxiedApp()
    await app.ask(f"::ffff:{PROXY}", (FOR, "192.0.2.7"))
    assert app.client == "192.0.2.7"


async def test_a_proxy_without_a_header_counts_as_the_client() -> None:
    """It may be a direct connection, such as a house bot's from the same address."""
    app = ProxiedApp()
    await app.ask("127.0.0.1", ("host", "h"))
    assert app.client == "127.0.0.1"
    assert FORWARDED not in app.scope


async def test_a_proxy_with_an_invalid_header_counts_as_the_client() -> None:
    app = ProxiedApp()
    await app.ask(PROXY, (FOR, "nonsense"))
    assert app.client == PROXY
    assert app.scope[FORWARDED], (
        "the kernel measures the round trip to the proxy, not to the client"
    )


async def test_several_header_lines_form_one_list() -> None:
    """The last values of scheme and host are used, because the nearest proxy has set them."""
    app = ProxiedApp()
    lines = [(FOR, "6.6.6.6"), (FOR, "192.0.2.7"), (FOR, "10.0.0.3"), (PROTO, "http, ws")]
    await app.ask(PROXY, *lines, (PROTO, "https"), (HOST, "forged"), (HOST, "a, play.example"))
    assert (app.client, app.scope["scheme"], app.host) == ("192.0.2.7", "https", "play.example")


@pytest.mark.parametrize(
    ("form", "client"), [("x-forwarded", "192.0.2.1"), ("forwarded", "192.0.2.2"), ("none", PROXY)]
)
async def test_only_the_configured_header_counts(form: Form, client: str) -> None:
    app = ProxiedApp(form)
    await app.ask(PROXY, (FOR, "192.0.2.1"), ("forwarded", "for=192.0.2.2"))
    assert app.client == client


async def test_no_proxy_is_trusted_without_configuration() -> None:
    app = ProxiedApp(trusted=Networks(()))
    await app.ask("127.0.0.1", (FOR, "192.0.2.1"))
    assert app.client == "127.0.0.1"


async def test_invalid_headers_are_logged_once_a_minute() -> None:
    app = ProxiedApp()
    with capture_logs() as logs:
        for _ in range(3):
            await app.ask(PROXY, (FOR, "a\xff\x01b"))
        app.seconds = INTERVAL_SECONDS
        await app.ask(PROXY, (FOR, "x" * 5000))
        await app.ask(PROXY, (FOR, "192.0.2.7"))
        await app.ask("192.0.2.7", (FOR, "nonsense"))
    assert [line["proxy"] for line in logs] == [PROXY, PROXY]
    assert logs[0]["said"] == r"'a\xff\x01b'"
    assert len(logs[1]["said"]) < 150


# ── the whole server ─────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def behind_proxy(tmp_path: Path) -> AsyncIterator[Local]:
    """A server that trusts one proxy, 127.0.0.1, with the header of RFC 7239."""
    edge = Edge(Networks(("127.0.0.1",)), "forwarded")
    async with running(tmp_path, edge, sockets_per_address=1, address_posts=(Rate(0, 1),)) as local:
        yield local


async def test_users_behind_a_proxy_are_limited_separately(behind_proxy: Local) -> None:
    async def status(forwarded: str) -> int:
        return (await behind_proxy.post("session", {}, forwarded=forwarded)).status

    assert await status("for=192.0.2.7") == 201
    assert await status("for=192.0.2.8, for=192.0.2.7") == 429
    assert await status("for=192.0.2.8") == 201
    assert await status('for="[2001:db8::1]:80"') == 201
    assert await status('for="[2001:db8::2]:81"') == 429, "the same /64"


async def test_a_socket_behind_a_proxy_is_not_direct(behind_proxy: Local) -> None:
    """Not even if the proxy's address counts, because the kernel's statistics are those of the
    proxy."""
    connections = behind_proxy.server.server_state.connections
    async with connected(behind_proxy.host) as proxied, connected(behind_proxy.host) as direct:
        assert (await proxied.ask(upgrade("/ws/lobby", forwarded="for=_hidden"))).status == 101
        (first,) = (c for c in connections if isinstance(c, StampedSocket))
        assert not first.is_direct
        assert (await direct.ask(upgrade("/ws/lobby"))).status == 101
        (second,) = (c for c in connections if isinstance(c, StampedSocket) and c != first)
        assert second.is_direct


async def test_the_origin_is_compared_with_the_forwarded_scheme_and_host(
    behind_proxy: Local,
) -> None:
    page = {"origin": "https://play.example", "host": "127.0.0.1:8080"}
    text = "for=192.0.2.7;proto=https;host=play.example"
    async with connected(behind_proxy.host) as connection:
        assert (await connection.ask(upgrade("/ws/lobby", forwarded=text, **page))).status == 101
    created = await behind_proxy.post("session", {}, forwarded=text, **page)
    assert created.status == 201
    assert "; Secure" in created.headers["set-cookie"]
    for other in (
        "proto=http;host=play.example",
        "proto=https",
        "proto=https;host=play.example:8443",
    ):
        refused = await behind_proxy.post("session", {}, forwarded=f"for=192.0.2.9;{other}", **page)
        assert (refused.status, refused.json["code"]) == (403, "wrong_origin")
