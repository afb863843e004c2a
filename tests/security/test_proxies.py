"""Forwarding headers of proxies: which are trusted, and malformed ones."""

from collections.abc import AsyncIterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from zeitnot_server.play.throttle import APART_SECONDS
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.networks import Networks
from zeitnot_server.web.proxies import (
    FORWARDED,
    Form,
    ForwardedRequest,
    Proxied,
    follow,
    forwarded,
    node_address,
    x_forwarded,
)
from zeitnot_server.web.transport import StampedSocket

from .local import Local, running
from .raw import connected, upgrade

PROXY = "10.0.0.2"
TRUSTED = Networks(("127.0.0.0/8", "::1", "10.0.0.0/29", "fd00::/64"))


class Seen:
    """What the application behind `Proxied` got to see. `seconds`: the time."""

    def __init__(self, form: Form = "x-forwarded", trusted: Networks = TRUSTED) -> None:
        self.scope: dict[str, Any] = {}
        self.seconds = 0.0
        self.app = Proxied(self._take, trusted, form, lambda: self.seconds)

    async def _take(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope

    async def ask(self, peer: str | None, *headers: tuple[str, str], kind: str = "http") -> None:
        await self.app(
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


def said(header: str, value: str, peer: str = PROXY) -> ForwardedRequest:
    """What one header line from a trusted peer comes to."""
    read = forwarded if header == "forwarded" else x_forwarded
    lines = [(header.encode(), value.encode("latin-1"))]
    return follow(ip_address(peer), read(lines), TRUSTED)


# ── addresses ──────────────────────────────────────────────────────────────────────────────────


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
def test_addresses(text: str, address: str) -> None:
    assert str(node_address(text)) == address


NO_ADDRESSES = [
    "unknown", "_hidden", "", "-", "192.0.2", "192.0.2.07", "1.2.3.4.5", "[192.0.2.7", "[::1]x",
    "2001:db8::7]", "192.0.2.7:123456", "[]", "fe80::1%eth0", "192.0.2.7/24", "localhost", "::1::",
    "192.0.2.7 192.0.2.8", "192.0.2.7;", "3221225991", "0x7f000001", "３.3.3.3",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_invalid_addresses(text: str) -> None:
    assert node_address(text) is None


@pytest.mark.parametrize(
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
def test_the_client_is_the_last_address_that_is_no_proxy(value: str, client: str) -> None:
    assert str(said("x-forwarded-for", value).client) == client


def test_loopback_reported_by_loopback_is_this_machine() -> None:
    assert str(said("x-forwarded-for", "192.0.2.7, 127.0.0.1", "127.0.0.2").client) == "192.0.2.7"
    assert str(said("x-forwarded-for", "::1", "127.0.0.2").client) == "::1"


@pytest.mark.parametrize(
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
        # A client's own part cannot swallow what its proxy wrote behind it.
        ('", for=192.0.2.7', ("192.0.2.7", None, None)),
        ('for="6.6.6.6, for=192.0.2.7', ("192.0.2.7", None, None)),
        ('for=6.6.6.6;x="\\, for=192.0.2.7;proto=https', ("192.0.2.7", "https", None)),
        ("", (PROXY, None, None)),
    ],
)  # fmt: skip
def test_reads_forwarded_headers(value: str, expected: tuple[str, str | None, str | None]) -> None:
    result = said("forwarded", value)
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
    assert said(header, value).odd


@pytest.mark.parametrize("value", ["unknown", "_hidden", "UNKNOWN", "unknown:80", "192.0.2.7"])
def test_obfuscated_addresses_are_valid(value: str) -> None:
    assert not said("x-forwarded-for", value).odd


ADDRESSES = st.ip_addresses().filter(lambda address: address not in TRUSTED)
TEXTS = st.text(st.characters(max_codepoint=255), max_size=80)
NODES = st.one_of(TEXTS, st.ip_addresses().map(str), st.just("unknown"))
WORDS = ["for=", "proto=https", ";", ",", '"', "\\", " ", "6.6.6.6", "10.0.0.3", "[::1]"]
GRAMMAR = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)


@given(
    st.lists(NODES).map(", ".join) | TEXTS | GRAMMAR,
    st.sampled_from(["x-forwarded-for", "forwarded"]),
)
def test_no_header_raises(value: str, header: str) -> None:
    result = said(header, value)
    assert result.client not in Networks(("127.0.0.0/8", "::1")), "that is not this machine"


@given(TEXTS | GRAMMAR, ADDRESSES, st.sampled_from([", ", ","]), st.booleans())
def test_the_address_appended_by_the_proxy_counts(
    own: str, real: Any, comma: str, bare: bool
) -> None:
    """Whatever it sends, its proxy writes its address behind it."""
    client = getattr(real, "ipv4_mapped", None) or real
    plain = f"{own}{comma}{real}"
    result = follow(
        ip_address(PROXY), x_forwarded([(b"x-forwarded-for", plain.encode("latin-1"))]), TRUSTED
    )
    assert result.client == client
    node = str(real) if bare and real.version == 4 else f'"[{real}]"'
    node = f'"{real}"' if real.version == 4 and not bare else node
    lines = [(b"forwarded", f"{own}{comma}for={node};proto=https".encode("latin-1"))]
    result = follow(ip_address(PROXY), forwarded(lines), TRUSTED)
    assert (result.client, result.scheme) == (client, "https")


def test_a_long_header_is_cheap() -> None:
    """Counted in what is looked at, not in time: a regular expression that went back and forth
    would not come to an end here."""
    for filler in (" ", ",", '"', "\\", ";", "a", "a=", 'a="', "for=1.1.1.1,", ", ;"):
        text = filler * (8192 // len(filler))
        assert str(said("forwarded", text).client) in (PROXY, "1.1.1.1")
        assert str(said("forwarded", f"{text}, for=10.0.0.3").client) in ("10.0.0.3", "1.1.1.1")


# ── the scope ──────────────────────────────────────────────────────────────────────────────────

FOR, PROTO, HOST = "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_a_trusted_proxy_is_believed(kind: str) -> None:
    seen = Seen()
    lines = [(FOR, "192.0.2.7"), (PROTO, "https"), (HOST, "play.example"), ("host", "inner:8080")]
    await seen.ask(PROXY, *lines, kind=kind)
    assert (seen.client, seen.host) == ("192.0.2.7", "play.example")
    assert seen.scope["scheme"] == ("https" if kind == "http" else "wss")
    assert seen.scope[FORWARDED]


@pytest.mark.parametrize("peer", ["192.0.2.9", "10.0.0.8", "2001:db8::1", "a socket's path", None])
async def test_an_untrusted_proxy_is_not_believed(peer: str | None) -> None:
    seen = Seen()
    await seen.ask(peer, (FOR, "192.0.2.7"), (PROTO, "https"), (HOST, "evil"), ("host", "h"))
    assert (seen.client, seen.host, seen.scope["scheme"]) == (peer, "h", "http")
    assert FORWARDED not in seen.scope


async def test_ipv4_mapped_addresses_are_recognised() -> None:
    seen = Seen()
    await seen.ask(f"::ffff:{PROXY}", (FOR, "192.0.2.7"))
    assert seen.client == "192.0.2.7"


async def test_a_proxy_without_a_header_counts_as_the_client() -> None:
    """The line is as direct as one can know: a house bot's is, from the same address."""
    seen = Seen()
    await seen.ask("127.0.0.1", ("host", "h"))
    assert seen.client == "127.0.0.1"
    assert FORWARDED not in seen.scope


async def test_a_proxy_with_an_invalid_header_counts_as_the_client() -> None:
    seen = Seen()
    await seen.ask(PROXY, (FOR, "nonsense"))
    assert seen.client == PROXY
    assert seen.scope[FORWARDED], "the kernel's round trip is the proxy's"


async def test_several_header_lines_form_one_list() -> None:
    """And of scheme and host the last value counts, which is the nearest proxy's."""
    seen = Seen()
    lines = [(FOR, "6.6.6.6"), (FOR, "192.0.2.7"), (FOR, "10.0.0.3"), (PROTO, "http, ws")]
    await seen.ask(PROXY, *lines, (PROTO, "https"), (HOST, "forged"), (HOST, "a, play.example"))
    assert (seen.client, seen.scope["scheme"], seen.host) == ("192.0.2.7", "https", "play.example")


@pytest.mark.parametrize(
    ("form", "client"), [("x-forwarded", "192.0.2.1"), ("forwarded", "192.0.2.2"), ("none", PROXY)]
)
async def test_only_the_configured_header_counts(form: Form, client: str) -> None:
    seen = Seen(form)
    await seen.ask(PROXY, (FOR, "192.0.2.1"), ("forwarded", "for=192.0.2.2"))
    assert seen.client == client


async def test_without_configuration_no_proxy_is_trusted() -> None:
    seen = Seen(trusted=Networks(()))
    await seen.ask("127.0.0.1", (FOR, "192.0.2.1"))
    assert seen.client == "127.0.0.1"


async def test_invalid_headers_are_logged_once_a_minute() -> None:
    seen = Seen()
    with capture_logs() as logs:
        for _ in range(3):
            await seen.ask(PROXY, (FOR, "a\xff\x01b"))
        seen.seconds = APART_SECONDS
        await seen.ask(PROXY, (FOR, "x" * 5000))
        await seen.ask(PROXY, (FOR, "192.0.2.7"))
        await seen.ask("192.0.2.7", (FOR, "nonsense"))
    assert [line["proxy"] for line in logs] == [PROXY, PROXY]
    assert logs[0]["said"] == r"'a\xff\x01b'"
    assert len(logs[1]["said"]) < 150


# ── the whole server ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def behind(tmp_path: Path) -> AsyncIterator[Local]:
    """A server whose one trusted proxy is 127.0.0.1, in the form of RFC 7239."""
    edge = Edge(Networks(("127.0.0.1",)), "forwarded")
    async with running(
        tmp_path, edge, sockets_per_address=1, posts_at_once=1, posts_per_second=0
    ) as local:
        yield local


async def test_users_behind_a_proxy_are_limited_separately(behind: Local) -> None:
    async def status(forwarded: str) -> int:
        return (await behind.post("session", {}, forwarded=forwarded)).status

    assert await status("for=192.0.2.7") == 201
    assert await status("for=192.0.2.8, for=192.0.2.7") == 429
    assert await status("for=192.0.2.8") == 201
    assert await status('for="[2001:db8::1]:80"') == 201
    assert await status('for="[2001:db8::2]:81"') == 429, "one /64"


async def test_a_socket_behind_a_proxy_is_not_direct(behind: Local) -> None:
    """Not even where the proxy's own address counts: the kernel sees the proxy alone."""
    lines = behind.server.server_state.connections
    async with connected(behind.host) as proxied, connected(behind.host) as direct:
        assert (await proxied.ask(upgrade("/ws/lobby", forwarded="for=_hidden"))).status == 101
        (first,) = (line for line in lines if isinstance(line, StampedSocket))
        assert not first._direct()
        assert (await direct.ask(upgrade("/ws/lobby"))).status == 101
        (second,) = (line for line in lines if isinstance(line, StampedSocket) and line != first)
        assert second._direct()


async def test_scheme_and_host_of_the_page(behind: Local) -> None:
    page = {"origin": "https://play.example", "host": "127.0.0.1:8080"}
    text = "for=192.0.2.7;proto=https;host=play.example"
    async with connected(behind.host) as connection:
        assert (await connection.ask(upgrade("/ws/lobby", forwarded=text, **page))).status == 101
    created = await behind.post("session", {}, forwarded=text, **page)
    assert created.status == 201
    assert "; Secure" in created.headers["set-cookie"]
    for other in (
        "proto=http;host=play.example",
        "proto=https",
        "proto=https;host=play.example:8443",
    ):
        refused = await behind.post("session", {}, forwarded=f"for=192.0.2.9;{other}", **page)
        assert (refused.status, refused.json["code"]) == (403, "wrong_origin")
